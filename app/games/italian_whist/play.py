"""Italian Whist: one hand to win tricks, one to avoid them; the score of a deal, and who has won.
Rules: rules/en/italian_whist.md"""

from collections.abc import Mapping
from functools import partial
from itertools import count

from app.scoring import (
    ICON_OF_SUIT,
    NO_TRUMPS,
    Deal,
    Outcome,
    Part,
    Script,
    Seat,
    Signed,
    Steps,
    Table,
    Text,
    _,
    _n,
)
from app.scoring.chances import (
    CountMeasure,
    LimitChances,
    Measure,
    PointsMeasure,
    Stake,
    scoreboard_of,
    unit_vectors,
)
from app.scoring.prompts import Number, tricks_of

TRICKS = 9
CARDS_EACH = 2 * TRICKS
FIRST_HAND, SECOND_HAND = 1, -1  # points for a trick
# Where the second hand goes, from the first deal of a cycle on.
PASSES = {
    "left": _("Pass cards left"),
    "right": _("Pass cards right"),
    "kept": _("Keep cards"),
}
CYCLE = 2 * len(PASSES)
LIMIT = 10
SHORT_LIMIT, LONG_LIMIT = 5, 20
FARTHEST_LIMIT = 99

UPPER = Number(
    key="upper",
    ask=_("The match ends when a total reaches"),
    rule="ending-the-game",
    low=1,
    high=FARTHEST_LIMIT,
    signed=True,
    usual=(SHORT_LIMIT, LIMIT, LONG_LIMIT),
)
LOWER = Number(
    key="lower",
    ask=_("The match ends when a total falls to"),
    rule="ending-the-game",
    low=-FARTHEST_LIMIT,
    high=-1,
    signed=True,
    usual=(-SHORT_LIMIT, -LIMIT, -LONG_LIMIT),
)


def play(table: Table) -> Script:
    """Deals to the left, two hands each, until a total reaches a limit; then the highest wins.

    A deal that is thrown in is dealt again by the same dealer.
    """
    rules = yield from table.house_rules((UPPER, LIMIT), (LOWER, -LIMIT), rule="ending-the-game")
    upper, lower = rules["upper"], rules["lower"]
    table.goal = _("ends at {upper} or {lower}", upper=Signed(upper), lower=lower)
    dealer = table.seats[0]
    for number in count(1):
        yield from table.until_it_counts(play_deal, number, dealer, upper, lower)
        if max(table.totals) >= upper or min(table.totals) <= lower:
            return end(table, upper, lower)
        dealer = table.left_of(dealer)
    raise AssertionError("a match ends at a limit")


def end(table: Table, upper: int, lower: int) -> Outcome:
    """Return the outcome: the highest total wins, which need not be one that reached a limit."""
    reached = [
        _("{side} reached {total}", side=side, total=table.totals[side.index])
        for side in table.sides
        if not lower < table.totals[side.index] < upper
    ]
    return table.best_total_wins(_("{reached}.", reached=reached))


def play_deal(table: Table, number: int, dealer: Seat, upper: int, lower: int) -> Steps[None]:
    """Split 9 and 9, pass the second hand, play nine tricks for you and nine against you.

    Each trick is a point won in the first hand and a point lost in the second, so that a deal adds
    up to 0.
    """
    passed, _trump = passing_and_trump(number)
    deal = begin_deal(table, number, dealer, upper, lower)
    first = yield from deal.count(
        "first",
        _("First hand: tricks won"),
        question=_("First hand: how many tricks?"),
        guidance=guidance_of(passed, deal.leader),
        save=_("Save the first hand"),
        saved=_("First hand"),
        points=lambda _seat, count: FIRST_HAND * count,
        total=TRICKS,
        unit=tricks_of,
        live=True,
        rule="playing-the-first-hand",
    )
    # The table shows the leader of the second hand now; `leader` stays that of the deal.
    deal.leads_next = table.right_of(dealer)
    deal.tell(_("Pick up the second hand."))
    second = yield from deal.count(
        "second",
        _("Second hand: tricks won"),
        question=_("Second hand: how many tricks?"),
        guidance=_("{leader} leads · now avoid tricks", leader=deal.leads_next),
        save=_("Save the second hand"),
        saved=_("Second hand"),
        points=lambda _seat, count: SECOND_HAND * count,
        total=TRICKS,
        unit=tricks_of,
        live=True,
        remarks=lambda won: [
            (
                seat,
                _("this deal {points}", points=Signed(FIRST_HAND * first[seat] + SECOND_HAND * n)),
            )
            for seat, n in won.items()
        ],
        rule="playing-the-second-hand",
    )
    deal.score([*first_hand(first), *second_hand(second)], total=0)


def begin_deal(table: Table, number: int, dealer: Seat, upper: int, lower: int) -> Deal:
    """Begin a deal, and tell the table what to split and to pass.

    `number` counts the deals that were not void: it decides the passing and the trumps.
    """
    passed, trump = passing_and_trump(number)
    left = table.left_of(dealer)
    limits = limits_text(upper, lower)
    deal = table.deal(
        _("Deal {number}", number=number),
        subtitle=_("Deal {number} · to {limits}", number=number, limits=limits),
        name=PASSES[passed],
        dealer=dealer,
        leader=left,
        trump=trump,
        icon=ICON_OF_SUIT.get(trump),
    )
    deal.value = deal.name
    deal.chances = partial(chances_of, table, deal, upper, lower)
    deal.tell(
        _n(
            "{dealer} deals {n} card to each player, both jokers included.",
            "{dealer} deals {n} cards to each player, both jokers included.",
            CARDS_EACH,
            dealer=dealer,
        )
    )
    deal.tell(
        _(
            "Everyone splits {first} and {second}: the first hand to win tricks, the second to"
            " avoid them.",
            first=TRICKS,
            second=TRICKS,
        )
    )
    deal.tell(pass_line(table, passed))
    return deal


def limits_text(upper: int, lower: int) -> Text:
    """Return the totals that end a match, in words."""
    if lower == -upper:
        return _("±{limit}", limit=upper)
    return _("{upper} / {lower}", upper=Signed(upper), lower=Signed(lower))


def passing_and_trump(number: int) -> tuple[str, str]:
    """Return where the second hand goes in the deal of this number, and the key of trumps."""
    # Left, right, kept: once without trumps and once with spades, then from the top again
    # (rules/en/italian_whist.md#the-six-deal-cycle).
    half, place = divmod((number - 1) % CYCLE, len(PASSES))
    return list(PASSES)[place], "spades" if half else NO_TRUMPS


def guidance_of(passed: str, leader: Seat | None) -> Text:
    """Return what to do with the second hand, and who leads the first one to win tricks."""
    if passed == "kept":
        return _n(
            "Keep {n} card · {leader} leads, win tricks",
            "Keep {n} cards · {leader} leads, win tricks",
            TRICKS,
            leader=leader,
        )
    if passed == "left":
        return _n(
            "Pass {n} card left · {leader} leads, win tricks",
            "Pass {n} cards left · {leader} leads, win tricks",
            TRICKS,
            leader=leader,
        )
    return _n(
        "Pass {n} card right · {leader} leads, win tricks",
        "Pass {n} cards right · {leader} leads, win tricks",
        TRICKS,
        leader=leader,
    )


def first_hand(taken: Mapping[Seat, int]) -> list[Part]:
    """Score a point for each trick."""
    return [
        Part(seat, FIRST_HAND * n, _("{tricks} in the first hand", tricks=tricks_of(n)), "scoring")
        for seat, n in taken.items()
    ]


def second_hand(taken: Mapping[Seat, int]) -> list[Part]:
    """Score a point lost for each trick."""
    return [
        Part(
            seat, SECOND_HAND * n, _("{tricks} in the second hand", tricks=tricks_of(n)), "scoring"
        )
        for seat, n in taken.items()
    ]


def chances_of(table: Table, deal: Deal, upper: int, lower: int) -> LimitChances:
    """Return what this deal can still bring: any first hand, or the one entered, and any second.

    What is enough is given in tricks of the second hand once the first is entered, before that in
    the points of both.
    """
    seats = table.seats
    each_won, each_lost = (
        [table.points(hand({seat: 1})) for seat in seats] for hand in (first_hand, second_hand)
    )
    if "first" in deal.answers:
        taken = dict(zip(seats, deal.answers["first"], strict=True))
        first = Stake([((0,) * len(seats), table.points(first_hand(taken)))])
        second = Stake(list(zip(unit_vectors(len(seats)), each_lost, strict=True)), TRICKS)
        measure: Measure = CountMeasure(_("tricks you take"), tricks_of)
    else:
        first = Stake([((), points) for points in each_won], TRICKS)
        second = Stake([((), points) for points in each_lost], TRICKS)
        measure = PointsMeasure(_("points you score"), signed=True)
    return LimitChances(*scoreboard_of(table), [first, second], deal.title, measure, upper, lower)


def pass_line(table: Table, passed: str) -> Text:
    """Return to which neighbour each player passes the second hand, which stays face down."""
    if passed == "kept":
        return _("Keep your second hand face down.")
    neighbour = table.left_of if passed == "left" else table.right_of
    ways = [_("{giver} → {receiver}", giver=seat, receiver=neighbour(seat)) for seat in table.seats]
    return _("Pass the second hand face down, nobody looks: {ways}.", ways=ways)
