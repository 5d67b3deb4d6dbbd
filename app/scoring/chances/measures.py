"""Measures: what everybody has of a deal, in the words of its game: tricks, points, places."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from app.scoring.seats import Side
from app.scoring.text import Signed, Text, _, _n


class Measure(ABC):
    """What can be said of what a side has.

    `you` heads a table of it. `unit` says what one more of it is worth. `joins` tells whether
    results that come to the same are one row. Where it says nothing it returns None.
    """

    you: Text
    unit: Text | None = None
    joins: bool = True

    @abstractmethod
    def rank(self, has: Any) -> Any:
        """What sorts the results of a side, the best first."""

    @abstractmethod
    def has(self, results: Sequence[Any], among: Sequence[Any]) -> Text:
        """One result or neighbouring ones, `among` all that are possible."""

    def other(self, side: Side, wanted: Sequence[Any], possible: Sequence[Any]) -> Text | None:
        """That another side has one of `wanted`, as part of a sentence."""
        return None

    def aim(self, results: Sequence[Any], among: Sequence[Any]) -> Text | None:
        """The sentence that tells somebody to have one of these."""
        return None

    def enough(self, results: Sequence[Any], among: Sequence[Any]) -> Text | None:
        """The sentence that these are enough, though others may be too."""
        return None

    def lead(self, one: Any, other: Any) -> int | None:
        """How much better `one` is than `other`, where that can be said by a number."""
        return None

    def ahead(self, side: Side, lead: int) -> Text | None:
        """The sentence that tells somebody to be so far ahead of `side`."""
        return None


class Numbers(Measure):
    """What is counted. `is_wanted` tells whether many are good."""

    is_wanted: bool

    @abstractmethod
    def things(self, n: int) -> Text:
        """So many, in a sentence."""

    def number(self, n: int) -> int:
        """So many, where it is said beside it of what."""
        return n

    def span(
        self, numbers: Sequence[int], among: Sequence[int], told: Callable[[int], Text | int]
    ) -> Text | None:
        """These numbers, as `told`; None if between them lies another one that is possible."""
        low, high = min(numbers), max(numbers)
        if len({n for n in among if low <= n <= high}) > len(set(numbers)):
            return None
        if low == high:
            return _("{n}", n=told(low))
        if low == min(among):
            return _("at most {n}", n=told(high))
        if high == max(among):
            return _("at least {n}", n=told(low))
        return _("{low} to {high}", low=self.number(low), high=told(high))

    def rank(self, has: int) -> int:
        return -has if self.is_wanted else has

    def has(self, results: Sequence[int], among: Sequence[int]) -> Text:
        numbers = self.span(results, among, self.number)
        assert numbers is not None, "neighbours have no gap"
        return numbers

    def enough(self, results: Sequence[int], among: Sequence[int]) -> Text | None:
        things = self.span(results, among, self.things)
        return _("You win with {things}.", things=things) if things else None

    def lead(self, one: int, other: int) -> int:
        return one - other if self.is_wanted else other - one


@dataclass(frozen=True)
class Counts(Numbers):
    """Tricks or cards that each side takes, named in `you`, and by `called` in a sentence."""

    you: Text
    called: Callable[[int], Text]
    is_wanted: bool = False
    unit: Text | None = None

    def things(self, n: int) -> Text:
        return self.called(n)

    def other(self, side: Side, wanted: Sequence[int], possible: Sequence[int]) -> Text | None:
        number = self.span(wanted, possible, self.number)
        return _("{side} takes {number}", side=side, number=number) if number else None

    def aim(self, results: Sequence[int], among: Sequence[int]) -> Text | None:
        things = self.span(results, among, self.things)
        return _("Take {things}.", things=things) if things else None

    def ahead(self, side: Side, lead: int) -> Text:
        about = {"things": self.things(abs(lead)), "side": side}
        if lead == 0 and self.is_wanted:
            return _("Take no fewer than {side}.", **about)
        if lead == 0:
            return _("Take no more than {side}.", **about)
        is_more = self.is_wanted == (lead > 0)
        if lead > 0 and is_more:
            return _("Take at least {things} more than {side}.", **about)
        if lead > 0:
            return _("Take at least {things} fewer than {side}.", **about)
        if is_more:
            return _("Take at most {things} more than {side}.", **about)
        return _("Take at most {things} fewer than {side}.", **about)


@dataclass(frozen=True)
class Scores(Numbers):
    """Points that the deal brings, where more is better; with `signs` they can be lost too."""

    you: Text
    signs: bool = False
    is_wanted = True

    def things(self, n: int) -> Text:
        return _("{points}", points=Signed(n)) if self.signs else _n("{n} point", "{n} points", n)

    def number(self, n: int) -> int:
        return Signed(n) if self.signs else n

    def other(self, side: Side, wanted: Sequence[int], possible: Sequence[int]) -> Text | None:
        points = self.span(wanted, possible, self.things)
        return _("{side} scores {points}", side=side, points=points) if points else None

    def aim(self, results: Sequence[int], among: Sequence[int]) -> Text | None:
        points = self.span(results, among, self.things)
        return _("Score {points}.", points=points) if points else None

    def ahead(self, side: Side, lead: int) -> Text:
        about = {"points": _n("{n} point", "{n} points", abs(lead)), "side": side}
        if lead > 0:
            return _("Score at least {points} more than {side}.", **about)
        if lead < 0:
            return _("Score at most {points} fewer than {side}.", **about)
        return _("Score no fewer points than {side}.", **about)
