"""Follow one seat: what it needs to win, for whoever has no score to keep."""

from __future__ import annotations

from flask import Blueprint, make_response, request
from flask.typing import ResponseReturnValue

from app.scoring import Match, Text, _
from app.scoring.chances import NeedToWin, need_of
from app.web.core.access import url_of_match, watchers_may
from app.web.core.text import wants_part
from app.web.core.theme import YEAR
from app.web.match.page import MatchPage, render_shared

SEAT = "seat"
"""What the address and the cookie call the seat that is followed, counted from 1."""

bp = Blueprint("watch", __name__, url_prefix="/matches/<int:match_id>/follow")


@bp.get("")
@watchers_may
def show_seat(match_id: int) -> ResponseReturnValue:
    """What the chosen seat needs, and what is enough."""
    return show_followed_seat(match_id)


def show_followed_seat(match_id: int) -> ResponseReturnValue:
    """The same, wherever it is asked for: the seat is remembered on this phone, for this match."""
    seat = seat_chosen()
    response = make_response(render_shared(match_id, lambda match: draw(match, seat), seat))
    if request.args.get(SEAT) and seat and not wants_part():
        path = f"{request.script_root}{url_of_match(match_id)}"
        response.set_cookie(SEAT, str(seat), max_age=YEAR, path=path, httponly=True, samesite="Lax")
    return response


def seat_chosen() -> int:
    """The number of a seat that this phone has chosen, now or before; 0 for none."""
    for given in (request.args.get(SEAT, ""), request.cookies.get(SEAT, "")):
        if len(given) == 1 and given in "12345678":
            return int(given)
    return 0


def draw(match: Match, number: int) -> str:
    """The page or the part of it that changes, for the seat with this number."""
    standing = match.standing
    seats = standing.table.seats
    seat = seats[number - 1] if 0 < number <= len(seats) else None
    is_followed = seat is not None and not standing.is_over
    need = need_of(standing, standing.table.side_of(seat)) if seat and is_followed else None
    return MatchPage(match).render(
        "match/_follow.html" if wants_part() else "match/follow.html",
        seat=seat,
        need=need,
        question=question(match, need),
        saved=standing.table.counted,
    )


def question(match: Match, need: NeedToWin | None) -> Text:
    """What the page answers."""
    if need is None:
        return _("Whom do you follow?")
    table = match.standing.table
    if table.length and table.length - table.counted == 1 and not match.game.wins_together:
        return _("Last deal. What do I need?")
    if need.is_known and not table.length:
        return _("This deal can be the last. What do I need?")
    return _("What do I need?")
