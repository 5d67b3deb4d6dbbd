"""Access: which club a request is about, and what it may do there.

A club and a match are in the address. Everything about a match lies below `MATCH`, so that one
cookie path covers it. Templates and routes build addresses as if there were one club: the one of
the request is put in here.

A link is a key. Its secret is made anew from the key of the database whenever it is asked for:
nothing secret lies in the database, so a link can be shown again, and another generation closes all
that were handed out.
"""

from __future__ import annotations

import hmac
import json
import re
from base64 import b32encode
from dataclasses import replace
from datetime import timedelta
from typing import Any, Literal

from flask import Flask, Response, abort, current_app, g, request, url_for
from flask.blueprints import Blueprint
from werkzeug.exceptions import MethodNotAllowed
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response as AnyResponse

from app import store
from app.web.core.services import connection, services

CLUB = "/c/<club>"
RULES_OF_MATCH = f"{CLUB}/matches/<int:match>"
"""Comes before the path of a rules page or a ruling that is opened from a match."""
INSIDE = re.compile(r"(?<!/)/+c/+([^/]+)")
"""Whatever lies below the address of a club, also where nothing is."""
ALMOST = (MethodNotAllowed, RequestRedirect)
"""What is raised for an address that is nearly right."""

Role = Literal["member", "watcher"]

BYTES = 16
KEPT_FOR = timedelta(days=400)
"""Browsers keep no cookie for longer."""
LAST_CLUB = "tricktally"
"""A cookie with the id of the club that was opened last, which is no secret and opens nothing."""

WATCHED = {
    "play.show_match",
    "sheet.show_sheet",
    "chances.show_stakes",
    "table_view.show_table",
    "watch.show_seat",
    "live.follow",
    "end.picture",
    "correct.show_deal",
    "correct.show_log",
    "files.match_csv",
    "files.match_json",
    "paper.of_match",
    "paper.sheet",
    "paper.blank_of_match",
    "more.of_match",
}
"""What a watcher may see of a match, beside the book over it: no form that writes its log."""
SENT_BY_WATCHERS = {"flags.doubt"}
"""What a watcher may send: that a deal should be checked, which stands beside the log."""
BOOK = ("rules.", "rulings.")


def init_app(app: Flask) -> None:
    """Take the club out of every address, and put it into those that are built."""
    app.url_value_preprocessor(take_club)
    app.url_defaults(give_club)
    app.before_request(come_in)
    app.after_request(forget_club)
    app.jinja_env.globals.update(home_url=home_url, name_of_club=name_of_club, is_member=is_member)


def mount_under_match(app: Flask, *blueprints: Blueprint) -> None:
    """Serve the views of registered blueprints below a match too, under the same endpoints.

    `url_for` builds the address below the match if it is told the club and the match.
    """
    names = {blueprint.name for blueprint in blueprints}
    for rule in list(app.url_map.iter_rules()):
        if rule.endpoint.partition(".")[0] in names:
            methods = (rule.methods or set()) - {"HEAD", "OPTIONS"}
            app.add_url_rule(RULES_OF_MATCH + rule.rule, rule.endpoint, methods=methods)


def take_club(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Keep the club and the match of an address aside: no route needs to be told."""
    values = {} if values is None else values
    g.club = values.pop("club", None)
    g.over_match = values.pop("match", None)


def give_club(endpoint: str, values: dict[str, Any]) -> None:
    """Put the club of this request into an address that can have it.

    An address of the book has it only with a match.
    """
    expects = current_app.url_map.is_endpoint_expecting
    is_book = expects(endpoint, "match")
    if g.get("club") and expects(endpoint, "club") and (not is_book or values.get("match")):
        values.setdefault("club", g.club)


def come_in() -> None:
    """Find out what this phone may do in the club; 404 for what it may not see, as for what is not
    there."""
    g.role = None
    # Only members learn that there is an address that is used in another way or written otherwise.
    if isinstance(request.routing_exception, ALMOST) and (inside := INSIDE.match(request.path)):
        g.club = inside[1]
    if g.club is None:
        # Where there is only one club, all other pages belong to it as well; they are there even
        # when its book is not.
        if only_club := current_app.config["CLUB"]:
            g.club, g.role = only_club, "member"
        return
    values = request.view_args or {}
    match = values.get("match_id", g.over_match)
    db, club = connection(), store.find_club(connection(), g.club)
    role = role_in(db, club, match) if club else None
    if club is None or role is None or (role == "watcher" and not may_watch(request.endpoint)):
        g.shut = g.club
        g.club = None
        abort(404)
    g.club_kept, g.role = club, role


def forget_club(response: Response) -> Response:
    """Lead nobody to a club again that is not open to them any more."""
    if (shut := g.get("shut")) and request.cookies.get(LAST_CLUB) == shut:
        response.delete_cookie(LAST_CLUB, path=f"{request.script_root}/")
    return response


def this_club() -> str:
    """The id of the club that this request is about."""
    club: str = g.club
    return club


def name_of_club() -> str:
    """What the club is called, nothing where nobody needs to know that there are any."""
    club: store.Club | None = g.get("club_kept")
    return (
        "" if club is None or (club.id, club.name) == (store.HOME, store.HOME_NAME) else club.name
    )


def home_url() -> str:
    """Where one begins: the start of the club for its members, or the front page."""
    return url_for("start.start") if is_member() else url_for("join.front")


def address_of_match(match_id: int) -> str:
    """The address of a match of this club, built by hand where there are many on a page."""
    return f"{request.script_root}/c/{this_club()}/matches/{match_id}"


# --- links --------------------------------------------------------------------------------------


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
    return services().link_key()


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


def hand_over(response: AnyResponse, club: str, match: int | None, secret: str) -> None:
    """Let this phone keep a secret, and send it nowhere but where it opens something."""
    # Without a slash at its end it covers the page of a match too, and none of another number.
    path = f"{request.script_root}/c/{club}" + ("" if match is None else f"/matches/{match}")
    keep(response, name_of_cookie(club, match), secret, path)
    if match is None:
        keep(response, LAST_CLUB, club, f"{request.script_root}/")


def keep(response: AnyResponse, name: str, value: str, path: str) -> None:
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
