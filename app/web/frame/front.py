"""The front page: what this is, for whoever comes without a link."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from app import store
from app.games import GAMES
from app.web.frame.pages import connection

bp = Blueprint("front", __name__)


@bp.get("/")
def show() -> ResponseReturnValue:
    """What this is, in a few words; where there is one club, on to it."""
    clubs = store.clubs(connection())
    if len(clubs) == 1:
        return redirect(url_for("start.start", club=clubs[0].id))
    return render_template("front.html", games=GAMES)
