"""Prompts for a number of each seat or side: their base, and the one that shares out a fixed total
of tricks or cards, who has how many."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from app.scoring.model.problems import Problem, quoted
from app.scoring.model.seats import Seat, Side
from app.scoring.model.text import Text, _, _n
from app.scoring.prompts.base import Form, PerSeat, Used, is_whole, nothing, number_in
from app.scoring.prompts.count_sum import CountSum

Pile = Seat | Side  # the owner of tricks or cards that lie together: a player, or two partners
# A remark about a pile while it is counted, or (for None) about all of them.
Remark = tuple[Pile | None, Text]
TRICKS = _("tricks")
# The form field that says when the table counts, and its value for a table that counts as it plays.
WAY, TRICK_BY_TRICK = "way", "tricks"
FIT = "fit"  # the field of the keys that write a number which would fit: its place and itself


def tricks_of(n: int) -> Text:
    """Return `n` tricks in words."""
    return _n("{n} trick", "{n} tricks", n)


@dataclass(frozen=True, kw_only=True, eq=False)
class NumberPerOwner(PerSeat):
    """A question whose answer has a whole number for each seat, or for each of the `sides`.

    In another order of the seats sides are who sits there, or the same people as before with
    `keeps_sides`.
    """

    sides: Sequence[Side] = ()
    keeps_sides: bool = False

    def read_value(self, form: Form, owner: Any) -> Any:
        return number_in(form, self.field_of(owner))

    def value_fields(self, owner: Any, value: int) -> dict[str, str]:
        return {self.field_of(owner): str(value)}

    def reseated(self, answer: list[int], order: Sequence[int]) -> list[int] | None:
        if self.values(answer) is None:
            return None  # it is for owners of before, such as sides that are no more
        if self.owners(answer) is self.seats:
            return [answer[old] for old in order]
        if self.keeps_sides:
            return answer
        return reseated_sides(answer, self.sides, order)


@dataclass(frozen=True, kw_only=True, eq=False)
class Count(NumberPerOwner):
    """A whole number for each seat, in seat order; the numbers add up to `total`.

    Partners may pile their tricks together: with `sides`, the answer may be a number for each side
    instead, which the length of the list tells. Its value is by seat or by side, as it was counted:
    what two partners have together does not tell what each has.

    `unit` formats a number of tricks or cards. `least` has, for some seats and sides, the fewest
    that the rest of the deal allows, and the reason; the seats of a side have at least that
    together. On a form, one number that is left out is calculated.

    With `live`, the table may count while it plays: a seat without a trick has 0, and `remarks`
    says of the counts so far what is still needed or too much. `points` returns what a number is
    worth to a seat or a side, in the signs of the rules, where the number alone decides; `heading`
    is shown above the numbers.
    """

    kind = "count"
    total: int
    unit: Callable[[int], Text]
    least: Mapping[Pile, tuple[int, Text]] = field(default_factory=dict)
    live: bool = False
    remarks: Callable[[Mapping[Pile, int]], Sequence[Remark]] = nothing
    points: Callable[[Pile, int], int] | None = None
    heading: Text = TRICKS

    # By seat or by side

    def owners(self, answer: Any) -> Sequence[Pile]:
        is_by_side = isinstance(answer, list) and len(answer) == len(self.sides)
        return self.sides if self.sides and is_by_side else self.seats

    def owners_in(self, form: Form) -> Sequence[Pile]:
        """Return the sides, if there are any, unless `form` has numbers of seats alone."""
        if not self.sides:
            return self.seats
        by_side, by_seat = (
            any(form.get(self.field_of(pile), "").strip() for pile in piles)
            for piles in (self.sides, self.seats)
        )
        return self.sides if by_side or not by_seat else self.seats

    def place_of(self, owner: Pile) -> int | str:
        return f"side.{owner.index}" if isinstance(owner, Side) else owner.index

    # One number

    def describe_value(self, owner: Pile, value: int) -> Text:
        return _("{seat} {n}", seat=owner, n=value)

    def value_problems(self, owner: Pile, value: Any, used: Used) -> list[Problem]:
        if value is None:
            return [Problem(_("How many for {seat}?", seat=owner), is_gap=True)]
        if not is_whole(value):
            return [Problem(_("“{count}” is not a whole number.", count=quoted(value)))]
        if value < 0:
            return [Problem(_("{seat} cannot have {count}.", seat=owner, count=value))]
        if value > self.total:
            words = _(
                "{seat} cannot have {count}: there are only {total}.",
                seat=owner,
                count=value,
                total=self.unit(self.total),
            )
            return [Problem(words)]
        return self._too_few(owner, value)

    def _too_few(self, pile: Pile, count: int) -> list[Problem]:
        fewest, why = self.least.get(pile, (0, None))
        if count >= fewest:
            return []
        values = {"pile": pile, "fewest": fewest, "count": count, "why": why}
        if isinstance(pile, Side):
            return [Problem(_("{pile} have at least {fewest}, not {count}: {why}.", **values))]
        return [Problem(_("{pile} has at least {fewest}, not {count}: {why}.", **values))]

    # All numbers

    def read(self, form: Form) -> Any:
        if not self.live or form.get(WAY) != TRICK_BY_TRICK:
            return super().read(form)
        values = [self.read_value(form, owner) for owner in self.owners_in(form)]
        return [0 if count is None else count for count in values]

    def completed(self, values: list[Any]) -> list[Any]:
        """Return the values with the rest filled in where only one way is left.

        This decides what is saved; the script of a page shows the same while a person types.
        """
        # A number that cannot be right is a mistake to point at, and nothing follows from it.
        found = self.sum_of(values) if None in values else None
        if found is None:
            return values
        # Alone it takes what is left, and with nothing left to place every blank is 0.
        filled = [found.fit(pile) if n is None else n for pile, n in found.counts.items()]
        return filled if sum(n or 0 for n in filled) == self.total else values

    def wrong_shape(self, answer: Any) -> Text:
        if self.sides:
            return _n(
                "“{answer}” must be a list of {n} number, one for each player, or of {sides}, one"
                " for each side.",
                "“{answer}” must be a list of {n} numbers, one for each player, or of {sides}, one"
                " for each side.",
                len(self.seats),
                answer=quoted(answer),
                sides=len(self.sides),
            )
        return _n(
            "“{answer}” is not a list of {n} number, one for each player.",
            "“{answer}” is not a list of {n} numbers, one for each player.",
            len(self.seats),
            answer=quoted(answer),
        )

    def shape_problems(self, answer: Any) -> list[Problem]:
        problems, counts = list(super().shape_problems(answer)), self.values(answer)
        if counts is None or (problems and not all(map(is_whole, counts))):
            return problems
        if sum(counts) != self.total:
            return [*problems, Problem(self._wrong_sum(sum(counts)))]
        if problems or self.owners(answer) is self.sides:
            return problems
        # Cards that partners have piled together tell how many tricks the two have at least, but
        # not which of them (rules/en/trex.md#how-many-tricks-must-a-player-have).
        sums = ((side, sum(counts[seat.index] for seat in side.seats)) for side in self.sides)
        return [problem for side, count in sums for problem in self._too_few(side, count)]

    def _wrong_sum(self, counted: int) -> Text:
        values = {"counted": counted, "total": self.total}
        if counted > self.total:
            extra = self.unit(counted - self.total)
            return _("That makes {counted}, not {total}: {extra} too many.", **values, extra=extra)
        lacking = self.unit(self.total - counted)
        return _("That makes {counted}, not {total}: {lacking} missing.", **values, lacking=lacking)

    # While it is counted

    @property
    def piece_count(self) -> int:
        """How many tricks or cards are shared out."""
        return self.total

    @property
    def units(self) -> list[Text]:
        """Every number of tricks or cards in words, from 1 on."""
        return [self.unit(n) for n in range(1, self.total + 1)]

    def counts(self, answer: Any) -> dict[Pile, int]:
        """Return the numbers so far that can be right by themselves, by seat or by side."""
        return {
            pile: count
            for pile, count in zip(self.owners(answer), answer or (), strict=False)
            if is_whole(count) and 0 <= count <= self.total
        }

    def placed_count(self, answer: Any) -> int:
        """Return the sum of the numbers so far."""
        return sum(self.counts(answer).values())

    def sum_of(self, answer: Any) -> CountSum | None:
        """Return the sum of the numbers so far, None if there is none yet or one of them cannot be
        right by itself."""
        counts = self.counts(answer)
        if not counts or len(counts) != sum(count is not None for count in answer):
            return None
        return replace(self._no_sum, counts={p: counts.get(p) for p in self.owners(answer)})

    def fits(self, pile: Pile) -> list[int]:
        """Return the number that a pile needs, by what all others have together, from 0 on."""
        return self._no_sum.fits(pile)

    @property
    def _no_sum(self) -> CountSum:
        return CountSum(self.total, {pile: fewest for pile, (fewest, _why) in self.least.items()})

    def left_text(self, n: int) -> Text:
        """Return the button label while `n` tricks or cards have no owner."""
        return _("{left} to place", left=self.unit(n))

    def progress(self, answer: Any) -> Text:
        """Return how many tricks or cards have an owner, of how many."""
        return _("{placed} of {total}", placed=self.placed_count(answer), total=self.total)

    def missing(self, answer: Any, problems: Sequence[Problem]) -> Text | None:
        found = self.sum_of(answer)
        if found and found.fault:
            return found.fault
        if found and found.below and found.extra == 0:
            return below_texts(found.below)[-1]
        return super().missing(answer, problems)

    def with_fit(self, form: Form) -> dict[str, str]:
        """Return the fields of a form after a press on the key of a number that would fit, with
        that number in its place."""
        place, _dot, number = form.get(FIT, "").rpartition(".")
        fields = {name: value for name, value in form.items() if name and name != FIT}
        piles: list[Pile] = [*self.seats, *self.sides]
        places = {str(self.place_of(pile)): pile for pile in piles}
        return fields | {self.field_of(places[place]): number} if place in places else fields


def below_texts(most: int) -> list[Text]:
    """Return the button labels while so many numbers are smaller than is possible, from 0 on."""
    return [
        _n("{n} row below what it took", "{n} rows below what they took", n)
        for n in range(most + 1)
    ]


def reseated_sides(
    answer: Sequence[int], sides: Sequence[Side], order: Sequence[int]
) -> list[int] | None:
    """Return the numbers of `sides` for another order of the seats.

    None if partners would be separated: what they have together cannot be divided.
    """
    side_of = {seat.index: side.index for side in sides for seat in side.seats}
    partners = [{side_of[order[seat.index]] for seat in side.seats} for side in sides]
    if any(len(together) > 1 for together in partners):
        return None
    return [answer[side] for (side,) in partners]
