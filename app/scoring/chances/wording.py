"""Chances in words: the result of a side, and which results are enough to win."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from app.scoring.model.seats import Side
from app.scoring.model.text import Signed, Text, _, _n, and_list

# The effect of a result, whatever else happens: the win alone, or at least a share of it; one of
# the two if others have certain results; no win any more; or no win with this deal, after which the
# match may go on (not_now) or surely goes on.
Effect = Literal["alone", "shared", "depends", "never", "not_now", "goes_on"]
WINS = ("alone", "shared")
MAX_ROWS = 6  # a longer table is not read while cards are played
MAX_CONDITIONS = 2  # nobody watches more than two other players at once

EFFECTS = {
    "alone": _("enough"),
    "shared": _("enough, perhaps shared"),
    "never": _("not enough"),
    "not_now": _("no win with this deal"),
    "goes_on": _("the match goes on"),
}


class Measure(ABC):
    """Puts the result of a side in a deal into words; a method returns None where it has none.

    `heading` is shown above a table of results. `unit` says what one more of it is worth. With
    `joins_rows`, neighbouring results of the same effect are one row.
    """

    heading: Text
    unit: Text | None = None
    joins_rows: bool = True

    @abstractmethod
    def sort_key(self, result: Any) -> Any:
        """Return the key that sorts the results of a side, the best first."""

    @abstractmethod
    def label(self, results: Sequence[Any], possible: Sequence[Any]) -> Text:
        """Return the label of one result, or of neighbouring ones, of all that are `possible`."""

    def condition(self, side: Side, wanted: Sequence[Any], possible: Sequence[Any]) -> Text | None:
        """Return a clause that another `side` has one of the `wanted` results."""
        return None

    def aim(self, results: Sequence[Any], possible: Sequence[Any]) -> Text | None:
        """Return the sentence that asks for one of these results."""
        return None

    def enough(self, results: Sequence[Any], possible: Sequence[Any]) -> Text | None:
        """Return the sentence that these results are enough, though others may be too."""
        return None

    def lead(self, one: Any, other: Any) -> Any:
        """Return how much better the result `one` is than `other`; None if no number can say
        that."""
        return None

    def lead_wanted(self, side: Side, lead: int) -> Text | None:
        """Return the sentence that asks for such a `lead` over `side`, or a better one."""
        return None


def points(n: int) -> Text:
    """Return `n` points in words."""
    return _n("{n} point", "{n} points", n)


@dataclass(frozen=True)
class CountMeasure(Measure):
    """A number of tricks or cards; `things` formats it in a sentence.

    `more_is_better` tells whether many are good. Numbers that can be below 0 are shown with their
    sign if they are `signed`.
    """

    heading: Text
    things: Callable[[int], Text]
    more_is_better: bool = False
    unit: Text | None = None
    signed: bool = False

    def sort_key(self, result: int) -> int:
        return -result if self.more_is_better else result

    def label(self, results: Sequence[int], possible: Sequence[int]) -> Text:
        span = self._span(results, possible)
        assert span, "neighbours have no gap"
        return span["number"]

    def condition(self, side: Side, wanted: Sequence[int], possible: Sequence[int]) -> Text | None:
        span = self._span(wanted, possible)
        return _("{side} takes {number}", side=side, **span) if span else None

    def aim(self, results: Sequence[int], possible: Sequence[int]) -> Text | None:
        span = self._span(results, possible)
        return _("Take {things}.", **span) if span else None

    def enough(self, results: Sequence[int], possible: Sequence[int]) -> Text | None:
        span = self._span(results, possible)
        return _("You win with {things}.", **span) if span else None

    def lead(self, one: int, other: int) -> int:
        return one - other if self.more_is_better else other - one

    def lead_wanted(self, side: Side, lead: int) -> Text:
        values = {"things": self.things(abs(lead)), "side": side}
        if lead == 0 and self.more_is_better:
            return _("Take no fewer than {side}.", **values)
        if lead == 0:
            return _("Take no more than {side}.", **values)
        if self.more_is_better == (lead > 0):
            if lead > 0:
                return _("Take at least {things} more than {side}.", **values)
            return _("Take at most {things} more than {side}.", **values)
        if lead > 0:
            return _("Take at least {things} fewer than {side}.", **values)
        return _("Take at most {things} fewer than {side}.", **values)

    def _span(self, numbers: Sequence[int], possible: Sequence[int]) -> dict[str, Text]:
        """Return these numbers as a span, alone and as things; empty if another possible one is
        between."""
        low, high = min(numbers), max(numbers)
        # A span that takes in a number which is not meant would be wrong, so there is none.
        if len({n for n in possible if low <= n <= high}) > len(set(numbers)):
            return {}

        def span(words: Callable[[int], Text | int]) -> Text:
            if low == high:
                return _("{n}", n=words(low))
            if low == min(possible):
                return _("at most {n}", n=words(high))
            if high == max(possible):
                return _("at least {n}", n=words(low))
            return _("{low} to {high}", low=number(low), high=words(high))

        number = Signed if self.signed else int
        return {"number": span(number), "things": span(number if self.signed else self.things)}


@dataclass(frozen=True)
class PointsMeasure(CountMeasure):
    """The points of the deal, of which more is better."""

    things: Callable[[int], Text] = points
    more_is_better: bool = True

    def condition(self, side: Side, wanted: Sequence[int], possible: Sequence[int]) -> Text | None:
        span = self._span(wanted, possible)
        return _("{side} scores {things}", side=side, **span) if span else None

    def aim(self, results: Sequence[int], possible: Sequence[int]) -> Text | None:
        span = self._span(results, possible)
        return _("Score {things}.", **span) if span else None

    def lead_wanted(self, side: Side, lead: int) -> Text:
        values = {"things": self.things(abs(lead)), "side": side}
        if lead > 0:
            return _("Score at least {things} more than {side}.", **values)
        if lead < 0:
            return _("Score at most {things} fewer than {side}.", **values)
        return _("Score no fewer points than {side}.", **values)


@dataclass(frozen=True)
class Condition:
    """What another `side` must have: one of the `wanted` results, of all that are `possible`."""

    side: Side
    wanted: tuple[Any, ...]
    possible: tuple[Any, ...]


@dataclass(frozen=True)
class Prospect:
    """The effect of one result of a side.

    `points` are the fewest and the most that the result brings, with the sign that the table
    writes; empty if the result is nothing but its points. An effect that `depends` does so on the
    `rivals`; if there are `conditions`, it is a win exactly if all of them hold. `may_share` tells
    whether a win may be a shared one.
    """

    result: Any
    effect: Effect
    points: tuple[int, ...] = ()
    conditions: tuple[Condition, ...] = ()
    rivals: tuple[Side, ...] = ()
    may_share: bool = False


@dataclass(frozen=True)
class NeedRow:
    """A row of the table of what is enough: prospects with the same effect, in words."""

    prospects: tuple[Prospect, ...]
    label: Text
    points: Text | None
    words: Text

    @property
    def is_enough(self) -> bool:
        """Whether it is a win, or can be one."""
        return self.prospects[0].effect in (*WINS, "depends")


@dataclass(frozen=True)
class Amount:
    """A number in a table. One that is not enough is drawn in a softer ink."""

    number: int
    is_enough: bool = True


Cell = Amount | Text | None  # the content of a cell of a table; None for an empty one


@dataclass(frozen=True)
class ChanceRow:
    """A row of a table of chances: its title, a number for each column, and a small `note`.

    `words` replace the numbers. With `is_enough` the row alone is enough to win.
    """

    title: Text | Side
    cells: Sequence[Cell]
    note: Text | None = None
    icon: str | None = None
    is_enough: bool = False
    words: Text | None = None


@dataclass(frozen=True)
class ChanceTable:
    """Rows of numbers under a heading and the names of their columns; `total` adds them up."""

    heading: Text | None
    columns: Sequence[Text]
    rows: Sequence[ChanceRow]
    total: Sequence[Cell] = ()


@dataclass(frozen=True)
class NeedToWin:
    """What one side needs to win: the answer, the reasons for it, and tables of what is enough.

    `heading` is shown above `rows`, the results of a deal that can be the last, and `foot` below
    the tables. `is_known` is false as long as only the place of the side can be told.
    """

    answer: Text
    why: Sequence[Text] = ()
    heading: Text | None = None
    rows: Sequence[NeedRow] = ()
    is_known: bool = True
    tables: Sequence[ChanceTable] = ()
    foot: Sequence[Text] = ()


@dataclass(frozen=True)
class Overview:
    """The chances of all sides: the answer, more sentences, tables, and sentences below them
    (`foot`)."""

    answer: Text
    lines: Sequence[Text] = ()
    tables: Sequence[ChanceTable] = ()
    foot: Sequence[Text] = ()


def need_rows(prospects: Sequence[Prospect], measure: Measure) -> list[NeedRow]:
    """Return the table of what is enough; one that gets too long leaves out the conditions.

    Empty if all prospects have the same effect, which the answer then says.
    """
    rows = join_rows(prospects, measure)
    if len(rows) > MAX_ROWS:
        rows = join_rows(prospects, measure, with_conditions=False)
    return rows if len(rows) > 1 else []


def join_rows(
    prospects: Sequence[Prospect], measure: Measure, *, with_conditions: bool = True
) -> list[NeedRow]:
    """Return a row for each prospect, or for neighbouring ones with the same words."""
    possible = [prospect.result for prospect in prospects]

    def key(prospect: Prospect) -> tuple[Text, Any]:
        words = describe(prospect, measure, with_conditions=with_conditions)
        return words, None if measure.joins_rows else prospect.result

    rows = []
    for (words, _result), group in groupby(prospects, key=key):
        same = tuple(group)
        label = measure.label([prospect.result for prospect in same], possible)
        rows.append(NeedRow(same, label, points_range(same), words))
    return rows


def points_range(prospects: Sequence[Prospect]) -> Text | None:
    """Return the fewest and the most points of these in words; None if the results say as much."""
    points = [Signed(n) for prospect in prospects for n in prospect.points]
    if not points:
        return None
    low, high = min(points), max(points)
    return _("{low} to {high}", low=low, high=high) if low != high else _("{low}", low=low)


def describe(prospect: Prospect, measure: Measure, *, with_conditions: bool) -> Text:
    """Return the effect of a prospect; if it depends on others, the conditions, or who they are."""
    if prospect.effect != "depends":
        return EFFECTS[prospect.effect]
    conditions = prospect.conditions if with_conditions else ()
    words = [measure.condition(c.side, c.wanted, c.possible) for c in conditions]
    if 0 < len(words) <= MAX_CONDITIONS and None not in words:
        condition = _("if {conditions}", conditions=and_list(words))
        return _("{words}, perhaps shared", words=condition) if prospect.may_share else condition
    if not prospect.rivals:
        return _("can be enough")
    return _("depends on {rivals}", rivals=and_list(prospect.rivals))
