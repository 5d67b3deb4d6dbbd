"""The last deal: which results of a side are enough to win, found by checking each of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from typing import Any, ClassVar, NamedTuple, TypeVar

from app.scoring.chances.stakes import LeadRange, Results, Stake, combine
from app.scoring.chances.wording import (
    MAX_CONDITIONS,
    WINS,
    Amount,
    Cell,
    Condition,
    Effect,
    Measure,
    NeedToWin,
    Prospect,
    need_rows,
)
from app.scoring.model.seats import Points, Side
from app.scoring.model.text import Text, _, and_list
from app.scoring.table.table import Table

T = TypeVar("T")
Pairs = set[tuple[Any, Any]]  # Results of one side, each with a result of another one
Winners = tuple[int, ...]  # the indexes of the winning sides; empty if the match goes on


@dataclass(frozen=True)
class Scoreboard:
    """The sides of a match with their totals of now.

    Points still to come are given before a reversed table turns their sign: more is always better,
    whichever total wins.
    """

    sides: tuple[Side, ...]
    totals: Points
    is_reversed: bool

    @property
    def sign(self) -> int:
        """−1 if the lowest total wins, else 1."""
        return -1 if self.is_reversed else 1

    def others(self, side: Side) -> list[Side]:
        """Return all sides but this one."""
        return [other for other in self.sides if other.index != side.index]

    def ahead(self, side: Side, other: Side) -> int:
        """Return how many points `side` is ahead of `other`, below 0 if it is behind."""
        return self.sign * (self.totals[side.index] - self.totals[other.index])

    def totals_after(self, points: Points) -> Points:
        """Return the totals with these points added, with the sign that the table writes."""
        sign = self.sign
        return tuple([total + sign * n for total, n in zip(self.totals, points, strict=True)])

    def winners_with(self, totals: Points) -> Winners:
        """Return the indexes of the sides with the best of these totals; several share the win."""
        best = min(totals) if self.is_reversed else max(totals)
        return tuple([index for index, total in enumerate(totals) if total == best])

    @property
    def leaders(self) -> list[Side]:
        """The sides that would win with the totals of now."""
        return [side for side in self.sides if side.index in self.winners_with(self.totals)]

    @property
    def ranking(self) -> list[Side]:
        """The sides from the best total to the worst."""
        return sorted(self.sides, key=lambda side: -self.sign * self.totals[side.index])

    def place_of(self, side: Side) -> Text:
        """Return how far `side` is behind the lead, or ahead of the next, in a sentence."""
        leaders = self.leaders
        if self.ahead(leaders[0], side):
            behind = self.ahead(leaders[0], side)
            values = {"side": side, "behind": behind, "leaders": and_list(leaders)}
            if len(side.seats) > 1:
                return _("{side} are {behind} behind {leaders}.", **values)
            return _("{side} is {behind} behind {leaders}.", **values)
        if len(leaders) > 1:
            return _("{leaders} are level in the lead.", leaders=and_list(leaders))
        ahead = min(self.ahead(side, other) for other in self.others(side))
        if len(side.seats) > 1:
            return _("{side} lead by {ahead}.", side=side, ahead=ahead)
        return _("{side} leads by {ahead}.", side=side, ahead=ahead)

    def behind_cell(self, side: Side) -> Cell:
        """Return how far `side` is behind the lead, for a table."""
        behind = self.ahead(self.leaders[0], side)
        return Amount(behind) if behind else _("in the lead")


def scoreboard_of(table: Table) -> tuple[tuple[Side, ...], Points, bool]:
    """Return the fields of the `Scoreboard` of a table, the first ones of all chances.

    A copy: the totals of the table change with the next deal.
    """
    return table.sides, table.totals, table.reversed


@dataclass(frozen=True)
class LastDeal(Scoreboard, ABC):
    """A deal that can end the match. Its `measure` puts the result of a side into words.

    With `is_exact`, `can_win` is true only for sides that really can; else it may be true for
    others.
    """

    measure: Measure
    is_exact: ClassVar[bool] = False

    @abstractmethod
    def prospects_of(self, side: Side) -> list[Prospect]:
        """Return what each possible result of `side` leads to, the best result first."""

    @abstractmethod
    def can_win(self, side: Side) -> bool:
        """Whether `side` can still win or share the win."""

    def required_lead(self, side: Side) -> Text | None:
        """Return the sentence that asks for a lead over others, if exactly that wins; None
        otherwise."""
        return None

    def need_of(self, side: Side, why: Sequence[Text] | None = None) -> NeedToWin:
        """Return what `side` needs to win; `why` replaces the usual `reasons`."""
        prospects = self.prospects_of(side)
        why = self.reasons(side) if why is None else why
        rows = need_rows(prospects, self.measure)
        return NeedToWin(self._answer(side, prospects), why, self.measure.heading, rows)

    def reasons(self, side: Side) -> list[Text]:
        """Return how far `side` is from those who can win, what makes up for it, and who no longer
        can."""
        lines, gaps = [], []
        rivals = [other for other in self.others(side) if self.can_win(other)]
        for other in rivals:
            ahead = self.ahead(side, other)
            values = {"n": abs(ahead), "other": other}
            if ahead > 0:
                gaps.append(_("{n} ahead of {other}", **values))
            elif ahead < 0:
                gaps.append(_("{n} behind {other}", **values))
            else:
                gaps.append(_("level with {other}", **values))
        if gaps and self.measure.unit:
            lines.append(_("You are {gaps}; {unit}.", gaps=and_list(gaps), unit=self.measure.unit))
        elif gaps:
            lines.append(_("You are {gaps}.", gaps=and_list(gaps)))
        out = [other for other in self.others(side) if other not in rivals]
        if out and rivals:
            lines.append(_("{others} can no longer win.", others=and_list(out)))
        return lines

    def _answer(self, side: Side, prospects: Sequence[Prospect]) -> Text:
        effects = {prospect.effect for prospect in prospects}
        if effects == {"alone"}:
            return _("You win, whatever happens.")
        if effects <= set(WINS):
            return _("You win or share the win, whatever happens.")
        if effects == {"never"}:
            return _("You can no longer win.")
        if effects.isdisjoint((*WINS, "depends")):
            return _("You cannot win with this deal.")
        possible = [prospect.result for prospect in prospects]
        sure = [prospect.result for prospect in prospects if prospect.effect in WINS]
        if "depends" not in effects and (aim := self.measure.aim(sure, possible)):
            return aim
        if lead := self.required_lead(side):
            return lead
        if sure and (enough := self.measure.enough(sure, possible)):
            return enough
        return _("You can still win, but it depends on the others.")


class DealOutcome(NamedTuple):
    """One way that a deal can go: the result and the points of each side, and the winners then."""

    results: Results
    points: Points
    winners: Winners


@dataclass(frozen=True)
class EnumeratedDeal(LastDeal):
    """A deal of which every outcome is checked: what it says is exact.

    The `stakes` are everything open in it. The best total wins, unless `decide` is given: for the
    points of the deal, it yields all possible `Winners`.
    """

    stakes: Sequence[Stake]
    decide: Callable[[Points], Iterable[Winners]] | None = None
    is_exact = True

    @cached_property
    def outcomes(self) -> list[DealOutcome]:
        """Every outcome once."""
        decide = self.decide or (lambda points: [self.winners_with(self.totals_after(points))])
        return [
            DealOutcome(results or points, points, winners)
            for results, points in combine(self.stakes)
            for winners in decide(points)
        ]

    @cached_property
    def winners(self) -> set[int]:
        """The indexes of the sides that can win with this deal; empty if it cannot be the last."""
        return {winner for outcome in self.outcomes for winner in outcome.winners}

    def can_win(self, side: Side) -> bool:
        return side.index in self.winners

    def reasons(self, side: Side) -> list[Text]:
        lines = super().reasons(side)
        winners = (outcome.winners for outcome in self.outcomes)
        if any(len(indices) > 1 and side.index in indices for indices in winners):
            lines.append(_("Equal totals share the win."))
        return lines

    def prospects_of(self, side: Side) -> list[Prospect]:
        by_result = defaultdict(list)
        for outcome in self.outcomes:
            by_result[outcome.results[side.index]].append(outcome)
        return [
            self._prospect(side, result, by_result[result])
            for result in sorted(by_result, key=self.measure.sort_key)
        ]

    def _prospect(self, side: Side, result: Any, outcomes: Sequence[DealOutcome]) -> Prospect:
        own = side.index
        wins = [len(outcome.winners) for outcome in outcomes if own in outcome.winners]
        may_share = max(wins, default=0) > 1
        brings = [self.sign * outcome.points[own] for outcome in outcomes]
        # A result that is nothing but points needs no further points.
        is_points = outcomes[0].results is outcomes[0].points
        points = () if is_points else (min(brings), max(brings))
        if 0 < len(wins) < len(outcomes):
            rivals = tuple(o for o in self.others(side) if self._can_pass(o, side, outcomes))
            conditions = self._conditions(side, outcomes)
            return Prospect(result, "depends", points, conditions, rivals, may_share)
        effect: Effect = "shared" if may_share else "alone"
        if not wins:
            goes_on = sum(not outcome.winners for outcome in outcomes)
            effect = "never" if not goes_on else "not_now" if goes_on < len(outcomes) else "goes_on"
        return Prospect(result, effect, points, may_share=may_share)

    def _can_pass(self, other: Side, side: Side, outcomes: Sequence[DealOutcome]) -> bool:
        """Whether `other` is ahead of `side` after one of these outcomes."""
        ahead, a, b = self.ahead(side, other), side.index, other.index
        return any(outcome.points[b] - outcome.points[a] > ahead for outcome in outcomes)

    def _conditions(self, side: Side, outcomes: Sequence[DealOutcome]) -> tuple[Condition, ...]:
        """Return what others must have, if a win needs exactly that; no more conditions than
        necessary."""
        own, conditions = side.index, []
        for other in self.others(side):
            b = other.index
            possible = sorted({o.results[b] for o in outcomes}, key=self.measure.sort_key)
            winning = {outcome.results[b] for outcome in outcomes if own in outcome.winners}
            if len(winning) < len(possible):
                wanted = tuple(result for result in possible if result in winning)
                pairs = {(outcomes[0].results[own], result) for result in winning}
                conditions.append((Condition(other, wanted, tuple(possible)), other, pairs))
        return tuple(fewest_conditions(conditions, side, outcomes))

    def required_lead(self, side: Side) -> Text | None:
        conditions = []
        for other in self.others(side):
            ahead, a, b = self.ahead(side, other), side.index, other.index
            not_behind: Pairs = set()
            behind: Pairs = set()
            for results, points, _winners in self.outcomes:
                pairs = not_behind if points[b] - points[a] <= ahead else behind
                pairs.add((results[a], results[b]))
            # Each pair of results is measured once, however many outcomes have it: 34 cards shared
            # by four have 7,770 outcomes, but only 630 pairs.
            leads = {pair: self.measure.lead(*pair) for pair in not_behind | behind}
            if None in leads.values():
                return None
            if behind:
                # The lead of the closest result that still is not behind. Whether a better lead is
                # always enough too is tested with the other conditions, in `fewest_conditions`.
                least = min([leads[pair] for pair in not_behind], default=1 + max(leads.values()))
                enough = {pair for pair, lead in leads.items() if lead >= least}
                conditions.append(((other, least), other, enough))
        wanted = fewest_conditions(conditions, side, self.outcomes)
        words = [self.measure.lead_wanted(other, lead) for other, lead in wanted]
        if not words or len(words) > MAX_CONDITIONS or None in words:
            return None
        return words[0] if len(words) == 1 else _("{one} {other}", one=words[0], other=words[1])


def fewest_conditions(
    conditions: Sequence[tuple[T, Side, Pairs]], side: Side, outcomes: Sequence[DealOutcome]
) -> list[T]:
    """Return the fewest of these conditions that hold exactly when `side` wins; empty if not even
    all of them do.

    Each condition is (what to return, another side, pairs), and holds if the results of `side` and
    of the other are among the pairs.
    """
    own, checks = side.index, [(other.index, pairs) for _condition, other, pairs in conditions]
    # All that matters of an outcome is whether it is a win and which conditions hold then. That
    # leaves a few rows of thousands of outcomes, and so every choice among the conditions, of which
    # there are no more than other sides, can be tried.
    rows = {
        (own in winners, tuple([(results[own], results[b]) in pairs for b, pairs in checks]))
        for results, _points, winners in outcomes
    }

    def is_exact(choice: Sequence[int]) -> bool:
        return all(all(holds[n] for n in choice) == is_win for is_win, holds in rows)

    every = range(len(conditions))
    choices = (choice for n in every for choice in combinations(every, n + 1))
    # Each condition holds whenever `side` wins. So if even all of them let a loss pass, none of the
    # choices is exact.
    exact = next(filter(is_exact, choices), ()) if is_exact(every) else ()
    return [conditions[n][0] for n in exact]


@dataclass(frozen=True)
class BoundedDeal(LastDeal):
    """A deal with too many outcomes to enumerate, such as a Complex: each pair of sides is bounded.

    `lead_ranges(one, other)` returns, by each result of `one`, what it can gain on `other`; a
    result that is not a key is impossible. Sound but incomplete: never wrong, but it says `depends`
    where three sides interact. The ends of two ranges may never come in the same deal, so a result
    can be called open although no outcome decides it both ways.
    """

    lead_ranges: Callable[[Side, Side], Mapping[Any, LeadRange]]

    @cached_property
    def final_leads(self) -> dict[tuple[Side, Side], dict[Any, LeadRange]]:
        """The range of each side's lead over each other one when the deal is over, by its
        result."""
        return {
            (side, other): {
                result: LeadRange(*(self.ahead(side, other) + gain for gain in gains))
                for result, gains in self.lead_ranges(side, other).items()
            }
            for side, other in permutations(self.sides, 2)
        }

    def can_win(self, side: Side) -> bool:
        # A side that is sure to stay behind another one is out; this one comparison is enough.
        return not any(
            all(lead.most < 0 for lead in self.final_leads[side, other].values())
            for other in self.others(side)
        )

    def prospects_of(self, side: Side) -> list[Prospect]:
        leads = {other: self.final_leads[side, other] for other in self.others(side)}
        possible = set.intersection(*(set(by_result) for by_result in leads.values()))
        return [
            self._prospect(result, {other: by_result[result] for other, by_result in leads.items()})
            for result in sorted(possible, key=self.measure.sort_key)
        ]

    def _prospect(self, result: Any, leads: Mapping[Side, LeadRange]) -> Prospect:
        may_share = any(lead.least <= 0 <= lead.most for lead in leads.values())
        if all(lead.least > 0 for lead in leads.values()):
            return Prospect(result, "alone")
        if all(lead.least >= 0 for lead in leads.values()):
            return Prospect(result, "shared", may_share=True)
        if any(lead.most < 0 for lead in leads.values()):
            return Prospect(result, "never")
        rivals = tuple(other for other, lead in leads.items() if lead.least < 0)
        return Prospect(result, "depends", rivals=rivals, may_share=may_share)
