"""The prompt that shares out a fixed number of tricks or cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.scoring.problems import Problem, is_whole, quoted
from app.scoring.prompts.base import Form, Prompt, whole
from app.scoring.seats import Seat
from app.scoring.text import Text, _

Remark = tuple[Seat | None, Text]


def no_remarks(counted: Mapping[Seat, int]) -> Sequence[Remark]:
    """A count about which there is nothing to say before it is whole."""
    return ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Count(Prompt):
    """A whole number for each seat, in seat order, that add up to `total`.

    `unit` puts a number of them into words. `least` holds, for some seats, the fewest that the
    rest of the deal allows and why. On a form the one number left out is worked out.

    With `live`, the table may count while it plays; `remarks` then says of what each seat has so
    far what is still needed or too much, or (for None) what it means for all.
    """

    kind = "count"
    seats: Sequence[Seat]
    total: int
    unit: Callable[[int], Text]
    least: Mapping[Seat, tuple[int, Text]] = field(default_factory=dict)
    live: bool = False
    remarks: Callable[[Mapping[Seat, int]], Sequence[Remark]] = no_remarks

    def read(self, form: Form) -> Any:
        typed = [form.get(self.field(seat.index), "").strip() for seat in self.seats]
        if not any(typed):
            return None
        counts: list[Any] = [whole(text) if text else None for text in typed]
        blank = [place for place, count in enumerate(counts) if count is None]
        given = [count for count in counts if count is not None]
        if blank and all(is_whole(count) and 0 <= count <= self.total for count in given):
            left = self.total - sum(given)
            if left == 0:
                return [count or 0 for count in counts]
            if left > 0 and len(blank) == 1:
                counts[blank[0]] = left
        return counts

    def faults(self, answer: Any) -> list[Problem]:
        if not isinstance(answer, list) or len(answer) != len(self.seats):
            return [
                Problem(
                    _(
                        "“{answer}” is not a list of {seats} numbers, one for each player.",
                        answer=quoted(answer),
                        seats=len(self.seats),
                    )
                )
            ]
        problems = []
        for seat, count in zip(self.seats, answer, strict=True):
            if fault := self._fault(seat, count):
                problems.append(Problem(fault, at=seat.index, is_gap=count is None))
        if all(is_whole(count) for count in answer) and sum(answer) != self.total:
            problems.append(Problem(self._wrong_sum(sum(answer))))
        return problems

    def _fault(self, seat: Seat, count: Any) -> Text | None:
        if count is None:
            return _("How many for {seat}?", seat=seat)
        if not is_whole(count):
            return _("“{count}” is not a whole number.", count=quoted(count))
        if count < 0:
            return _("{seat} cannot have {count}.", seat=seat, count=count)
        if count > self.total:
            return _(
                "{seat} cannot have {count}: there are only {total}.",
                seat=seat,
                count=count,
                total=self.unit(self.total),
            )
        fewest, why = self.least.get(seat, (0, None))
        if count < fewest:
            return _(
                "{seat} has at least {fewest}, not {count}: {why}.",
                seat=seat,
                fewest=fewest,
                count=count,
                why=why,
            )
        return None

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

    def counted(self, answer: Any) -> dict[Seat, int]:
        """The numbers given so far that can be right by themselves, by seat."""
        return {
            seat: count
            for seat, count in zip(self.seats, answer or (), strict=False)
            if is_whole(count) and 0 <= count <= self.total
        }

    def placed(self, answer: Any) -> int:
        return sum(self.counted(answer).values())

    def progress(self, answer: Any) -> Text:
        return _("{placed} of {total}", placed=self.placed(answer), total=self.unit(self.total))

    def missing(self, answer: Any) -> Text | None:
        left = self.total - self.placed(answer)
        if left > 0:
            return _("{left} to place", left=self.unit(left))
        if left < 0:
            return _("{extra} too many", extra=self.unit(-left))
        return super().missing(answer)

    def meaning(self, answer: list[int]) -> dict[Seat, int]:
        return dict(zip(self.seats, answer, strict=True))

    def fill(self, answer: list[int]) -> dict[str, str]:
        return {self.field(seat.index): str(n) for seat, n in zip(self.seats, answer, strict=True)}

    def reseated(self, answer: list[int], order: Sequence[int]) -> list[int]:
        return [answer[old] for old in order]

    def describe(self, answer: list[int]) -> Text:
        each = [_("{seat} {n}", seat=seat, n=n) for seat, n in zip(self.seats, answer, strict=True)]
        return _("{each}", each=each)
