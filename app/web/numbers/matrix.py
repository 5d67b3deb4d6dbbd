"""Who met whom: how much more often each was ahead of the other than behind.

A meeting is two people in a match that was not played together, on two sides. Only meetings are
ever added over several games, never points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.scoring import Signed, Text, _, _n
from app.store.numbers.totals import Total
from app.store.people.people import Person
from app.web.numbers.variant_totals import MEETINGS, ZERO

CLEARLY = 8  # from a balance of so many meetings on a cell is darker
MOST_SEEN = 6  # so many people have a row on a phone, until everybody is asked for
MOST_PEOPLE = 24  # so many people have a row at most


@dataclass(frozen=True)
class MatrixPerson:
    """Somebody with a row and a column; `letters` are their initials among all."""

    person: Person
    letters: str
    overall: Total


@dataclass(frozen=True)
class MatrixCell:
    """How one person did against another: `total` as `met` has it, points are ahead − behind."""

    one: MatrixPerson
    other: MatrixPerson
    total: Total

    @property
    def is_own(self) -> bool:
        """Whether it is where a person meets themselves."""
        return self.one is self.other

    @property
    def is_enough(self) -> bool:
        """Whether they met often enough to say something."""
        return self.total.chances >= MEETINGS

    @property
    def balance(self) -> Signed:
        """How much more often the one was ahead than behind."""
        return Signed(self.total.points)

    @property
    def css_class(self) -> str:
        """The class of the cell: only what is ahead is tinted."""
        if self.is_own:
            return "own"
        if not self.is_enough or self.balance <= 0:
            return "level" if self.is_enough and not self.balance else ""
        return "clearly-ahead" if self.balance >= CLEARLY else "ahead"

    @property
    def words(self) -> Text:
        """The cell as a sentence."""
        one, other = self.one.person.label, self.other.person.label
        meetings = _n("{n} meeting", "{n} meetings", self.total.chances)
        if not self.is_enough:
            return _("{one} and {other}: {meetings}", one=one, other=other, meetings=meetings)
        ahead, behind = (one, other) if self.balance > 0 else (other, one)
        if not self.balance:
            return _(
                "{one} and {other}: ahead equally often, {meetings}",
                one=one,
                other=other,
                meetings=meetings,
            )
        return _(
            "{ahead} and {behind}: {ahead} ahead {n} more often, {meetings}",
            ahead=ahead,
            behind=behind,
            n=abs(self.total.points),
            meetings=meetings,
        )


class Matrix:
    """Everybody who met somebody, who plays most first, with a row and a column each.

    `met` has the totals of the facts `met` by person and other, `played` in how many matches each
    person played; `people` and the `letters` of everybody are by number.
    """

    def __init__(
        self,
        met: Mapping[tuple[Any, ...], Total],
        played: Mapping[int, int],
        people: Mapping[int, Person],
        letters: Mapping[int, str],
    ) -> None:
        overall: dict[int, Total] = {}
        for (one, other), total in met.items():
            if one in people and other in people:
                overall[one] = overall.get(one, ZERO) + total
        seen = sorted(overall, key=lambda it: (-played.get(it, 0), -overall[it].chances, it))
        self.count = len(seen)
        seen = seen[:MOST_PEOPLE]
        self.people = [
            MatrixPerson(people[number], letters.get(number, "?"), overall[number])
            for number in seen
        ]
        self._met = met

    def row(self, one: MatrixPerson) -> Sequence[MatrixCell]:
        """Return the cells of a person, in the order of the columns."""
        return [
            MatrixCell(one, other, self._met.get((one.person.id, other.person.id), ZERO))
            for other in self.people
        ]

    @property
    def says_something(self) -> bool:
        """Whether any two of those who are shown met often enough."""
        return any(cell.is_enough for one in self.people for cell in self.row(one))

    @property
    def example(self) -> Text | None:
        """How a row is read, by the cell that says most; None if none says anything."""
        cells = [cell for one in self.people for cell in self.row(one) if cell.is_enough]
        most = max(cells, key=lambda cell: cell.balance, default=None)
        if most is None or most.balance <= 0:
            return None
        return _n(
            "Read along a row: {one} finished ahead of {other} {n} time more often than behind.",
            "Read along a row: {one} finished ahead of {other} {n} times more often than behind.",
            most.total.points,
            one=most.one.person.label,
            other=most.other.person.label,
        )
