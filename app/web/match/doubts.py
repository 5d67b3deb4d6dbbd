"""Deals that somebody wants to be checked, as the pages of a match show them."""

from __future__ import annotations

from app import store
from app.scoring import Match
from app.web.frame.clubs import this_club
from app.web.frame.pages import connection

Doubts = dict[int, store.Doubt]
"""By the number of the deal."""


def doubts_of(match: Match) -> Doubts:
    """Every doubt about a deal of the match that is over, also those that were looked at."""
    # Of a match beside whose log nothing has changed there is nothing to look up.
    if not match.asides:
        return {}
    over = {deal.number for deal in match.standing.deals if deal.is_over}
    known = store.doubts(connection(), this_club(), match.id)
    return {doubt.deal: doubt for doubt in known if doubt.deal in over}
