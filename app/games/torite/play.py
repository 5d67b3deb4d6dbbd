"""The Torite: all win or lose together by a pattern of tricks. Rules: rules/torite.md"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from app.games.torite.account import account, holdings, scoring
from app.games.torite.chances import chances_of
from app.games.torite.course import (
    Course,
    asides,
    hints,
    remarks,
    targets_after,
    worths,
)
from app.games.torite.scores import (
    EVEN_SCORE,
    HAND,
    PACKS,
    PATTERNS,
    TRICKS,
    Left,
    Taken,
    dashed,
    ends_of,
    score_of,
)
from app.scoring import Card, Deal, Script, SharedOutcome, Steps, Table, Text, _, value_of
from app.scoring.prompts import Cards, Prompt, tricks_of

ABOUT_ASIDE: dict[str, Any] = {
    "key": "aside",
    "ask": _("Which card was set aside?"),
    "single": _("Set aside"),
    "pack": PACKS[3],
    "save": _("Save the card"),
    "saved": _("Cards"),
    "rule": "how-you-win",
}
"""What the question for the card set aside is, wherever it is asked."""


def play(table: Table) -> Script:
    """One deal for three or four players; two rounds for two, or for one with a dummy."""
    yield from table.house_rules(rule="aim-together")
    table.length = 1 if len(table.seats) >= 3 else 2
    if table.length == 1:
        return (yield from play_one_round(table))
    solo = len(table.seats) == 1
    if solo:
        table.seat([table.seats[0].name, _("Dummy")])
    return (yield from play_two_rounds(table, solo))


# --- three and four players ---------------------------------------------------------------------


def play_one_round(table: Table) -> Script:
    """One deal: the pattern of tricks, and the cards left in hand."""
    start = Course(PATTERNS[len(table.seats)])
    taken, left, aside = yield from table.until_it_counts(play_only_deal, start)
    return end(table, start.with_round(taken, [*left.values(), *aside]))


def play_only_deal(table: Table, start: Course) -> Steps[tuple[Taken, Left, tuple[str, ...]]]:
    """Returns the tricks, the cards left in hand, and with three players the one set aside."""
    three = len(table.seats) == 3
    deal = table.deal(
        _("The deal"),
        trump="spades",
        value=_("are trumps"),
        place=_("Together"),
        place_short=_("Together"),
    )
    deal.chances = partial(chances_of, table, deal, start)
    if three:
        deal.tell(
            _(
                "Take out all 2s, 3s and 4s. Deal {hand} each; the last card goes aside face down.",
                hand=HAND,
            )
        )
        deal.tell(_("Who has the 5♣ leads any card; if nobody has it, who has the 6♣."))
    else:
        deal.tell(_("Deal {hand} cards to each player.", hand=HAND))
        deal.tell(_("Who has the 2♣ leads any card."))
    tell_the_aim(deal, start.pattern)
    taken = yield from ask_tricks(deal, _("Tricks taken"), start)
    aside = deal.prompt(Cards, **ABOUT_ASIDE) if three else None
    left = yield from ask_left(
        deal, PACKS[len(table.seats)], {}, start, taken, is_last=True, then=aside
    )
    sum_up(deal, taken, left)
    if not three or not left:
        deal.close()
        return taken, left, ()
    card = yield from deal.ask(
        Cards,
        **ABOUT_ASIDE,
        unavailable=lying_with(left),
        moot=bool(start.with_round(taken, left.values()).failures),
        hints=lambda card: hints(start, taken, [*left.values(), *whole_cards([card])]),
    )
    deal.close()
    return taken, left, (card,) if card else ()


# --- two players, or one and a dummy ------------------------------------------------------------


def play_two_rounds(table: Table, solo: bool) -> Script:
    """8 and 4 tricks, then the reverse; two cards are left in each round.

    A game that round 1 has lost is over: who knows its cards may still have played round 2.
    """
    start = Course(PATTERNS[2])
    first, left_first = yield from table.until_it_counts(play_round, 1, solo, start, {}, {})
    half = start.with_round(first, left_first.values())
    if not left_first:
        return end(table, half)
    second, left_second = yield from table.until_it_counts(
        play_round, 2, solo, half, first, left_first
    )
    return end(table, half.with_round(second, left_second.values()) if second else half)


def play_round(
    table: Table, number: int, solo: bool, before: Course, first: Taken, left: Left
) -> Steps[tuple[Taken, Left]]:
    """One round with its two hands; `first` and `left` are the tricks and cards of round 1."""
    you = table.seats[0]
    deal = table.deal(
        _("Round {number} of 2", number=number),
        value=_("are trumps"),
        place=_("Round {number} of 2", number=number),
        place_short=_("{number}/2", number=number),
        dealer=you if number == 1 else None,
        leader=you if number == 1 else None,
        trump="spades",
        targets=targets_after(first),
    )
    deal.chances = partial(chances_of, table, deal, before)
    if number == 1:
        deal.tell(
            _(
                "{you} deals four stacks of {hand}: one for each hand of each round. The two hands"
                " of a round may not have the same count of every suit.",
                you=you,
                hand=HAND,
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
            deal.tell(_("{seat} must now take {target}.", seat=seat, target=tricks_of(target)))
    tell_the_aim(deal, PATTERNS[2])
    taken = yield from ask_tricks(deal, _("Round {number}: tricks taken", number=number), before)
    if not taken:
        table.leave_out(deal)
        return {}, {}
    is_last = number == 2
    left_now = yield from ask_left(deal, PACKS[2], lying_with(left), before, taken, is_last=is_last)
    sum_up(deal, taken, left_now)
    deal.close()
    return taken, left_now


# --- what every number of players shares --------------------------------------------------------


def tell_the_aim(deal: Deal, pattern: Sequence[int]) -> None:
    """What may be said, and what a win takes."""
    deal.tell(_("You may talk about suits, never about ranks."))
    deal.tell(
        _(
            "Play {all} tricks. Aim: tricks {pattern}, and every leftover card of another suit.",
            all=TRICKS,
            pattern=dashed(pattern),
        )
    )


def ask_tricks(deal: Deal, ask: Text, before: Course) -> Steps[Taken]:
    """The tricks of this deal, counted while it is played if the table likes.

    None, if the game was lost `before` and nobody has played on.
    """
    deal.tally = yield from deal.count(
        "tricks",
        ask,
        question=_("How many tricks?"),
        save=_("Save the tricks"),
        saved=_("Tricks"),
        total=TRICKS,
        unit=tricks_of,
        live=True,
        remarks=partial(remarks, before),
        moot=bool(before.failures),
        rule="playing-the-tricks",
    )
    return deal.tally


def ask_left(
    deal: Deal,
    cards: Sequence[str],
    gone: Mapping[str, Text],
    before: Course,
    taken: Taken,
    *,
    is_last: bool,
    then: Prompt | None = None,
) -> Steps[Left]:
    """The one card each player still holds; in the last round two of them make the score.

    `then` asks for the card set aside, which is named beside them. None, if the game is lost by now
    and nobody has said.
    """
    is_lost = bool(before.with_round(taken).failures)
    does_score = is_last and not is_lost
    named = yield from deal.ask(
        Cards,
        key="left",
        ask=_("Which card did each keep?"),
        save=_("Save the cards"),
        saved=_("Cards"),
        seats=deal.seats,
        pack=cards,
        unavailable=gone,
        seat_notes=asides(before.pattern, taken, does_score=does_score),
        rank_values=worths(before.pattern, taken) if does_score else {},
        hints=lambda named: hints(before, taken, whole_cards(named or ())),
        moot=is_lost,
        then=then,
        rule="how-you-win",
    )
    return dict(zip(deal.seats, named, strict=True)) if named else {}


def whole_cards(named: Sequence[Any]) -> list[str]:
    """The whole cards among those that are being named."""
    pack = PACKS[4]
    return [card for card in named if card in pack]


def sum_up(deal: Deal, taken: Taken, left: Left) -> None:
    """The tricks and the leftover card of each player, as far as it is known, for the sheet."""
    for seat, n in taken.items():
        card = [_("{card}", card=Card(left[seat]))] if left else []
        deal.entered[seat] = (_("{n}", n=n), *card)


def lying_with(left: Left) -> dict[str, Text]:
    """Why these cards cannot be named again."""
    return {
        card: _("{card} is already {seat}’s.", card=Card(card), seat=seat)
        for seat, card in left.items()
    }


def end(table: Table, course: Course) -> SharedOutcome:
    """Won if the tricks fit and all suits differ; then rank of most − rank of fewest + 12.

    The cards of the most and of the fewest tricks of the last round are the ones that score.
    """
    failed = course.failures
    if failed:
        why = failed["tricks"] if "tricks" in failed else failed["suits"]
        if len(failed) == 2:
            why = _("{tricks} {suits}", **failed)
        return SharedOutcome(
            (),
            why,
            won=False,
            score=None,
            lost_because=tuple(failed),
            account=account(course, None),
        )
    high, low = (holding.card for holding in scoring(course, holdings(course)))
    score = score_of(high, low)
    why = _(
        "Won with {score}: {high} − {low} + {even}.",
        score=score,
        high=_("{card} ({value})", card=Card(high), value=value_of(high)),
        low=_("{card} ({value})", card=Card(low), value=value_of(low)),
        even=EVEN_SCORE,
    )
    return SharedOutcome(
        table.sides,
        why,
        won=True,
        score=score,
        lost_because=(),
        account=account(course, score),
    )


def numbers() -> dict[str, int]:
    """The numbers of the rules page.

    For each number of players the pack, the tricks of the pattern from the most down, and the
    least and the most that a win scores; then what the court cards are worth.
    """
    named = {"tricks": TRICKS, "hand": HAND, "even_score": EVEN_SCORE}
    for players, words in ((4, "four"), (3, "three"), (2, "two")):
        named[f"{words}_cards"] = len(PACKS[players])
        named[f"{words}_least"], named[f"{words}_most"] = ends_of(PACKS[players])
        for place, count in zip(
            ("first", "second", "third", "fourth"), PATTERNS[players], strict=False
        ):
            named[f"{words}_{place}"] = count
    named["three_lowest"] = min(value_of(card) for card in PACKS[3])
    for card, name in (("JS", "jack"), ("QS", "queen"), ("KS", "king"), ("AS", "ace")):
        named[name] = value_of(card)
    return named
