"""Chances: what can still happen in a match, in words. Nothing below a match knows of them.

A game gives each deal a callable for them (`deal.chances`), made of the words that are listed here:
a `Race` of so many deals, or a match that ends at `Limits`. What a deal can bring is enumerated
once, as `Stake`s: they say what is still possible, and what of the last deal is enough to win.
"""

from __future__ import annotations

from app.scoring.chances.base import Chances, position
from app.scoring.chances.last_deal import Leads, Ways
from app.scoring.chances.limits import Limits
from app.scoring.chances.measures import Counts, Measure, Scores
from app.scoring.chances.needs import TOO_EARLY, Need, Result, Row, Verdict
from app.scoring.chances.race import Race
from app.scoring.chances.stakes import Lead, Stake, Swing, combined, seen_by, shares, widest
from app.scoring.replay import Standing
from app.scoring.seats import Side
from app.scoring.text import _

__all__ = [
    "Chances",
    "Counts",
    "Lead",
    "Leads",
    "Limits",
    "Measure",
    "Need",
    "Race",
    "Result",
    "Row",
    "Scores",
    "Stake",
    "Swing",
    "Verdict",
    "Ways",
    "chances_of",
    "combined",
    "need_of",
    "position",
    "seen_by",
    "shares",
    "widest",
]


def chances_of(standing: Standing) -> Chances | None:
    """What is still possible; None before the first deal and after the last."""
    deal = standing.deal
    return deal.chances() if deal and deal.chances else None


def need_of(standing: Standing, side: Side) -> Need:
    """What a side needs to win, in a match that goes on."""
    chances = chances_of(standing)
    if chances is None:
        not_begun = _("Nothing can be said before the first deal.")
        return Need(TOO_EARLY, [not_begun], is_known=False)
    return chances.need_of(side)
