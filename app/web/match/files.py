"""A match as a file: downloads of all that was played, and a match file that comes in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date
from werkzeug.exceptions import RequestEntityTooLarge

from app import matchfile, store
from app.matchfile import FileProblem
from app.scoring import Line, Match, Text, _
from app.scoring.game import LONGEST_NAME, normalise_name
from app.web.core.access import this_club, watchers_may
from app.web.core.content_disposition import name_file
from app.web.core.idempotency import form_digest
from app.web.core.services import can, connection, publish, services
from app.web.core.text import LARGEST_POST, moment_of, plain
from app.web.core.theme import OWN_PATH
from app.web.match.cache import get_match_or_404, match_from_record, moment_after, summary_of
from app.worker import Busy

bp = Blueprint("files", __name__, url_prefix="/matches")

LONGEST_FILE_NAME = 80
ROOM = 1024
"""So many bytes of a post are for what the form sends beside the file."""

LINE_END = re.compile(r"(?<![ \t\r\n])[ \t]*[\r\n][ \t\r\n]*")
"""A line end with all room around it, looked for from where the room begins and nowhere else."""
NOTHING_GIVEN = _("There is nothing here yet: choose a file, or paste what stands in it.")
TOO_LARGE = _(
    "This is more than {most} KB, which is more than a page takes. The command “tricktally score”"
    " reads larger match files.",
    most=(LARGEST_POST - ROOM) // 1024,
)
TOOK_TOO_LONG = _(
    "This file could not be read in time. Nothing was kept, and what you gave stands below: try"
    " again in a minute. Without its “log” it is read faster."
)
EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)


# --- out ----------------------------------------------------------------------------------------


@bp.get("/<int:match_id>/match.json")
@watchers_may
def match_json(match_id: int) -> ResponseReturnValue:
    """The match file: the answers deal by deal, and the log."""
    match = get_match_or_404(match_id)
    file = matchfile.as_file(match, head_of(match))
    return download(match, "json", "application/json", matchfile.as_text(file))


@bp.get("/<int:match_id>/match.csv")
@watchers_may
def match_csv(match_id: int) -> ResponseReturnValue:
    """A spreadsheet with a row for each deal and player.

    The byte order mark tells spreadsheets that it is UTF-8.
    """
    match = get_match_or_404(match_id)
    return download(match, "csv", "text/csv", "\ufeff" + matchfile.as_csv(match))


def head_of(match: Match) -> dict[str, Any]:
    """What a match file says about the match beside its answers."""
    outcome = match.standing.outcome
    return {
        "id": match.uuid or None,
        "title": match.title or players_in_words(match),
        "started": match.started,
        "finished": match.log[-1].at if outcome else None,
        "note": str(outcome.why) if outcome else None,
    }


def players_in_words(match: Match) -> str:
    """What a match is called that nobody has given a title."""
    return ", ".join(map(plain, match.seating.seats))


def title_of(file: matchfile.MatchFile, match: Match) -> str:
    """The title that somebody gave the match of a file; its players alone are none."""
    title = normalise_name(file.title) if isinstance(file.title, str) else ""
    return "" if title == normalise_name(players_in_words(match)) else title[:LONGEST_NAME]


def download(match: Match, ending: str, mimetype: str, content: str) -> Response:
    """`content` as a file with a name that tells what it is."""
    response = Response(content, content_type=f"{mimetype}; charset=utf-8")
    name, plain = file_name(match, ending), f"{match.game.key}-{day_of(match)}.{ending}"
    name_file(response, "attachment", name, name if name.isascii() else plain)
    response.headers["Cache-Control"] = "no-store"
    return response


def file_name(match: Match, ending: str) -> str:
    """The game, the day and the players, as far as a file can be called so."""
    names = re.sub(r"\W+", "-", " ".join(map(plain, match.seating.seats))).strip("-_")
    stem = f"{match.game.key}-{day_of(match)}-{names}"[:LONGEST_FILE_NAME].rstrip("-_")
    return f"{stem}.{ending}"


def day_of(match: Match) -> str:
    """The day on which a match began, such as ``2026-03-31``."""
    return match.started[:10]


# --- in -----------------------------------------------------------------------------------------


@bp.get("/import")
def open_file() -> ResponseReturnValue:
    """Where a match file is chosen or pasted; in a pocket also one that a server gives along."""
    take = request.args.get("take", "")
    return show_form(take=take if can("send") and OWN_PATH.fullmatch(take) else "")


@bp.post("/import")
def take_file() -> ResponseReturnValue:
    """Show what a file is, or all that is wrong with it, in the words of `score`.

    Kept is the match only with `keep` in the form, where the page has put the text of the file
    again: until then nothing of it stays here. A match that is here already is kept `again`, as
    another one, or made to `go_on` as in its file, if somebody says so.
    """
    try:
        content = given()
    except RequestEntityTooLarge:
        return show_form(notice=TOO_LARGE), 413
    if len(content) > LARGEST_POST - ROOM:
        return show_form(notice=TOO_LARGE), 413
    if not content.strip():
        return show_form(notice=NOTHING_GIVEN), 422
    try:
        opened = read_aside(content)
    except Busy as busy:
        return (
            show_form(as_typed(content), notice=TOOK_TOO_LONG),
            503,
            {"Retry-After": str(busy.after)},
        )
    if not isinstance(opened, matchfile.ImportedMatch):
        return show_form(as_typed(content), opened), 422
    file, match = opened.file, opened.match
    known = known_match(file.id, match)
    if request.form.get("again"):
        return redirect(
            services().request_ids.get_or_create(
                form_digest(), lambda: keep(replace(file, id=None), match)
            ),
            303,
        )
    if known and known.goes_on and request.form.get("go_on"):
        return go_on(file, match, known, as_typed(content))
    # Somebody may have kept it meanwhile, or this form before: then it is there.
    if known and known.is_same and request.form.get("keep"):
        return redirect(address_of(known.here.id), 303)
    if known or not request.form.get("keep"):
        return show_match(file, match, as_typed(content), known)
    return redirect(
        services().request_ids.get_or_create(form_digest(), lambda: keep(file, match)), 303
    )


def go_on(file: matchfile.MatchFile, match: Match, known: Known, text: str) -> ResponseReturnValue:
    """Let the match that is here go on as its file does."""
    try:
        take_over(known, lines_of(file, match))
    except store.Overtaken:
        return show_match(file, match, text, known_match(file.id, match))
    return redirect(address_of(known.here.id), 303)


def read_aside(content: bytes) -> matchfile.ImportedMatch | tuple[FileProblem, ...]:
    """What a file is, found where no table has to wait for it; raises `Busy`.

    Its log is checked line by line, and each that changes something is a replay.
    """
    return services().executor(matchfile.import_match, content)


def address_of(match_id: int) -> str:
    """Where a match is found."""
    return url_for("play.show_match", match_id=match_id)


def keep(file: matchfile.MatchFile, match: Match) -> str:
    """Keep the match of a file. Returns its address."""
    started = moment(file.started, datetime.now(UTC)) or store.now()
    match_id = store.save_match(
        connection(),
        this_club(),
        file.game,
        match.players,
        started,
        lines_of(file, match),
        title=title_of(file, match),
        uuid=(file.id or "").lower(),
        summary=summary_of(match),
    )
    return address_of(match_id)


def lines_of(file: matchfile.MatchFile, match: Match) -> list[Line]:
    """The log of a file's match, with moments at which it can have been said.

    What was one change has one moment, and the next one another.
    """
    now = datetime.now(UTC)
    started = moment(file.started, now) or store.now()
    lines: list[Line] = []
    for line in match.log:
        at = moment(line.at, now) or started
        if line.batch and lines:
            latest = str(lines[-1].at)
            at = latest if line.batch == lines[-1].batch else moment_after(lines, latest)
        lines.append(Line(line.event, at, line.batch))
    return lines


def given() -> bytes:
    """The file that was chosen, or else what was pasted; raises `RequestEntityTooLarge`."""
    chosen = request.files.get("file")
    content = chosen.read() if chosen else b""
    return content or request.form.get("text", "").encode("utf-8", "surrogatepass")


def as_typed(content: bytes) -> str:
    """What was given, to be mended in the form; bytes that are no text are marked."""
    return content.decode("utf-8-sig", "replace").replace("\0", "\N{REPLACEMENT CHARACTER}")


def moment(text: Any, now: datetime) -> str | None:
    """A date of a file as the store keeps it, None if no match can have been played then.

    Without a time zone it is taken as UTC.
    """
    try:
        when = datetime.fromisoformat(text)
        when = (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        return None
    is_sane = EARLIEST <= when <= now + timedelta(days=1)
    return when.isoformat(timespec="milliseconds") if is_sane else None


def show_match(
    file: matchfile.MatchFile, match: Match, text: str, known: Known | None
) -> tuple[str, int]:
    """What a file is before it is kept; if the match is here already, where, and how far."""
    now, standing = datetime.now(UTC), match.standing
    dates = [match.log[-1].at, file.finished, file.started]
    last_date = next((when for date in dates if (when := moment(date, now))), None)
    prompt, rules = standing.house_rules or (match.game.house_rules, {})
    shown = render_template(
        "import_shown.html",
        match=match,
        title=title_of(file, match),
        differences=prompt.differences(rules),
        last_date=last_date,
        last_day=format_date(moment_of(last_date), "d MMMM y") if last_date else "",
        changes=sum(event.kind != "entry" for event in match.events),
        # A form sends each line end as two signs, and between the words of a file they say nothing.
        text=LINE_END.sub(" ", text),
        known=known,
    )
    return shown, 409 if known else 200


def show_form(
    text: str = "",
    problems: Sequence[FileProblem] = (),
    notice: Text | None = None,
    take: str = "",
) -> str:
    """The form with what was given, and what is wrong with it; a script fetches what is at `take`
    and sends the form."""
    return render_template("import.html", text=text, problems=problems, notice=notice, take=take)


# ---- A match that comes in as a file and is here already: how far both logs are the same. ----


@dataclass(frozen=True)
class Known:
    """The match of this club that a file tells of too, and the match as the file tells it.

    `shared` is how many lines of both logs are the same, from the first on.
    """

    here: Match
    there: Match
    shared: int

    @property
    def is_same(self) -> bool:
        """Whether the file says nothing that is not here."""
        return self.shared == len(self.there.log)

    @property
    def goes_on(self) -> bool:
        """Whether the file goes on where the match of here stops."""
        return not self.is_same and self.shared == len(self.here.log)

    @property
    def more(self) -> int:
        """How many lines the match of here has behind the last one of the file."""
        return len(self.here.log) - len(self.there.log)


def known_match(uuid: str | None, match: Match) -> Known | None:
    """The match of this club that is the same as that of a file; None if there is none.

    It is called the same. Where a file does not say what its match is called, the same players have
    said just the same.
    """
    db, club = connection(), this_club()
    if uuid:
        record = store.find_match_by_uuid(db, club, uuid)
    else:
        number = store.find_same_match(db, club, match.game.key, match.players, match.events)
        record = store.find_match(db, club, number) if number else None
    if record is None or record.game != match.game.key:
        return None
    here = match_from_record(record)
    return Known(here, match, shared_lines(here, match))


def shared_lines(here: Match, there: Match) -> int:
    """How many lines both logs have in common, from the first on."""
    if here.players != there.players:
        return 0
    pairs = zip(here.events, there.events, strict=False)
    return sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], pairs))


def take_over(known: Known, lines: list[Line]) -> None:
    """Add to the match of here what the file has behind its last line, each with its moment.

    `lines` are those of the file. Raises `store.Overtaken` if it has gone on meanwhile.
    """
    store.append_lines(
        connection(),
        this_club(),
        known.here.id,
        lines[known.shared :],
        after=known.shared,
        summary=summary_of(known.there),
    )
    publish(known.here.id)
