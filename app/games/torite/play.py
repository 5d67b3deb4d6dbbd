"""The Torite: all win or lose together by a pattern of tricks. Rules: rules/torite.md"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product

from app.games.words import tricks
from app.scoring import (
    SUITS,
    Card,
    Deal,
    Script,
    Seat,
    Side,
    Stakes,
    Steps,
    Table,
    Text,
    Together,
    _,
    _n,
    pack,
    suit_of,
    value_of,
)
from app.scoring.prompts import Cards, Remark

PLAYERS = (4, 3, 2, 1)
TRICKS = 12
PATTERNS = {4: (6, 4, 2, 0), 3: (8, 4, 0), 2: (8, 4)}
PACKS = {4: pack(), 3: pack(lowest=5), 2: pack()}
EVEN_SCORE = 12

Taken = Mapping[Seat, int]
Left = Mapping[Seat, str]


def play(table: Table) -> Script:
    yield from table.house_rules(rule="aim-together")
    if len(table.seats) >= 3:
        return (yield from play_one_round(table))
    solo = len(table.seats) == 1
    if solo:
        table.seat([table.seats[0].name, _("Dummy")])
    return (yield from play_two_rounds(table, solo))


# --- three and four players ---------------------------------------------------------------------


def play_one_round(table: Table) -> Script:
    """One deal: the pattern of tricks, and the cards left in hand."""
    pattern = PATTERNS[len(table.seats)]
    taken, left, aside = yield from table.until_it_counts(play_only_deal, pattern)
    wrong_tricks = off_pattern(taken, pattern)
    cards = [*left.values(), *aside]
    return end(table, wrong_tricks, cards, most=(taken, left, pattern[0]), least=(taken, left, 0))


def off_pattern(taken: Taken, pattern: Sequence[int]) -> Text | None:
    """What is wrong with the tricks of an only deal, None if they fit."""
    counted = sorted(taken.values(), reverse=True)
    if counted == list(pattern):
        return None
    return _(
        "The tricks are {counted}, not {pattern}.",
        counted=dashed(counted),
        pattern=dashed(pattern),
    )


def play_only_deal(
    table: Table, pattern: Sequence[int]
) -> Steps[tuple[Taken, Left, tuple[str, ...]]]:
    three = len(table.seats) == 3
    deal = table.deal(_("The deal"), trump=SUITS["spades"])
    deal.ahead = partial(hopes_of_one_round, deal, pattern)
    if three:
        deal.tell(
            _("Take out all 2s, 3s and 4s. Deal 13 each; the last card goes aside face down.")
        )
        deal.tell(_("Who has the 5♣ leads any card; if nobody has it, who has the 6♣."))
    else:
        deal.tell(_("Deal 13 cards to each player."))
        deal.tell(_("Who has the 2♣ leads any card."))
    tell_the_aim(deal, pattern)
    taken = yield from ask_tricks(deal, _("Tricks taken"), pattern)
    left = yield from ask_left(deal, PACKS[len(table.seats)], gone={})
    sum_up(deal, taken, left)
    if not three:
        deal.close()
        return taken, left, ()
    aside = yield from deal.ask(
        Cards,
        key="aside",
        ask=_("Which card was set aside?"),
        single=_("Set aside"),
        pack=PACKS[3],
        gone=lying_with(left),
        rule="how-you-win",
    )
    deal.close()
    return taken, left, (aside,)


# --- two players, or one and a dummy ------------------------------------------------------------


def play_two_rounds(table: Table, solo: bool) -> Script:
    """8 and 4 tricks, then the reverse; two cards are left in each round."""
    first, left = yield from table.until_it_counts(play_round, 1, solo, {}, {})
    second, last_left = yield from table.until_it_counts(play_round, 2, solo, first, left)
    return end(
        table,
        not_reversed(first, second),
        [*left.values(), *last_left.values()],
        most=(second, last_left, 8),
        least=(second, last_left, 4),
    )


def not_reversed(first: Taken, second: Taken | None) -> Text | None:
    """What is wrong with the tricks of both rounds, or of the first alone; None if they fit."""
    counted = [list(taken.values()) for taken in (first, second) if taken]
    if sorted(counted[0]) == sorted(PATTERNS[2]) and counted[1:] in ([], [counted[0][::-1]]):
        return None
    if second is None:
        return _("The tricks of round 1 are {first}, not 8 and 4.", first=dashed(counted[0]))
    return _(
        "The tricks are {first}, then {second}, not 8 and 4 and then the reverse.",
        first=dashed(counted[0]),
        second=dashed(counted[1]),
    )


def play_round(
    table: Table, number: int, solo: bool, first: Taken, left: Left
) -> Steps[tuple[Taken, Left]]:
    you = table.seats[0]
    deal = table.deal(
        _("Round {number} of 2", number=number),
        dealer=you if number == 1 else None,
        leader=you if number == 1 else None,
        trump=SUITS["spades"],
        targets={seat: TRICKS - n for seat, n in first.items()},
    )
    deal.ahead = partial(hopes_of_two_rounds, deal, first, left)
    if number == 1:
        deal.tell(
            _(
                "{you} deals four stacks of 13: one for each hand of each round. The two hands of"
                " a round may not have the same count of every suit.",
                you=you,
            )
        )
    else:
        deal.tell(_("Take up the hands of round 2."))
    if solo:
        deal.tell(_("Turn up one dummy card of every suit; when one is played, turn up the next."))
    if number == 1:
        deal.tell(_("{you} leads any card.", you=you))
    else:
        deal.tell(_("Who won the last trick of round 1 leads any card."))
        for seat, target in deal.targets.items():
            deal.tell(_("{seat} must now take {target}.", seat=seat, target=tricks(target)))
    tell_the_aim(deal, PATTERNS[2])
    pattern = tuple(deal.targets.values()) or PATTERNS[2]
    taken = yield from ask_tricks(deal, _("Round {number}: tricks taken", number=number), pattern)
    kept = yield from ask_left(deal, PACKS[2], gone=lying_with(left))
    sum_up(deal, taken, kept)
    deal.close()
    return taken, kept


# --- what every number of players shares --------------------------------------------------------


def tell_the_aim(deal: Deal, pattern: Sequence[int]) -> None:
    deal.tell(_("You may talk about suits, never about ranks."))
    deal.tell(
        _(
            "Play 12 tricks. Aim: tricks {pattern}, and every leftover card of another suit.",
            pattern=dashed(pattern),
        )
    )


def ask_tricks(deal: Deal, ask: Text, pattern: Sequence[int]) -> Steps[Taken]:
    return deal.count(
        "tricks",
        ask,
        total=TRICKS,
        unit=tricks,
        live=True,
        remarks=lambda taken: remarks(deal, taken, pattern),
        rule="playing-the-tricks",
    )


def remarks(deal: Deal, taken: Taken, pattern: Sequence[int]) -> list[Remark]:
    """Whether the pattern can still come about, while they play."""
    if deal.targets:
        fits = all(count <= deal.targets[seat] for seat, count in taken.items())
    else:
        fits = is_reachable(list(taken.values()), pattern)
    if fits:
        return [(None, _("You can still win: {pattern} is in reach.", pattern=dashed(pattern)))]
    return [(None, _("You can no longer win: {pattern} is out of reach.", pattern=dashed(pattern)))]


def is_reachable(taken: Sequence[int], pattern: Sequence[int]) -> bool:
    """Whether more tricks can turn these counts into `pattern`, whoever has which."""
    return all(
        count <= aim
        for count, aim in zip(
            sorted(taken, reverse=True), sorted(pattern, reverse=True), strict=False
        )
    )


def ask_left(deal: Deal, cards: Sequence[str], gone: Mapping[str, Text]) -> Steps[Left]:
    """The one card each player still holds."""
    named = yield from deal.ask(
        Cards,
        key="left",
        ask=_("The card left in each hand"),
        seats=deal.table.seats,
        pack=cards,
        gone=gone,
        rule="how-you-win",
    )
    return dict(zip(deal.table.seats, named, strict=True))


def sum_up(deal: Deal, taken: Taken, left: Left) -> None:
    """The tricks and the leftover card of each player, for the sheet."""
    for seat, card in left.items():
        deal.entered[seat] = _("{tricks} · {card}", tricks=taken[seat], card=Card(card))


def lying_with(left: Left) -> dict[str, Text]:
    """Why these cards cannot be named again."""
    return {
        card: _("{card} is already {seat}’s.", card=Card(card), seat=seat)
        for seat, card in left.items()
    }


def dashed(counts: Iterable[int]) -> str:
    """A pattern of tricks as people say it: 8-4-0."""
    return "-".join(map(str, counts))


def end(
    table: Table,
    wrong_tricks: Text | None,
    cards: Sequence[str],
    *,
    most: tuple[Taken, Left, int],
    least: tuple[Taken, Left, int],
) -> Together:
    """Won if the tricks fit and all suits differ; then rank of `most` − rank of `least` + 12.

    `most` and `least` say where the two cards lie: with whoever took that number of tricks.
    """
    failed = failures(wrong_tricks, cards)
    if failed:
        why = failed["tricks"] if "tricks" in failed else failed["suits"]
        if len(failed) == 2:
            why = _("{tricks} {suits}", **failed)
        return Together((), why, won=False, score=None, lost_because=tuple(failed))
    high, low = card_of(*most), card_of(*least)
    score = score_of(high, low)
    why = _(
        "Won with {score}: {high} − {low} + {even}.",
        score=score,
        high=_("{card} ({value})", card=Card(high), value=value_of(high)),
        low=_("{card} ({value})", card=Card(low), value=value_of(low)),
        even=EVEN_SCORE,
    )
    return Together(table.sides, why, won=True, score=score, lost_because=())


def failures(wrong_tricks: Text | None, cards: Sequence[str]) -> dict[str, Text]:
    """Why a win is gone, by the keys of what failed: the tricks, or two cards of one suit."""
    suits = Counter(suit_of(card) for card in cards)
    twice = [_("{n} × {suit}", n=n, suit=SUITS[suit]) for suit, n in suits.items() if n > 1]
    failed = {}
    if wrong_tricks:
        failed["tricks"] = wrong_tricks
    if twice:
        failed["suits"] = _("The leftover cards do not all differ in suit: {twice}.", twice=twice)
    return failed


def score_of(high: str, low: str) -> int:
    """What a win scores with these cards left to who took the most and the fewest tricks."""
    return value_of(high) - value_of(low) + EVEN_SCORE


def card_of(taken: Taken, left: Left, number: int) -> str:
    """The leftover card of the player who took `number` tricks."""
    return next(left[seat] for seat, count in taken.items() if count == number)


# --- what is still possible ---------------------------------------------------------------------


@dataclass(frozen=True)
class Hopes(Stakes):
    """Whether a win is still possible, and if so from `lowest` to `highest` points.

    `failed` says why not; `suits` are those that the cards still to be named must have, and
    `targets` the tricks that players still have to take, as far as that is settled.
    """

    failed: tuple[Text, ...]
    lowest: int
    highest: int
    suits: tuple[str, ...] = ()
    targets: Mapping[Seat, int] = field(default_factory=dict)

    @property
    def is_possible(self) -> bool:
        """Whether a win is still possible."""
        return not self.failed

    @property
    def said(self) -> list[Text]:
        if self.failed:
            return [_("A win is no longer possible."), *self.failed]
        if self.lowest == self.highest:
            lines = [_("A win is still possible. It scores {score}.", score=self.lowest)]
        else:
            lines = [
                _(
                    "A win is still possible. It scores from {lowest} to {highest}.",
                    lowest=self.lowest,
                    highest=self.highest,
                )
            ]
        if self.suits:
            suits = [SUITS[suit] for suit in self.suits]
            lines.append(
                _n(
                    "The card still to be named must be of this suit: {suits}.",
                    "The cards still to be named must be one of each: {suits}.",
                    len(suits),
                    suits=suits,
                )
            )
        return lines

    def said_of(self, side: Side) -> list[Text]:
        if self.failed:
            return []
        return [
            _("Must take {tricks} now.", tricks=tricks(self.targets[seat]))
            for seat in side.seats
            if seat in self.targets
        ]


def hopes_of_one_round(deal: Deal, pattern: Sequence[int]) -> Hopes:
    """Three or four players: the tricks, the cards left, and the one set aside."""
    taken, left = entered(deal)
    wrong_tricks = off_pattern(taken, pattern) if taken else None
    scores = None
    if taken and left and not wrong_tricks:
        cards = (card_of(taken, left, pattern[0]), card_of(taken, left, pattern[-1]))
        scores = [score_of(*cards)]
    return hopes(deal, wrong_tricks, tuple(left.values()), scores)


def hopes_of_two_rounds(deal: Deal, first: Taken, left: Left) -> Hopes:
    """Two players or one: `first` and `left` are the tricks and the cards of round 1, if over."""
    taken, _left = entered(deal)
    if first:
        wrong_tricks = not_reversed(first, taken or None)
    else:
        wrong_tricks = not_reversed(taken, None) if taken else None
    targets = {} if taken else deal.targets
    return hopes(deal, wrong_tricks, tuple(left.values()), None, targets)


def entered(deal: Deal) -> tuple[Taken, Left]:
    """The tricks and the cards of a deal, each empty until they are entered."""
    seats, answers = deal.table.seats, deal.answers
    taken = dict(zip(seats, answers.get("tricks") or (), strict=False))
    return taken, dict(zip(seats, answers.get("left") or (), strict=False))


def hopes(
    deal: Deal,
    wrong_tricks: Text | None,
    named: Sequence[str],
    scores: Iterable[int] | None,
    targets: Mapping[Seat, int] | None = None,
) -> Hopes:
    """What is possible after the cards `named`; `scores` if those of both players who count are.

    Otherwise the score comes from two cards of the pack, in suits that nobody has named.
    """
    used = {suit_of(card) for card in named}
    free = [card for card in PACKS[min(len(deal.table.seats), 4)] if suit_of(card) not in used]
    if scores is None:
        scores = [
            score_of(high, low)
            for high, low in product(free, repeat=2)
            if suit_of(high) != suit_of(low)
        ]
    possible = list(scores) or [0]
    return Hopes(
        deal.table.sides,
        tuple(failures(wrong_tricks, named).values()),
        min(possible),
        max(possible),
        tuple(suit for suit in SUITS if suit not in used) if named else (),
        targets or {},
    )


def numbers() -> dict[str, int]:
    """The numbers of the rules page.

    For each number of players the pack, the tricks of the pattern from the most down, and the
    least and the most that a win scores; then what the court cards are worth.
    """
    named = {"tricks": TRICKS, "hand": TRICKS + 1, "even_score": EVEN_SCORE}
    for players, words in ((4, "four"), (3, "three"), (2, "two")):
        values = [value_of(card) for card in PACKS[players]]
        named[f"{words}_cards"] = len(PACKS[players])
        named[f"{words}_least"] = min(values) - max(values) + EVEN_SCORE
        named[f"{words}_most"] = max(values) - min(values) + EVEN_SCORE
        for place, count in zip(
            ("first", "second", "third", "fourth"), PATTERNS[players], strict=False
        ):
            named[f"{words}_{place}"] = count
    named["three_lowest"] = min(value_of(card) for card in PACKS[3])
    for card, name in (("JS", "jack"), ("QS", "queen"), ("KS", "king"), ("AS", "ace")):
        named[name] = value_of(card)
    return named
