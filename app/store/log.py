"""The log of a match. It is only ever added to: nothing here changes or deletes a line.

Whoever writes a line says what a list is to say of the match from then on: its summary is written
in the same transaction.

Every line has a checksum, which goes on from that of the line before. A disk or a memory that fails
may change a letter that SQLite does not miss. The checksum of the latest line stands for all of
them: where one was changed, it and all that follow do not fit any more; where two logs of one match
part, so do their checksums.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from typing import Any

from app.scoring import Event, Line
from app.store.engine import Database, insert, now, one_transaction, to_json
from app.store.errors import UniqueViolation
from app.store.flags import CHANGED, close_flags

CHECKSUM_LETTERS = 32
"""Of 64 that the hash has: enough for what happens by accident."""


class Overtaken(Exception):
    """Someone else has written the line first."""


@dataclass(frozen=True)
class Summary:
    """What a list says of a match without reading its log: plain values, and if it is over."""

    is_over: bool
    about: dict[str, Any]


@dataclass(frozen=True)
class LogEnd:
    """Where a log ends: the number of its latest line, and when that was written; the marks of its
    match, and how often anything beside the log has changed."""

    line: int
    at: str
    title: str
    deleted: str | None
    revision: int


def end_of_log(db: Database, club: str, number: int) -> LogEnd | None:
    """Where the log of a match ends, None if there is no such match."""
    last = db.execute(
        "SELECT line, at, title, deleted, asides FROM events"
        " JOIN matches ON matches.club = events.club AND number = match"
        " WHERE events.club = ? AND match = ? ORDER BY line DESC LIMIT 1",
        [club, number],
    ).fetchone()
    return LogEnd(*last) if last else None


def append(
    db: Database,
    club: str,
    number: int,
    *events: Event,
    after: int,
    at: str | None = None,
    once: str | None = None,
    summary: Summary | None = None,
) -> None:
    """Write `events` on the lines that follow `after`, all or none, as said at a moment or now,
    and the `summary` of the match with them.

    `once` is what the phone calls this form, and the first of its lines has it. Raises `Overtaken`
    if `after` is not the last line any more, or the form has been written. The lock and the
    transaction decide when two phones answer together, or one of them twice.
    """
    at = at or now()
    lines = [Line(event, at) for event in events]
    append_lines(db, club, number, lines, after=after, once=once, summary=summary)


def append_lines(
    db: Database,
    club: str,
    number: int,
    lines: Sequence[Line],
    *,
    after: int,
    once: str | None = None,
    summary: Summary | None = None,
) -> None:
    """As `append`, lines that have moments of their own."""
    try:
        write_lines(db, club, number, lines, after, once, summary)
    except UniqueViolation as error:
        # Where nobody holds the right to write, the key of the lines decides who was first.
        last, _latest = latest_line(db, club, number)
        if last == after:
            raise
        raise Overtaken(f"match {number} of {club}: line {last}, not {after}") from error
    if summary is not None and summary.is_over:
        # People look at who has won, and nobody waits for an answer.
        db.checkpoint()


@one_transaction
def write_lines(
    db: Database,
    club: str,
    number: int,
    lines: Sequence[Line],
    after: int,
    once: str | None,
    summary: Summary | None,
) -> None:
    """Write the lines, and what they change beside the log.

    Raises as `append` does, or `UniqueViolation`.
    """
    at = lines[-1].at or now()
    columns = summary_columns(summary)
    # First of all: until the end nobody else writes into this match.
    db.execute(
        "UPDATE matches SET changed = ?, is_over = ?, summary = ? WHERE club = ? AND number = ?",
        [at, columns["is_over"], columns["summary"], club, number],
    )
    # All at once: each statement is a way to a server and back.
    last, latest, is_sent, has_doubts = db.execute(
        "SELECT line, checksum, EXISTS (SELECT 1 FROM events AS sent"
        " WHERE sent.club = ? AND sent.match = ? AND sent.once = ?), EXISTS (SELECT 1 FROM doubts"
        " WHERE doubts.club = ? AND doubts.match = ? AND outcome IS NULL)"
        " FROM events WHERE club = ? AND match = ? ORDER BY line DESC LIMIT 1",
        [club, number, once, club, number, club, number],
    ).fetchone() or (*latest_line(db, club, number), False, True)
    if last != after:
        raise Overtaken(f"match {number} of {club}: line {last}, not {after}")
    if is_sent:
        raise Overtaken(f"match {number} of {club}: {once} was written before")
    rows = [as_row(club, number, place, line, at) for place, line in enumerate(lines, after + 1)]
    rows[0]["once"] = once
    insert_lines(db, rows, latest)
    if has_doubts:
        # Whoever answers a question of a deal has looked at it.
        deals = {line.event.deal for line in lines if line.event.is_answer}
        close_flags(db, club, number, deals, CHANGED)


def line_of_request(db: Database, club: str, number: int, once: str) -> int | None:
    """The first line that was written by the form that a phone calls `once`, None if none was."""
    row = db.execute(
        "SELECT line FROM events WHERE club = ? AND match = ? AND once = ?", [club, number, once]
    ).fetchone()
    return int(row[0]) if row else None


def latest_request_id(db: Database, club: str, number: int, since: str) -> str | None:
    """What a phone has called the latest form written since a moment, None if none has a name."""
    row = db.execute(
        "SELECT once FROM events WHERE club = ? AND match = ? AND at > ? AND once IS NOT NULL"
        " ORDER BY line DESC LIMIT 1",
        [club, number, since],
    ).fetchone()
    return str(row[0]) if row else None


def summary_columns(summary: Summary | None) -> dict[str, Any]:
    """A summary as it is stored; without one a match is listed among the open ones."""
    if summary is None:
        return {"is_over": 0, "summary": None}
    return {"is_over": int(summary.is_over), "summary": to_json(summary.about)}


def latest_line(db: Database, club: str, number: int) -> tuple[int, str]:
    """The number of the latest line of a log and its checksum; 0 and what a first line goes on
    from, if it has none."""
    last = db.execute(
        "SELECT line, checksum FROM events WHERE club = ? AND match = ? ORDER BY line DESC LIMIT 1",
        [club, number],
    ).fetchone()
    if last:
        return int(last[0]), str(last[1])
    about = db.execute(
        "SELECT game, players FROM matches WHERE club = ? AND number = ?", [club, number]
    ).fetchone()
    return 0, first_checksum(*about) if about else ""


def insert_lines(db: Database, rows: Iterable[dict[str, Any]], latest: str) -> None:
    """Insert lines of a log, each with its checksum, after the line whose checksum is `latest`."""
    for row in rows:
        latest = next_checksum(latest, row)
        insert(db, "events", {**row, "checksum": latest})


def as_row(club: str, number: int, place: int, line: Line, at: str) -> dict[str, Any]:
    """A line of the log as it is stored at this place; if it has no moment, it is said `at` one."""
    event = line.event
    return {
        "club": club,
        "match": number,
        "line": place,
        "batch": line.batch,
        "at": line.at or at,
        "kind": event.kind,
        "deal": event.deal,
        "key": event.key,
        "answer": to_json(event.answer),
    }


# --- checksums ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class DamagedLine:
    """The first line of a match that is not what was written, or not after what was."""

    club: str
    match: int
    line: int


def first_checksum(game: str, players: str) -> str:
    """What the first line goes on from; `players` as they are stored."""
    return checksum_of([game, players])


def next_checksum(previous: str, row: Mapping[str, Any]) -> str:
    """The checksum of a line as it is stored, after that of the line before."""
    return checksum_of(
        [previous, row["at"], row["kind"], row["deal"], row["key"], row["answer"]],
    )


def checksum_of(values: list[Any]) -> str:
    """The same values, the same checksum: 32 letters."""
    return sha256(json.dumps(values).encode("ascii")).hexdigest()[:CHECKSUM_LETTERS]


COLUMNS_WITH_CLUBS = ("events.club", "(matches.club, number) = (events.club, match)")
COLUMNS_BEFORE_CLUBS = ("''", "matches.id = match")
"""How the tables of a version say to which club and which match a line belongs."""


def damaged_lines(
    db: Database, columns: tuple[str, str] = COLUMNS_WITH_CLUBS
) -> Iterator[DamagedLine]:
    """The first damage of each match that has one, in the order of clubs and matches."""
    club, is_its_match = columns
    rows = db.stream(
        f"SELECT {club}, match, game, players, line, at, kind, deal, key, answer, checksum"
        f" FROM events JOIN matches ON {is_its_match} ORDER BY 1, match, line"
    )
    names = ("line", "at", "kind", "deal", "key", "answer", "checksum")
    for (club, match, game, players), lines in groupby(rows, lambda row: row[:4]):
        latest = first_checksum(game, players)
        for number, values in enumerate(lines, start=1):
            row = dict(zip(names, values[4:], strict=True))
            latest = next_checksum(latest, row)
            if (row["line"], row["checksum"]) != (number, latest):
                yield DamagedLine(club, match, number)
                break
