"""From the pocket edition to a server and back: match files, sent to a club or fetched from it."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app import store
from app.web.club.match_list import list_items
from app.web.core.access import CLUB, this_club
from app.web.core.services import connection

MAX_SENT = 60

bp = Blueprint("send", __name__)


@bp.get(f"{CLUB}/send")
def show() -> ResponseReturnValue:
    """The latest matches, each with its file, and the button that sends them to the club.

    A script of the page sends them to the server that this app came from, if there is one: by the
    UUID of each match it knows whether it is there already, and asks a person what to keep. Before
    that the club says who is who among the names of the matches.
    """
    db, club = connection(), this_club()
    listed = [*store.open_matches(db, club), *store.past_matches(db, club, MAX_SENT)]
    only = request.args.get("match", type=int)
    items = list_items([match for match in listed if only in (None, match.id)])
    # The front page of the server; empty where the app itself is at the root.
    above, slash, _own = request.script_root.rpartition("/")
    return render_template(
        "pocket/send.html",
        # Only people of the club have colours: not players without a name, nor who was forgotten.
        entries=[(item, list(item.match.colours)) for item in items],
        server_url=above + slash,
    )


@bp.get("/take")
def take() -> ResponseReturnValue:
    """Redirect a server's link to one of its matches to the form that fetches the match's file."""
    return redirect(url_for("files.show_import_form", take=request.args.get("from", "")))
