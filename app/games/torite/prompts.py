"""The prompt of The Torite that counts the suits of several stacks of cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, ClassVar

from app.scoring import Text, _
from app.scoring.model.cards import SIGNS
from app.scoring.model.problems import Problem, quoted
from app.scoring.prompts.base import Form, Prompt, is_blank, is_whole, number_in

Counts = list[list[Any]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Stacks(Prompt):
    """How many cards of each suit are in each of `stacks`, by key: a list of numbers for each.

    Every stack has `total` cards, and there are so many of every suit. The fields are stack and
    suit, such as ``1S``. On a form, what follows from the others may be left out.
    """

    kind = "stacks"
    signs: ClassVar[Mapping[str, Text]] = SIGNS
    stacks: Mapping[str, Text]
    total: int

    def field(self, *path: object) -> str:
        return "".join(map(str, path))

    def read(self, form: Form) -> Any:
        counts = [
            [number_in(form, self.field(stack, suit)) for suit in SIGNS] for stack in self.stacks
        ]
        return None if is_blank(counts) else self._completed(counts)

    def _completed(self, counts: Counts) -> Counts:
        """The counts, and those that follow from them because a stack or a suit lacks only one."""
        rows, columns = range(len(counts)), range(len(SIGNS))
        lines = [[(row, column) for column in columns] for row in rows]
        lines += [[(row, column) for row in rows] for column in columns]
        # A number that is worked out may leave just one to another line. Each round completes a
        # line or changes nothing any more, so there are never more rounds than lines.
        for line in lines * len(lines):
            numbers = [counts[row][column] for row, column in line]
            left = self.total - sum(n for n in numbers if is_whole(n))
            # A word that is no number is a mistake to point at, and nothing follows from it.
            is_clear = not any(isinstance(n, str) for n in numbers)
            if numbers.count(None) == 1 and is_clear and left >= 0:
                row, column = line[numbers.index(None)]
                counts[row][column] = left
        return counts

    def _by_field(self, counts: Counts) -> dict[str, Any]:
        fields = [self.field(stack, suit) for stack in self.stacks for suit in SIGNS]
        return dict(zip(fields, chain.from_iterable(counts), strict=True))

    def fill(self, answer: Counts) -> dict[str, str]:
        return {field: str(n) for field, n in self._by_field(answer).items()}

    def shape_problems(self, answer: Any) -> list[Problem]:
        rows = answer if isinstance(answer, list) else []
        lengths = [len(row) if isinstance(row, list) else None for row in rows]
        if lengths != [len(SIGNS)] * len(self.stacks):
            return [Problem(_("“{answer}” does not count stacks.", answer=quoted(answer)))]
        problems = []
        for field, n in self._by_field(answer).items():
            if n is not None and not (is_whole(n) and 0 <= n <= self.total):
                about = {"answer": quoted(n), "high": self.total}
                words = _("“{answer}” is not a number from 0 to {high}.", **about)
                problems.append(Problem(words, at=field))
        stacks = dict(zip(self.stacks, answer, strict=True))
        suits = dict(zip(SIGNS, zip(*answer, strict=True), strict=True))
        return (
            problems
            or self._wrong_sums(self.stacks, stacks)
            or self._wrong_sums(SIGNS, suits)
            or self._gaps(stacks)
        )

    def _wrong_sums(
        self, names: Mapping[str, Text], lines: Mapping[str, Sequence[Any]]
    ) -> list[Problem]:
        """The stacks, or the suits, that have too many cards, or too few and no gap."""
        problems = []
        for key, numbers in lines.items():
            counted = sum(n for n in numbers if n is not None)
            if counted > self.total or (counted < self.total and None not in numbers):
                about = {"of": names[key], "counted": counted, "total": self.total}
                words = _("{of} has {counted} cards, not {total}.", **about)
                problems.append(Problem(words, at=key))
        return problems

    def _gaps(self, stacks: Mapping[str, Sequence[Any]]) -> list[Problem]:
        return [
            Problem(_("{row}: how many of each suit?", row=self.stacks[key]), at=key, is_gap=True)
            for key, numbers in stacks.items()
            if None in numbers
        ]

    def missing(self, answer: Any, problems: Sequence[Problem]) -> Text | None:
        if answer is None:
            problems = self.problems([[None] * len(SIGNS) for _stack in self.stacks])
        return next((problem.message for problem in problems), None)

    def items(self, answer: Counts) -> Sequence[Text]:
        return [
            _("{stack}: {counts}", stack=stack, counts=row)
            for stack, row in zip(self.stacks.values(), answer, strict=True)
        ]
