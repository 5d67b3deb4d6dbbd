"""Which club a request is about, and which match a page of the book lies over: its address says so.

Everything about a match lies below `MATCH`, so that one cookie path covers it. Templates and routes
build addresses as if there were one club: the one of the request is put in here.
"""

from __future__ import annotations

import re
from typing import Any

from flask import Flask, Response, abort, current_app, g, request, url_for
from flask.blueprints import Blueprint
from werkzeug.exceptions import MethodNotAllowed
from werkzeug.routing import RequestRedirect

from app import store
from app.web.frame import keys
from app.web.frame.pages import connection

CLUB = "/c/<club>"
MATCH = f"{CLUB}/matches/<int:match>"
"""Before the addresses of the book: a rules page or a ruling as it is opened over a match."""
INSIDE = re.compile(r"(?<!/)/+c/+([^/]+)")
"""Whatever lies below the address of a club, also where nothing is."""
ALMOST = (MethodNotAllowed, RequestRedirect)
"""What is raised for an address that is nearly right."""


def prepare(app: Flask) -> None:
    """Take the club out of every address, and put it into those that are built."""
    app.url_value_preprocessor(take_club)
    app.url_defaults(give_club)
    app.before_request(come_in)
    app.after_request(forget_club)
    app.jinja_env.globals.update(
        home_url=home_url, name_of_club=name_of_club, is_member=keys.is_member
    )


def register(app: Flask, room: Blueprint) -> None:
    """Register a part of the app below the address of a club."""
    app.register_blueprint(room, url_prefix=CLUB + (room.url_prefix or ""))


def also_below(app: Flask, prefix: str, *rooms: Blueprint) -> None:
    """Let what these parts show be reached below `prefix` too, by the same names.

    An address is built there if all that `prefix` names is known.
    """
    names = {room.name for room in rooms}
    for rule in [
        rule for rule in app.url_map.iter_rules() if rule.endpoint.partition(".")[0] in names
    ]:
        methods = (rule.methods or set()) - {"HEAD", "OPTIONS"}
        app.add_url_rule(prefix + rule.rule, rule.endpoint, methods=methods)


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
    role = keys.role_in(db, club, match) if club else None
    if club is None or role is None or (role == "watcher" and not keys.may_watch(request.endpoint)):
        g.shut = g.club
        g.club = None
        abort(404)
    g.club_kept, g.role = club, role


def forget_club(response: Response) -> Response:
    """Lead nobody to a club again that is not open to them any more."""
    if (shut := g.get("shut")) and request.cookies.get(keys.LAST_CLUB) == shut:
        response.delete_cookie(keys.LAST_CLUB, path=f"{request.script_root}/")
    return response


def this_club() -> str:
    """The id of the club that this request is about."""
    club: str = g.club
    return club


def name_of_club() -> str:
    """What the club is called, nothing where nobody needs to know that there are any."""
    club: store.Club | None = g.get("club_kept")
    return (
        ""
        if club is None or (club.id, club.name) == (store.HOME, store.NAME_OF_HOME)
        else club.name
    )


def home_url() -> str:
    """Where one begins: the start of the club for its members, or the front page."""
    return url_for("start.start") if keys.is_member() else url_for("opening.front")


def address_of_match(match_id: int) -> str:
    """The address of a match of this club, built by hand where there are many on a page."""
    return f"{request.script_root}/c/{this_club()}/matches/{match_id}"
