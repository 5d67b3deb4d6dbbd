"""Which club a request is about."""

from __future__ import annotations

from flask import abort, g

from app import store
from app.web.frame.pages import connection


def this_club() -> str:
    """The id of the club: the one that there is, for now."""
    if "club" not in g:
        first = next(iter(store.clubs(connection())), None) or abort(404)
        g.club = first.id
    club: str = g.club
    return club
