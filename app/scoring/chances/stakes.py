"""Stakes: what is still open in a deal, the points that it can bring each side, and whether one can
gain enough on all others at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nsmallest
from operator import add, ge, mul, sub
from typing import Any, NamedTuple, TypeVar

from app.scoring.model.seats import Points, Side

T = TypeVar("T")
# The result of each side in a deal, in the order of the sides: tricks, cards or a place.
Results = tuple[Any, ...]

MAX_SUMS = 150  # gains on all others that are kept after each part: those that lack the least


def distributions(total: int, among: int) -> Iterator[Points]:
    """Yield every way to distribute `total` tricks or cards among so many seats or sides."""
    if among == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for others in distributions(total - first, among - 1):
            yield (first, *others)


def unit_vectors(among: int) -> list[Points]:
    """Return one trick or card for each of so many seats or sides, in their order."""
    return [tuple(int(one == other) for other in range(among)) for one in range(among)]


@dataclass(frozen=True)
class Swing:
    """How far something still to come can move the sides apart.

    `gains[a][b]` is the most points that side a can gain on side b. The last row and column are for
    a player who never scores: what a side gains on that one are its own points.

    The most that two sides can gain on each other is kept, and not what each can score, because one
    side's tricks are another's loss: with 13 tricks both cannot have their best.
    """

    gains: tuple[Points, ...]

    @classmethod
    def among(cls, outcomes: Iterable[Points]) -> Swing:
        """Return the swing of something with these `outcomes`, each of them the points of all
        sides."""
        # A set: thousands of outcomes bring only a few different points.
        columns = [*zip(*set(outcomes), strict=True)]
        columns.append((0,) * len(columns[0]))
        return cls(tuple(tuple(max(map(sub, one, other)) for other in columns) for one in columns))

    @classmethod
    def one_of(cls, swings: Iterable[Swing]) -> Swing:
        """Return the swing of one of `swings`, if it is not known which."""
        return cls._merge(max, swings)

    @classmethod
    def sum_of(cls, swings: Iterable[Swing]) -> Swing:
        """Return the swing of all `swings`, exact if none of them depends on another."""
        return cls._merge(sum, swings)

    @classmethod
    def _merge(cls, join: Callable[[Iterable[int]], int], swings: Iterable[Swing]) -> Swing:
        tables = zip(*(swing.gains for swing in swings), strict=True)
        return cls(tuple(tuple(map(join, zip(*rows, strict=True))) for rows in tables))

    @property
    def most(self) -> Points:
        """The most points that it can bring each side."""
        return tuple(row[-1] for row in self.gains[:-1])

    @property
    def least(self) -> Points:
        """The least points that it can bring each side."""
        return tuple(-gain for gain in self.gains[-1][:-1])


@dataclass(frozen=True)
class Stake:
    """Something open in a deal that does not depend on the rest of it, perhaps several `times`.

    Each outcome is the result of each side, and the points that it brings each side. A result that
    is nothing but points is empty: `()`.
    """

    outcomes: Collection[tuple[Results, Points]]
    times: int = 1

    @property
    def swing(self) -> Swing:
        """The points that it can bring each side, all times together."""
        once = Swing.among(points for _results, points in self.outcomes)
        return Swing.sum_of([once] * self.times)

    @cached_property
    def sums(self) -> set[tuple[Results, Points]]:
        """The results and points that all times together can come to."""
        if self.times == 1:
            return set(self.outcomes)
        # It only matters how often each outcome comes, not in which order: 13 tricks among four
        # sides are 560 sums, where one after the other they would go 4 ** 13 ways.
        every = [*distributions(self.times, len(self.outcomes))]

        def weighed(columns: Iterable[Sequence[int]]) -> list[Points]:
            sides = list(zip(*columns, strict=True))
            return [tuple([sum(map(mul, times, side)) for side in sides]) for times in every]

        results, points = zip(*self.outcomes, strict=True)
        return {*zip(weighed(results), weighed(points), strict=True)}


def combine(stakes: Iterable[Stake]) -> set[tuple[Results, Points]]:
    """Return the results and points that several stakes can come to together."""
    sums, *others = (stake.sums for stake in stakes)
    for more in others:
        sums = {
            (tuple(map(add, results, own)), tuple(map(add, points, gain)))
            for results, points in sums
            for own, gain in more
        }
    return sums


class LeadRange(NamedTuple):
    """The least and the most points by which one side can come out ahead of another."""

    least: int
    most: int


def lead_ranges(
    stakes: Iterable[Stake], one: Side, other: Side
) -> dict[tuple[Any, Any], LeadRange]:
    """Return what `one` can gain on `other` with all `stakes`, by the results that the two then
    have.

    Only these two sides are checked, and of each pair of results only the extremes are kept. So
    there are at most a few hundred pairs, where `combine` would have millions of sums for a
    Complex.
    """
    a, b = one.index, other.index
    leads = {(0, 0): LeadRange(0, 0)}
    for stake in stakes:
        steps = merge_ranges(
            ((results[a], results[b]), [points[a] - points[b]]) for results, points in stake.sums
        ).items()
        leads = merge_ranges(
            ((a_sum + a_more, b_sum + b_more), (least + step.least, most + step.most))
            for (a_sum, b_sum), (least, most) in leads.items()
            for (a_more, b_more), step in steps
        )
    return leads


def merge_ranges(gains: Iterable[tuple[T, Iterable[int]]]) -> dict[T, LeadRange]:
    """Return the range of all gains with the same key."""
    ranges: dict[T, list[int]] = defaultdict(list)
    for key, ends in gains:
        ranges[key] += ends
    return {key: LeadRange(min(ends), max(ends)) for key, ends in ranges.items()}


# Gains on all others at once


def can_gain_on_all(needs: Sequence[int], own: int, parts: Sequence[Collection[Points]]) -> bool:
    """Whether the side of index `own` can gain at least `needs` on all other sides together.

    `needs` are points, by the index of the other side in order, without `own`. Each of `parts` has
    all possible points of the sides from one independent part of the play to come; empty if not
    known. True is certain, because a way was found. False only means that none was found.
    """
    if not all(parts):
        return False
    gains = [best_gains(gains_of(points, own) for points in part) for part in parts]
    least = [tuple(map(min, zip(*part, strict=True))) for part in gains]
    # A gain beyond the need is cut off, as far as even the least of all other parts leaves it
    # unneeded. So for a side that is far behind, hundreds of ways of a part become one.
    spare = [
        max(0, need - sum(low)) for need, low in zip(needs, zip(*least, strict=True), strict=True)
    ]
    gains = [
        best_gains(tuple(map(min, gain, map(add, spare, low))) for gain in part)
        for part, low in zip(gains, least, strict=True)
    ]
    most = [tuple(map(max, zip(*part, strict=True))) for part in gains]
    # After each part, only sums are kept that the most of the parts to come can still complete.
    wanted = tuple(map(sub, needs, map(sum, zip(*most, strict=True))))
    sums: Iterable[Points] = [(0,) * len(needs)]
    for part, high in zip(gains, most, strict=True):
        wanted = tuple(map(add, wanted, high))
        added = {tuple(map(add, total, gain)) for total in sums for gain in part}
        in_reach = [total for total in added if all(map(ge, total, wanted))]
        sums = nsmallest(MAX_SUMS, in_reach, key=lambda total: lack(total, needs))
    return bool(sums)


def lack(gains: Points, needs: Sequence[int]) -> int:
    """Return how many points these gains are short of the needs, on all other sides together."""
    return sum(max(0, need - gain) for gain, need in zip(gains, needs, strict=True))


def gains_of(points: Points, own: int) -> Points:
    """Return what the side of index `own` gains on each other side with these points."""
    return tuple(points[own] - other for index, other in enumerate(points) if index != own)


def best_gains(gains: Iterable[Points]) -> list[Points]:
    """Return the gains that no other gain equals or beats on every side, the greatest sum first."""
    best: list[Points] = []
    # A gain that is better on every side has a greater sum, so it comes first.
    for gain in sorted(set(gains), key=sum, reverse=True):
        if not any(all(map(ge, other, gain)) for other in best):
            best.append(gain)
    return best
