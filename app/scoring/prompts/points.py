"""The prompt that takes the points of a deal as they stand on a sheet of paper."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from app.scoring.model.problems import Problem, quoted
from app.scoring.model.seats import Seat, Side
from app.scoring.model.text import Signed, Text, _
from app.scoring.prompts.base import Form, PerSeat, Used, is_whole, number_in

MOST_TRIED = 3_000
"""So many ways to complete an answer are tried; more of them leave more than one anyway."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PaperPoints(PerSeat):
    """The points of each seat in a deal, or of each of the `sides` that share a score.

    They have the signs in which the table writes them. `totals` are what they can add up to, the
    usual one first, `numbers` what one of them can be, and `fits` says of numbers that can be right
    by themselves whether they go together. `worth` says what the deal adds up to, and `price` what
    makes the numbers. `example` is one legal answer.

    On a form the numbers left out are worked out where there is only one way, and so is the sign
    where it goes without saying.
    """

    kind = "points"
    sides: Sequence[Side] = ()
    totals: Sequence[int]
    numbers: Collection[int]
    fits: Callable[[Sequence[int]], bool]
    worth: Text
    price: Text
    example: Sequence[int]

    def owners(self, answer: Any) -> Sequence[Seat | Side]:
        return self.sides or self.seats

    def reseated(self, answer: list[int], order: Sequence[int]) -> list[int] | None:
        if not self.sides:
            return [answer[old] for old in order]
        return reseated_sides(answer, self.sides, order)

    @property
    def sign(self) -> int:
        """The sign of a number that was typed without one, as far as the deal tells."""
        return -1 if self.totals[0] < 0 else 1

    @property
    def is_one_sign(self) -> bool:
        """Whether all numbers have the same sign, so that nobody need type it."""
        return all(n * self.sign >= 0 for n in self.numbers)

    def read_value(self, form: Form, owner: Any) -> Any:
        return number_in(form, self.field_of(owner))

    def value_fields(self, owner: Any, value: int) -> dict[str, str]:
        return {self.field_of(owner): str(value)}

    def completed(self, values: list[Any]) -> list[Any]:
        if not all(value is None or is_whole(value) for value in values):
            return values
        # A pen leaves out what goes without saying: the minus of a penalty.
        if self.is_one_sign:
            values = [value if value is None else self.sign * abs(value) for value in values]
        as_typed = self._filled(values)
        turned = self._filled([value if value is None else -value for value in values])
        return turned if self._is_legal(turned) and not self._is_legal(as_typed) else as_typed

    def _filled(self, values: list[Any]) -> list[Any]:
        """The numbers with those that were left out, if there is only one way to complete them."""
        blanks = [at for at, value in enumerate(values) if value is None]
        free = len(blanks) - 1
        if free < 0 or len(blanks) == len(values) or len(self.numbers) ** free > MOST_TRIED:
            return values
        # The last of them follows from the others, as the deal has to make its total.
        given = sum(value for value in values if value is not None)
        ways = (
            completed
            for total in self.totals
            for numbers in product(self.numbers, repeat=free)
            for last in [total - given - sum(numbers)]
            if self._is_legal(completed := with_numbers(values, blanks, (*numbers, last)))
        )
        first, second = next(ways, None), next(ways, None)
        return first if first and second is None else values

    def _is_legal(self, values: Sequence[Any]) -> bool:
        return self._goes_together(values) if all(n in self.numbers for n in values) else False

    def _goes_together(self, numbers: Sequence[int]) -> bool:
        return sum(numbers) in self.totals and self.fits(numbers)

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
        return _(
            "“{answer}” is not a list of {n} numbers, one for each score.",
            answer=quoted(answer),
            n=len(self.owners(answer)),
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
        values = {"worth": self.worth, "off": abs(total - added)}
        # “Too many” is said of penalties as of gains: more than there are to be shared out.
        is_over = (added - total) * self.sign > 0
        rest = _("{worth}: {off} missing.", **values)
        if is_over:
            rest = _("{worth}: {off} too many.", **values)
        sum_text = _("Deal {deal} adds up to {added}.", deal=self.deal, added=Signed(added))
        return _("{sum} {rest}", sum=sum_text, rest=rest)

    def describe_value(self, owner: Any, value: int) -> Text:
        return _("{seat} {points}", seat=owner, points=Signed(value))

    def placed_count(self, answer: Any) -> int:
        """How many numbers are given."""
        return sum(value is not None for value in answer or ())

    def left_text(self, n: int) -> Text:
        """What is missing when `n` numbers are."""
        return _("{n} to type", n=n)


def with_numbers(values: Sequence[Any], blanks: Sequence[int], numbers: Sequence[int]) -> list[Any]:
    """The values with these numbers in the places that were blank."""
    filled = [*values]
    for at, number in zip(blanks, numbers, strict=True):
        filled[at] = number
    return filled


def reseated_sides(
    answer: Sequence[int], sides: Sequence[Side], order: Sequence[int]
) -> list[int] | None:
    """The numbers of `sides` by the sides of another order of seats.

    None if two who were partners are none any more: what they have together cannot be divided.
    """
    side_of = {seat.index: side.index for side in sides for seat in side.seats}
    partners = [{side_of[order[seat.index]] for seat in side.seats} for side in sides]
    if any(len(together) > 1 for together in partners):
        return None
    return [answer[side] for (side,) in partners]
