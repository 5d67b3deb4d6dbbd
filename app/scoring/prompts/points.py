"""The prompt for the points of a deal that is typed from paper."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from app.scoring.model.problems import Problem, quoted
from app.scoring.model.seats import Points, Seat, Side
from app.scoring.model.text import Signed, Text, _, _n
from app.scoring.prompts.base import Used, is_whole
from app.scoring.prompts.counts import NumberPerOwner


@dataclass(frozen=True, kw_only=True, eq=False)
class PaperPoints(NumberPerOwner):
    """The points of each seat in a deal, or of each of the `sides` that share a score.

    They have the signs in which the table writes them. `totals` are the sums they can have, the
    usual one first; `numbers` are the legal values of one of them; and `fits` tells whether numbers
    that are legal by themselves can come together. `possible` returns all combinations, or None
    where there are far too many. `worth` says what the deal adds up to, `price` how the points are
    made, and `example` is one legal answer.

    On a form, missing numbers are filled in if only one combination fits, and so is a missing
    minus. If `possible` returns None, only one missing number is calculated.
    """

    kind = "points"
    totals: Sequence[int]
    numbers: Collection[int]
    fits: Callable[[Sequence[int]], bool]
    possible: Callable[[], Iterable[Points] | None]
    worth: Text
    price: Text
    example: Sequence[int]

    def owners(self, answer: Any) -> Sequence[Seat | Side]:
        return self.sides or self.seats

    @property
    def sign(self) -> int:
        """The sign of a number that is typed without one: that of the usual total."""
        return -1 if self.totals[0] < 0 else 1

    @property
    def is_one_sign(self) -> bool:
        """Whether all legal numbers have the same sign, so that it need not be typed."""
        return all(n * self.sign >= 0 for n in self.numbers)

    def completed(self, values: list[Any]) -> list[Any]:
        if not all(value is None or is_whole(value) for value in values):
            return values
        # People leave out the minus of a penalty on paper.
        if self.is_one_sign:
            values = [value if value is None else self.sign * abs(value) for value in values]
        # Or the minus of all numbers: then they are legal only with all signs turned.
        as_typed = self._filled(values)
        turned = self._filled([value if value is None else -value for value in values])
        return turned if self._is_legal(turned) and not self._is_legal(as_typed) else as_typed

    def _filled(self, values: list[Any]) -> list[Any]:
        """Return the numbers with missing ones filled in, if exactly one combination fits."""
        left_out = values.count(None)
        if left_out in (0, len(values)):
            return values
        if (possible := self.possible()) is not None:
            ways = [points for points in possible if is_completed_by(values, points)]
        elif left_out == 1:
            ways = [way for way in self._with_the_last(values) if self._is_legal(way)]
        else:
            return values
        return [*ways[0]] if len(ways) == 1 else values

    def _with_the_last(self, values: Sequence[int | None]) -> Iterator[Points]:
        """Yield the numbers with the missing one, for each total that the deal can have."""
        given = sum(value for value in values if value is not None)
        for total in self.totals:
            yield tuple(total - given if value is None else value for value in values)

    def _is_legal(self, values: Sequence[Any]) -> bool:
        is_each_possible = all(n in self.numbers for n in values)
        return is_each_possible and sum(values) in self.totals and self.fits(values)

    def value_problems(self, owner: Any, value: Any, used: Used) -> list[Problem]:
        if value is None:
            return [Problem(_("How many points for {seat}?", seat=owner), is_gap=True)]
        if not is_whole(value):
            return [Problem(_("“{points}” is not a whole number.", points=quoted(value)))]
        if value in self.numbers:
            return []
        values = {"seat": owner, "points": Signed(value), "price": self.price}
        return [Problem(_("{seat} cannot have {points}. {price}.", **values))]

    def wrong_shape(self, answer: Any) -> Text:
        return _n(
            "“{answer}” is not a list of {n} number, one for each score.",
            "“{answer}” is not a list of {n} numbers, one for each score.",
            len(self.owners(answer)),
            answer=quoted(answer),
        )

    def shape_problems(self, answer: Any) -> Iterator[Problem]:
        problems, points = list(super().shape_problems(answer)), self.values(answer)
        yield from problems
        if points is None or not all(map(is_whole, points)):
            return
        if sum(points) not in self.totals:
            yield Problem(self._wrong_sum(sum(points)))
        elif not problems and not self.fits(points):
            yield Problem(_("These numbers cannot come together. {price}.", price=self.price))

    def _wrong_sum(self, added: int) -> Text:
        total = min(self.totals, key=lambda total: abs(total - added))
        off = abs(total - added)
        # “Too many” is meant without the sign: more penalties, or more gains, than there are.
        is_over = (added - total) * self.sign > 0
        rest = _n("{worth}: {n} missing.", "{worth}: {n} missing.", off, worth=self.worth)
        if is_over:
            rest = _n("{worth}: {n} too many.", "{worth}: {n} too many.", off, worth=self.worth)
        sum_text = _("Deal {deal} adds up to {added}.", deal=self.deal, added=Signed(added))
        return _("{sum} {rest}", sum=sum_text, rest=rest)

    def describe_value(self, owner: Any, value: int) -> Text:
        return _("{seat} {points}", seat=owner, points=Signed(value))

    def placed_count(self, answer: Any) -> int:
        """Return how many numbers are given."""
        return sum(value is not None for value in answer or ())

    def left_text(self, n: int) -> Text:
        """Return the button label while `n` numbers are missing."""
        return _n("{n} to type", "{n} to type", n)


def is_completed_by(values: Sequence[int | None], points: Points) -> bool:
    """Whether `points` agree with all values that are given."""
    return all(value in (None, n) for value, n in zip(values, points, strict=True))
