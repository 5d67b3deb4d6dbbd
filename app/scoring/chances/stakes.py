"""Stakes: what of a deal is still open, and what it can bring."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import add, mul, sub
from typing import Any, NamedTuple, TypeVar

from app.scoring.model.seats import Points, Side

T = TypeVar("T")
Results = tuple[Any, ...]
"""What each side has of a deal, in the order of the sides: tricks, cards, a place."""


def distributions(total: int, among: int) -> Iterator[Points]:
    """Every way to share out `total` tricks or cards among so many."""
    if among == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for others in distributions(total - first, among - 1):
            yield (first, *others)


def unit_vectors(among: int) -> list[Points]:
    """One trick or card for each of so many, in turn."""
    return [tuple(int(one == other) for other in range(among)) for one in range(among)]


@dataclass(frozen=True)
class Swing:
    """How far something still to come can carry the sides apart.

    `gains[a][b]` is the most that side a can gain on side b. Behind the sides comes nobody, who
    never scores: what a side gains on nobody are its own points.
    """

    gains: tuple[Points, ...]

    @classmethod
    def among(cls, ways: Iterable[Points]) -> Swing:
        """One of `ways`, each of them the points of all sides."""
        columns = [*zip(*set(ways), strict=True)]
        columns.append((0,) * len(columns[0]))
        return cls(tuple(tuple(max(map(sub, one, other)) for other in columns) for one in columns))

    @classmethod
    def one_of(cls, swings: Iterable[Swing]) -> Swing:
        """One of `swings`, but it is not known which."""
        return cls._each(max, swings)

    @classmethod
    def sum_of(cls, swings: Iterable[Swing]) -> Swing:
        """All of `swings`, when none of them depends on another."""
        return cls._each(sum, swings)

    @classmethod
    def _each(cls, join: Callable[[Iterable[int]], int], swings: Iterable[Swing]) -> Swing:
        tables = zip(*(swing.gains for swing in swings), strict=True)
        return cls(tuple(tuple(map(join, zip(*rows, strict=True))) for rows in tables))

    @property
    def most(self) -> Points:
        """The most points that it can bring to each side."""
        return tuple(row[-1] for row in self.gains[:-1])

    @property
    def least(self) -> Points:
        """The least points that it can bring to each side."""
        return tuple(-gain for gain in self.gains[-1][:-1])


@dataclass(frozen=True)
class Stake:
    """So many things, each of which goes one of `ways`, whatever becomes of the rest of the deal.

    A way is what each side then has of it, and the points that this brings to each; where they have
    nothing but points, that is left out: `()`.
    """

    ways: Collection[tuple[Results, Points]]
    times: int = 1

    @property
    def swing(self) -> Swing:
        """What all of them can bring."""
        return Swing.sum_of([Swing.among(points for _has, points in self.ways)] * self.times)

    @cached_property
    def sums(self) -> set[tuple[Results, Points]]:
        """What each side can have and score of all of them."""
        if self.times == 1:
            return set(self.ways)
        has, points = (list(zip(*each, strict=True)) for each in zip(*self.ways, strict=True))

        def weighed(times: Points, sides: Sequence[Points]) -> Points:
            return tuple([sum(map(mul, times, side)) for side in sides])

        every = distributions(self.times, len(self.ways))
        return {(weighed(times, has), weighed(times, points)) for times in every}


def combine(stakes: Iterable[Stake]) -> set[tuple[Results, Points]]:
    """What each side can have and score of several stakes that do not depend on each other."""
    sums, *others = (stake.sums for stake in stakes)
    for more in others:
        sums = {
            (tuple(map(add, has, own)), tuple(map(add, points, gain)))
            for has, points in sums
            for own, gain in more
        }
    return sums


class LeadRange(NamedTuple):
    """The least and the most that a deal can bring one side more than another."""

    least: int
    most: int


def lead_ranges(
    stakes: Iterable[Stake], one: Side, other: Side
) -> dict[tuple[Any, Any], LeadRange]:
    """What `one` can gain on `other`, by what the two then have of these stakes."""
    a, b = one.index, other.index
    leads = {(0, 0): LeadRange(0, 0)}
    for stake in stakes:
        steps = merge_ranges(((has[a], has[b]), [n[a] - n[b]]) for has, n in stake.sums).items()
        leads = merge_ranges(
            ((mine + more, theirs + others), (least + step.least, most + step.most))
            for (mine, theirs), (least, most) in leads.items()
            for (more, others), step in steps
        )
    return leads


def merge_ranges(gains: Iterable[tuple[T, Iterable[int]]]) -> dict[T, LeadRange]:
    """From where to where these gains reach, by what goes with each."""
    reach: dict[T, list[int]] = defaultdict(list)
    for has, ends in gains:
        reach[has] += ends
    return {has: LeadRange(min(ends), max(ends)) for has, ends in reach.items()}
