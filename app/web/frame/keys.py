"""Links are keys: how their secrets are made, and what whoever has opened one may see.

A secret is made anew from the key of the book whenever it is asked for. Nothing secret lies in the
book, so a link can be shown again, and another generation closes all that were handed out.
"""

from __future__ import annotations

import hmac
import json
from base64 import b32encode
from dataclasses import replace
from datetime import timedelta
from typing import Literal

from flask import current_app, g, request
from werkzeug.wrappers import Response

from app import store

Role = Literal["member", "watcher"]

BYTES = 16
KEPT_FOR = timedelta(days=400)
"""Browsers keep no cookie for longer."""
LAST_CLUB = "tricktally"
"""A cookie with the id of the club that was opened last, which is no secret and opens nothing."""

WATCHED = {
    "matches.show_match",
    "sheet_view.show_sheet",
    "stakes.show_stakes",
    "table_view.show_table",
    "following.show_seat",
    "live.follow",
    "outcome.picture",
    "corrections.show_deal",
    "corrections.show_log",
    "files.match_csv",
    "files.match_json",
    "paper.of_match",
    "paper.sheet",
    "paper.blank_of_match",
    "more.of_match",
}
"""What a watcher may see of a match, beside the book over it: no form that writes its log."""
SENT_BY_WATCHERS = {"checking.doubt"}
"""What a watcher may send: that a deal should be checked, which stands beside the log."""
BOOK = ("rules.", "settle.")


def secret_of(
    key: bytes, club: store.Club, kind: Role, generation: int, match: int | None = None
) -> str:
    """What opens a club, or one match of it: 26 letters, of which nobody guesses 128 bits."""
    # With the moment of its founding, for no other club that comes by the same id later.
    about = json.dumps([club.id, club.founded, match, kind, generation])
    digest = hmac.digest(key, about.encode("ascii"), "sha256")
    return b32encode(digest[:BYTES]).decode("ascii").rstrip("=").lower()


def member_key(key: bytes, club: store.Club) -> str:
    """What stands in a member link behind `/k/`."""
    return f"{club.id}.{secret_of(key, club, 'member', club.generation)}"


def watch_key(key: bytes, club: store.Club, match: int, generation: int) -> str:
    """What stands in the watch link of a match behind `/k/`."""
    return f"{club.id}.{match}.{secret_of(key, club, 'watcher', generation, match)}"


def way(key: str, place: int | None = None) -> str:
    """What a link has behind `/k/`: its key, and for a member the match that it leads to."""
    return key if place is None else f"{key}/{place}"


def way_of(club: store.Club, role: str, match: int | None, generation: int) -> str:
    """What the link of this generation has behind `/k/`: that of a club, which may lead to a match,
    or that of a match for who watches it."""
    key = key_of_book()
    if role == "watcher" and match:
        return watch_key(key, club, match, generation)
    return way(member_key(key, replace(club, generation=generation)), match)


def key_of_book() -> bytes:
    """The key of the book that is served."""
    key: bytes = current_app.extensions["key"]()
    return key


def role_in(db: store.Database, club: store.Club, match: int | None) -> Role | None:
    """What this phone may do: everything in the club, watch this match, or nothing."""
    if current_app.config["OPEN"] or is_right(db, club, None, cookie_of(club)):
        return "member"
    given = None if match is None else cookie_of(club, match)
    return "watcher" if given and is_right(db, club, match, given) else None


def is_right(db: store.Database, club: store.Club, match: int | None, given: str | None) -> bool:
    """Whether a secret opens a club, or a match of it, now."""
    if given is None:
        return False
    if match is None:
        secret = secret_of(key_of_book(), club, "member", club.generation)
    else:
        generation = store.watch_generation(db, club.id, match)
        if generation is None:
            return False
        secret = secret_of(key_of_book(), club, "watcher", generation, match)
    return hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode("ascii"))


def may_watch(endpoint: str | None) -> bool:
    """Whether whoever may only watch a match may ask for this, or send it."""
    if request.method == "POST":
        return endpoint in SENT_BY_WATCHERS
    is_shown = endpoint in WATCHED or str(endpoint).startswith(BOOK)
    return is_shown and request.method in ("GET", "HEAD", "OPTIONS")


def is_member() -> bool:
    """Whether this phone scores here."""
    return bool(g.get("role") == "member")


def is_watching() -> bool:
    """Whether this phone may only look on."""
    return bool(g.get("role") == "watcher")


# --- cookies ------------------------------------------------------------------------------------


def name_of_cookie(club: str, match: int | None = None) -> str:
    """What the cookie is called that opens a club, or a match of it."""
    return f"tricktally-{club}" if match is None else f"tricktally-{club}-{match}"


def cookie_of(club: store.Club, match: int | None = None) -> str | None:
    """The secret that this phone has for a club, or for a match of it."""
    return request.cookies.get(name_of_cookie(club.id, match))


def hand_over(response: Response, club: str, match: int | None, secret: str) -> None:
    """Let this phone keep a secret, and send it nowhere but where it opens something."""
    # Without a slash at its end it covers the page of a match too, and none of another number.
    path = f"{request.script_root}/c/{club}" + ("" if match is None else f"/matches/{match}")
    keep(response, name_of_cookie(club, match), secret, path)
    if match is None:
        keep(response, LAST_CLUB, club, f"{request.script_root}/")


def keep(response: Response, name: str, value: str, path: str) -> None:
    """Set a cookie that no script can read and that no other site makes a phone send along."""
    response.set_cookie(
        name,
        value,
        max_age=KEPT_FOR,
        path=path,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
