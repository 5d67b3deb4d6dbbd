"""Leads: what is enough in a deal with too many ways to look at, seen from each pair of sides.

What it calls enough is, and so is what it calls not enough. Of what may be either it does not tell
which: that is where others come in, all at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from app.scoring.measures import Measure
from app.scoring.needs import Reckoned, Result
from app.scoring.seats import Side
from app.scoring.stakes import Points
from app.scoring.text import Text, _, listed
from app.scoring.ways import lines_against


class Lead(NamedTuple):
    """The least and the most that a deal can bring one side more than another, before any sign is
    turned."""

    least: int
    most: int


@dataclass(frozen=True)
class Leads(Reckoned):
    """The last deal: `leads_of(one, other)` has by each result of the one what it can gain on the
    other; a result that is not among them cannot be."""

    measure: Measure
    sides: tuple[Side, ...]
    totals: Points
    is_reversed: bool
    leads_of: Callable[[Side, Side], Mapping[Any, Lead]]

    @property
    def sign(self) -> int:
        """−1 if the lowest total wins."""
        return -1 if self.is_reversed else 1

    def results_of(self, side: Side) -> list[Result]:
        leads = {other: self._after(side, other) for other in self._others(side)}
        possible = set.intersection(*(set(by_result) for by_result in leads.values()))
        return [
            result_of(has, {other: by_result[has] for other, by_result in leads.items()})
            for has in sorted(possible, key=self.measure.rank)
        ]

    def _after(self, side: Side, other: Side) -> dict[Any, Lead]:
        """How far `side` can be ahead of `other` when all is over."""
        ahead = self.sign * (self.totals[side.index] - self.totals[other.index])
        return {
            has: Lead(ahead + lead.least, ahead + lead.most)
            for has, lead in self.leads_of(side, other).items()
        }

    def _others(self, side: Side) -> list[Side]:
        return [other for other in self.sides if other.index != side.index]

    def why(self, side: Side) -> list[Text]:
        others = self._others(side)
        # Whoever somebody is sure to stay ahead of is out of it.
        out = [other for other in others if self._is_out(other)]
        rivals = [other for other in others if other not in out]
        lines = lines_against(side, rivals, self.totals, self.sign, self.measure.unit)
        if out and rivals:
            lines.append(_("{others} can no longer win.", others=listed(out)))
        return lines

    def _is_out(self, side: Side) -> bool:
        return any(
            all(lead.most < 0 for lead in self._after(side, other).values())
            for other in self._others(side)
        )


def result_of(has: Any, leads: Mapping[Side, Lead]) -> Result:
    """What it leads to if a side has this, with what it can then be ahead of each of the others."""
    may_share = any(lead.least <= 0 <= lead.most for lead in leads.values())
    if all(lead.least > 0 for lead in leads.values()):
        return Result(has, "alone")
    if all(lead.least >= 0 for lead in leads.values()):
        return Result(has, "shared", may_share=True)
    if any(lead.most < 0 for lead in leads.values()):
        return Result(has, "never")
    rivals = tuple(other for other, lead in leads.items() if lead.least < 0)
    return Result(has, "depends", rivals=rivals, may_share=may_share)
