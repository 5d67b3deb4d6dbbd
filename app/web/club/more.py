"""More: what is needed seldom, about a match or about this phone."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from app.web.core.access import watchers_may
from app.web.match.cache import get_match_or_404
from app.web.match.page import MatchPage

bp = Blueprint("more", __name__)


@bp.get("/more")
def show() -> ResponseReturnValue:
    """The look, and what there is without a match."""
    return render_template("more.html", match=None)


@bp.get("/matches/<int:match_id>/more")
@watchers_may
def of_match(match_id: int) -> ResponseReturnValue:
    """What can be done about a match, and the look."""
    return MatchPage(get_match_or_404(match_id)).render("more.html")
