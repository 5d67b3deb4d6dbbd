"""Chances: what can still happen in a match, in words. A match and the layers below do not know
them.

A game gives each deal a callable, `deal.chances`, which returns `FixedLengthChances` in a match of
so many deals and `LimitChances` in a match that ends at a limit. The game enumerates once, as
`Stake`s, what is still open in a deal. From these follow what is still possible, and what is enough
to win with the last deal.
"""

from __future__ import annotations

from app.scoring.chances.catching_up import FixedLengthChances, deals_of
from app.scoring.chances.chances import Chances, LimitChances, UnplayedDeal
from app.scoring.chances.last_deal import (
    BoundedDeal,
    EnumeratedDeal,
    LastDeal,
    Scoreboard,
    scoreboard_of,
)
from app.scoring.chances.stakes import (
    LeadRange,
    Stake,
    Swing,
    combine,
    distributions,
    lead_ranges,
    merge_ranges,
    unit_vectors,
)
from app.scoring.chances.wording import (
    Amount,
    ChanceRow,
    ChanceTable,
    CountMeasure,
    Effect,
    Measure,
    NeedRow,
    NeedToWin,
    Overview,
    PointsMeasure,
    Prospect,
)
from app.scoring.match.replay import Standing
from app.scoring.model.seats import Side
from app.scoring.model.text import _

NOT_BEGUN = _("Nothing can be said before the first deal.")


def chances_of(standing: Standing) -> Chances | None:
    """Return what is still possible; None before the first deal and after the last."""
    deal = standing.deal
    return deal.chances() if deal and deal.chances else None


def need_of(standing: Standing, side: Side) -> NeedToWin:
    """Return what `side` needs to win, in a match that is not over."""
    if chances := chances_of(standing):
        return chances.need_of(side)
    if not standing.table.scored_count:
        return NeedToWin(NOT_BEGUN, is_known=False)
    # The game enumerates nothing: only the places are known.
    return NeedToWin(Scoreboard(*scoreboard_of(standing.table)).place_of(side), is_known=False)


def overview_of(standing: Standing) -> Overview:
    """Return what is still possible for all sides, in a match that is not over."""
    if chances := chances_of(standing):
        return chances.overview
    if not standing.table.scored_count:
        return Overview(NOT_BEGUN)
    board = Scoreboard(*scoreboard_of(standing.table))
    rows = [ChanceRow(side, [board.behind_cell(side)]) for side in board.ranking]
    tables = [ChanceTable(None, [_("behind by")], rows)]
    return Overview(board.place_of(board.ranking[0]), tables=tables)
