"""What lists say of a match without playing it: its summary, kept with it by the store.

Plain numbers, names and keys, which lists put into words. It says nothing that the log does not,
and can be made again from there.
"""

from __future__ import annotations

from typing import Any

from app import store
from app.scoring import Match, Together

KEYS = {"players", "sides", "totals", "deals", "length", "ended", "winners"}
"""What every summary says; the one of a game that is won together also `won` and `score`, and where
a deal has a `position` also that. Those of before said this in words of English, as `now`."""


def summary_of(match: Match) -> store.Summary:
    """The summary of a match as it stands."""
    standing = match.standing
    table, outcome = standing.table, standing.outcome
    about: dict[str, Any] = {
        "players": match.seating.present,
        "sides": [[seat.index for seat in side.seats] for side in table.sides],
        "totals": table.totals,
        "deals": table.counted,
        "length": table.length,
        "ended": standing.ended_early,
        "winners": [side.index for side in outcome.winners] if outcome else [],
    }
    if standing.deal and standing.deal.position:
        about["position"] = dict(standing.deal.position)
    if isinstance(outcome, Together):
        about |= {"won": outcome.won, "score": outcome.score}
    return store.Summary(standing.is_over, about)
