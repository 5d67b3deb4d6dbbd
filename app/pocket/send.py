"""Send match files from the pocket edition to a server, or fetch them from it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.store.matches import lists, matches
from app.store.matches.matches import Record
from app.web.core.access import CLUB, this_club
from app.web.core.services import connection
from app.web.match.match_list import MatchListItem, list_items
from app.web.match.rebuild import UNREADABLE
from app.web.match_file.compare import log_digests

MAX_SENT = 60

bp = Blueprint("send", __name__)


@bp.get(f"{CLUB}/send")
def show() -> ResponseReturnValue:
    """The latest matches, each with its file, and the button that sends them to the club.

    A script of the page sends them to the server that this app came from, if there is one. Before
    that the club answers which of them it has, which only have more lines here, and who is who
    among the names; if a match went on in both places, a person is asked what to keep.
    """
    db, club = connection(), this_club()
    listed = [*lists.open_matches(db, club), *lists.past_matches(db, club, MAX_SENT)]
    only = request.args.get("match", type=int)
    items = list_items([match for match in listed if only in (None, match.id)])
    return render_template(
        "pocket/send.html",
        entries=[
            MatchToSend(item, log)
            for item in items
            if (log := log_of(item.match.id, item.summary["deals"]))
        ],
        server_url=front_page(),
    )


def front_page() -> str:
    """Return the front page of the server beside this app; empty if the app itself is at the
    root."""
    above, slash, _own = request.script_root.rpartition("/")
    return above + slash


@bp.get(f"{CLUB}/send/logs")
def show_logs() -> ResponseReturnValue:
    """The matches that changed last, as JSON: for each the `address` of its file, when it
    `changed`, and, if that was not before `since`, the `log` for a club to compare.

    Scripts of the pocket keep this in the browser, where the pages of the server read it.
    """
    since = request.args.get("since", "")
    rows = []
    for number, changed in lists.latest_changes(connection(), this_club(), MAX_SENT):
        address = url_for("files.match_json", match_id=number)
        log = log_of(number) if changed >= since else None
        rows.append({"address": address, "changed": changed, "log": log and log.about})
    return jsonify(rows)


@dataclass(frozen=True)
class LogToCompare:
    """A log for a club to compare: `about` as JSON, and the digests of all its lines joined
    together."""

    about: str
    digests: str


@dataclass(frozen=True)
class MatchToSend:
    """A match that can be sent: as lists show it, and its log for a club to compare."""

    item: MatchListItem
    log: LogToCompare

    @property
    def names(self) -> list[str]:
        """The names of its people, without unnamed and forgotten players."""
        return list(self.item.match.colours)


def log_of(match_id: int, deals: int = 0) -> LogToCompare | None:
    """Return the log of a match with so many scored deals, for a club to compare; None if it is
    deleted or damaged."""
    record = readable_or_none(match_id)
    if record is None or not record.log:
        return None
    digests = log_digests(record)
    about = {"id": record.uuid, "lines": len(digests), "digest": digests[-1], "deals": deals}
    return LogToCompare(json.dumps(about), "".join(digests))


def readable_or_none(match_id: int) -> Record | None:
    """Return a match of this club; None if it is deleted, or its log cannot be read."""
    try:
        return matches.find_match(connection(), this_club(), match_id)
    except UNREADABLE:
        return None


@bp.get("/take")
def take() -> ResponseReturnValue:
    """Redirect a server's link to one of its matches to the form that fetches the match's file."""
    return redirect(url_for("files.show_import_form", take=request.args.get("from", "")))
