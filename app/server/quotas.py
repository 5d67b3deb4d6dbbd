"""What a club may store on a server on which anyone may found one."""

from __future__ import annotations

from collections.abc import Callable

from cachetools.func import ttl_cache
from flask import Flask, current_app, request
from flask.typing import ResponseReturnValue

from app import store
from app.scoring import Text, _, _n
from app.web.core.access import is_member, this_club
from app.web.core.errors import show_error
from app.web.core.services import connection, services

ANSWER = "play.enter"
BEGIN = (
    *("new_match.begin_match", "new_match.begin_again", "files.import_file"),
    "paper_sheets.check_sheet",
)
SAVE_DECK = "decks.save_deck"
TAKE_CLUB = "club_in.take"
STORE_MORE = (ANSWER, *BEGIN, SAVE_DECK, TAKE_CLUB)
"""The endpoints of all requests that store much."""
CHECK_SECONDS = 60
"""So old may be what is known of a club while its matches are played: to add up 64 MB takes 20 ms,
as long as ten answers."""
CHECKED_CLUBS = 10_000
MEGABYTE = 1_000_000


def init_app(app: Flask) -> None:
    """Check each request that stores more."""
    services(app).usage_lately = usage_lately()
    app.before_request(limit_stored)


def limit_stored() -> ResponseReturnValue | None:
    """507 for a club that has stored as much as it may."""
    stores_more = request.method == "POST" and request.endpoint in STORE_MORE
    if not (stores_more and current_app.config["PUBLIC"] and is_member()):
        return None
    usage = services().usage_lately if request.endpoint == ANSWER else usage_now
    sentence = what_is_full(usage(this_club()))
    return show_error(507, sentence) if sentence else None


def usage_now(club: str) -> store.Usage:
    """What a club has stored, added up now."""
    return store.usage(connection(), club)


def usage_lately() -> Callable[[str], store.Usage]:
    """The same, but at most `CHECK_SECONDS` old."""
    lately: Callable[[str], store.Usage] = ttl_cache(CHECKED_CLUBS, CHECK_SECONDS)(usage_now)
    return lately


def what_is_full(usage: store.Usage) -> Text | None:
    """Why this request may not store more, and what can be done; None if it may."""
    limits, endpoint = services().limits, request.endpoint
    if endpoint in BEGIN and usage.matches >= limits.matches_of_club:
        return _n(
            "This club has {n} match, the most on this server. Delete it if nobody needs it.",
            "This club has {n} matches, the most on this server. Delete one that nobody needs.",
            usage.matches,
        )
    if endpoint == SAVE_DECK and usage.decks >= limits.decks_of_club:
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
