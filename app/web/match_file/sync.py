"""The way back of a match that a phone goes on with while it cannot reach the club.

The phone fetches the match as a file that has only its log, and posts that again with the lines
that were written there. They are appended if nothing was written here meanwhile; lines that are
here already are the same lines, so that a phone which got no response sends its file again.

A match that was begun there has no number here: its file is posted to the club, which says under
which address it goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, current_app, g, jsonify, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from app import matchfile
from app.languages import plain
from app.matchfile import ImportedMatch, StoredLog
from app.scoring import PLAYERS, Match, Text, _, _n
from app.store.matches import log, matches
from app.store.matches.log import Overtaken
from app.store.matches.matches import Record
from app.store.people import people, seatings
from app.web.core.access import this_club, this_requester, url_of_match
from app.web.core.errors import try_again
from app.web.core.http import LARGEST_POST
from app.web.core.idempotency import valid_id
from app.web.core.page import language, theme
from app.web.core.page.written_dates import day_in_words
from app.web.core.rate_limits import stores, takes_large_file, usage_now, what_is_full
from app.web.core.services import connection, publish, services
from app.web.match.repository import get_match_or_404, get_stored_log_head_or_404, summary_of
from app.web.match_file.conflict import (
    ImportConflict,
    extend,
    find_conflict,
    in_time,
    without_forgotten,
)
from app.web.match_file.files import TOO_MANY_FILES, beginning_of_file, lines_of, title_of
from app.web.match_file.identities import Identities, names_seated
from app.worker import Busy, OverBudget

bp = Blueprint("sync", __name__, url_prefix="/matches")

LARGEST_LOG = 8 * LARGEST_POST
"""Bytes of a post with a log: the longest has 1,500 lines, and a form makes each half as long
again."""
CHOICES = (theme.COOKIE, language.COOKIE, language.DIGITS, language.LATIN)
"""The cookies of what a phone has chosen for all pages, beside the names of games."""
MOST_TRIES = 3
MOST_PEOPLE = 60

TOO_LARGE = _("This log has more than {most} KB, the most that is taken.", most=LARGEST_LOG // 1024)
ANOTHER_MATCH = _("This is the file of another match.")
EVERY_LINE = _("In the club: every line")


@bp.get("/<int:match_id>/sync")
def show(match_id: int) -> ResponseReturnValue:
    """What a phone needs to go on with a match, as JSON: see `match_to_go_on`. Only the number of
    the last `line` if that is the one `after` which the phone asks."""
    head = get_stored_log_head_or_404(match_id)
    if head.deleted:
        return answer_deleted(head.deleted, match_id)
    if request.args.get("after", type=int) == head.line:
        return answer({"line": head.line})
    return answer(match_to_go_on(get_match_or_404(match_id)))


@bp.post("/<int:match_id>/sync")
@stores("answer")
@takes_large_file
def send(match_id: int) -> ResponseReturnValue:
    """Append what the log of the file `text` has more than that of the match; then the JSON of
    `match_to_go_on`, with the number of lines `added`, `words` for whoever holds the phone, and
    what to `ask` about a new name that is like somebody's here, None if nothing is asked.

    409 with the last `line` here if each log has lines that the other has not, 410 if the match was
    deleted, 422 for a file that is wrong or another match's: each with `words`.
    """
    head = get_stored_log_head_or_404(match_id)
    if head.deleted:
        return answer_deleted(head.deleted, match_id)
    here = matches.find_match(connection(), this_club(), match_id)
    return take_log(match_id, lambda _content: here)


@bp.get("/sync")
def show_club() -> ResponseReturnValue:
    """That the club answers, to a phone with a match that was begun there: of that no `line` is
    here."""
    return answer({"line": 0})


@bp.post("/sync")
@stores("answer")
@takes_large_file
def send_begun() -> ResponseReturnValue:
    """Store the match of the file `text`, which was begun on a phone; then the same as `send`.

    If it is here already, because the response was lost, its log is appended as there. 409 and 410
    have the `path` of the match too, and 507 says that the club is full.
    """
    return take_log(None, find_begun)


def find_begun(content: bytes) -> Record | None:
    """Return the match of this club that a file says it is, also a deleted one; None without."""
    try:
        uuid = str(UUID(json.loads(content)["id"]))
    # What is wrong with the file is said where it is checked.
    except (ValueError, RecursionError, TypeError, LookupError, AttributeError):
        return None
    db, club = connection(), this_club()
    return matches.find_match_by_uuid(db, club, uuid) or matches.find_deleted_match(db, club, uuid)


def take_log(
    match_id: int | None, find_here: Callable[[bytes], Record | None]
) -> ResponseReturnValue:
    """Read the file of this request, and store what it has more than the match that is here."""
    # Only here and for the file of a club a request may bring more than a form.
    request.max_content_length = request.max_form_memory_size = LARGEST_LOG
    try:
        content = request.form.get("text", "").encode("utf-8", "surrogatepass")
    except RequestEntityTooLarge:
        return refuse(TOO_LARGE, 413)
    here = find_here(content)
    stored = StoredLog(here.game, here.players, here.log) if here else None
    try:
        # Lines that change something are a replay each: no table waits for that.
        imported = services().executor(this_requester(), matchfile.import_match, content, stored)
    except OverBudget as over:
        return refuse(try_again(over.after, TOO_MANY_FILES), 429, over.after)
    except Busy as busy:
        return refuse(try_again(busy.after), 503, busy.after)
    if not isinstance(imported, ImportedMatch):
        return refuse(_("{problems}", problems=[problem.message for problem in imported]), 422)
    return append_or_refuse(match_id, imported)


def append_or_refuse(match_id: int | None, imported: ImportedMatch) -> ResponseReturnValue:
    """Append the lines of a file that are new here, as often as another phone was faster; without a
    number store its match, if it is not here."""
    uuid = (imported.file.id or "").lower()
    for _try in range(MOST_TRIES):
        match = without_forgotten(uuid, imported.match)
        conflict = find_conflict(uuid, match) if uuid else None
        try:
            if conflict is None and match_id is None and uuid:
                return begin_or_refuse(uuid, match, imported)
            if conflict is None or match_id not in (None, conflict.here.id):
                return refuse(ANOTHER_MATCH, 422)
            return extend_or_refuse(conflict, match, imported)
        except Overtaken:
            continue
    return refuse(try_again(1), 503, 1)


def extend_or_refuse(
    conflict: ImportConflict, match: Match, imported: ImportedMatch
) -> ResponseReturnValue:
    """Append the lines that are new here. Raises `Overtaken` if another phone was faster."""
    here = conflict.here
    if conflict.deleted:
        return answer_deleted(conflict.deleted, here.id)
    if conflict.parts:
        path = url_of_match(here.id)
        return refuse(conflict.sentence, 409, line=here.last_line, path=path)
    if conflict.is_same:
        return answer_saved(here.id, 0, EVERY_LINE)
    new_names = names_to_ask_about(conflict)
    after = extend(conflict, lines_of(imported.file, match), {}, imported.request_ids)
    words = deals_in_club(scored_deals(after) - scored_deals(here))
    added = after.last_line - here.last_line
    return answer_saved(here.id, added, words, question_about(new_names))


def begin_or_refuse(uuid: str, match: Match, imported: ImportedMatch) -> ResponseReturnValue:
    """Store a match that was begun on a phone. Raises `Overtaken` if it is here by now."""
    # Only now: a match that is here takes no room of its own.
    if current_app.config["PUBLIC"] and (full := what_is_full(usage_now(this_club()), "match")):
        return refuse(full, 507)
    new_names = [name.name for name in Identities([names_seated(match)], {}).questions]
    lines = in_time([], lines_of(imported.file, match))
    began = beginning_of_file(imported.file, match).moment
    match_id = matches.save_match(
        connection(),
        this_club(),
        match.game.key,
        match.players,
        min(began, lines[0].at or began),
        lines,
        title=title_of(imported.file, match),
        uuid=uuid,
        is_only=True,
        summary=summary_of(match),
        utc_offset=imported.file.utc_offset,
        by_date=True,
        once={line: sent for line, sent in imported.request_ids.items() if valid_id(sent)},
    )
    publish(match_id)
    words = deals_in_club(scored_deals(match))
    return answer_saved(match_id, len(lines), words, question_about(new_names))


def scored_deals(match: Match) -> int:
    """How many deals of a match are scored."""
    return match.standing.table.scored_count


def deals_in_club(deals: int) -> Text:
    """That so many deals more have arrived here; for none that every line has."""
    return _n("In the club: {n} deal", "In the club: {n} deals", deals) if deals > 0 else EVERY_LINE


def names_to_ask_about(conflict: ImportConflict) -> list[str]:
    """The names in the new lines of a file about which somebody has to say whose they are."""
    new = conflict.there.log[conflict.shared :]
    if all(line.event.key != PLAYERS for line in new):
        return []
    here = conflict.here
    match = Match(here.game, here.players, [*here.log, *new])
    return [name.name for name in Identities([names_seated(match)], {}).questions]


def question_about(names: list[str]) -> dict[str, str] | None:
    """The question who somebody with one of these names is, who is new here, in `words`, and the
    `page` on which they become one with somebody else; None without a name."""
    found = people.find_people(connection(), this_club(), names) if names else {}
    person = next(iter(found.values()), None)
    if person is None:
        return None
    page = url_for("players.show_merge", person_id=person.id)
    return {"words": plain(_("Who is {place}?", place=person.name)), "page": page}


# Answers


def match_to_go_on(match: Match) -> dict[str, Any]:
    """A match as a phone goes on with it: its file with the log alone and its last `line`, its
    place at this server, its club with the language and the court cards, the hues of its people by
    their names of today, the `people` who are offered a seat in a new match, the latest first, each
    with the hue, and the cookies of what the phone has chosen."""
    sent = log.sent_lines(connection(), this_club(), match.id, after=0)
    request_ids = {number: once for number, _line, once in sent if once}
    offered = seatings.recent_people(connection(), this_club(), MOST_PEOPLE)
    return {
        "line": match.last_line,
        "path": url_of_match(match.id),
        "root": request.script_root,
        "club": this_club(),
        "club_name": g.club.name,
        "language": g.club.language,
        "court_cards": g.club.court_cards,
        "number": match.id,
        "is_over": match.standing.is_over,
        "match": matchfile.as_log_file(match, request_ids),
        "colours": dict(match.colours),
        "people": [(person.name, person.hue) for person in offered[:MOST_PEOPLE]],
        "choices": {
            cookie: value
            for cookie, value in request.cookies.items()
            if cookie in CHOICES or cookie.startswith(language.NAME)
        },
    }


def answer_saved(
    match_id: int, added: int, words: Text, ask: dict[str, str] | None = None
) -> ResponseReturnValue:
    """The match as it is now, and what was added to it."""
    about = {"added": added, "words": plain(words), "ask": ask}
    return answer(match_to_go_on(get_match_or_404(match_id)) | about)


def answer_deleted(deleted: str, match_id: int) -> ResponseReturnValue:
    """410: the match was deleted at this moment (ISO, UTC), and can come back."""
    words = _(
        "This match was deleted on {day}. Its page brings it back.", day=day_in_words(deleted[:10])
    )
    return refuse(words, 410, path=url_of_match(match_id))


def refuse(words: Text, code: int, after: int | None = None, **more: Any) -> ResponseReturnValue:
    """Why nothing was appended; a client may try again `after` so many seconds."""
    response = answer({"words": plain(words), **more})
    response.status_code = code
    if after is not None:
        response.headers["Retry-After"] = str(after)
    return response


def answer(values: Mapping[str, Any]) -> Response:
    """These values as JSON, which no browser keeps."""
    response = jsonify(values)
    response.headers["Cache-Control"] = "no-store"
    return response
