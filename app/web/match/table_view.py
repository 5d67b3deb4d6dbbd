"""The table from above: big figures for a tablet in the middle, a screen on the wall, or a seat."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, abort, g, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from app import store
from app.scoring import Match, Seat, Table, _
from app.web.core.access import this_club, watchers_may
from app.web.core.initials import Discs
from app.web.core.links import LOOPBACK, link_root, link_token, link_url, qr_code
from app.web.core.services import can, connection, services
from app.web.core.text import wants_part
from app.web.match.page import render_shared

bp = Blueprint("table_view", __name__, url_prefix="/matches/<int:match_id>/table")

TURNS = {
    "upright": _("Upright"),
    "seats": _("Each seat faces its player"),
    "opposite": _("Turned for the player opposite"),
}
USUAL_TURN = "seats"
JOIN = ("shown", "hidden")
"""Whether the code with which others can watch lies there; where nobody has said, if there is
room."""
PLACES = {
    1: ("near",),
    2: ("near", "far"),
    3: ("near", "left", "right"),
    4: ("near", "left", "far", "right"),
}
"""The sides of the screen, clockwise from the one that is nearest, by the number of seats."""


@bp.get("")
@watchers_may
def show_table(match_id: int) -> ResponseReturnValue:
    """Everyone at their side of the table; `turn` says which way up, `join` whether others are
    shown how to watch."""
    turn, join = request.args.get("turn", ""), request.args.get("join", "")
    turn, join = turn if turn in TURNS else USUAL_TURN, join if join in JOIN else ""
    about = turn, join, link_root()
    return render_shared(match_id, lambda match: draw(match, turn, join), *about)


def draw(match: Match, turn: str, join: str) -> str:
    """The table, turned like this, with the code to watch it or without."""
    return render_template(
        "match/_table.html" if wants_part() else "match/table.html",
        match=match,
        game=match.game,
        standing=match.standing,
        deal=match.standing.deal,
        seated=seated(match.standing.table),
        discs=Discs(match.standing.table.seats),
        last_scores=last_scores(match),
        turn=turn,
        turns=TURNS,
        join=join,
        root=link_root(),
        code=code_to_watch(match) if can("invite") and join != "hidden" else None,
        match_url=url_for("play.show_match", match_id=match.id),
        table_url=url_for("table_view.show_table", match_id=match.id),
    )


def seated(table: Table) -> list[tuple[str, Seat]]:
    """Each seat with its side of the screen, the first player nearest, in play order."""
    near, *others = PLACES[len(table.seats)]
    if table.direction == "counter-clockwise":
        others.reverse()
    return list(zip((near, *others), table.seats, strict=True))


def code_to_watch(match: Match) -> Markup:
    """The watch link of a match to be scanned. Who watches has it already."""
    generation = store.watch_generation(connection(), this_club(), match.id) or abort(404)
    token = link_token(services().link_key(), g.club_row, "watcher", generation, match.id)
    return qr_code(link_url(token))


def watch_address(match_id: int) -> str | None:
    """The address under which other phones find the table view, None if there can be none or it
    leads only from this machine back to itself."""
    if not can("follow") or request.host.startswith(LOOPBACK):
        return None
    return url_for("table_view.show_table", match_id=match_id, _external=True)


def last_scores(match: Match) -> Mapping[int, int]:
    """What each side scored in the latest finished deal, by the side's index."""
    deal = match.standing.last_deal
    return dict(enumerate(deal.scores)) if deal and deal.scores else {}
