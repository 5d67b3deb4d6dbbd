"""How chances are told: what everybody has of a deal, and what of it is enough to win."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from app.scoring.model.seats import Side
from app.scoring.model.text import Signed, Text, _, _n, and_list

Effect = Literal["alone", "shared", "depends", "never", "not_now", "goes_on"]
"""What a result leads to, whatever else happens: the win alone, or at least a share of it; one of
the two if others have what it takes; no win any more; or no win with this deal, after which the
match perhaps or surely goes on."""
WINS = ("alone", "shared")
MOST_ROWS = 6
"""A longer table is not read while cards are played."""
MOST_CONDITIONS = 2
"""Nobody watches for more than two others at once."""

TOO_EARLY = _("Too early to tell.")
WORDS = {
    "alone": _("enough"),
    "shared": _("enough, perhaps shared"),
    "never": _("not enough"),
    "not_now": _("no win with this deal"),
    "goes_on": _("the match goes on"),
}


# --- what everybody has --------------------------------------------------------------------------


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
class CountMeasure(Measure):
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
class PointsMeasure(CountMeasure):
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


# --- what is enough ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Condition:
    """What another side must have: one of `wanted` of all that is `possible` then."""

    side: Side
    wanted: tuple[Any, ...]
    possible: tuple[Any, ...]


@dataclass(frozen=True)
class Prospect:
    """What it leads to if a side has this much of the deal.

    `points` are the fewest and the most that it then brings, as the table writes them. Where it
    `depends`, it does so on `rivals`, and if `conditions` says of whom it wants what, it is a win
    just then. `may_share` tells whether a win may be a shared one.
    """

    result: Any
    effect: Effect
    points: tuple[int, ...] = ()
    conditions: tuple[Condition, ...] = ()
    rivals: tuple[Side, ...] = ()
    may_share: bool = False


@dataclass(frozen=True)
class NeedRow:
    """Results that lead to the same, in words."""

    prospects: tuple[Prospect, ...]
    label: Text
    points: Text | None
    words: Text

    @property
    def is_enough(self) -> bool:
        """Whether it is a win for sure, or can be one."""
        return self.prospects[0].effect in (*WINS, "depends")


@dataclass(frozen=True)
class NeedToWin:
    """What one side needs: the answer, the reasons for it, and what is enough.

    `heading` heads what the side has. `is_known` is false where it is too early to tell.
    """

    answer: Text
    why: Sequence[Text] = ()
    heading: Text | None = None
    rows: Sequence[NeedRow] = ()
    is_known: bool = True


def rows_of(results: Sequence[Prospect], measure: Measure) -> list[NeedRow]:
    """The table of what is enough; one that gets too long says less of what others must do."""
    rows = joined(results, measure, told_with_conditions)
    if len(rows) > MOST_ROWS:
        rows = joined(results, measure, told)
    # What comes to the same whatever one has is said above, and needs no table.
    return rows if len(rows) > 1 else []


def joined(
    results: Sequence[Prospect], measure: Measure, tell: Callable[[Prospect, Measure], Text]
) -> list[NeedRow]:
    """A row for each result, or for all in a row that come to the same."""
    among = [result.result for result in results]

    def words(result: Prospect) -> tuple[Text, Any]:
        return tell(result, measure), None if measure.joins else result.result

    rows = []
    for (said, _own), same in groupby(results, key=words):
        of_it = tuple(same)
        label = measure.has([result.result for result in of_it], among)
        rows.append(NeedRow(of_it, label, points_of(of_it), said))
    return rows


def points_of(results: Sequence[Prospect]) -> Text | None:
    """What these results bring; nothing where that says no more than the result itself."""
    points = [Signed(each) for result in results for each in result.points]
    if not points:
        return None
    low, high = min(points), max(points)
    return _("{low} to {high}", low=low, high=high) if low != high else _("{low}", low=low)


def told_with_conditions(result: Prospect, measure: Measure) -> Text:
    """What a result leads to, and what others must have if it depends on them."""
    words = [measure.other(each.side, each.wanted, each.possible) for each in result.conditions]
    if not words or None in words or len(words) > MOST_CONDITIONS:
        return told(result, measure)
    said = _("if {conditions}", conditions=and_list(words))
    return _("{words}, perhaps shared", words=said) if result.may_share else said


def told(result: Prospect, measure: Measure) -> Text:
    """What a result leads to, and whom it depends on."""
    if result.effect != "depends":
        return WORDS[result.effect]
    if not result.rivals:
        return _("can be enough")
    return _("depends on {rivals}", rivals=and_list(result.rivals))
