"""What is there only where others can come in: links, codes, streams for who follows, and what they
may say."""

from __future__ import annotations

from flask import Flask

from app.web.club import inviting, opening
from app.web.frame import access
from app.web.match import checking, live

FREE = (opening,)
OF_A_CLUB = (live, checking, inviting)


def let_in(app: Flask) -> None:
    """Register what lets other phones in."""
    for room in FREE:
        app.register_blueprint(room.bp)
    for room in OF_A_CLUB:
        access.register(app, room.bp)
