"""Which phone keeps the score: the one that has answered last, for those that could as well."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from flask import Flask, request

from app import store
from app.scoring import Match
from app.web.frame.abilities import can
from app.web.frame.clubs import this_club
from app.web.frame.pages import connection

LATELY = timedelta(minutes=15)
"""Who has not answered for so long may have put the phone away."""
KEY_OF_PHONE = re.compile("([0-9a-f]{8})-[0-9a-f]{24}")
"""What a phone calls its forms: its own name, drawn by lot and known to nobody else, and then what
no two forms share. A phone that can remember no name calls them without one."""


def prepare(app: Flask) -> None:
    """Let the question of a match say that another phone keeps the score."""
    app.jinja_env.globals.update(pen_of=pen_of)


def pen_of(match: Match) -> str | None:
    """The name of the phone that keeps the score of a match, None if nobody knows.

    A page compares it with its own: what is drawn once for all phones cannot say more.
    """
    if not can("follow"):
        return None
    # Whoever has just answered knows who it was, and answers are to cost nothing more.
    line = request.form.get("after", type=int)
    if line is not None and line != match.last_line:
        return None
    since = (datetime.now(UTC) - LATELY).isoformat(timespec="milliseconds")
    key = store.last_sent(connection(), this_club(), match.id, since)
    named = KEY_OF_PHONE.fullmatch(key or "")
    return named[1] if named else None
