"""The prompt that shares out a fixed number of tricks or cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.scoring.model.problems import Problem, quoted
from app.scoring.model.seats import Seat, Side
from app.scoring.model.text import Text, _, _n
from app.scoring.prompts.base import Form, Prompt, is_whole, parse_whole

Pile = Seat | Side
"""Whose tricks or cards lie together: a player's, or both partners'."""
TRICKS = _("tricks")
Remark = tuple[Pile | None, Text]


def tricks_of(n: int) -> Text:
    """`n` tricks in words."""
    return _n("{n} trick", "{n} tricks", n)


def no_remarks(counted: Mapping[Pile, int]) -> Sequence[Remark]:
    """A count about which there is nothing to say before it is whole."""
    return ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Count(Prompt):
    """A whole number for each seat, in seat order, that add up to `total`.

    Partners may pile together what they take: with `sides` the answer may just as well be a number
    for each of them, which a list tells by its length. What it means is by seat or by side, as it
    was counted, and nobody is taken to know more than was said.

    `unit` puts a number of them into words. `least` holds, for some seats and sides, the fewest
    that the rest of the deal allows and why; for a side it is also what its seats have at least
    together. On a form the one number left out is worked out.

    With `live`, the table may count while it plays; `remarks` then says of what each has so far
    what is still needed or too much, or (for None) what it means for all. `points` is what a
    number is worth to a seat or a side, in the signs of the rules, where the number alone decides;
    `heading` stands above the numbers.
    """

    kind = "count"
    seats: Sequence[Seat]
    total: int
    unit: Callable[[int], Text]
    sides: Sequence[Side] = ()
    least: Mapping[Pile, tuple[int, Text]] = field(default_factory=dict)
    live: bool = False
    remarks: Callable[[Mapping[Pile, int]], Sequence[Remark]] = no_remarks
    points: Callable[[Pile, int], int] | None = None
    heading: Text = TRICKS

    # By seat or by side

    def piles(self, answer: Any) -> Sequence[Pile]:
        """Those that `answer` has a number for."""
        is_by_side = isinstance(answer, list) and len(answer) == len(self.sides)
        return self.sides if self.sides and is_by_side else self.seats

    def piles_in(self, form: Form) -> Sequence[Pile]:
        """Those that a page asks for, one in a row: sides where there are any, unless `form` has
        numbers of seats already."""
        by_seat = any(form.get(self.field_of(seat)) for seat in self.seats)
        return self.seats if by_seat or not self.sides else self.sides

    def place_of(self, pile: Pile) -> int | str:
        """Where a number stands on a form, and what a problem with it is `at`."""
        return f"side.{pile.index}" if isinstance(pile, Side) else pile.index

    def field_of(self, pile: Pile) -> str:
        """The name of the field for its number, such as ``tricks.0`` or ``tricks.side.0``."""
        return self.field(self.place_of(pile))

    @property
    def units(self) -> list[Text]:
        """Every number of them in words, from 1 on."""
        return [self.unit(n) for n in range(1, self.total + 1)]

    # What every prompt has

    def read(self, form: Form) -> Any:
        by_side = any(form.get(self.field_of(side), "").strip() for side in self.sides)
        piles: Sequence[Pile] = self.sides if by_side else self.seats
        typed = [form.get(self.field_of(pile), "").strip() for pile in piles]
        if not any(typed):
            return None
        counts: list[Any] = [parse_whole(text) if text else None for text in typed]
        blank = [place for place, count in enumerate(counts) if count is None]
        given = [count for count in counts if count is not None]
        if blank and all(is_whole(count) and 0 <= count <= self.total for count in given):
            left = self.total - sum(given)
            if left == 0:
                return [count or 0 for count in counts]
            if left > 0 and len(blank) == 1:
                counts[blank[0]] = left
        return counts

    def shape_problems(self, answer: Any) -> list[Problem]:
        piles = self.piles(answer)
        if not isinstance(answer, list) or len(answer) != len(piles):
            return [Problem(self._no_list(answer))]
        problems = []
        for pile, count in zip(piles, answer, strict=True):
            if fault := self._fault(pile, count):
                problems.append(Problem(fault, at=self.place_of(pile), is_gap=count is None))
        if all(is_whole(count) for count in answer):
            if sum(answer) != self.total:
                problems.append(Problem(self._wrong_sum(sum(answer))))
            elif not problems and piles is self.seats:
                problems += self._side_problems(answer)
        return problems

    def _no_list(self, answer: Any) -> Text:
        if self.sides:
            return _(
                "“{answer}” is neither a list of {seats} numbers, one for each player, nor of"
                " {sides}, one for each side.",
                answer=quoted(answer),
                seats=len(self.seats),
                sides=len(self.sides),
            )
        return _(
            "“{answer}” is not a list of {seats} numbers, one for each player.",
            answer=quoted(answer),
            seats=len(self.seats),
        )

    def _fault(self, pile: Pile, count: Any) -> Text | None:
        if count is None:
            return _("How many for {seat}?", seat=pile)
        if not is_whole(count):
            return _("“{count}” is not a whole number.", count=quoted(count))
        if count < 0:
            return _("{seat} cannot have {count}.", seat=pile, count=count)
        if count > self.total:
            return _(
                "{seat} cannot have {count}: there are only {total}.",
                seat=pile,
                count=count,
                total=self.unit(self.total),
            )
        return self._too_few(pile, count)

    def _too_few(self, pile: Pile, count: int) -> Text | None:
        fewest, why = self.least.get(pile, (0, None))
        if count >= fewest:
            return None
        about = {"fewest": fewest, "count": count, "why": why}
        if isinstance(pile, Side):
            return _("{side} have at least {fewest}, not {count}: {why}.", side=pile, **about)
        return _("{seat} has at least {fewest}, not {count}: {why}.", seat=pile, **about)

    def _side_problems(self, answer: Sequence[int]) -> list[Problem]:
        """What is known of two partners together only, though each was counted alone."""
        together = (
            self._too_few(side, sum(answer[seat.index] for seat in side.seats))
            for side in self.sides
        )
        return [Problem(words) for words in together if words]

    def _wrong_sum(self, counted: int) -> Text:
        if counted > self.total:
            return _(
                "That makes {counted}, not {total}: {difference} too many.",
                counted=counted,
                total=self.total,
                difference=self.unit(counted - self.total),
            )
        return _(
            "That makes {counted}, not {total}: {difference} missing.",
            counted=counted,
            total=self.total,
            difference=self.unit(self.total - counted),
        )

    def counted(self, answer: Any) -> dict[Pile, int]:
        """The numbers given so far that can be right by themselves, by seat or by side."""
        return {
            pile: count
            for pile, count in zip(self.piles(answer), answer or (), strict=False)
            if is_whole(count) and 0 <= count <= self.total
        }

    def placed(self, answer: Any) -> int:
        """What the counts given so far add up to."""
        return sum(self.counted(answer).values())

    def progress(self, answer: Any) -> Text:
        """What is placed so far, and how much there is in all."""
        return _("{placed} of {total}", placed=self.placed(answer), total=self.unit(self.total))

    def missing(self, answer: Any, problems: Sequence[Problem]) -> Text | None:
        left = self.total - self.placed(answer)
        if left > 0:
            return _("{left} to place", left=self.unit(left))
        if left < 0:
            return _("{extra} too many", extra=self.unit(-left))
        return super().missing(answer, problems)

    def value(self, answer: list[int]) -> dict[Pile, int]:
        return dict(zip(self.piles(answer), answer, strict=True))

    def fill(self, answer: list[int]) -> dict[str, str]:
        return {self.field_of(pile): str(n) for pile, n in self.value(answer).items()}

    def reseated(self, answer: list[int], order: Sequence[int]) -> list[int] | None:
        if self.piles(answer) is self.seats:
            return [answer[old] for old in order]
        side_of = {seat.index: side.index for side in self.sides for seat in side.seats}
        partners = [{side_of[order[seat.index]] for seat in side.seats} for side in self.sides]
        # What two have piled together cannot be told apart if they are no partners any more.
        if any(len(sides) > 1 for sides in partners):
            return None
        return [answer[side] for (side,) in partners]

    def items(self, answer: list[int]) -> Sequence[Text]:
        return [_("{seat} {n}", seat=pile, n=n) for pile, n in self.value(answer).items()]
