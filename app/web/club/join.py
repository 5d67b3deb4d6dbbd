"""How one comes in: a link, a code, or a new club."""

from __future__ import annotations

from flask import (
    Blueprint,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    url_for,
)
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
from app.web.core.rate_limit import client_key
from app.web.core.services import connection, services

bp = Blueprint("join", __name__)

WRONG_CODES = RateLimitItemPerMinute(5, namespace="wrong codes")
TRIED_CODES = RateLimitItemPerMinute(20, namespace="tried codes")
"""Those that come at once are counted before anybody knows which are wrong."""
FOUNDED_FROM_AN_ADDRESS = RateLimitItemPerHour(10, namespace="founding")
LONGEST_ID = 16


@bp.get("/")
def front() -> ResponseReturnValue:
    """What this is, in a few words; on to the club that was opened last."""
    if current_app.config["OPEN"]:
        club = store.first_club(connection())
        if club:
            return redirect(url_for("start.start", club=club.id))
    known = request.cookies.get(access.LAST_CLUB, "")
    # Whether there is such a club is not asked here: a stranger could ask for any.
    if known.isascii() and known.isalnum() and len(known) <= LONGEST_ID:
        return redirect(url_for("start.start", club=known))
    return show_front()


def show_front(notice: Text | None = None, about: str = "") -> str:
    """The front page, with what is wrong about what was typed: its code, or the name of a club."""
    return render_template(
        "front.html",
        games=GAMES,
        is_public=current_app.config["PUBLIC"],
        notice=notice,
        about=about,
        typed=request.form.get(about, ""),
    )


@bp.get("/k/<key>")
@bp.get("/k/<key>/<int:place>")
def open_link(key: str, place: int | None = None) -> ResponseReturnValue:
    """Open a link: this phone keeps its secret from now on, and goes where that leads.

    A member link may lead to the `place` of one match.
    """
    return opened(key if place is None else f"{key}/{place}") or abort(404)


def opened(token: str) -> Response | None:
    """Set the cookie of a link's token and redirect to what it opens; None if that is nothing."""
    key, _slash, place = token.partition("/")
    club_id, _dot, rest = key.partition(".")
    number, dot, secret = rest.rpartition(".")
    is_number = number.isascii() and number.isdecimal() and len(number) <= 18
    club = store.find_club(connection(), club_id)
    if club is None or (dot and not is_number):
        return None
    match = int(number) if dot else None
    if not access.secret_is_valid(club, match, secret):
        return None
    # A key leads nowhere but into its own club, whatever stands behind it.
    shown = match or place_in(club.id, place)
    if shown is None:
        there = url_for("start.start", club=club.id)
    else:
        there = url_for("play.show_match", club=club.id, match_id=shown)
    response = redirect(there, 303)
    access.set_access_cookie(response, club.id, match, secret)
    return response


def place_in(club: str, place: str) -> int | None:
    """The match of a club that has this number, None if there is none."""
    number = int(place) if place.isascii() and place.isdecimal() and len(place) <= 18 else 0
    return number if number and store.end_of_log(connection(), club, number) else None


@bp.post("/code")
def open_code() -> ResponseReturnValue:
    """Open what a code stands for."""
    is_within = services().rate_limiter.hit(TRIED_CODES, whose())
    if not (is_within and services().rate_limiter.test(WRONG_CODES, whose())):
        return show_front(_("Too many codes were wrong. Try again in a minute."), "code"), 429
    token = invite.take(request.form.get("code", ""))
    if response := opened(token) if token else None:
        return response
    services().rate_limiter.hit(WRONG_CODES, whose())
    wrong = _("This code opens nothing. It is good for ten minutes and for one phone.")
    return show_front(wrong, "code"), 422


@bp.post("/clubs")
def found() -> ResponseReturnValue:
    """Found a club, where anybody may."""
    if not current_app.config["PUBLIC"]:
        abort(404)
    if not services().rate_limiter.hit(FOUNDED_FROM_AN_ADDRESS, whose()):
        words = _("That were many clubs in an hour. Try again later.")
        return show_front(words, "name"), 429
    name = normalise_name(request.form.get("name", ""))
    if not name or len(name) > LONGEST_NAME:
        words = _("Give the club a name of 1 to {n} letters.", n=LONGEST_NAME)
        return show_front(words, "name"), 422
    club = store.create_club(connection(), name)
    return opened(link_token(services().link_key(), club, "member", club.generation)) or abort(404)


def whose() -> str:
    """For whom wrong codes and new clubs are counted."""
    return client_key(request.remote_addr or "")
