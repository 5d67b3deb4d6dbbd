"""Settings of a whole match: its title, and whether it is deleted."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from app.scoring import _
from app.scoring.game import LONGEST_NAME, normalise_name
from app.scoring.model.problems import too_long
from app.store.matches import deletion, matches
from app.store.matches.deletion import AlreadyHere
from app.web.core.access import this_club
from app.web.core.services import connection, publish
from app.web.match.page import MatchPage
from app.web.match.rebuild import rebuild_matches
from app.web.match.repository import get_match_or_404, get_stored_log_head_or_404, show_deleted

bp = Blueprint("settings", __name__, url_prefix="/matches/<int:match_id>")


@bp.post("/title")
def set_title(match_id: int) -> ResponseReturnValue:
    """Set the match's title, or remove it with an empty one; 422 with one that is too long.

    Redirects to the history, which shows it.
    """
    match = get_match_or_404(match_id)
    title = normalise_name(request.form.get("title", ""))
    if notice := too_long(_("This title"), title, LONGEST_NAME):
        return MatchPage(match).show(notice=notice), 422
    matches.set_title(connection(), this_club(), match_id, title)
    publish(match_id)
    done = "title" if title else "no-title"
    return redirect(url_for("correct.show_log", match_id=match_id, done=done), 303)


@bp.post("/delete")
def delete(match_id: int) -> ResponseReturnValue:
    """Mark the match as deleted: no list has it, and its page has only a way back."""
    get_stored_log_head_or_404(match_id)
    deletion.delete_match(connection(), this_club(), match_id)
    publish(match_id)
    return redirect(url_for("play.show_match", match_id=match_id), 303)


@bp.post("/restore")
def restore(match_id: int) -> ResponseReturnValue:
    """Undo the deletion of a match; 409 with the way to it if it has come by a file since."""
    head = get_stored_log_head_or_404(match_id)
    try:
        restore_match(match_id)
    except AlreadyHere as already:
        return show_deleted(match_id, head.deleted or "", already.match_id)[0], 409
    return redirect(url_for("play.show_match", match_id=match_id, done="back"), 303)


def restore_match(match_id: int) -> None:
    """Undo the deletion of a match, and count what it says. Raises `AlreadyHere`."""
    deletion.restore_match(connection(), this_club(), match_id)
    rebuild_matches(connection(), this_club(), [match_id])
    publish(match_id)
