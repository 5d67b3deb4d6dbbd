"""From a pocket to the others: matches as files, sent to the club or kept elsewhere."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app import store
from app.web.club.match_list import list_items
from app.web.core.access import this_club
from app.web.core.services import connection

bp = Blueprint("send", __name__)

MOST_MATCHES = 60


@bp.get("/send")
def show() -> ResponseReturnValue:
    """The matches that were played last, each with its file, and what sends them to the club.

    A script of the page sends them to the server that this app came from, if there is one: it knows
    by the id of each match whether it is there already, and asks a person what to keep.
    """
    db, club = connection(), this_club()
    played = [*store.open_matches(db, club), *store.past_matches(db, club, MOST_MATCHES)]
    only = request.args.get("match", type=int)
    return render_template(
        "send.html",
        entries=list_items([match for match in played if only in (None, match.id)]),
        server_url=server_url(),
    )


@bp.get("/take")
def take() -> ResponseReturnValue:
    """Where a link of a server leads that gives a match along: its file is opened here."""
    return redirect(url_for("files.open_file", take=request.args.get("from", "")))


def server_url() -> str:
    """The front page of the server beside this app; nothing where it lies at the root itself."""
    above, slash, _own = request.script_root.rpartition("/")
    return above + slash
