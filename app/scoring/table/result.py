"""The result of a match that is over, of a game in which everybody has a total: ranks and leads.

The totals come from `Table.add_up`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from app.scoring.model.seats import Side
from app.scoring.model.text import Text, _
from app.scoring.table.deal import Deal
from app.scoring.table.outcome import Outcome, margin_of
from app.scoring.table.table import Table


@dataclass(frozen=True)
class DealScore:
    """The points of a side in one deal, in the signs of the table."""

    deal: Deal
    side: Side
    points: int


class MatchResult:
    """The ranks, the lead, and the best and the worst deal; `deals` are those that scored.

    In a game that all win or lose together nothing scores: its deals are in the `table`.
    """

    def __init__(self, outcome: Outcome, table: Table) -> None:
        self.outcome = outcome
        self.sides = table.sides
        self.ranks = table.ranks(outcome.winners)
        self.deals = [deal for deal in table.deals if deal.scores is not None]
        self.table = table
        self._sign = -1 if table.reversed else 1

    def margins_of(self, side: Side) -> list[int]:
        """Return by how many points `side` was ahead of the best other side after each deal; below
        0 if it was behind."""
        margins = []
        for deal in self.deals:
            totals = [self._sign * total for total in deal.totals]
            own = totals.pop(side.index)
            margins.append(own - max(totals))
        return margins

    def leaders_after(self, deal: Deal) -> tuple[Side, ...]:
        """Return the sides with the best total after a deal; several if they were level."""
        return self.table.best_of(deal.totals)

    def last_after(self, deal: Deal) -> list[Side]:
        """Return the sides with the worst total after a deal; several if they were level."""
        worst = min(self._sign * total for total in deal.totals)
        return [side for side in self.sides if self._sign * deal.totals[side.index] == worst]

    def best_others(self, side: Side, deal: Deal) -> list[Side]:
        """Return the sides with the best total after a deal, without `side`; several if they were
        level."""
        others = [other for other in self.sides if other is not side]
        best = max(self._sign * deal.totals[other.index] for other in others)
        return [other for other in others if self._sign * deal.totals[other.index] == best]

    def points_of(self, side: Side, deal: Deal) -> int:
        """Return the points of a side in a deal: more is better, whatever the signs of the
        table."""
        assert deal.scores is not None, "the deal has not been scored"
        return self._sign * deal.scores[side.index]

    @property
    def margin(self) -> int | None:
        """By how many points the winners are ahead, None if all sides have won."""
        others = [rank.total for rank in self.ranks if not rank.is_first]
        return margin_of(self.ranks[0].total, others)

    @property
    def deals_in_lead(self) -> int:
        """For how many deals, up to the last, the winners and no others have led."""
        winners = self.outcome.winners
        led = takewhile(lambda deal: self.leaders_after(deal) == winners, reversed(self.deals))
        return len(list(led))

    @property
    def lead(self) -> Text:
        """By how much the winners won, and since when they led, in words."""
        if len(self.outcome.winners) > 1:
            return _("with {total} each", total=self.table.signed_total(self.ranks[0].total))
        if not self.margin:
            return _("level on points")
        deals_in_lead = self.deals_in_lead
        if len(self.deals) == 1:
            return _("by {margin}", margin=self.margin)
        if deals_in_lead == 1:
            return _("by {margin}, in the last deal", margin=self.margin)
        if deals_in_lead == len(self.deals):
            return _("by {margin}, ahead from the first deal", margin=self.margin)
        first = self.deals[-deals_in_lead].number
        return _("by {margin}, ahead since deal {deal}", margin=self.margin, deal=first)

    @property
    def best(self) -> DealScore:
        """The most points in a deal; of equal ones the winners', then the latest."""
        winners = self.outcome.winners
        return max(
            self._scores,
            key=lambda score: (
                self._sign * score.points,
                score.side in winners,
                score.deal.number,
            ),
        )

    @property
    def worst(self) -> DealScore:
        """The fewest points in a deal, the latest of equal ones."""
        return min(self._scores, key=lambda score: (self._sign * score.points, -score.deal.number))

    @cached_property
    def _scores(self) -> list[DealScore]:
        return [
            DealScore(deal, side, points)
            for deal in self.deals
            for side, points in zip(self.sides, deal.scores or (), strict=True)
        ]
