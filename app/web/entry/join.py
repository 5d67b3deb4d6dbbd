"""How a phone gets into a club: by a link, by a code, or by founding one."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from app.games import GAMES
from app.limits import HOUR, MINUTE, RateLimit
from app.scoring import Text, _, _n
from app.scoring.game import LONGEST_NAME, normalise_name
from app.store.clubs import clubs
from app.store.clubs.clubs import Club
from app.store.matches import log
from app.web.core import access
from app.web.core.access import client_key, client_networks, link_token
from app.web.core.errors import try_again
from app.web.core.services import connection, services
from app.web.entry import invite

bp = Blueprint("join", __name__)

IPV6_FACTORS = (1, 2, 4)
"""Factors of the limit of one client for each of its `client_networks`, the smallest first."""
MAX_CLUB_ID_LETTERS = 16


@bp.get("/")
def front() -> ResponseReturnValue:
    """What the app is, in a few words; a redirect if a club was opened before."""
    if current_app.config["OPEN"]:
        club = clubs.first_club(connection())
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
        "entry/front.html",
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
        return render_template("entry/other_club.html", name=club.name)
    return opened


def other_club(token: str) -> Club | None:
    """The club that a member link opens, if this phone has opened another one before."""
    last = request.cookies.get(access.LAST_CLUB_COOKIE)
    club_id, _dot, rest = token.partition("/")[0].partition(".")
    is_other = last and last != club_id and "." not in rest
    return clubs.find_club(connection(), club_id) if is_other else None


def open_token(token: str) -> Response | None:
    """Set the cookie of a link's token and redirect to what it opens; None if that is nothing."""
    token, _slash, target = token.partition("/")
    club_id, _dot, rest = token.partition(".")
    watched, dot, secret = rest.rpartition(".")
    match_id = parse_id(watched)
    club = clubs.find_club(connection(), club_id)
    is_valid = access.secret_is_valid(club or access.NO_CLUB, match_id, secret)
    if club is None or (dot and match_id is None) or not is_valid:
        return None
    shown, target_id = match_id, parse_id(target)
    # A token leads nowhere but into its own club, whatever match it asks for.
    if match_id is None and target_id and log.find_log_head(connection(), club.id, target_id):
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
    limits, limiter = services().limits, services().rate_limiter
    wrong_codes = RateLimit("wrong codes", limits.wrong_codes_per_minute)
    client = client_key(request.remote_addr or "")
    if limiter.test(wrong_codes, client):
        of_client, of_all = limits.tried_codes_per_minute, limits.tried_codes_of_all_per_minute
        after = seconds_to_wait("tried codes", of_client, of_all, MINUTE)
    else:
        after = limiter.seconds_left(wrong_codes, client)
    if after:
        words = try_again(after, _("Too many codes were wrong."))
        return show_front(words, "code"), 429, {"Retry-After": str(after)}
    token = invite.redeem_code(request.form.get("code", ""))
    if response := open_token(token) if token else None:
        return response
    limiter.hit(wrong_codes, client)
    wrong = _("This code is wrong, or used already. A code works for ten minutes, for one phone.")
    return show_front(wrong, "code"), 422


def seconds_to_wait(what: str, of_client: int, of_all: int, seconds: int) -> int:
    """Count what the client of this request does; 0 if it may, and else the seconds until it may:
    it is over its limit, or a network around it is, or all clients together are."""
    networks = client_networks(request.remote_addr or "")
    counted = [
        (RateLimit(f"{what} of {factor} clients", of_client * factor, seconds), network)
        for factor, network in zip(IPV6_FACTORS, networks, strict=False)
    ]
    # The smallest first: what is refused for a client counts for nobody else.
    of_everybody = RateLimit(f"{what} of all", of_all, seconds), ""
    return services().rate_limiter.seconds_to_wait(*counted, of_everybody)


@bp.post("/clubs")
def create_club() -> ResponseReturnValue:
    """Create a club on a public server, and let this phone in."""
    if not current_app.config["PUBLIC"]:
        abort(404)
    limits = services().limits
    of_client, of_all = limits.clubs_per_hour, limits.clubs_of_all_per_hour
    if after := seconds_to_wait("clubs", of_client, of_all, HOUR):
        words = _("Too many clubs in one hour. Try again later.")
        return show_front(words, "name"), 429, {"Retry-After": str(after)}
    name = normalise_name(request.form.get("name", ""))
    if not name or len(name) > LONGEST_NAME:
        words = _n(
            "Give the club a name of 1 to {n} letter.",
            "Give the club a name of 1 to {n} letters.",
            LONGEST_NAME,
        )
        return show_front(words, "name"), 422
    club = clubs.create_club(connection(), name)
    token = link_token(services().link_key(), club, "member", club.generation)
    return open_token(token) or abort(404)
