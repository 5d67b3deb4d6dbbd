"""The last deal: what of it is enough to win, found by looking at each result of a side."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from typing import Any, NamedTuple, TypeVar

from app.scoring.chances.stakes import LeadRange, Results, Stake, combine
from app.scoring.chances.wording import (
    MOST_CONDITIONS,
    TOO_EARLY,
    WINS,
    Condition,
    Effect,
    Measure,
    NeedToWin,
    Prospect,
    rows_of,
)
from app.scoring.model.seats import Points, Side
from app.scoring.model.text import Text, _, and_list
from app.scoring.table.table import Table

T = TypeVar("T")
Pairs = set[tuple[Any, Any]]
"""What a side has, with what another one has."""
Winners = tuple[int, ...]
"""Who wins the match, by the indices of the sides; nobody if it goes on."""


@dataclass(frozen=True)
class Position:
    """Where the sides are by now.

    Points that are still to come are meant before a reversed table turns their sign: more of them
    is better, whatever total wins.
    """

    sides: tuple[Side, ...]
    totals: Points
    is_reversed: bool

    @property
    def sign(self) -> int:
        """−1 if the lowest total wins."""
        return -1 if self.is_reversed else 1

    def others(self, side: Side) -> list[Side]:
        """Everyone else."""
        return [other for other in self.sides if other.index != side.index]

    def ahead(self, side: Side, other: Side) -> int:
        """How many points `side` is ahead of `other`, below 0 if it is behind."""
        return self.sign * (self.totals[side.index] - self.totals[other.index])

    def after(self, points: Points) -> Points:
        """The totals after these points, as the table writes them."""
        sign = self.sign
        return tuple([total + sign * n for total, n in zip(self.totals, points, strict=True)])

    def best_of(self, totals: Points) -> Winners:
        """Whoever would win with these totals; several share the win."""
        best = min(totals) if self.is_reversed else max(totals)
        return tuple([index for index, total in enumerate(totals) if total == best])


def position_at(table: Table) -> tuple[tuple[Side, ...], Points, bool]:
    """The position at a table, as each of the chances begins with it."""
    return table.sides, table.totals, table.reversed


@dataclass(frozen=True)
class LastDeal(Position, ABC):
    """A deal that can end the match; what a side has of it is told by `measure`."""

    measure: Measure

    @abstractmethod
    def results_of(self, side: Side) -> list[Prospect]:
        """What each result leads to, the best first."""

    @abstractmethod
    def can_win(self, side: Side) -> bool:
        """Whether a side is still in it."""

    def lead_wanted(self, side: Side) -> Text | None:
        """The answer as a lead over others, if that is just what a win takes."""
        return None

    def need_of(self, side: Side, why: Sequence[Text] | None = None) -> NeedToWin:
        """What this side needs, and `why`, or how far it is from whom."""
        results = self.results_of(side)
        why = self.why(side) if why is None else why
        if {result.effect for result in results} <= {"goes_on"}:
            return NeedToWin(TOO_EARLY, why, is_known=False)
        return NeedToWin(
            self._answer(side, results), why, self.measure.you, rows_of(results, self.measure)
        )

    def why(self, side: Side) -> list[Text]:
        """How far a side is from those who can win, what makes up for it, and who is out of it."""
        lines, gaps = [], []
        rivals = [other for other in self.others(side) if self.can_win(other)]
        for other in rivals:
            ahead = self.ahead(side, other)
            about = {"n": abs(ahead), "other": other}
            if ahead > 0:
                gaps.append(_("{n} ahead of {other}", **about))
            elif ahead < 0:
                gaps.append(_("{n} behind {other}", **about))
            else:
                gaps.append(_("level with {other}", **about))
        if gaps and self.measure.unit:
            lines.append(_("You are {gaps}; {unit}.", gaps=and_list(gaps), unit=self.measure.unit))
        elif gaps:
            lines.append(_("You are {gaps}.", gaps=and_list(gaps)))
        out = [other for other in self.others(side) if other not in rivals]
        if out and rivals:
            lines.append(_("{others} can no longer win.", others=and_list(out)))
        return lines

    def _answer(self, side: Side, results: Sequence[Prospect]) -> Text:
        effects = {result.effect for result in results}
        if effects == {"alone"}:
            return _("You win, whatever happens.")
        if effects <= set(WINS):
            return _("You win or share the win, whatever happens.")
        if effects == {"never"}:
            return _("You can no longer win.")
        if effects.isdisjoint((*WINS, "depends")):
            return _("You cannot win with this deal.")
        among = [result.result for result in results]
        sure = [result.result for result in results if result.effect in WINS]
        if "depends" not in effects and (aim := self.measure.aim(sure, among)):
            return aim
        if lead := self.lead_wanted(side):
            return lead
        if sure and (enough := self.measure.enough(sure, among)):
            return enough
        return _("You can still win, but not by yourself.")


# --- all ways -----------------------------------------------------------------------------------


class DealOutcome(NamedTuple):
    """One way that a deal can go: what each side then has of it, its points, and who wins."""

    has: Results
    points: Points
    winners: Winners


@dataclass(frozen=True)
class EnumeratedDeal(LastDeal):
    """A deal that can go all the ways that its `stakes` can, and no other.

    The best total wins, unless `decide` says for the points of the deal who can win then: one entry
    for each.
    """

    stakes: Sequence[Stake]
    decide: Callable[[Points], Iterable[Winners]] | None = None

    @cached_property
    def ways(self) -> list[DealOutcome]:
        """Each way once."""
        decide = self.decide or (lambda points: [self.best_of(self.after(points))])
        return [
            DealOutcome(has or points, points, winners)
            for has, points in combine(self.stakes)
            for winners in decide(points)
        ]

    @cached_property
    def winners(self) -> set[int]:
        """Who can win with this deal, nobody if it cannot end the match."""
        return {winner for way in self.ways for winner in way.winners}

    def can_win(self, side: Side) -> bool:
        return side.index in self.winners

    def why(self, side: Side) -> list[Text]:
        lines = super().why(side)
        if any(len(way.winners) > 1 and side.index in way.winners for way in self.ways):
            lines.append(_("Equal totals share the win."))
        return lines

    def results_of(self, side: Side) -> list[Prospect]:
        ways = defaultdict(list)
        for way in self.ways:
            ways[way.has[side.index]].append(way)
        return [self._result(side, has, ways[has]) for has in sorted(ways, key=self.measure.rank)]

    def _result(self, side: Side, has: Any, ways: Sequence[DealOutcome]) -> Prospect:
        own = side.index
        wins = [len(way.winners) for way in ways if own in way.winners]
        may_share = max(wins, default=0) > 1
        brings = [self.sign * way.points[own] for way in ways]
        # What a side has may be just its points, which then need not be said again.
        points = (min(brings), max(brings)) if ways[0].has is not ways[0].points else ()
        if 0 < len(wins) < len(ways):
            rivals = tuple(other for other in self.others(side) if self._passes(other, side, ways))
            conditions = self._conditions(side, ways)
            return Prospect(has, "depends", points, conditions, rivals, may_share)
        effect: Effect = "shared" if may_share else "alone"
        if not wins:
            goes_on = sum(not way.winners for way in ways)
            effect = "never" if not goes_on else "not_now" if goes_on < len(ways) else "goes_on"
        return Prospect(has, effect, points, may_share=may_share)

    def _passes(self, other: Side, side: Side, ways: Sequence[DealOutcome]) -> bool:
        """Whether `other` can be ahead of `side` then."""
        ahead, a, b = self.ahead(side, other), side.index, other.index
        return any(way.points[b] - way.points[a] > ahead for way in ways)

    def _conditions(self, side: Side, ways: Sequence[DealOutcome]) -> tuple[Condition, ...]:
        """What others must have, if a win takes that and nothing else; no more than is needed."""
        own, conditions = side.index, []
        for other in self.others(side):
            b = other.index
            possible = sorted({way.has[b] for way in ways}, key=self.measure.rank)
            wanted = {way.has[b] for way in ways if own in way.winners}
            if len(wanted) < len(possible):
                chosen = tuple(has for has in possible if has in wanted)
                pairs = {(ways[0].has[own], has) for has in wanted}
                conditions.append((Condition(other, chosen, tuple(possible)), other, pairs))
        return tuple(fewest(conditions, side, ways))

    def lead_wanted(self, side: Side) -> Text | None:
        conditions = []
        for other in self.others(side):
            ahead, a, b = self.ahead(side, other), side.index, other.index
            stays: Pairs = set()
            falls: Pairs = set()
            for has, points, _winners in self.ways:
                (stays if points[b] - points[a] <= ahead else falls).add((has[a], has[b]))
            # Each pair of results is measured once, however many ways lead to it.
            leads = {pair: self.measure.lead(*pair) for pair in stays | falls}
            known = {pair: lead for pair, lead in leads.items() if lead is not None}
            if len(known) < len(leads):
                return None
            if falls:
                least = min([known[pair] for pair in stays], default=1 + max(known.values()))
                enough = {pair for pair, lead in known.items() if lead >= least}
                conditions.append(((other, least), other, enough))
        wanted = fewest(conditions, side, self.ways)
        said = [self.measure.ahead(other, lead) for other, lead in wanted]
        if not said or len(said) > MOST_CONDITIONS or None in said:
            return None
        return said[0] if len(said) == 1 else _("{one} {other}", one=said[0], other=said[1])


def fewest(
    conditions: Sequence[tuple[T, Side, Pairs]], side: Side, ways: Sequence[DealOutcome]
) -> list[T]:
    """As few of these as say exactly when `side` wins; none if even all do not.

    Each holds if what the side and another one have is among so many pairs.
    """
    own, checks = side.index, [(other.index, pairs) for _each, other, pairs in conditions]
    # All that matters of a way is whether it is a win and what holds then: of thousands of ways
    # that leaves a few, among which to choose.
    rows = {
        (own in winners, tuple([(has[own], has[b]) in pairs for b, pairs in checks]))
        for has, _points, winners in ways
    }

    def is_exact(some: Sequence[int]) -> bool:
        return all(all(held[n] for n in some) == is_win for is_win, held in rows)

    every = range(len(conditions))
    choices = (some for n in every for some in combinations(every, n + 1))
    exact = next(filter(is_exact, choices), ()) if is_exact(every) else ()
    return [conditions[n][0] for n in exact]


# --- too many ways ------------------------------------------------------------------------------


@dataclass(frozen=True)
class BoundedDeal(LastDeal):
    """A deal with too many ways to look at, seen from each pair of sides.

    `leads_of(one, other)` has by each result of the one what it can gain on the other; a result
    that is not among them cannot be. What it calls enough is, and so is what it calls not enough.
    Of what may be either it does not tell which: that is where others come in, all at once.
    """

    leads_of: Callable[[Side, Side], Mapping[Any, LeadRange]]

    @cached_property
    def ahead_after(self) -> dict[tuple[Side, Side], dict[Any, LeadRange]]:
        """How far each side can be ahead of each other one when all is over."""
        return {
            (side, other): {
                has: LeadRange(*(self.ahead(side, other) + gain for gain in lead))
                for has, lead in self.leads_of(side, other).items()
            }
            for side, other in permutations(self.sides, 2)
        }

    def can_win(self, side: Side) -> bool:
        # Whoever somebody is sure to stay ahead of is out of it.
        return not any(
            all(lead.most < 0 for lead in self.ahead_after[side, other].values())
            for other in self.others(side)
        )

    def results_of(self, side: Side) -> list[Prospect]:
        leads = {other: self.ahead_after[side, other] for other in self.others(side)}
        possible = set.intersection(*(set(by_result) for by_result in leads.values()))
        return [
            self._result(has, {other: by_result[has] for other, by_result in leads.items()})
            for has in sorted(possible, key=self.measure.rank)
        ]

    def _result(self, has: Any, leads: Mapping[Side, LeadRange]) -> Prospect:
        may_share = any(lead.least <= 0 <= lead.most for lead in leads.values())
        if all(lead.least > 0 for lead in leads.values()):
            return Prospect(has, "alone")
        if all(lead.least >= 0 for lead in leads.values()):
            return Prospect(has, "shared", may_share=True)
        if any(lead.most < 0 for lead in leads.values()):
            return Prospect(has, "never")
        rivals = tuple(other for other, lead in leads.items() if lead.least < 0)
        return Prospect(has, "depends", rivals=rivals, may_share=may_share)
