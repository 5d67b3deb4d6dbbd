"""The prompt of Trico for several small numbers of each player: counts of a round, and ties."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.scoring import Problem, Seat, Text, _, _n
from app.scoring.model.problems import quoted
from app.scoring.prompts import PerSeat
from app.scoring.prompts.base import Form, Used, is_whole, number_in


@dataclass(frozen=True, slots=True)
class FigureColumn:
    """One figure that is asked for each seat: its key, heading and range, and how to format a
    number."""

    key: str
    name: Text
    low: int
    high: int
    unit: Callable[[int], Text]

    def problems(self, value: Any) -> Iterator[Problem]:
        """Yield what is wrong with this figure of one seat."""
        if value is None:
            yield Problem(_("{column}: how many?", column=self.name), is_gap=True)
        elif not is_whole(value):
            values = {"column": self.name, "value": quoted(value)}
            yield Problem(_("{column}: “{value}” is not a whole number.", **values))
        elif not self.low <= value <= self.high:
            yield Problem(
                _(
                    "{column}: {value} is out of range, from {low} to {high}.",
                    column=self.name,
                    value=value,
                    low=self.low,
                    high=self.high,
                )
            )


def no_fault(owner: Seat, row: Mapping[str, int]) -> None:
    """Default of `Figures.row_fault`: any numbers can be together in a row."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Figures(PerSeat):
    """Several small whole numbers for each seat; `row_fault` returns why those of one seat cannot
    be.

    With `by_seat`, the answer is a list with an object for each seat; otherwise an object with, for
    each column, a list in seat order. Files have both forms: rounds are by seat, ties by column.
    """

    kind = "figures"
    columns: Sequence[FigureColumn]
    row_fault: Callable[[Seat, Mapping[str, int]], Text | None] = no_fault
    by_seat: bool = True

    @property
    def piece_count(self) -> int:
        """How many figures a complete answer has."""
        return len(self.seats) * len(self.columns)

    def placed_count(self, answer: Any) -> int:
        """Return how many figures are given."""
        given = [value for row in self.values(answer) or () for value in row.values()]
        return sum(value is not None for value in given)

    def left_text(self, n: int) -> Text:
        """Return the button label while `n` figures are missing."""
        return _n("{n} number to enter", "{n} numbers to enter", n)

    def read_value(self, form: Form, owner: Seat) -> dict[str, Any]:
        return {
            column.key: number_in(form, self.field_of(owner, column.key)) for column in self.columns
        }

    def completed(self, values: list[dict[str, Any]]) -> Any:
        if self.by_seat:
            return values
        return {column.key: [row[column.key] for row in values] for column in self.columns}

    def value_fields(self, owner: Seat, value: dict[str, int]) -> dict[str, str]:
        return {self.field_of(owner, key): str(figure) for key, figure in value.items()}

    def are_values(self, values: Sequence[Any]) -> bool:
        keys = {column.key for column in self.columns}
        return all(isinstance(value, dict) and value.keys() == keys for value in values)

    def values(self, answer: Any) -> list[Any] | None:
        if self.by_seat:
            return super().values(answer)
        columns = list(answer.values()) if isinstance(answer, dict) else [None]
        if any(not isinstance(c, list) or len(c) != len(self.seats) for c in columns):
            return None
        rows = zip(*columns, strict=True)
        return super().values([dict(zip(answer, row, strict=True)) for row in rows])

    def wrong_shape(self, answer: Any) -> Text:
        return _n(
            "“{answer}” does not give {columns} for each of {n} player.",
            "“{answer}” does not give {columns} for each of {n} players.",
            len(self.seats),
            answer=quoted(answer),
            columns=[column.key for column in self.columns],
        )

    def value_problems(self, owner: Seat, value: Any, used: Used) -> Iterator[Problem]:
        problems = [
            problem for column in self.columns for problem in column.problems(value[column.key])
        ]
        yield from problems
        if not problems and (why := self.row_fault(owner, value)):
            yield Problem(why)

    def describe_value(self, owner: Seat, value: dict[str, int]) -> Text:
        figures = [column.unit(value[column.key]) for column in self.columns]
        return _("{seat}: {figures}", seat=owner, figures=figures)

    def reseated(self, answer: Any, order: Sequence[int]) -> Any:
        reseat = super().reseated
        if self.by_seat:
            return reseat(answer, order)
        return {key: reseat(column, order) for key, column in answer.items()}
