"""Measures: what everybody has of a deal, in the words of its game: tricks, points, places."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from app.scoring.seats import Side
from app.scoring.text import Signed, Text, _, _n


class Measure(ABC):
    """What can be said of what a side has; where nothing can, it is None.

    `you` heads a table of it. `unit` says what one more of it is worth. `joins` tells whether
    results that come to the same are one row.
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


def points(n: int) -> Text:
    """`n` points in words."""
    return _n("{n} point", "{n} points", n)


@dataclass(frozen=True)
class Counts(Measure):
    """Tricks or cards that each side takes, which are `things` in a sentence.

    `is_wanted` tells whether many are good. What can also be lost has `signs`.
    """

    you: Text
    things: Callable[[int], Text]
    is_wanted: bool = False
    unit: Text | None = None
    signs: bool = False

    def rank(self, has: int) -> int:
        return -has if self.is_wanted else has

    def has(self, results: Sequence[int], among: Sequence[int]) -> Text:
        about = self._span(results, among)
        assert about, "neighbours have no gap"
        return about["number"]

    def other(self, side: Side, wanted: Sequence[int], possible: Sequence[int]) -> Text | None:
        about = self._span(wanted, possible)
        return _("{side} takes {number}", side=side, **about) if about else None

    def aim(self, results: Sequence[int], among: Sequence[int]) -> Text | None:
        about = self._span(results, among)
        return _("Take {things}.", **about) if about else None

    def enough(self, results: Sequence[int], among: Sequence[int]) -> Text | None:
        about = self._span(results, among)
        return _("You win with {things}.", **about) if about else None

    def lead(self, one: int, other: int) -> int:
        return one - other if self.is_wanted else other - one

    def ahead(self, side: Side, lead: int) -> Text:
        about = {"things": self.things(abs(lead)), "side": side}
        if lead == 0 and self.is_wanted:
            return _("Take no fewer than {side}.", **about)
        if lead == 0:
            return _("Take no more than {side}.", **about)
        if self.is_wanted == (lead > 0):
            if lead > 0:
                return _("Take at least {things} more than {side}.", **about)
            return _("Take at most {things} more than {side}.", **about)
        if lead > 0:
            return _("Take at least {things} fewer than {side}.", **about)
        return _("Take at most {things} fewer than {side}.", **about)

    def _span(self, numbers: Sequence[int], among: Sequence[int]) -> dict[str, Text]:
        """These numbers, alone and as things; nothing if between them lies another one."""
        low, high = min(numbers), max(numbers)
        if len({n for n in among if low <= n <= high}) > len(set(numbers)):
            return {}

        def span(told: Callable[[int], Text | int]) -> Text:
            if low == high:
                return _("{n}", n=told(low))
            if low == min(among):
                return _("at most {n}", n=told(high))
            if high == max(among):
                return _("at least {n}", n=told(low))
            return _("{low} to {high}", low=number(low), high=told(high))

        number = Signed if self.signs else int
        return {"number": span(number), "things": span(number if self.signs else self.things)}


@dataclass(frozen=True)
class Scores(Counts):
    """Points that the deal brings, of which more are better."""

    things: Callable[[int], Text] = points
    is_wanted: bool = True

    def other(self, side: Side, wanted: Sequence[int], possible: Sequence[int]) -> Text | None:
        about = self._span(wanted, possible)
        return _("{side} scores {things}", side=side, **about) if about else None

    def aim(self, results: Sequence[int], among: Sequence[int]) -> Text | None:
        about = self._span(results, among)
        return _("Score {things}.", **about) if about else None

    def ahead(self, side: Side, lead: int) -> Text:
        about = {"things": self.things(abs(lead)), "side": side}
        if lead > 0:
            return _("Score at least {things} more than {side}.", **about)
        if lead < 0:
            return _("Score at most {things} fewer than {side}.", **about)
        return _("Score no fewer points than {side}.", **about)
