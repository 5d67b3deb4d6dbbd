"""All matches and all deals of a club as spreadsheets, sent some lines at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from tempfile import TemporaryFile
from time import sleep
from typing import Any

from flask import Blueprint, Response, stream_with_context
from flask.typing import ResponseReturnValue

from app import matchfile
from app.fair_queue import Requester
from app.scoring import Match, _
from app.store.engine import now
from app.store.matches import exports
from app.store.matches.matches import Record
from app.web.club_file.exporter import AT_ONCE, records_of_today
from app.web.club_file.whole_club import NO_ROOM
from app.web.core.access import club_name, this_club, this_requester
from app.web.core.errors import show_error, try_again
from app.web.core.http import set_download_name
from app.web.core.page.separators import requested_separator
from app.web.core.services import connection, return_connection, services
from app.web.match.rebuild import UNREADABLE
from app.web.match.repository import match_from_record
from app.worker import Busy, OverBudget

bp = Blueprint("spreadsheets", __name__)

# Spreadsheets that a process sends at once, one of a club: each takes a thread until its end.
MOST_AT_ONCE = 4
TRIES = 20
LONGEST_PAUSE = 5  # seconds between the TRIES to get a busy worker
RETRY_AFTER = 10

RowsOf = Callable[[Match], list[matchfile.Row]]


@bp.get("/matches.csv")
def all_matches() -> ResponseReturnValue:
    """Send a spreadsheet with a row for each match and player, its cells separated as the address
    asks; 429 while another one of this club is sent, 503 if the worker is busy."""
    return send("matches", lines_of_matches(this_requester(), requested_separator()))


@bp.get("/deals.csv")
def all_deals() -> ResponseReturnValue:
    """Send a spreadsheet with a row for each deal and player; 429 and 503 as `all_matches`, and 507
    if the disk is full."""
    return send("deals", lines_of_deals(this_requester(), requested_separator()))


def send(what: str, lines: Iterator[str]) -> ResponseReturnValue:
    """Stream a spreadsheet; its first part decides whether the answer is an error."""
    try:
        # The first part tells whether a worker has time.
        first = next(lines)
    except Busy as busy:
        status = 429 if isinstance(busy, OverBudget) else 503
        why = _("Too much is asked for at once.")
        return show_error(status, try_again(busy.after, why), retry_after=busy.after)
    except OSError:
        return show_error(507, NO_ROOM)
    # The byte order mark tells spreadsheets that it is UTF-8.
    content = chain(["\ufeff" + first], lines)
    response = Response(stream_with_context(content), content_type="text/csv; charset=utf-8")
    name_after_club(response, what)
    response.headers["Cache-Control"] = "no-store"
    return response


def lines_of_matches(requester: Requester, separator: str) -> Iterator[str]:
    """Yield the spreadsheet of all matches of this club in parts, its head first. Raises `Busy` and
    `OverBudget` as `lines_of_deals` does."""
    columns = matchfile.COLUMNS_OF_MATCHES
    text = matchfile.csv_head(columns, separator)
    with slot_of(requester.club):
        for _columns, lines in parts(requester, matchfile.match_rows, columns, separator):
            yield text + lines
            text = ""
        yield text


def lines_of_deals(requester: Requester, separator: str) -> Iterator[str]:
    """Yield the spreadsheet of all deals of this club in parts, its head first.

    Raises `Busy` before the first part if no worker has time, `OverBudget` if another spreadsheet
    of this club is being sent, and OSError if the disk is full. Which answers need a column is
    known only after the last match, and the head has all columns: until then the lines are in a
    file.
    """
    fixed = columns = [*matchfile.COLUMNS_OF_DEALS]
    with slot_of(requester.club), TemporaryFile("w+", encoding="utf-8", newline="") as file:
        for known, lines in parts(requester, matchfile.rows_of_deals, fixed, separator):
            file.write(lines)
            columns = known
        file.seek(0)
        yield from matchfile.with_all_columns(file, columns, len(fixed), separator)


def parts(
    requester: Requester, rows_of: RowsOf, columns: Sequence[str], separator: str
) -> Iterator[tuple[list[str], str]]:
    """Yield the lines of all matches of this club in parts, in the order in which they began, each
    with the columns known so far. Raises `Busy` if no worker has time."""
    for number, records in enumerate(records_in_parts()):
        # Who waits for a worker, or for a slow phone, holds no connection.
        return_connection(None)
        tries = TRIES if number else 1
        columns, lines = write(requester, tries, rows_of, records, columns, separator)
        yield columns, lines


@contextmanager
def slot_of(club: str) -> Iterator[None]:
    """Hold the one slot of a club for a spreadsheet. Raises `OverBudget` if it is taken, and `Busy`
    if `MOST_AT_ONCE` are taken by other clubs."""
    sent, ours = services().spreadsheets, object()
    if sent.setdefault(club, ours) is not ours:
        raise OverBudget(RETRY_AFTER)
    try:
        if len(sent) > MOST_AT_ONCE:
            raise Busy(RETRY_AFTER)
        yield
    finally:
        del sent[club]


def records_in_parts() -> Iterator[list[Record]]:
    """Yield the readable matches of this club by day, `AT_ONCE` in each part."""
    matches = exports.matches_to_export(connection(), this_club())
    matches.sort(key=lambda match: (match.day, match.started, match.id))
    numbers = [match.id for match in matches]
    for start in range(0, len(numbers), AT_ONCE):
        chunk = records_of_today(connection(), this_club(), numbers[start : start + AT_ONCE])
        if records := [record for record in chunk if record and record.log]:
            yield records


def lines_of_records(
    rows_of: RowsOf, records: Sequence[Record], columns: Sequence[str], separator: str
) -> tuple[list[str], str]:
    """Return all columns, with those that are new in these matches, and the lines of the matches
    that are not damaged.

    This is a job for a worker: each match is replayed.
    """
    rows = [row for record in records for row in rows_or_none(rows_of, record)]
    return matchfile.csv_lines_with_more(columns, rows, separator)


def rows_or_none(rows_of: RowsOf, record: Record) -> list[matchfile.Row]:
    """The rows of a match, none if it is damaged."""
    try:
        return rows_of(match_from_record(record))
    except UNREADABLE:
        return []


def write(requester: Requester, tries: int, *about: Any) -> tuple[list[str], str]:
    """Let a worker write the lines of some matches, and try again while it is busy. Raises `Busy`
    after the last of the `tries`."""
    for left in range(tries, 0, -1):
        try:
            return services().executor(requester, lines_of_records, *about)
        except Busy as busy:
            # What was sent cannot be taken back: cut off, it is no spreadsheet, and the browser
            # says so.
            if left == 1:
                raise
            sleep(min(busy.after, LONGEST_PAUSE))
    raise AssertionError("it is asked once at least")


def name_after_club(response: Response, what: str) -> None:
    """Name the download after the club, its content and the day."""
    day = now()[:10]
    club = re.sub(r"\W+", "-", club_name()).strip("-_") or "tricktally"
    name = f"{club[:80]}-{what}-{day}.csv"
    plain = name if name.isascii() else f"tricktally-{what}-{day}.csv"
    set_download_name(response, "attachment", name, plain)
