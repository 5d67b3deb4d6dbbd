"""How a phone gets into a club: by a link, by a code, or by founding one."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from limits import RateLimitItemPerHour, RateLimitItemPerMinute
from werkzeug.wrappers import Response

from app import store
from app.games import GAMES
from app.scoring import Text, _
from app.scoring.game import LONGEST_NAME, normalise_name
from app.web.club import invite
from app.web.core import access
from app.web.core.links import link_token
from app.web.core.rate_limit import client_key, client_networks
from app.web.core.services import connection, services

bp = Blueprint("join", __name__)

WRONG_CODES = RateLimitItemPerMinute(5, namespace="wrong codes")
TRIED_CODES = [
    RateLimitItemPerMinute(20, namespace="tried codes"),
    RateLimitItemPerMinute(40, namespace="tried codes of a network"),
    RateLimitItemPerMinute(80, namespace="tried codes of a large network"),
]
"""Codes that come at once are counted before it is known which are wrong: of a client, and of the
networks around it, each with a few more."""
ALL_TRIED_CODES = RateLimitItemPerMinute(300, namespace="tried codes of all")
"""Of all clients together: while a code is valid, 3,000 of 148 million are tried."""
CLUBS_OF_CLIENT = RateLimitItemPerHour(10, namespace="founding")
MAX_CLUB_ID_LETTERS = 16


@bp.get("/")
def front() -> ResponseReturnValue:
    """What the app is, in a few words; a redirect if a club was opened before."""
    if current_app.config["OPEN"]:
        club = store.first_club(connection())
        if club:
            return redirect(url_for("start.start", club=club.id))
    last = request.cookies.get(access.LAST_CLUB_COOKIE, "")
    # Whether there is such a club is not asked here: a stranger could ask for any.
    if last.isascii() and last.isalnum() and len(last) <= MAX_CLUB_ID_LETTERS:
        return redirect(url_for("start.start", club=last))
    return show_front()


def show_front(notice: Text | None = None, field: str = "") -> str:
    """The front page, with what is wrong about a `field`: the code, or the name of a club."""
    return render_template(
        "club/front.html",
        games=GAMES,
        is_public=current_app.config["PUBLIC"],
        notice=notice,
        about=field,
        typed=request.form.get(field, ""),
    )


@bp.route("/k/<token>", methods=["GET", "POST"])
@bp.route("/k/<token>/<int:match_id>", methods=["GET", "POST"])
def open_link(token: str, match_id: int | None = None) -> ResponseReturnValue:
    """Set the cookie of a link, and redirect to its match or club, or to `match_id` there.

    A phone that has a club already is asked first: anybody can send it a link to theirs.
    """
    token = token if match_id is None else f"{token}/{match_id}"
    opened = open_token(token) or abort(404)
    if request.method != "POST" and (club := other_club(token)):
        return render_template("club/other_club.html", name=club.name)
    return opened


def other_club(token: str) -> store.Club | None:
    """The club that a member link opens, if this phone has opened another one before."""
    last = request.cookies.get(access.LAST_CLUB_COOKIE)
    club_id, _dot, rest = token.partition("/")[0].partition(".")
    is_other = last and last != club_id and "." not in rest
    return store.find_club(connection(), club_id) if is_other else None


def open_token(token: str) -> Response | None:
    """Set the cookie of a link's token and redirect to what it opens; None if that is nothing."""
    token, _slash, target = token.partition("/")
    club_id, _dot, rest = token.partition(".")
    watched, dot, secret = rest.rpartition(".")
    match_id = parse_id(watched)
    club = store.find_club(connection(), club_id)
    if (
        club is None
        or (dot and match_id is None)
        or not access.secret_is_valid(club, match_id, secret)
    ):
        return None
    shown, target_id = match_id, parse_id(target)
    # A token leads nowhere but into its own club, whatever match it asks for.
    if match_id is None and target_id and store.find_log_head(connection(), club.id, target_id):
        shown = target_id
    url = url_for("start.start", club=club.id)
    if shown is not None:
        url = url_for("play.show_match", club=club.id, match_id=shown)
    response = redirect(url, 303)
    access.set_access_cookie(response, club.id, match_id, secret)
    return response


def parse_id(text: str) -> int | None:
    """The number of a match, None for a text that cannot be one."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 18 else None


@bp.post("/code")
def open_code() -> ResponseReturnValue:
    """Redeem a code; 422 if it opens nothing, 429 after too many of those."""
    limiter, networks = services().rate_limiter, client_networks(request.remote_addr or "")
    client = networks[0]
    # The cheapest first: what is refused for a client counts for nobody else.
    may_try = limiter.test(WRONG_CODES, client) and all(
        limiter.hit(limit, network)
        for limit, network in [*zip(TRIED_CODES, networks, strict=False), (ALL_TRIED_CODES, "")]
    )
    if not may_try:
        return show_front(_("Too many codes were wrong. Try again in a minute."), "code"), 429
    token = invite.redeem_code(request.form.get("code", ""))
    if response := open_token(token) if token else None:
        return response
    limiter.hit(WRONG_CODES, client)
    wrong = _("This code is wrong, or used already. A code works for ten minutes, for one phone.")
    return show_front(wrong, "code"), 422


@bp.post("/clubs")
def create_club() -> ResponseReturnValue:
    """Create a club on a public server, and let this phone in."""
    if not current_app.config["PUBLIC"]:
        abort(404)
    if not services().rate_limiter.hit(CLUBS_OF_CLIENT, client_key(request.remote_addr or "")):
        words = _("Too many clubs in one hour. Try again later.")
        return show_front(words, "name"), 429
    name = normalise_name(request.form.get("name", ""))
    if not name or len(name) > LONGEST_NAME:
        words = _("Give the club a name of 1 to {n} letters.", n=LONGEST_NAME)
        return show_front(words, "name"), 422
    club = store.create_club(connection(), name)
    token = link_token(services().link_key(), club, "member", club.generation)
    return open_token(token) or abort(404)
