"""The table from above: big figures for a tablet in the middle, a screen on the wall, or a seat."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.scoring import Match, Seat, Table, _
from app.web.frame.abilities import can
from app.web.frame.discs import Discs
from app.web.frame.pages import wants_part
from app.web.match.finding import find
from app.web.match.live import drawn_once

bp = Blueprint("table_view", __name__, url_prefix="/matches/<int:match_id>/table")

LOOPBACK = ("127.", "localhost", "::1", "[::1]")
"""How the names begin by which a machine calls itself."""

TURNS = {
    "upright": _("Upright"),
    "seats": _("Each seat faces its player"),
    "opposite": _("Turned for the player opposite"),
}
USUAL_TURN = "seats"
PLACES = {
    1: ("near",),
    2: ("near", "far"),
    3: ("near", "left", "right"),
    4: ("near", "left", "far", "right"),
}
"""The sides of the screen, clockwise from the one that is nearest, by the number of seats."""


@bp.get("")
def show_table(match_id: int) -> ResponseReturnValue:
    """Everyone at their side of the table; `turn` says which way up."""
    turn = request.args.get("turn", "")
    if turn not in TURNS:
        turn = USUAL_TURN
    if wants_part():
        return drawn_once(match_id, lambda match: draw(match, "match/_table.html", turn), turn)
    return draw(find(match_id), "match/table.html", turn)


def draw(match: Match, layout: str, turn: str) -> str:
    """The table, turned like this."""
    return render_template(
        layout,
        match=match,
        game=match.game,
        standing=match.standing,
        deal=match.standing.deal,
        seated=seated(match.standing.table),
        discs=Discs(match.standing.table.seats),
        last_scores=last_scores(match),
        turn=turn,
        turns=TURNS,
        match_url=url_for("matches.show_match", match_id=match.id),
        table_url=url_for("table_view.show_table", match_id=match.id),
    )


def seated(table: Table) -> list[tuple[str, Seat]]:
    """Each seat with its side of the screen, the first player nearest, in play order."""
    near, *others = PLACES[len(table.seats)]
    if table.direction == "counter-clockwise":
        others.reverse()
    return list(zip((near, *others), table.seats, strict=True))


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
