"""A small table of figures for each seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from app.scoring.model.problems import Problem, quoted
from app.scoring.model.seats import Seat
from app.scoring.model.text import Text, _, _n
from app.scoring.prompts.base import Form, InPieces, is_whole, whole


@dataclass(frozen=True, slots=True)
class Column:
    """One figure asked of each seat: its key, heading and range, and a number of it in words."""

    key: str
    name: Text
    low: int
    high: int
    unit: Callable[[int], Text]


@dataclass(frozen=True, kw_only=True, eq=False)
class Figures(InPieces):
    """Several small whole numbers for each seat.

    `by_seat`: the answer is a list with an object for each seat; otherwise an object with, for
    each column, a list in seat order.
    """

    kind = "figures"
    seats: Sequence[Seat]
    columns: Sequence[Column]
    by_seat: bool = True

    @property
    def pieces(self) -> int:
        """How many figures make a whole answer."""
        return len(self.seats) * len(self.columns)

    def left(self, n: int) -> Text:
        """What is missing when `n` figures are."""
        return _n("{n} number to enter", "{n} numbers to enter", n)

    def placed(self, answer: Any) -> int:
        """How many figures are given."""
        given = [value for row in self._rows(answer) or () for value in row.values()]
        return sum(value is not None for value in given)

    def read(self, form: Form) -> Any:
        rows = []
        for seat in self.seats:
            typed = {
                column.key: form.get(self.field(seat.index, column.key), "").strip()
                for column in self.columns
            }
            rows.append({key: whole(text) if text else None for key, text in typed.items()})
        if all(value is None for row in rows for value in row.values()):
            return None
        if self.by_seat:
            return rows
        return {column.key: [row[column.key] for row in rows] for column in self.columns}

    def shape_problems(self, answer: Any) -> list[Problem]:
        rows = self._rows(answer)
        if rows is None:
            return [
                Problem(
                    _(
                        "“{answer}” does not give {columns} for each of {seats} players.",
                        answer=quoted(answer),
                        columns=[column.key for column in self.columns],
                        seats=len(self.seats),
                    )
                )
            ]
        problems = []
        for seat, row in zip(self.seats, rows, strict=True):
            for column in self.columns:
                if fault := self._fault(column, row[column.key]):
                    is_gap = row[column.key] is None
                    problems.append(Problem(fault, at=seat.index, is_gap=is_gap))
        return problems

    def _rows(self, answer: Any) -> list[dict[str, Any]] | None:
        keys = {column.key for column in self.columns}
        if self.by_seat:
            fits = (
                isinstance(answer, list)
                and len(answer) == len(self.seats)
                and all(isinstance(row, dict) and row.keys() == keys for row in answer)
            )
            return answer if fits else None
        fits = (
            isinstance(answer, dict)
            and answer.keys() == keys
            and all(
                isinstance(values, list) and len(values) == len(self.seats)
                for values in answer.values()
            )
        )
        if not fits:
            return None
        return [{key: answer[key][place] for key in keys} for place in range(len(self.seats))]

    def _fault(self, column: Column, value: Any) -> Text | None:
        if value is None:
            return _("{column}: how many?", column=column.name)
        if not is_whole(value):
            return _(
                "{column}: “{value}” is not a whole number.",
                column=column.name,
                value=quoted(value),
            )
        if not column.low <= value <= column.high:
            return _(
                "{column}: {value} is out of range, from {low} to {high}.",
                column=column.name,
                value=value,
                low=column.low,
                high=column.high,
            )
        return None

    def value(self, answer: Any) -> dict[Seat, dict[str, int]]:
        return dict(zip(self.seats, self._rows(answer) or [], strict=True))

    def fill(self, answer: Any) -> dict[str, str]:
        return {
            self.field(seat.index, key): str(value)
            for seat, row in self.value(answer).items()
            for key, value in row.items()
        }

    def reseated(self, answer: Any, order: Sequence[int]) -> Any:
        if self.by_seat:
            return [answer[old] for old in order]
        return {key: [values[old] for old in order] for key, values in answer.items()}

    def items(self, answer: Any) -> Sequence[Text]:
        return [
            _(
                "{seat}: {figures}",
                seat=seat,
                figures=[column.unit(row[column.key]) for column in self.columns],
            )
            for seat, row in self.value(answer).items()
        ]
