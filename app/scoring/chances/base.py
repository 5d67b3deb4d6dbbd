"""What all chances begin with: the sides, their totals, and which total is the best."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from app.scoring.chances.needs import TOO_EARLY, Need
from app.scoring.parts import Points
from app.scoring.seats import Side
from app.scoring.table import Table
from app.scoring.text import Text

Winners = tuple[int, ...]
"""Who wins the match, by the indices of the sides; nobody if it goes on."""


@dataclass(frozen=True)
class Position:
    """Where the sides are by now.

    Points that are still to come are meant before a reversed table turns their sign: more of them
    is better, whatever total wins.
    """

    sides: tuple[Side, ...]
    totals: Points
    is_reversed: bool

    @property
    def sign(self) -> int:
        """−1 if the lowest total wins."""
        return -1 if self.is_reversed else 1

    def others(self, side: Side) -> list[Side]:
        """Everyone else."""
        return [other for other in self.sides if other.index != side.index]

    def ahead(self, side: Side, other: Side) -> int:
        """How many points `side` is ahead of `other`, below 0 if it is behind."""
        return self.sign * (self.totals[side.index] - self.totals[other.index])

    def best_with(self, points: Points) -> Winners:
        """Whoever has the best total after these points."""
        sign = self.sign
        after = [sign * total + n for total, n in zip(self.totals, points, strict=True)]
        best = max(after)
        return tuple([index for index, total in enumerate(after) if total == best])


def position(table: Table) -> tuple[tuple[Side, ...], Points, bool]:
    """The position at a table, as each of the chances begins with it."""
    return table.sides, table.totals, table.reversed


class Chances(Position, ABC):
    """What is still possible, in sentences: some about the match, some about each side."""

    @property
    @abstractmethod
    def lines(self) -> list[Text]:
        """What concerns the whole table."""

    @abstractmethod
    def lines_of(self, side: Side) -> list[Text]:
        """What concerns one side, for a list that names it."""

    def need_of(self, side: Side) -> Need:
        """What one side needs to win, as far as that can be said by now."""
        return Need(TOO_EARLY, self.lines_of(side), is_known=False)
