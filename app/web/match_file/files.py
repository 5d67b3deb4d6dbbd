"""A match as a file: downloads, and a match file that is imported.

What a file says is read in `app.matchfile.read`, and made a match in `app.matchfile.restore`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from app import matchfile
from app.dates import day_of_match, local_time
from app.languages import plain
from app.matchfile import FileProblem, ImportedMatch, MatchFile
from app.matchfile.file_kinds import HEAD
from app.scoring import Line, Match, Text, _, _n
from app.scoring.game import LONGEST_NAME, normalise_name
from app.store.matches import matches
from app.store.matches.deletion import AlreadyHere
from app.store.matches.log import Overtaken
from app.web.core.access import this_club, this_requester, watchers_may, works_away
from app.web.core.errors import try_again
from app.web.core.http import LARGEST_POST, set_download_name
from app.web.core.idempotency import form_digest
from app.web.core.page.accepted_dates import Beginning, beginning_of, read_moment
from app.web.core.page.separators import requested_separator
from app.web.core.page.theme import OWN_PATH
from app.web.core.page.written_dates import full_day
from app.web.core.rate_limits import stores
from app.web.core.services import can, connection, services
from app.web.match.repository import get_match_or_404, moment_after, summary_of
from app.web.match.settings import restore_match
from app.web.match_file.conflict import ImportConflict, extend, find_conflict, without_forgotten
from app.web.match_file.fork import rules_in_words
from app.web.match_file.identities import Identities, names_seated
from app.worker import Busy, OverBudget

bp = Blueprint("files", __name__, url_prefix="/matches")


# Downloads

MAX_FILE_NAME_LETTERS = 80


@bp.get("/<int:match_id>/match.json")
@watchers_may
@works_away
def match_json(match_id: int) -> ResponseReturnValue:
    """The match file: the answers deal by deal, and the log."""
    match = get_match_or_404(match_id)
    head = {**matchfile.head_of(match), "title": match.title or player_names(match)}
    return download(
        match, "json", "application/json", matchfile.as_text(matchfile.as_file(match, head))
    )


@bp.get("/<int:match_id>/match.csv")
@watchers_may
@works_away
def match_csv(match_id: int) -> ResponseReturnValue:
    """A spreadsheet with a row for each deal and player, its cells separated as the address
    says."""
    match, separator = get_match_or_404(match_id), requested_separator()
    # The byte order mark tells spreadsheets that it is UTF-8.
    return download(match, "csv", "text/csv", "\ufeff" + matchfile.as_csv(match, separator))


def player_names(match: Match) -> str:
    """The names of the players: what a match without a title is called in a file."""
    return ", ".join(map(plain, match.seating.seats))


def download(match: Match, ending: str, mimetype: str, content: str) -> Response:
    """`content` as a file that is named after the game, the day and the players."""
    response = Response(content, content_type=f"{mimetype}; charset=utf-8")
    stem = f"{match.game.key}-{day_of_match(match)}"
    names = re.sub(r"\W+", "-", player_names(match)).strip("-_")
    name = f"{f'{stem}-{names}'[:MAX_FILE_NAME_LETTERS].rstrip('-_')}.{ending}"
    set_download_name(response, "attachment", name, name if name.isascii() else f"{stem}.{ending}")
    response.headers["Cache-Control"] = "no-store"
    return response


# Imports

FORM_BYTES = 5 * 1024
"""Bytes of a post for what the form sends beside the file: above all who four players are, with the
longest names."""
LINE_END = re.compile(r"(?<![ \t\r\n])[ \t]*[\r\n][ \t\r\n]*")
"""A line end with all space around it, matched from where the space begins and nowhere else."""
NOTHING_GIVEN = _("There is nothing to open yet: choose a file, or paste its text.")
TOO_LARGE = _(
    "This is more than {most} KB, the most that this page can open. The command “tricktally score”"
    " reads larger match files. The file of a whole club goes to “The whole club”, a backup to"
    " “tricktally restore”.",
    most=(LARGEST_POST - FORM_BYTES) // 1024,
)
TOO_MANY_FILES = _("Too many files were opened in one minute.")
TOOK_TOO_LONG = _(
    "This file could not be read in time, and nothing was saved. Your text is still below: try"
    " again in a minute. Without its “log” it is read faster."
)


@bp.get("/import")
def show_import_form() -> ResponseReturnValue:
    """The form to choose or paste a match file; in a pocket also to fetch one from a server."""
    path = request.args.get("take", "")
    return import_form(fetch_path=path if can("send") and OWN_PATH.fullmatch(path) else "")


@bp.post("/import")
@stores("match")
def import_file() -> ResponseReturnValue:
    """Show what match a file has, or 422 with all that is wrong with it, as `score` says it.

    The match is saved only with `keep` in the form, where the page has put the text of the file
    again: until then nothing of it stays here. A match that is here already (409) is saved `again`
    as another one, extended as in its file by `go_on`, or comes back from what was set aside by
    `restore`, if somebody says so. Nor is any saved
    (409) until it is said of each name that is like somebody's here whose it is, nor before it was
    shown (`dated`) that the date in the file cannot be.
    """
    try:
        file = request.files.get("file")
        content = file.read() if file else b""
        content = content or request.form.get("text", "").encode("utf-8", "surrogatepass")
    except RequestEntityTooLarge:
        return import_form(notice=kind_of_large_file() or TOO_LARGE), 413
    if len(content) > LARGEST_POST - FORM_BYTES:
        return import_form(notice=TOO_LARGE), 413
    if not content.strip() and not (file and file.filename):
        return import_form(notice=NOTHING_GIVEN), 422
    if elsewhere := matchfile.wrong_kind(content, "match"):
        return import_form(notice=elsewhere), 422
    # To be corrected in the form; bytes that are no text are marked.
    text = content.decode("utf-8-sig", "replace").replace("\0", "\N{REPLACEMENT CHARACTER}")
    try:
        # Each line of its log that changes something is a replay: no table waits for that.
        imported = services().executor(this_requester(), matchfile.import_match, content)
    except OverBudget as over:
        notice = try_again(over.after, TOO_MANY_FILES)
        return import_form(text, notice=notice), 429, {"Retry-After": str(over.after)}
    except Busy as busy:
        return import_form(text, notice=TOOK_TOO_LONG), 503, {"Retry-After": str(busy.after)}
    if not isinstance(imported, ImportedMatch):
        return import_form(text, imported), 422
    return save_or_show(imported.file, imported.match, text, imported.request_ids)


def kind_of_large_file() -> Text | None:
    """What a file is that is too large to be read, by its beginning; None for a match file, and if
    nobody can tell."""
    # No more of it is read than this.
    request.max_content_length = request.content_length or LARGEST_POST
    head = request.stream.read(2 * HEAD)
    request.max_content_length = LARGEST_POST
    _fields, _name, part = head.partition(b'filename="')
    return matchfile.wrong_kind(part.partition(b"\r\n\r\n")[2] or b"?", "match")


def save_or_show(
    file: MatchFile, match: Match, text: str, request_ids: Mapping[int, str]
) -> ResponseReturnValue:
    """Do with an imported match what the form says, or show it with what can be done. The
    `request_ids` of its lines are kept where they go on here."""
    # Whether it has a title of its own is seen by the names that it says.
    file = replace(file, title=title_of(file, match), id=file.id and file.id.lower())
    match = without_forgotten(file.id, match)
    conflict = find_conflict(file.id, match)
    if conflict and conflict.deleted and request.form.get("restore"):
        with suppress(AlreadyHere):
            restore_match(conflict.here.id)
        # A file that says no more is done with; else it is shown what it says.
        if conflict.is_same:
            return redirect(match_url(conflict.here.id, done="back"), 303)
        conflict = find_conflict(file.id, match)
    identities = Identities([names_seated(match)], request.form)
    goes_on = conflict and conflict.goes_on and request.form.get("go_on")
    is_new = request.form.get("again") or (request.form.get("keep") and not conflict)
    # Its page says that; a pocket that sends a match has not shown it.
    is_dated = request.form.get("dated") or not beginning_of_file(file, match).is_corrected
    if (goes_on and not identities.is_settled) or (
        is_new and not (identities.is_settled and is_dated)
    ):
        return show_import(file, match, text, conflict, identities), 409
    if request.form.get("again"):
        return save_once(replace(file, id=None), match, identities, is_only=False)
    if conflict and goes_on:
        try:
            extend(conflict, lines_of(file, match), identities.people, request_ids)
        except Overtaken:
            return show_import(file, match, text, find_conflict(file.id, match), identities), 409
        return redirect(match_url(conflict.here.id), 303)
    # Somebody may have saved it meanwhile, or this form before: then it is there.
    if conflict and conflict.is_same and not conflict.deleted and request.form.get("keep"):
        return redirect(match_url(conflict.here.id), 303)
    if conflict or not request.form.get("keep"):
        return show_import(file, match, text, conflict, identities), 409 if conflict else 200
    try:
        return save_once(file, match, identities, is_only=True)
    except Overtaken:
        # Another phone has saved it since it was looked for.
        return save_or_show(file, match, text, request_ids)


def save_once(
    file: MatchFile, match: Match, identities: Identities, *, is_only: bool
) -> ResponseReturnValue:
    """Save the match of a file, unless this very form has done so, and redirect to it. Raises
    `Overtaken` if it is here by now and has to be the only one (`is_only`)."""

    def save() -> str:
        match_id = matches.save_match(
            connection(),
            this_club(),
            file.game,
            match.players,
            beginning_of_file(file, match).moment,
            lines_of(file, match),
            title=title_of(file, match),
            uuid=file.id or "",
            is_only=is_only,
            utc_offset=file.utc_offset,
            by_date=True,
            people=identities.people,
            summary=summary_of(match),
        )
        return match_url(match_id)

    return redirect(services().request_ids.get_or_create(form_digest(), save), 303)


def match_url(match_id: int, done: str | None = None) -> str:
    """The address of a match, with what was just done to it."""
    return url_for("play.show_match", match_id=match_id, done=done)


def title_of(file: MatchFile, match: Match) -> str:
    """The title in a file, cut to a title's length; empty if it is just the players' names."""
    title = normalise_name(file.title) if isinstance(file.title, str) else ""
    return "" if title == normalise_name(player_names(match)) else title[:LONGEST_NAME]


def beginning_of_file(file: MatchFile, match: Match, day: str = "") -> Beginning:
    """When the match of a file began, as far as that can be; `day` (ISO) is that of its evening."""
    return beginning_of(file.started, [*(line.at for line in match.log), file.finished], day)


def lines_of(file: MatchFile, match: Match) -> list[Line]:
    """The log of a file's match, with moments at which it can have been said.

    Lines that were one change have one moment, and the next change has another.
    """
    started = beginning_of_file(file, match).moment
    lines: list[Line] = []
    for line in match.log:
        said = read_moment(line.at)
        at = said or started
        if line.batch and lines and not said:
            latest = str(lines[-1].at)
            at = latest if line.batch == lines[-1].batch else moment_after(lines, latest)
        lines.append(Line(line.event, at, line.batch))
    return lines


def show_import(
    file: MatchFile,
    match: Match,
    text: str,
    conflict: ImportConflict | None,
    identities: Identities,
) -> str:
    """What a file has before it is saved, and if the match is here already, how far."""
    return render_template(
        "match_file/import_shown.html",
        name=title_of(file, match) or match.name,
        facts=describe_file(file, match),
        # A form sends each line end as two characters, and between the words of a file they mean
        # nothing: a file that just fits would be too large the second time.
        text=LINE_END.sub(" ", text),
        conflict=conflict,
        who=identities,
    )


def describe_file(file: MatchFile, match: Match) -> Iterator[tuple[Text, Sequence[Any]]]:
    """What a file has: the name of each fact, and its lines."""
    standing, deals = match.standing, len(match.standing.finished)
    yield _("Game"), [match.game.name]
    yield _("Players"), [[*match.seating.seats]]
    state = _("the match is over") if standing.is_over else _("the match goes on")
    if standing.ended_early:
        state = _("ended early")
    complete = _n("{n} deal is complete", "{n} deals are complete", deals)
    yield _("Deals"), [_("{complete}, {state}", complete=complete, state=state)]
    if standing.totals and not match.game.wins_together and deals:
        totals = zip(standing.sides, map(match.game.signed_total, standing.totals), strict=True)
        yield _("Totals"), [[_("{side} {total}", side=side, total=total) for side, total in totals]]
    began = beginning_of_file(file, match)
    day = full_day(local_time(began.moment, file.utc_offset))
    yield _("Begun"), [began.remark] if began.remark else [day]
    dates = map(read_moment, (match.log[-1].at, file.finished, began.moment))
    if last := next(filter(None, dates), None):
        yield _("Played last"), [full_day(local_time(last, file.utc_offset))]
    yield _("House rules"), rules_in_words(standing)
    n = sum(event.kind != "entry" for event in match.events)
    changes = _n("{n} change comes with it", "{n} changes come with it", n)
    yield _("History"), [changes if n else _("the answers, without changes")]


def import_form(
    text: str = "",
    problems: Sequence[FileProblem] = (),
    notice: Text | None = None,
    fetch_path: str = "",
) -> str:
    """The form with what was given and what is wrong with it.

    A script of the page fetches the file at `fetch_path`, and sends the form.
    """
    return render_template(
        "match_file/import.html", text=text, problems=problems, notice=notice, fetch_path=fetch_path
    )
