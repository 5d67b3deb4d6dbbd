"""Access, or authorization: who may see a page, and which club a request is about.

A club and a match are in the address, and a cookie for either opens what lies below it. Views and
templates build addresses as if there were one club: that of the request is added here.

There is no login and no session: the cookie of a club makes its phone a member, and that is the one
permission. Members may see and use every view below their club. A watcher, who has the cookie of
one match, may see only the views of it that say so, by `@watchers_may`. Views that are not below a
club, such as the rules, are for everyone.

A link is a key: whoever has it may do what it is for. Its secret, which becomes the value of the
cookie, is computed from the key file of the database whenever it is needed. None is stored, so a
link can be shown again, and a higher generation of the club or the match closes all links of the
one before.
"""

from __future__ import annotations

import hmac
import ipaddress
import json
import re
from base64 import b32encode
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Literal, TypeVar

from flask import Flask, Response, abort, current_app, g, request, url_for
from flask.blueprints import Blueprint
from werkzeug.exceptions import MethodNotAllowed
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response as AnyResponse

from app.fair_queue import Requester
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME, HOME_NAME, Club
from app.web.core.services import connection, services

Role = Literal["member", "watcher"]

SECRET_BYTES = 16
CLUB = "/c/<club>"
RULES_OF_MATCH = f"{CLUB}/matches/<int:match>"
"""Comes before the path of a rules page or a ruling that is opened from a match."""
CLUB_IN_PATH = re.compile(r"(?<!/)/+c/+([^/]+)")
"""Finds the club also where no view is."""
ROUTING_ERRORS = (MethodNotAllowed, RequestRedirect)
"""What routing raises for another method or spelling of an address that exists."""

LARGEST_ID = 2**63 - 1
"""Of a match, a person or an evening: a database has no larger number."""
COOKIE_AGE = timedelta(days=400)
"""Browsers keep no cookie for longer."""
SECURE = "__Secure-"
"""How the names of cookies begin that a browser takes over HTTPS only."""
TRIED_COOKIES = 4
"""Of one name: another site of the same domain can set one beside ours, and lock nobody out."""
NO_CLUB = Club("", "", "", 1)
LAST_CLUB_COOKIE = "tricktally"
"""A cookie with the id of the club that was opened last, which is no secret and opens nothing."""

IPV6_NETWORK = 64  # bits of one household, which can choose the others as it likes
LARGER_IPV6_NETWORKS = (56, 48)
"""What some providers give to one household, and many to a company."""

View = TypeVar("View", bound=Callable[..., Any])
Away = TypeVar("Away", bound=Callable[..., Any] | Blueprint)


def init_app(app: Flask) -> None:
    """Authorize every request, and keep the club of its address out of views and templates."""
    app.url_value_preprocessor(pop_club_from_url)
    app.url_defaults(add_club_to_url)
    app.before_request(authorize_request)
    app.after_request(clear_stale_club_cookie)
    app.jinja_env.globals.update(home_url=home_url, club_name=club_name, is_member=is_member)


def watchers_may(view: View) -> View:
    """Let watchers of its match use this view. Below a club all others are for members only."""
    view.watchers_may = True  # type: ignore[attr-defined]
    return view


def works_away(here: Away) -> Away:
    """Let a view, or all of a blueprint, be used while a phone has one match and not its club: it
    is about that match, or begins another, or is about nothing of a club, and what it saves is in a
    log or a cookie of the phone. All others need the club, see `app.pocket.journey`."""
    here.works_away = True  # type: ignore[union-attr]
    return here


def mount_under_match(app: Flask, *blueprints: Blueprint) -> None:
    """Serve the views of registered blueprints below a match too, under the same endpoints.

    `url_for` builds the address below the match if it is told the club and the match.
    """
    names = {blueprint.name for blueprint in blueprints}
    for rule in list(app.url_map.iter_rules()):
        if rule.endpoint.partition(".")[0] in names:
            methods = (rule.methods or set()) - {"HEAD", "OPTIONS"}
            app.add_url_rule(RULES_OF_MATCH + rule.rule, rule.endpoint, methods=methods)


def pop_club_from_url(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Move the club of the address, and the match that rules are opened from, to `g`."""
    values = {} if values is None else values
    g.club_id = values.pop("club", None)
    g.rules_match = values.pop("match", None)


def add_club_to_url(endpoint: str, values: dict[str, Any]) -> None:
    """Add the club of this request to an address that takes one; rules take one with a match."""
    expects = current_app.url_map.is_endpoint_expecting
    is_of_rules = expects(endpoint, "match")
    if g.get("club_id") and expects(endpoint, "club") and (not is_of_rules or values.get("match")):
        values.setdefault("club", g.club_id)


def authorize_request() -> None:
    """Set `g.role`; abort with 404 if no cookie of this request grants access.

    It is the same 404 as for what does not exist, so that nobody learns what does.
    """
    g.role = None
    # Only members learn that there is an address with another method or spelling.
    is_near_miss = isinstance(request.routing_exception, ROUTING_ERRORS)
    if is_near_miss and (path := CLUB_IN_PATH.match(request.path)):
        g.club_id = path[1]
    if g.club_id is None:
        # Where there is only one club, pages without one belong to it too. They work even when its
        # database does not.
        if only_club := current_app.config["CLUB"]:
            g.club_id, g.role = only_club, "member"
        return
    match_id = (request.view_args or {}).get("match_id", g.rules_match)
    club = clubs.find_club(connection(), g.club_id)
    # For a club that is not there as much is worked out, so that the time tells nothing either.
    role = role_of_request(club or replace(NO_CLUB, id=g.club_id), match_id)
    role = role if club else None
    may_watch = getattr(view_of_request(), "watchers_may", False)
    if role is None or (role == "watcher" and not may_watch):
        g.denied_club_id = g.club_id
        g.club_id = None
        abort(404)
    g.club, g.role = club, role


def view_of_request() -> Callable[..., Any] | None:
    """The view that this request is for, with what its decorators say of it; None without one."""
    return current_app.view_functions.get(request.endpoint or "")


def clear_stale_club_cookie(response: Response) -> Response:
    """Delete the cookie of the club that was opened last if access to that club was denied."""
    if (club := g.get("denied_club_id")) and request.cookies.get(LAST_CLUB_COOKIE) == club:
        response.delete_cookie(LAST_CLUB_COOKIE, path=f"{request.script_root}/")
    return response


def is_id(number: int) -> bool:
    """Whether a number from an address or a form can be that of a row."""
    return 0 < number <= LARGEST_ID


def page_before() -> int | None:
    """The number before which a page of a list begins, as its address says it; None for the first
    page."""
    before = request.args.get("before", type=int)
    return None if before is None else max(0, min(before, LARGEST_ID))


def role_of_request(club: Club, match_id: int | None) -> Role | None:
    """The role that the cookies of this request give in the club, or for a match of it."""

    def has_cookie(match_id: int | None) -> bool:
        name = cookie_name(club.id, match_id)
        secrets = [*request.cookies.getlist(SECURE + name), *request.cookies.getlist(name)]
        return any(secret_is_valid(club, match_id, secret) for secret in secrets[:TRIED_COOKIES])

    if current_app.config["OPEN"] or has_cookie(None):
        return "member"
    is_of_match = match_id is not None and is_id(match_id)
    return "watcher" if is_of_match and has_cookie(match_id) else None


def link_secret(
    key: bytes, club: Club, role: str, generation: int, match_id: int | None = None
) -> str:
    """The secret of a club, or of one match of it: 26 letters that stand for 128 bits."""
    # With the moment of its founding: a club that gets the same id later has other secrets.
    signed = json.dumps([club.id, club.founded, match_id, role, generation])
    digest = hmac.digest(key, signed.encode("ascii"), "sha256")
    return b32encode(digest[:SECRET_BYTES]).decode("ascii").rstrip("=").lower()


def link_token(
    key: bytes, club: Club, role: str, generation: int, match_id: int | None = None
) -> str:
    """The token of a link, which follows `/k/`. A watcher's opens a match, a member's its club.

    With a `match_id` a member's leads straight to that match.
    """
    if role == "watcher":
        return f"{club.id}.{match_id}.{link_secret(key, club, role, generation, match_id)}"
    token = f"{club.id}.{link_secret(key, club, role, generation)}"
    return f"{token}/{match_id}" if match_id else token


def secret_is_valid(club: Club, match_id: int | None, secret: str) -> bool:
    """Whether this is the secret of the club, or of a match of it, in its current generation."""
    role: Role = "member"
    generation: int | None = club.generation
    if match_id is not None:
        role, generation = "watcher", clubs.watch_generation(connection(), club.id, match_id)
    # For a match that is not there as much is worked out, as for a club.
    valid = link_secret(services().link_key(), club, role, generation or 0, match_id)
    is_same = hmac.compare_digest(secret.encode("utf-8", "replace"), valid.encode("ascii"))
    return is_same and generation is not None


def is_member() -> bool:
    """Whether this request may score."""
    return bool(g.get("role") == "member")


def is_watching() -> bool:
    """Whether this request may only watch a match."""
    return bool(g.get("role") == "watcher")


def this_club() -> str:
    """The id of the club that this request is about."""
    club_id: str = g.club_id
    return club_id


def this_requester() -> Requester:
    """The requester of this request: its club, unless it is about none, and its address."""
    client = client_key(request.remote_addr or "")
    return Requester(g.get("club_id") or client, client)


def client_key(address: str) -> str:
    """What counts as one client: an IPv4 address, or the IPv6 network of one household."""
    return client_networks(address)[0]


def client_networks(address: str) -> Sequence[str]:
    """What counts as one client, the smallest first: an IPv4 address, or the IPv6 network of one
    household and those around it."""
    if ":" not in address:
        return [address]
    try:
        whole = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return [address]  # what a proxy has made up
    if whole.ipv4_mapped:
        return [str(whole.ipv4_mapped)]
    return [
        str(ipaddress.IPv6Network((whole, bits), strict=False))
        for bits in (IPV6_NETWORK, *LARGER_IPV6_NETWORKS)
    ]


def club_name() -> str:
    """What the club is called; empty where there is none, or only the one that each app has."""
    club: Club | None = g.get("club")
    if club is None or (club.id, club.name) == (HOME, HOME_NAME):
        return ""
    return club.name


def home_url() -> str:
    """The start page of the club for its members, or else the front page."""
    return url_for("start.start") if is_member() else url_for("join.front")


def url_of_match(match_id: int) -> str:
    """The address of a match of this club. Faster than `url_for`, for lists of many."""
    return f"{request.script_root}/c/{this_club()}/matches/{match_id}"


def cookie_name(club_id: str, match_id: int | None = None) -> str:
    """The name of the cookie with the secret of a club, or of a match of it; without `SECURE`."""
    return f"tricktally-{club_id}" if match_id is None else f"tricktally-{club_id}-{match_id}"


def set_access_cookie(
    response: AnyResponse, club_id: str, match_id: int | None, secret: str
) -> None:
    """Let the browser keep a secret, and send it only below what it opens.

    No script can read the cookie, and no other site can make the browser send it along with a form.
    """
    root = f"{request.script_root}/"
    # Without a slash at its end the path covers the page of the match too, and of no other number.
    path = f"{root}c/{club_id}" + ("" if match_id is None else f"/matches/{match_id}")
    prefix = SECURE if request.is_secure else ""
    cookies = [(prefix + cookie_name(club_id, match_id), secret, path)]
    if match_id is None:
        cookies.append((LAST_CLUB_COOKIE, club_id, root))
    for name, value, its_path in cookies:
        response.set_cookie(
            name,
            value,
            max_age=COOKIE_AGE,
            path=its_path,
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",
        )


def delete_access_cookies(response: AnyResponse, club_id: str) -> None:
    """Let the browser forget the secret of a club, and that this one was opened last."""
    root = f"{request.script_root}/"
    name = cookie_name(club_id)
    response.delete_cookie(name, path=f"{root}c/{club_id}")
    response.delete_cookie(SECURE + name, path=f"{root}c/{club_id}", secure=True)
    response.delete_cookie(LAST_CLUB_COOKIE, path=root)
