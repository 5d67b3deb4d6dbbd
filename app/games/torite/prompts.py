"""The prompt of The Torite that counts the suits of several stacks of cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.scoring import Text, _
from app.scoring.model.cards import SIGNS
from app.scoring.model.problems import Problem, quoted
from app.scoring.prompts.base import Form, Prompt, is_whole, number_in

Counts = list[list[Any]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Stacks(Prompt):
    """How many cards of each suit are in each of `stacks`, by key: a list of numbers for each.

    Every stack has `total` cards, and there are so many of every suit. The fields are stack and
    suit, such as ``1S``. On a form, what follows from the others may be left out.
    """

    kind = "stacks"
    stacks: Mapping[str, Text]
    total: int

    @property
    def signs(self) -> Mapping[str, Text]:
        """The suits as signs, by the letter that they have in a field."""
        return SIGNS

    def field(self, *path: object) -> str:
        return "".join(map(str, path))

    def read(self, form: Form) -> Any:
        typed = [
            [number_in(form, self.field(stack, suit)) for suit in SIGNS] for stack in self.stacks
        ]
        if all(number is None for row in typed for number in row):
            return None
        return self._filled(typed)

    def _filled(self, counts: Counts) -> Counts:
        """The counts, and those that follow from them because a stack or a suit lacks only one."""
        rows, columns = range(len(counts)), range(len(SIGNS))
        lines = [[(row, column) for column in columns] for row in rows]
        lines += [[(row, column) for row in rows] for column in columns]
        is_new = True
        while is_new:
            is_new = False
            for line in lines:
                numbers = [counts[row][column] for row, column in line]
                left = self.total - sum(n for n in numbers if is_whole(n))
                # A word that is no number is a mistake to point at, and nothing follows from it.
                if numbers.count(None) == 1 and not any(isinstance(n, str) for n in numbers):
                    row, column = line[numbers.index(None)]
                    if left >= 0:
                        counts[row][column] = left
                        is_new = True
        return counts

    def shape_problems(self, answer: Any) -> list[Problem]:
        if (
            not isinstance(answer, list)
            or len(answer) != len(self.stacks)
            or not all(isinstance(row, list) and len(row) == len(SIGNS) for row in answer)
        ):
            return [Problem(_("“{answer}” does not count stacks.", answer=quoted(answer)))]
        problems = [
            Problem(
                _(
                    "“{answer}” is not a number from 0 to {high}.",
                    answer=quoted(n),
                    high=self.total,
                ),
                at=self.field(stack, suit),
            )
            for stack, row in zip(self.stacks, answer, strict=True)
            for suit, n in zip(SIGNS, row, strict=True)
            if n is not None and not (is_whole(n) and 0 <= n <= self.total)
        ]
        return problems or self._wrong_sums(answer) or self._gaps(answer)

    def _wrong_sums(self, answer: Counts) -> list[Problem]:
        """The stacks that hold too much or too little, or else the suits."""
        stacks = [
            *zip(self.stacks, self.stacks.values(), answer, strict=True),
        ]
        suits = [*zip(SIGNS, SIGNS.values(), zip(*answer, strict=True), strict=True)]
        for lines in (stacks, suits):
            problems = []
            for key, name, numbers in lines:
                counted = sum(n for n in numbers if n is not None)
                if counted > self.total or (counted < self.total and None not in numbers):
                    problems.append(Problem(self._wrong_sum(name, counted), at=key))
            if problems:
                return problems
        return []

    def _wrong_sum(self, name: Text, counted: int) -> Text:
        return _(
            "{of} has {counted} cards, not {total}.", of=name, counted=counted, total=self.total
        )

    def _gaps(self, answer: Counts) -> list[Problem]:
        return [
            Problem(_("{row}: how many of each suit?", row=words), at=stack, is_gap=True)
            for (stack, words), row in zip(self.stacks.items(), answer, strict=True)
            if None in row
        ]

    def missing(self, answer: Any, problems: Sequence[Problem]) -> Text | None:
        if answer is None:
            answer = [[None] * len(SIGNS) for _stack in self.stacks]
            problems = self.problems(answer)
        return super().missing(answer, problems)

    def fill(self, answer: Counts) -> dict[str, str]:
        return {
            self.field(stack, suit): str(n)
            for stack, row in zip(self.stacks, answer, strict=True)
            for suit, n in zip(SIGNS, row, strict=True)
        }

    def items(self, answer: Counts) -> Sequence[Text]:
        return [
            _("{stack}: {counts}", stack=stack, counts=row)
            for stack, row in zip(self.stacks.values(), answer, strict=True)
        ]
