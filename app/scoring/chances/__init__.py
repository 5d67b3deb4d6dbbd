"""Chances: what can still happen in a match, in words. Nothing below a match knows of them.

A game gives each deal a callable for them (`deal.chances`): a `Race` of so many deals, or a match
that ends at `Limits`. It enumerates once what is open of a deal, as `Stake`s: these say what is
still possible, and what of the last deal is enough to win.
"""

from __future__ import annotations

from app.scoring.chances.race import Chances
from app.scoring.chances.wording import TOO_EARLY, Need
from app.scoring.match.replay import Standing
from app.scoring.model.seats import Side
from app.scoring.model.text import _


def chances_of(standing: Standing) -> Chances | None:
    """What is still possible; None before the first deal and after the last."""
    deal = standing.deal
    return deal.chances() if deal and deal.chances else None


def need_of(standing: Standing, side: Side) -> Need:
    """What a side needs to win, in a match that goes on."""
    if chances := chances_of(standing):
        return chances.need_of(side)
    not_begun = _("Nothing can be said before the first deal.")
    return Need(TOO_EARLY, [not_begun], is_known=False)
