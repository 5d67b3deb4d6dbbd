"""Awards: what one player did in a match, told with a smile and with its count.

Each kind is a row of a table: `AWARDS` for any game in which everybody has a total, `Game.awards`
for one game. There is no award for being the worst.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeVar

from app.scoring.model.seats import Seat, Side
from app.scoring.model.text import Signed, Text, _, _n
from app.scoring.table.result import MatchResult

FEWEST_DEALS = 4  # deals: a shorter match has no late riser and no long lead
# A close win: the margin is at most a twentieth of the points between the first and the last.
A_WHISKER = 20
# A comeback: the winner was behind by at least a quarter of the points between first and last.
FAR = 4
IN_A_ROW = 3
LAST_PART = 4  # the end of a match is its last quarter

H = TypeVar("H", Seat, Side)


@dataclass(frozen=True)
class Feat:
    """An achievement of one seat, or of two partners together, with the numbers for its sentence.

    `strength` is how rare it is, from 0 to 1.
    """

    holder: Seat | Side
    strength: float
    numbers: Mapping[str, Any]


@dataclass(frozen=True)
class AwardKind:
    """An award: its name, its symbol, its condition and its sentence.

    `condition` yields the feats of a match that is over; `sentence` is called with the numbers of a
    feat, and returns what the holder did, without the name and without a full stop.
    """

    key: str
    name: Text
    icon: str
    condition: Callable[[MatchResult], Iterator[Feat]]
    sentence: Callable[..., Text]


@dataclass(frozen=True)
class Award:
    """An award that a player, or two partners, won in a match."""

    kind: AwardKind
    holder: Seat | Side
    strength: float
    sentence: Text

    @property
    def seats(self) -> Sequence[Seat]:
        """The seats of the holders: one, or both partners'."""
        return self.holder.seats if isinstance(self.holder, Side) else (self.holder,)


def awards_in(result: MatchResult, kinds: Sequence[AwardKind]) -> list[Award]:
    """Return the awards of these kinds that were won in a match, the strongest first."""
    awards = [
        Award(kind, feat.holder, feat.strength, kind.sentence(**feat.numbers))
        for kind in kinds
        for feat in kind.condition(result)
    ]
    return sorted(awards, key=lambda award: -award.strength)


def holder_of_most(numbers: Mapping[H, int]) -> H | None:
    """Return the holder of the largest number, None if several have it."""
    most = max(numbers.values(), default=0)
    holders = [holder for holder, number in numbers.items() if number == most]
    return holders[0] if len(holders) == 1 else None


# Conditions, for games in which everybody has a total


def only_winner(result: MatchResult) -> Side | None:
    """Return the winner by points, None if the win was shared, a tie-break decided it, or the match
    has fewer than `FEWEST_DEALS` deals."""
    winners = result.outcome.winners
    is_long = len(result.deals) >= FEWEST_DEALS
    return winners[0] if is_long and len(winners) == 1 and result.margin else None


def spread_of(result: MatchResult) -> int:
    """Return the points between the first and the last."""
    return abs(result.ranks[0].total - result.ranks[-1].total)


def rose_late(result: MatchResult) -> Iterator[Feat]:
    """The winner was last of all in the second half."""
    winner = only_winner(result)
    if winner is None or len(result.sides) < 3:
        return
    count = len(result.deals)
    for place in reversed(range(count // 2, count)):
        deal = result.deals[place]
        if result.last_after(deal) == [winner]:
            yield Feat(winner, (place + 1) / count, {"number": deal.number})
            return


def came_back(result: MatchResult) -> Iterator[Feat]:
    """The winner was far behind."""
    winner, spread = only_winner(result), spread_of(result)
    if winner is None:
        return
    margins = result.margins_of(winner)
    lag = -min(margins)
    if lag > 0 and lag * FAR >= spread:
        number = result.deals[margins.index(-lag)].number
        yield Feat(winner, min(1, lag / spread), {"lag": lag, "number": number})


def led_throughout(result: MatchResult) -> Iterator[Feat]:
    """The winner led after every deal."""
    winner = only_winner(result)
    if winner and result.deals_in_lead == len(result.deals):
        yield Feat(winner, 0.7, {"n": len(result.deals)})


def won_closely(result: MatchResult) -> Iterator[Feat]:
    """The winner's margin was very small."""
    winner = only_winner(result)
    if winner and result.margin and result.margin * A_WHISKER <= spread_of(result):
        yield Feat(winner, 0.8, {"margin": result.margin})


def led_long(result: MatchResult) -> Iterator[Feat]:
    """A side that did not win led after half of the deals or more."""
    count = len(result.deals)
    if count < FEWEST_DEALS:
        return
    leaders = [result.leaders_after(deal) for deal in result.deals]
    for side in result.sides:
        led = leaders.count((side,))
        if side not in result.outcome.winners and 2 * led >= count:
            yield Feat(side, 0.8 * led / count, {"led": led, "n": count})


def was_on_a_roll(result: MatchResult) -> Iterator[Feat]:
    """A side alone had the best score in several deals in a row."""
    bests = [
        holder_of_most({side: result.points_of(side, deal) for side in result.sides})
        for deal in result.deals
    ]
    # Of each side the longest run, the latest of equal ones.
    runs: dict[Side, tuple[int, int, int]] = {}
    for best, places in groupby(range(len(bests)), key=lambda place: bests[place]):
        first, *others = places
        run = (1 + len(others), first, first + len(others))
        if best:
            runs[best] = max(run, runs.get(best, run))
    for side, (n, first, last) in runs.items():
        if n >= IN_A_ROW:
            numbers = {"first": result.deals[first].number, "last": result.deals[last].number}
            yield Feat(side, min(1, 0.15 * n), {"n": n, **numbers})


def had_the_best_deal(result: MatchResult) -> Iterator[Feat]:
    """One side scored more in a deal than all others in any deal."""
    if len(result.deals) < FEWEST_DEALS:
        return
    best = result.best
    best_of = {
        side: max(result.points_of(side, deal) for deal in result.deals) for side in result.sides
    }
    if holder_of_most(best_of) is best.side and best_of[best.side] > 0:
        yield Feat(best.side, 0.3, {"points": Signed(best.points), "number": best.deal.number})


def finished_strongly(result: MatchResult) -> Iterator[Feat]:
    """One side scored more than all others in the last part of the match."""
    count = len(result.deals) // LAST_PART
    if count < 2:
        return
    last = result.deals[-count:]
    points = {side: sum(result.points_of(side, deal) for deal in last) for side in result.sides}
    side = holder_of_most(points)
    if side and points[side] > 0:
        in_sign = sum(deal.scores[side.index] for deal in last if deal.scores)
        yield Feat(side, 0.35, {"points": Signed(in_sign), "n": count})


# The awards of every game in which everybody has a total.
AWARDS = (
    AwardKind(
        "late_riser",
        _("Late riser"),
        "sunrise",
        rose_late,
        lambda number: _("last after deal {number}, first at the end", number=number),
    ),
    AwardKind(
        "comeback",
        _("Comeback"),
        "comeback",
        came_back,
        lambda lag, number: _(
            "{lag} behind after deal {number}, first at the end", lag=lag, number=number
        ),
    ),
    AwardKind(
        "front_runner",
        _("Front runner"),
        "flag",
        led_throughout,
        lambda n: _n("ahead after every one of {n} deal", "ahead after every one of {n} deals", n),
    ),
    AwardKind(
        "whisker",
        _("By a whisker"),
        "stopwatch",
        won_closely,
        lambda margin: _("won by {margin}", margin=margin),
    ),
    AwardKind(
        "pace_setter",
        _("Pace setter"),
        "metronome",
        led_long,
        lambda n, **of: _n("led after {led} of {n} deal", "led after {led} of {n} deals", n, **of),
    ),
    AwardKind(
        "roll",
        _("On a roll"),
        "dice",
        was_on_a_roll,
        lambda n, **deals: _n(
            "best of {n} deal in a row, {first} to {last}",
            "best of {n} deals in a row, {first} to {last}",
            n,
            **deals,
        ),
    ),
    AwardKind(
        "high_point",
        _("High point"),
        "summit",
        had_the_best_deal,
        lambda points, number: _("{points} in deal {number}", points=points, number=number),
    ),
    AwardKind(
        "strong_finish",
        _("Strong finish"),
        "bolt",
        finished_strongly,
        lambda points, n: _n(
            "{points} in the last {n} deal", "{points} in the last {n} deals", n, points=points
        ),
    ),
)
