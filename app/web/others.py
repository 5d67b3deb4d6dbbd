"""What is there only where others can come in: links, codes, streams for who follows, and what they
may say."""

from __future__ import annotations

from flask import Flask

from app.web.club import invite, join
from app.web.core import access
from app.web.match import flags, live

FREE = (join,)
OF_A_CLUB = (live, flags, invite)


def let_in(app: Flask) -> None:
    """Register what lets other phones in."""
    for room in FREE:
        app.register_blueprint(room.bp)
    for room in OF_A_CLUB:
        access.register(app, room.bp)
