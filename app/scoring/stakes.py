"""Stakes: what is still possible in a match, worked out only when somebody asks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.scoring.needs import TOO_EARLY, Need
from app.scoring.seats import Side
from app.scoring.text import Text

Points = tuple[int, ...]
"""The points of each side, in the order of the sides."""


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
    the least of the other: these need not come in the same way. All are before any sign is turned:
    more is better, also in a match with reversed scores.
    """

    most: Points
    least: Points
    gains: tuple[Points, ...]

    @classmethod
    def sure(cls, points: Sequence[int]) -> Swing:
        """What brings just these points."""
        exact = tuple(points)
        return cls(exact, exact, tuple(tuple(one - other for other in exact) for one in exact))

    @classmethod
    def among(cls, ways: Iterable[Sequence[int]]) -> Swing:
        """One of `ways`, each of them the points of all sides."""
        return cls.one_of(cls.sure(points) for points in {tuple(points) for points in ways})

    @classmethod
    def one_of(cls, swings: Iterable[Swing]) -> Swing:
        """One of `swings`, but it is not known which."""
        swings = list(swings)
        return cls(
            highest(swing.most for swing in swings),
            tuple(map(min, zip(*(swing.least for swing in swings), strict=True))),
            tuple(map(highest, zip(*(swing.gains for swing in swings), strict=True))),
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


def added(some: Points, others: Points) -> Points:
    """The points of each side from two things together."""
    return tuple(a + b for a, b in zip(some, others, strict=True))


def highest(several: Iterable[Points]) -> Points:
    """For each side the most points of `several`."""
    return tuple(map(max, zip(*several, strict=True)))


@dataclass(frozen=True)
class Stakes(ABC):
    """What is still possible, in sentences: some about the match, some about each side."""

    sides: tuple[Side, ...]

    @property
    @abstractmethod
    def lines(self) -> list[Text]:
        """What concerns the whole table."""

    @abstractmethod
    def lines_of(self, side: Side) -> list[Text]:
        """What concerns one side, for a list that names it."""

    def early_need_of(self, side: Side) -> Need:
        """What one side needs, as far as that can be said before the deal that ends the match."""
        return Need(TOO_EARLY, self.lines_of(side), is_known=False)
