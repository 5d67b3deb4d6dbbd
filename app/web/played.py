"""A match of the score book as its printed sheet tells it, with what was said about it later."""

from __future__ import annotations

from app.paper.sheets import Played
from app.scoring.telling import corrections
from app.web.found import Found


def played(found: Found) -> Played:
    """The match with the names of now, and a note for each correction that stands."""
    match = found.match
    return Played(
        found.game,
        found.standing,
        started=match.started.date(),
        corrected=corrections(match.players, match.events, found.standing_at),
    )
