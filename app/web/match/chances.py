"""What is still possible in a match, on a page of its own or as a part of the match page."""

from __future__ import annotations

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue

from app.scoring.chances import chances_of
from app.web.core.access import watchers_may
from app.web.core.initials import Discs
from app.web.core.text import wants_part
from app.web.match.cache import get_match_or_404

bp = Blueprint("chances", __name__, url_prefix="/matches/<int:match_id>")


@bp.get("/stakes")
@watchers_may
def show_stakes(match_id: int) -> ResponseReturnValue:
    """What each side can still gain and lose, and who can no longer be caught or win."""
    match = get_match_or_404(match_id)
    return render_template(
        "match/_stakes.html" if wants_part() else "match/stakes.html",
        match=match,
        standing=match.standing,
        stakes=chances_of(match.standing),
        discs=Discs(match.standing.table.seats),
        match_url=url_for("play.show_match", match_id=match_id),
    )
