"""Stakes: what of a deal is still open, and how many points it can bring."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import mul, sub
from typing import Any, NamedTuple, TypeVar

from app.scoring.parts import Points, added
from app.scoring.seats import Side

T = TypeVar("T")

Has = tuple[Any, ...]
"""What each side has of a deal, in the order of the sides: tricks, points, places."""


def shares(total: int, among: int) -> Iterator[Points]:
    """Every way to share out `total` tricks or cards among so many."""
    if among == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for others in shares(total - first, among - 1):
            yield (first, *others)


@dataclass(frozen=True)
class Swing:
    """The most and the least points that something still to come can bring to each side.

    `gains[a][b]` is the most that side a can gain on side b, which is not the most of the one less
    the least of the other: these need not come in the same way.
    """

    most: Points
    least: Points
    gains: tuple[Points, ...]

    @classmethod
    def among(cls, ways: Iterable[Points]) -> Swing:
        """One of `ways`, each of them the points of all sides."""
        sides = list(zip(*set(ways), strict=True))
        return cls(
            tuple(map(max, sides)),
            tuple(map(min, sides)),
            tuple(tuple(max(map(sub, one, other)) for other in sides) for one in sides),
        )

    @classmethod
    def one_of(cls, swings: Iterable[Swing]) -> Swing:
        """One of `swings`, but it is not known which."""
        most, least, gains = zip(*((s.most, s.least, s.gains) for s in swings), strict=True)
        return cls(
            tuple(map(max, zip(*most, strict=True))),
            tuple(map(min, zip(*least, strict=True))),
            tuple(tuple(map(max, zip(*rows, strict=True))) for rows in zip(*gains, strict=True)),
        )

    @classmethod
    def sum_of(cls, swings: Iterable[Swing]) -> Swing:
        """All of `swings`, at least one, when none of them depends on another."""
        first, *others = swings
        return sum(others, start=first)

    def __add__(self, other: Swing) -> Swing:
        return Swing(
            added(self.most, other.most),
            added(self.least, other.least),
            tuple(map(added, self.gains, other.gains)),
        )

    def __mul__(self, times: int) -> Swing:
        return Swing(
            tuple(points * times for points in self.most),
            tuple(points * times for points in self.least),
            tuple(tuple(points * times for points in row) for row in self.gains),
        )


@dataclass(frozen=True)
class Stake:
    """So many things, each of which goes one of `ways`, whatever becomes of the rest of the deal.

    A way is what each side then has of it, and the points that this brings to each; where they have
    nothing but points, that is left out: `()`.
    """

    ways: Collection[tuple[Has, Points]]
    times: int = 1

    @cached_property
    def swing(self) -> Swing:
        """What all of them can bring."""
        return Swing.among(points for _has, points in self.ways) * self.times

    @cached_property
    def sums(self) -> set[tuple[Has, Points]]:
        """What each side can have and score of all of them."""
        if self.times == 1:
            return set(self.ways)
        has, points = (list(zip(*each, strict=True)) for each in zip(*self.ways, strict=True))
        return {
            (weighed(times, has), weighed(times, points))
            for times in shares(self.times, len(self.ways))
        }


def weighed(times: Points, sides: Sequence[Points]) -> Points:
    """What each side has if each way was gone so many times; `sides` have what one time gives."""
    return tuple([sum(map(mul, times, side)) for side in sides])


def combined(stakes: Iterable[Stake]) -> set[tuple[Has, Points]]:
    """What each side can have and score of several stakes that do not depend on each other."""
    first, *others = (stake.sums for stake in stakes)
    for more in others:
        first = {
            (added(has, own), added(points, gain)) for has, points in first for own, gain in more
        }
    return first


# --- seen by two of the sides --------------------------------------------------------------------


class Lead(NamedTuple):
    """The least and the most that a deal can bring one side more than another."""

    least: int
    most: int


def seen_by(stakes: Iterable[Stake], one: Side, other: Side) -> dict[tuple[Any, Any], Lead]:
    """What `one` can gain on `other`, by what the two have of these stakes together."""
    a, b = one.index, other.index
    leads = {(0, 0): Lead(0, 0)}
    for stake in stakes:
        gains = (((has[a], has[b]), [points[a] - points[b]]) for has, points in stake.sums)
        steps = widest(gains).items()
        leads = widest(
            ((mine + more, theirs + others), (least + step.least, most + step.most))
            for (mine, theirs), (least, most) in leads.items()
            for (more, others), step in steps
        )
    return leads


def widest(gains: Iterable[tuple[T, Iterable[int]]]) -> dict[T, Lead]:
    """From where to where these gains reach, by what goes with each."""
    reach: dict[T, list[int]] = defaultdict(list)
    for has, ends in gains:
        reach[has] += ends
    return {has: Lead(min(ends), max(ends)) for has, ends in reach.items()}
