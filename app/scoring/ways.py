"""Ways: all the ways that a deal can go, and so what of it is enough to win."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, TypeVar

from app.scoring.measures import Measure
from app.scoring.needs import MOST_CONDITIONS, Condition, Reckoned, Result, Verdict
from app.scoring.seats import Side
from app.scoring.stakes import Points
from app.scoring.text import Text, _, listed

T = TypeVar("T")


@dataclass(frozen=True)
class Way:
    """One way that a deal can go: what each side then has of it, the points that brings, before
    any sign is turned, and who of them wins the match, nobody if it goes on."""

    has: tuple[Any, ...]
    points: Points
    winners: tuple[int, ...]


@dataclass(frozen=True)
class Ways(Reckoned):
    """A deal that can go in each of `ways`, and in no other.

    `totals` are those before it. `reasons` says of a side what else there is to know.
    """

    measure: Measure
    sides: tuple[Side, ...]
    totals: Points
    is_reversed: bool
    ways: Sequence[Way]
    reasons: Callable[[Side], list[Text]] | None = None
    shows_points: bool = True

    @property
    def sign(self) -> int:
        """−1 if the lowest total wins."""
        return -1 if self.is_reversed else 1

    @cached_property
    def can_end(self) -> bool:
        """Whether the match can end with this deal."""
        return any(way.winners for way in self.ways)

    @cached_property
    def can_win(self) -> set[int]:
        """Who can win with this deal."""
        return {winner for way in self.ways for winner in way.winners}

    def results_of(self, side: Side) -> list[Result]:
        ways: dict[Any, list[Way]] = defaultdict(list)
        for way in self.ways:
            ways[way.has[side.index]].append(way)
        return [self._result(side, has, ways[has]) for has in sorted(ways, key=self.measure.rank)]

    def _result(self, side: Side, has: Any, ways: Sequence[Way]) -> Result:
        own = side.index
        brings = [self.sign * way.points[own] for way in ways] if self.shows_points else []
        points = (min(brings), max(brings)) if brings else None
        won = [way for way in ways if own in way.winners]
        may_share = any(len(way.winners) > 1 for way in won)
        if 0 < len(won) < len(ways):
            conditions = self._conditions(side, ways)
            rivals = self._rivals(side, ways)
            return Result(has, "depends", points, conditions, rivals, may_share)
        verdict: Verdict = "shared" if may_share else "alone"
        if not won:
            open_ends = sum(not way.winners for way in ways)
            verdict = "never"
            if open_ends:
                verdict = "goes_on" if open_ends == len(ways) else "not_now"
        return Result(has, verdict, points, may_share=may_share)

    def _conditions(self, side: Side, ways: Sequence[Way]) -> tuple[Condition, ...]:
        """What others must have, if a win takes that and nothing else; no more than is needed."""
        conditions = []
        for other in self._others(side):
            possible = {way.has[other.index] for way in ways}
            wanted = {way.has[other.index] for way in ways if side.index in way.winners}
            if wanted != possible:
                in_order = sorted(possible, key=self.measure.rank)
                chosen = tuple(has for has in in_order if has in wanted)
                conditions.append(Condition(other, chosen, tuple(in_order)))

        def holds(way: Way, among: Sequence[Condition]) -> bool:
            return all(way.has[each.side.index] in each.wanted for each in among)

        def is_exact(among: Sequence[Condition]) -> bool:
            return all(holds(way, among) == (side.index in way.winners) for way in ways)

        return tuple(fewest(conditions, is_exact))

    def _rivals(self, side: Side, ways: Sequence[Way]) -> tuple[Side, ...]:
        """Who can be ahead of this side then."""
        return tuple(
            other
            for other in self._others(side)
            if any(self._gap(way, side, other) < 0 for way in ways)
        )

    def leads_wanted(self, side: Side) -> Text | None:
        leads: list[tuple[Side, int]] = []
        for other in self._others(side):
            enough: list[int] = []
            too_little: list[int] = []
            for way in self.ways:
                lead = self.measure.lead(way.has[side.index], way.has[other.index])
                if lead is None:
                    return None
                (enough if self._gap(way, side, other) >= 0 else too_little).append(lead)
            if too_little:
                leads.append((other, min(enough, default=max(too_little) + 1)))

        def is_exact(among: Sequence[tuple[Side, int]]) -> bool:
            return all(
                all(
                    (self.measure.lead(way.has[side.index], way.has[other.index]) or 0) >= lead
                    for other, lead in among
                )
                == (side.index in way.winners)
                for way in self.ways
            )

        wanted = fewest(leads, is_exact)
        said = [self.measure.ahead(other, lead) for other, lead in wanted]
        if not said or len(said) > MOST_CONDITIONS or None in said:
            return None
        return said[0] if len(said) == 1 else _("{one} {other}", one=said[0], other=said[1])

    def _gap(self, way: Way, side: Side, other: Side) -> int:
        """How far `side` is ahead of `other` after a deal that goes this way."""
        a, b = side.index, other.index
        return self.sign * (self.totals[a] - self.totals[b]) + way.points[a] - way.points[b]

    def _others(self, side: Side) -> list[Side]:
        return [other for other in self.sides if other.index != side.index]

    def why(self, side: Side) -> list[Text]:
        if self.reasons:
            return self.reasons(side)
        lines = standing_against(self, side)
        out = [other for other in self._others(side) if other.index not in self.can_win]
        if out and len(out) < len(self.sides) - 1:
            lines.append(_("{others} can no longer win.", others=listed(out)))
        if any(side.index in way.winners and len(way.winners) > 1 for way in self.ways):
            lines.append(_("Equal totals share the win."))
        return lines


def standing_against(ways: Ways, side: Side) -> list[Text]:
    """How far a side is from those who can win, and what makes up for it."""
    rivals = [o for o in ways.sides if o.index in ways.can_win and o.index != side.index]
    return lines_against(side, rivals, ways.totals, ways.sign, ways.measure.unit)


def lines_against(
    side: Side, rivals: Sequence[Side], totals: Points, sign: int, unit: Text | None
) -> list[Text]:
    """How far a side is from these, as one sentence."""
    gaps = []
    for other in rivals:
        ahead = sign * (totals[side.index] - totals[other.index])
        about = {"n": abs(ahead), "other": other}
        gaps.append(
            _("{n} ahead of {other}", **about)
            if ahead > 0
            else _("{n} behind {other}", **about)
            if ahead < 0
            else _("level with {other}", **about)
        )
    if not gaps:
        return []
    if unit:
        return [_("You are {gaps}; {unit}.", gaps=listed(gaps), unit=unit)]
    return [_("You are {gaps}.", gaps=listed(gaps))]


def fewest(conditions: Sequence[T], is_exact: Callable[[Sequence[T]], bool]) -> Sequence[T]:
    """As few of these conditions as say exactly when there is a win; none if even all do not."""
    if not is_exact(conditions):
        return ()
    fewer = (some for n in range(1, len(conditions)) for some in combinations(conditions, n))
    return next(filter(is_exact, fewer), conditions)
