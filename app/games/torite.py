"""The Torite: all win or lose together by a pattern of tricks. Rules: rules/torite.md"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from app.games.words import tricks
from app.scoring import (
    SUITS,
    Card,
    Deal,
    Game,
    Script,
    Seat,
    Steps,
    Table,
    Text,
    Together,
    _,
    pack,
    suit_of,
    value_of,
)
from app.scoring.prompts import Cards

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
    counted = sorted(taken.values(), reverse=True)
    wrong_tricks = None
    if counted != list(pattern):
        wrong_tricks = _(
            "The tricks are {counted}, not {pattern}.",
            counted=dashed(counted),
            pattern=dashed(pattern),
        )
    cards = [*left.values(), *aside]
    return end(table, wrong_tricks, cards, most=(taken, left, pattern[0]), least=(taken, left, 0))


def play_only_deal(
    table: Table, pattern: Sequence[int]
) -> Steps[tuple[Taken, Left, tuple[str, ...]]]:
    three = len(table.seats) == 3
    deal = table.deal(_("The deal"), trump=SUITS["spades"])
    if three:
        deal.tell(
            _("Take out all 2s, 3s and 4s. Deal 13 each; the last card goes aside face down.")
        )
        deal.tell(_("Who has the 5♣ leads any card; if nobody has it, who has the 6♣."))
    else:
        deal.tell(_("Deal 13 cards to each player."))
        deal.tell(_("Who has the 2♣ leads any card."))
    tell_the_aim(deal, pattern)
    taken = yield from ask_tricks(deal, _("Tricks taken"))
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
    counted = [list(first.values()), list(second.values())]
    wrong_tricks = None
    if sorted(counted[0]) != [4, 8] or counted[1] != counted[0][::-1]:
        wrong_tricks = _(
            "The tricks are {first}, then {second}, not 8 and 4 and then the reverse.",
            first=dashed(counted[0]),
            second=dashed(counted[1]),
        )
    return end(
        table,
        wrong_tricks,
        [*left.values(), *last_left.values()],
        most=(second, last_left, 8),
        least=(second, last_left, 4),
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
    taken = yield from ask_tricks(deal, _("Round {number}: tricks taken", number=number))
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


def ask_tricks(deal: Deal, ask: Text) -> Steps[Taken]:
    return deal.count("tricks", ask, total=TRICKS, unit=tricks, rule="playing-the-tricks")


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
    suits = Counter(suit_of(card) for card in cards)
    twice = [_("{n} × {suit}", n=n, suit=SUITS[suit]) for suit, n in suits.items() if n > 1]
    failed = {}
    if wrong_tricks:
        failed["tricks"] = wrong_tricks
    if twice:
        failed["suits"] = _("The leftover cards do not all differ in suit: {twice}.", twice=twice)
    if failed:
        why = failed["tricks"] if "tricks" in failed else failed["suits"]
        if len(failed) == 2:
            why = _("{tricks} {suits}", **failed)
        return Together((), why, won=False, score=None, lost_because=tuple(failed))
    high, low = card_of(*most), card_of(*least)
    score = value_of(high) - value_of(low) + EVEN_SCORE
    why = _(
        "Won with {score}: {high} − {low} + {even}.",
        score=score,
        high=_("{card} ({value})", card=Card(high), value=value_of(high)),
        low=_("{card} ({value})", card=Card(low), value=value_of(low)),
        even=EVEN_SCORE,
    )
    return Together(table.sides, why, won=True, score=score, lost_because=())


def card_of(taken: Taken, left: Left, number: int) -> str:
    """The leftover card of the player who took `number` tricks."""
    return next(left[seat] for seat, count in taken.items() if count == number)


GAME = Game(
    key="torite",
    name=_("The Torite"),
    blurb=_("Together: share out the tricks in a pattern, and keep one card of every suit."),
    players=(4, 3, 2, 1),
    play=play,
    seating=_("Clockwise. With one or two players the first one deals and leads."),
    voids="choosing-hands",
    wins_together=True,
)
