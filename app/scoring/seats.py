"""Who sits at the table: seats, and the sides that score together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.scoring.text import Text, _

Direction = Literal["clockwise", "counter-clockwise"]
LETTERS = ("A", "B", "C", "D")
"""The players in play order, where nobody has a name."""


@dataclass(frozen=True, slots=True, eq=False)
class Seat:
    """A place at one table. `index` counts from 0 in play order."""

    index: int
    name: str | Text

    def __str__(self) -> str:
        return str(self.name)


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """Those who share one score: one seat, or two partners."""

    index: int
    seats: tuple[Seat, ...]

    @property
    def name(self) -> str | Text:
        """The player's name, or both partners' names."""
        if len(self.seats) == 1:
            return self.seats[0].name
        first, second = self.seats
        return _("{first} & {second}", first=first, second=second)

    def __str__(self) -> str:
        return str(self.name)
