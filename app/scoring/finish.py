"""How a match came out, told from its deals: who lies where, by how much, and since when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from app.scoring.deal import Deal
from app.scoring.outcome import Outcome
from app.scoring.replay import Standing
from app.scoring.seats import Side
from app.scoring.text import Signed, Text, _


@dataclass(frozen=True)
class Rank:
    """One line of the final standing; those with the same total share a place."""

    place: int
    side: Side
    total: int
    is_first: bool


def ranks(standing: Standing) -> list[Rank]:
    """The sides from the best total to the worst, whoever won by a tie-break first."""
    if standing.game.wins_together:
        return []
    best = standing.outcome.winners if standing.outcome else ()
    better = 1 if standing.table.reversed else -1
    order = sorted(
        standing.sides, key=lambda side: (side not in best, better * standing.totals[side.index])
    )
    lines: list[Rank] = []
    for n, side in enumerate(order, start=1):
        total = standing.totals[side.index]
        # Who won by a tie-break shares no place with those who have as many points.
        level = bool(lines) and lines[-1].total == total and lines[-1].is_first == (side in best)
        lines.append(Rank(lines[-1].place if level else n, side, total, side in best))
    return lines


@dataclass(frozen=True)
class Feat:
    """What a side scored in one deal."""

    deal: Deal
    side: Side

    @property
    def points(self) -> int:
        """The points, in the signs of the table."""
        assert self.deal.scores is not None
        return self.deal.scores[self.side.index]


class Finish:
    """A match that is over, of a game in which everybody has a total."""

    def __init__(self, standing: Standing) -> None:
        assert standing.outcome is not None, "the match goes on"
        self.table = standing.table
        self.outcome: Outcome = standing.outcome
        self.ranks = ranks(standing)
        self.deals: Sequence[Deal] = [deal for deal in standing.finished if deal.scores is not None]

    @property
    def margin(self) -> int | None:
        """By how much the winners are ahead, None if there is nobody else."""
        behind = [rank.total for rank in self.ranks if not rank.is_first]
        return abs(self.ranks[0].total - behind[0]) if behind else None

    @property
    def since(self) -> int:
        """How many deals long, up to the end, the winners and nobody else have led."""
        winners = self.outcome.winners
        ahead = takewhile(
            lambda deal: self.table.best_of(deal.totals) == winners, reversed(self.deals)
        )
        return len(list(ahead))

    @property
    def lead(self) -> Text:
        """By how much the winners won, and since when they led."""
        if len(self.outcome.winners) > 1:
            return _("with {total} each", total=Signed(self.ranks[0].total))
        if not self.margin:
            return _("level on points")
        since = self.since
        if len(self.deals) == 1:
            return _("by {margin}", margin=self.margin)
        if since == 1:
            return _("by {margin}, in the last deal", margin=self.margin)
        if since == len(self.deals):
            return _("by {margin}, ahead from the first deal", margin=self.margin)
        first = self.deals[-since].number
        return _("by {margin}, ahead since deal {deal}", margin=self.margin, deal=first)

    @property
    def best(self) -> Feat:
        """The most that anybody won in a deal: by the winners first, then the latest."""
        better = -1 if self.table.reversed else 1
        winners = self.outcome.winners
        return max(
            self._feats,
            key=lambda feat: (better * feat.points, feat.side in winners, feat.deal.number),
        )

    @property
    def worst(self) -> Feat:
        """The most that anybody lost in a deal, the latest if that happened often."""
        better = -1 if self.table.reversed else 1
        return min(self._feats, key=lambda feat: (better * feat.points, -feat.deal.number))

    @property
    def _feats(self) -> Sequence[Feat]:
        return [Feat(deal, side) for deal in self.deals for side in self.table.sides]
