"""How far the matches that a phone keeps are in a club, by lengths and digests of their logs.

A digest of some lines says what was said in them, whatever the players are called. A phone has one
for each line of a log, so that it knows by a shorter log's last one whether its own goes on there.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from app.languages import plain
from app.matchfile.read import UUID
from app.scoring import Event, Text, _, _n
from app.scoring.match.log import without_names
from app.store.matches import lists, matches
from app.store.matches.matches import Record
from app.web.core.access import this_club
from app.web.core.rate_limits import reads_only
from app.web.core.services import connection
from app.web.match.rebuild import UNREADABLE

bp = Blueprint("compare", __name__, url_prefix="/matches")

MOST_LOGS = 60  # logs compared in one request; each is read whole
DIGEST_LETTERS = 8


class PhoneLog(NamedTuple):
    """What a phone says of a match: its UUID, how many lines its log has, the digest of all of
    them, and how many deals were scored."""

    uuid: str
    lines: int
    digest: str
    deals: int


def log_digests(record: Record) -> list[str]:
    """For each line of a match the digest of the log up to there, of `DIGEST_LETTERS` letters."""
    so_far = sha256(f"{record.game} {len(record.players)}".encode())
    digests = []
    for event in record.events:
        so_far.update(as_bytes(without_names(event)))
        digests.append(so_far.hexdigest()[:DIGEST_LETTERS])
    return digests


def digests_of_matches(match_ids: Sequence[int]) -> dict[int, list[str]]:
    """The digests of these matches of this club by number, without those whose log is damaged."""
    try:
        records = matches.find_matches(connection(), this_club(), match_ids)
    except UNREADABLE:
        if len(match_ids) == 1:
            return {}
        # One of them is damaged: each is read alone.
        alone = [digests_of_matches([match_id]) for match_id in match_ids]
        return {number: digests for one in alone for number, digests in one.items()}
    return {record.id: log_digests(record) for record in records}


def as_bytes(event: Event) -> bytes:
    """What a line says, as JSON that is the same wherever it is written."""
    said = [event.kind, event.deal, event.key, event.answer]
    return json.dumps(said, sort_keys=True).encode()


@bp.post("/compare")
@reads_only
def compare() -> ResponseReturnValue:
    """How far each match of a phone is here, as JSON: `states`, in the order of the fields `log`,
    and `words` that say how many are not all here, None for none.

    Each field is an object with `id`, `lines`, `digest` and `deals`. The state is `unknown`,
    `same`, `longer` or `other`; or `shorter` here than on the phone: then `line` and `digest` are
    those of the last line here, and `words` say how much the phone has more if it has that line.
    """
    logs = [log_of_field(text) for text in request.form.getlist("log")[:MOST_LOGS]]
    db, club = connection(), this_club()
    numbers = lists.numbers_by_uuid(db, club, [log.uuid for log in logs if log])
    listed = lists.list_matches(db, club, [*numbers.values()])
    deals = {match.id: (match.summary or {}).get("deals", 0) for match in listed}
    digests = digests_of_matches([*deals])
    states: list[dict[str, Any]] = []
    for log in logs:
        number = numbers.get(log.uuid, 0) if log else 0
        here = digests.get(number)
        states.append(state_of(log, here, deals[number]) if log and here else {"state": "unknown"})
    unsent = sum(state["state"] not in ("same", "longer") for state in states)
    return jsonify(states=states, words=plain(not_in_club(unsent)) if unsent else None)


def state_of(log: PhoneLog, here: list[str], deals: int) -> dict[str, Any]:
    """How far a log is here, where there are these digests and so many scored deals."""
    if log.lines > len(here):
        words = plain(more_on_phone(log.deals - deals))
        return {"state": "shorter", "line": len(here), "digest": here[-1], "words": words}
    if here[log.lines - 1] != log.digest:
        return {"state": "other"}
    return {"state": "same" if log.lines == len(here) else "longer"}


def more_on_phone(deals: int) -> Text:
    """That a match goes on on the phone, by so many deals, and that a tap sends it."""
    if deals <= 0:
        return _("goes on here: send")
    return _n("goes on here by {n} deal: send", "goes on here by {n} deals: send", deals)


def not_in_club(matches: int) -> Text:
    """That so many matches of a phone are not in the club, and that a tap sends them."""
    return _n(
        "{n} match on this phone is not in the club: send",
        "{n} matches on this phone are not in the club: send",
        matches,
    )


def log_of_field(text: str) -> PhoneLog | None:
    """What a phone says of a match; None if that cannot be right."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    uuid, lines, digest, deals = (value.get(key) for key in ("id", "lines", "digest", "deals"))
    if not (isinstance(uuid, str) and UUID.fullmatch(uuid) and isinstance(digest, str)):
        return None
    if type(lines) is not int or type(deals) is not int or lines < 1:
        return None
    return PhoneLog(uuid.lower(), lines, digest, deals)
