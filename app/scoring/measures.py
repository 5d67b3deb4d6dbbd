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


@dataclass(frozen=True)
class Span:
    """Numbers without a gap, and whether they go down or up as far as is possible."""

    low: int
    high: int
    is_lowest: bool
    is_highest: bool

    @classmethod
    def of(cls, numbers: Sequence[int], among: Sequence[int]) -> Span | None:
        """None if between these lies another one that is possible."""
        low, high = min(numbers), max(numbers)
        if len({n for n in among if low <= n <= high}) > len(set(numbers)):
            return None
        return cls(low, high, low == min(among), high == max(among))

    def in_words(self) -> Text:
        """The numbers alone."""
        if self.low == self.high:
            return _("{n}", n=self.low)
        if self.is_lowest:
            return _("at most {n}", n=self.high)
        if self.is_highest:
            return _("at least {n}", n=self.low)
        return _("{low} to {high}", low=self.low, high=self.high)


@dataclass(frozen=True)
class Counts(Measure):
    """Tricks or cards that each side takes, named in `you`, and by `things` in a sentence.
    `is_wanted` tells whether many are good."""

    you: Text
    things: Callable[[int], Text]
    is_wanted: bool = False
    unit: Text | None = None

    def rank(self, has: int) -> int:
        return -has if self.is_wanted else has

    def has(self, results: Sequence[int], among: Sequence[int]) -> Text:
        span = Span.of(results, among)
        assert span is not None, "neighbours have no gap"
        return span.in_words()

    def _span(self, span: Span) -> Text:
        if span.low == span.high:
            return self.things(span.low)
        if span.is_lowest:
            return _("at most {things}", things=self.things(span.high))
        if span.is_highest:
            return _("at least {things}", things=self.things(span.low))
        return _("{low} to {things}", low=span.low, things=self.things(span.high))

    def other(self, side: Side, wanted: Sequence[int], possible: Sequence[int]) -> Text | None:
        span = Span.of(wanted, possible)
        return _("{side} takes {number}", side=side, number=span.in_words()) if span else None

    def aim(self, results: Sequence[int], among: Sequence[int]) -> Text | None:
        span = Span.of(results, among)
        return _("Take {things}.", things=self._span(span)) if span else None

    def enough(self, results: Sequence[int], among: Sequence[int]) -> Text | None:
        span = Span.of(results, among)
        return _("You win with {things}.", things=self._span(span)) if span else None

    def lead(self, one: int, other: int) -> int:
        return one - other if self.is_wanted else other - one

    def ahead(self, side: Side, lead: int) -> Text:
        about = {"things": self.things(abs(lead)), "side": side}
        if lead == 0:
            if self.is_wanted:
                return _("Take no fewer than {side}.", **about)
            return _("Take no more than {side}.", **about)
        if self.is_wanted == (lead > 0):
            words = {
                True: _("Take at least {things} more than {side}.", **about),
                False: _("Take at most {things} more than {side}.", **about),
            }
        else:
            words = {
                True: _("Take at least {things} fewer than {side}.", **about),
                False: _("Take at most {things} fewer than {side}.", **about),
            }
        return words[lead > 0]


def points(n: int) -> Text:
    """`n` points in words."""
    return _n("{n} point", "{n} points", n)


@dataclass(frozen=True)
class Scores(Measure):
    """Points that the deal brings, where more is better; with `signs` they can be lost too."""

    you: Text
    signs: bool = False

    def rank(self, has: int) -> int:
        return -has

    def _number(self, has: int) -> Text:
        return _("{points}", points=Signed(has)) if self.signs else points(has)

    def has(self, results: Sequence[int], among: Sequence[int]) -> Text:
        span = Span.of(results, among)
        assert span is not None, "neighbours have no gap"
        return self._span(span) if self.signs else span.in_words()

    def _span(self, span: Span) -> Text:
        if span.low == span.high:
            return self._number(span.low)
        if span.is_lowest:
            return _("at most {points}", points=self._number(span.high))
        if span.is_highest:
            return _("at least {points}", points=self._number(span.low))
        low = Signed(span.low) if self.signs else span.low
        return _("{low} to {high}", low=low, high=self._number(span.high))

    def other(self, side: Side, wanted: Sequence[int], possible: Sequence[int]) -> Text | None:
        span = Span.of(wanted, possible)
        return _("{side} scores {points}", side=side, points=self._span(span)) if span else None

    def aim(self, results: Sequence[int], among: Sequence[int]) -> Text | None:
        span = Span.of(results, among)
        return _("Score {points}.", points=self._span(span)) if span else None

    def enough(self, results: Sequence[int], among: Sequence[int]) -> Text | None:
        span = Span.of(results, among)
        return _("You win with {points}.", points=self._span(span)) if span else None

    def lead(self, one: int, other: int) -> int:
        return one - other

    def ahead(self, side: Side, lead: int) -> Text:
        about = {"points": points(abs(lead)), "side": side}
        if lead > 0:
            return _("Score at least {points} more than {side}.", **about)
        if lead < 0:
            return _("Score at most {points} fewer than {side}.", **about)
        return _("Score no fewer points than {side}.", **about)
