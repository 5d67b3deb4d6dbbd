"""Pages that ask for no answer: one seat and what it needs, the chances of all, the table view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, abort, g, make_response, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from app.scoring import Match, Seat, Table, _
from app.scoring.chances import need_of, overview_of
from app.store.clubs import clubs
from app.web.core.access import link_token, this_club, url_of_match, watchers_may, works_away
from app.web.core.http import wants_partial
from app.web.core.links import LOOPBACK, link_root, link_url, qr_code
from app.web.core.page.theme import YEAR
from app.web.core.services import can, connection, services
from app.web.match.page import MatchPage, render_shared
from app.web.match.repository import get_match_or_404

bp = Blueprint("watch", __name__, url_prefix="/matches/<int:match_id>")


# One seat

SEAT = "seat"  # name of the seat to follow, from 1, in addresses and in the cookie


@bp.get("/follow")
@watchers_may
def show_seat(match_id: int) -> ResponseReturnValue:
    """Show what the chosen seat needs to win; the phone remembers the seat for this match."""
    seat = seat_of_request()
    response = make_response(render_shared(match_id, lambda match: render_seat(match, seat), seat))
    if request.args.get(SEAT) and seat and not wants_partial():
        path = f"{request.script_root}{url_of_match(match_id)}"
        response.set_cookie(SEAT, str(seat), max_age=YEAR, path=path, httponly=True, samesite="Lax")
    return response


def seat_of_request() -> int:
    """The number of the seat that this phone has chosen, now or before; 0 for none."""
    for number in (request.args.get(SEAT, ""), request.cookies.get(SEAT, "")):
        if len(number) == 1 and number in "12345678":
            return int(number)
    return 0


def render_seat(match: Match, number: int) -> str:
    """The page of the seat with this number, or the part of it that changes."""
    standing = match.standing
    seats = standing.table.seats
    seat = seats[number - 1] if 0 < number <= len(seats) else None
    side = standing.table.side_of(seat) if seat and not standing.is_over else None
    return MatchPage(match).render_page(
        "follow",
        seat=seat,
        side=side,
        need=need_of(standing, side) if side else None,
        overview=None if side or standing.is_over else overview_of(standing),
        last=standing.last_deal,
        saved=standing.table.scored_count,
    )


# The chances of all


@bp.get("/stakes")
@watchers_may
@works_away
def show_chances(match_id: int) -> ResponseReturnValue:
    """Show who can still win, how far each side is behind, and what each deal left can bring."""
    match = get_match_or_404(match_id)
    overview = None if match.standing.is_over else overview_of(match.standing)
    return MatchPage(match).render("match/chances.html", overview=overview)


# The table view: big figures for a tablet in the middle or a screen on the wall

ORIENTATIONS = {
    "upright": _("Upright"),
    "seats": _("Each seat faces its player"),
    "opposite": _("Turned for the player opposite"),
}
DEFAULT_ORIENTATION = "seats"
# Values of `join` in the address: whether the code to watch is shown. By default it is where there
# is room.
CODE_SETTINGS = ("shown", "hidden")
SCREEN_SIDES: Mapping[int, Sequence[str]] = {
    1: ("near",),
    2: ("near", "far"),
    3: ("near", "left", "right"),
    4: ("near", "left", "far", "right"),
}
"""The sides of the screen, clockwise from the one that is nearest, by the number of seats. More
stand in a list."""


@bp.get("/table")
@watchers_may
def show_table(match_id: int) -> ResponseReturnValue:
    """Each player at their side of the table.

    `turn` in the address is the orientation, `join` whether the code to watch is shown.
    """
    orientation, join = request.args.get("turn", ""), request.args.get("join", "")
    orientation = orientation if orientation in ORIENTATIONS else DEFAULT_ORIENTATION
    join = join if join in CODE_SETTINGS else ""
    varies_by = orientation, join, link_root()
    return render_shared(match_id, lambda match: render_table(match, orientation, join), *varies_by)


def render_table(match: Match, orientation: str, join: str) -> str:
    """The table view, or the part of it that changes."""
    standing, last_deal = match.standing, match.standing.last_deal
    is_list = len(standing.table.seats) not in SCREEN_SIDES
    offered = {
        key: words for key, words in ORIENTATIONS.items() if not (is_list and key == "seats")
    }
    orientation = orientation if orientation in offered else "upright"
    needs = {
        seat: need_of(standing, standing.table.side_of(seat))
        for seat in standing.table.seats
        if not standing.is_over
    }
    return MatchPage(match).render_page(
        "table",
        needs={seat: need.answer for seat, need in needs.items() if need.is_known},
        seats=seats_by_screen_side(standing.table),
        last_scores=last_deal.scores if last_deal else None,
        orientation=orientation,
        orientations=offered,
        is_list=is_list,
        join=join,
        root=link_root(),
        code=watch_code(match) if can("invite") and join != "hidden" else None,
        table_url=url_for("watch.show_table", match_id=match.id),
    )


def seats_by_screen_side(table: Table) -> list[tuple[str, Seat]]:
    """Each seat with its side of the screen, the first player nearest, in play order; with none at
    a table that is larger than a screen has sides."""
    if len(table.seats) not in SCREEN_SIDES:
        return [("", seat) for seat in table.seats]
    near, *others = SCREEN_SIDES[len(table.seats)]
    if table.direction == "counter-clockwise":
        others.reverse()
    return list(zip((near, *others), table.seats, strict=True))


def watch_code(match: Match) -> Markup:
    """The watch link of a match as a QR code. A watcher has the link already."""
    generation = clubs.watch_generation(connection(), this_club(), match.id) or abort(404)
    token = link_token(services().link_key(), g.club, "watcher", generation, match.id)
    return qr_code(link_url(token))


def table_view_url(match_id: int) -> str | None:
    """The address at which other phones find the table view.

    None where no other phone can: in the pocket, and on a server asked by its own machine.
    """
    if not can("follow") or request.host.startswith(LOOPBACK):
        return None
    return url_for("watch.show_table", match_id=match_id, _external=True)
