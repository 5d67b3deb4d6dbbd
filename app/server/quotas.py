"""What a club may store on a server on which anyone may found one."""

from __future__ import annotations

from collections.abc import Callable

from cachetools.func import ttl_cache
from flask import Flask, current_app
from flask.typing import ResponseReturnValue

from app import store
from app.scoring import Text, _, _n
from app.web.core.access import is_member, this_club
from app.web.core.errors import show_error
from app.web.core.services import connection, services
from app.web.core.writes import Stored, stored_by_request

CHECK_SECONDS = 60
"""So old may be what is known of a club while its matches are played: to add up 64 MB takes 20 ms,
as long as ten answers."""
CHECKED_CLUBS = 10_000
MEGABYTE = 1_000_000


def init_app(app: Flask) -> None:
    """Check each request whose view says that it `stores` more."""
    services(app).usage_lately = usage_lately()
    app.before_request(limit_stored)


def limit_stored() -> ResponseReturnValue | None:
    """507 for a club that has stored as much as it may."""
    stored = stored_by_request()
    if stored is None or not (current_app.config["PUBLIC"] and is_member()):
        return None
    usage = services().usage_lately if stored == "answer" else usage_now
    sentence = what_is_full(usage(this_club()), stored)
    return show_error(507, sentence) if sentence else None


def usage_now(club: str) -> store.Usage:
    """What a club has stored, added up now."""
    return store.usage(connection(), club)


def usage_lately() -> Callable[[str], store.Usage]:
    """The same, but at most `CHECK_SECONDS` old."""
    lately: Callable[[str], store.Usage] = ttl_cache(CHECKED_CLUBS, CHECK_SECONDS)(usage_now)
    return lately


def what_is_full(usage: store.Usage, stored: Stored) -> Text | None:
    """Why no more of this may be stored, and what can be done; None if it may."""
    limits = services().limits
    if stored == "match" and usage.matches >= limits.matches_of_club:
        return _n(
            "This club has {n} match, the most on this server. Delete it if nobody needs it.",
            "This club has {n} matches, the most on this server. Delete one that nobody needs.",
            usage.matches,
        )
    if stored == "deck" and usage.decks >= limits.decks_of_club:
        return _n(
            "This club has {n} deck, the most on this server.",
            "This club has {n} decks, the most on this server.",
            usage.decks,
        )
    if usage.bytes >= limits.megabytes_of_club * MEGABYTE:
        return _(
            "This club has stored {n} MB, the most on this server. Delete matches that nobody"
            " needs; their room is free {days} days later.",
            n=usage.bytes // MEGABYTE,
            days=store.DAYS_TO_RESTORE,
        )
    return None
