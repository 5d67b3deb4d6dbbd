"""The log of a match. Lines are only ever added: nothing here changes or deletes one. Only
`app.store.matches.erasure` does, which puts a mark in the place of a name.

`append` writes an answer: an INSERT into `events`, with the new summary of the match in the same
transaction. Its check of the last line is an optimistic lock: of two phones that answer together
one gets `Overtaken`, and so does a duplicate, the retry of a form that was written before.

Each line has a checksum that goes on from that of the line before. A disk or a memory that fails
may change a letter without any error from SQLite; a checksum of all rows would be read again with
every answer, and one of each row would not miss a row that is gone. This way the last checksum
stands for the whole log: where a line was changed, it and all that follow do not fit any more, and
where the logs of two copies of a match part, so do their checksums. How a line came (`once`,
`batch`) is not in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from typing import Any

from app.scoring import PLAYERS, SEATS, Event, Line
from app.store.clubs.clubs import lock_club
from app.store.engine import (
    IS_VISIBLE,
    Database,
    insert,
    now,
    one_transaction,
    select_by_keys,
    to_json,
)
from app.store.errors import UniqueViolation
from app.store.matches.facts import SeatFacts, write_facts
from app.store.matches.flags import CORRECTED, close_flags
from app.store.people.naming import alias_names
from app.store.people.seatings import has_seating_lines, seat_people

CHECKSUM_LETTERS = 32  # of the 64 hexadecimal ones of SHA-256: enough against accidents


class Overtaken(Exception):
    """Another request has written the line first."""


@dataclass(frozen=True)
class Summary:
    """The part of a match that lists show without reading its log: plain `values`, whether it is
    over, and the `seat_facts` of one that counts."""

    is_over: bool
    values: dict[str, Any]
    seat_facts: SeatFacts | None = None


@dataclass(frozen=True)
class LogHead:
    """The number and the moment of a log's last line; the title, the deletion and the revision of
    its match, which counts changes beside the log."""

    line: int
    at: str
    title: str
    deleted: str | None
    revision: int


def find_log_head(db: Database, club: str, match_id: int) -> LogHead | None:
    """Return the latest line and revision of a match, None if there is no such match."""
    row = db.execute(
        "SELECT line, at, title, deleted, asides FROM events"
        " JOIN matches ON matches.club = events.club AND number = match"
        f" WHERE events.club = ? AND match = ? AND {IS_VISIBLE} ORDER BY line DESC LIMIT 1",
        [club, match_id],
    ).fetchone()
    return LogHead(*row) if row else None


def append(
    db: Database,
    club: str,
    match_id: int,
    lines: Sequence[Line],
    *,
    after: int,
    revision: int | None = None,
    request_id: str | None = None,
    request_ids: Mapping[int, str] | None = None,
    summary: Summary | None = None,
    people: Mapping[str, int] | None = None,
) -> None:
    """Write lines after the line `after`, all or none, and the `summary` of the match with them.

    `people` are those who are meant by new names, see `alias_names`. A line without a moment is of
    now. The first one keeps the `request_id`. Where lines were written elsewhere by requests of
    their own, `request_ids` has these by the number of the line; one that the match has already is
    left out. Raises `Overtaken` if
    `after` is not the last line any more, the match has another `revision` (unless that is None):
    a name may have been forgotten, and what is written here would bring it back; or if the request
    was written before.
    """
    try:
        write_lines(
            db,
            club,
            match_id,
            lines,
            after=after,
            revision=revision,
            request_id=request_id,
            request_ids=request_ids or {},
            summary=summary,
            people=people or {},
        )
    except UniqueViolation as error:
        # An engine whose UPDATE does not lock lets two requests come as far as the INSERT, where
        # the key (club, match, line) decides.
        last, _checksum = latest_line(db, club, match_id)
        if last == after:
            raise
        raise Overtaken(f"match {match_id} of {club}: line {last}, not {after}") from error
    if summary is not None and summary.is_over:
        # A match is over: nobody waits for an answer.
        db.checkpoint()


@one_transaction
def write_lines(
    db: Database,
    club: str,
    match_id: int,
    lines: Sequence[Line],
    *,
    after: int,
    revision: int | None,
    request_id: str | None,
    request_ids: Mapping[int, str],
    summary: Summary | None,
    people: Mapping[str, int],
) -> None:
    """Write lines, the summary, who sits where, and what became of flags. Raises `Overtaken`,
    `UniqueViolation`."""
    if people:
        alias_names(db, club, people)
    at, last_line = lines[-1].at or now(), after + len(lines)
    seat_facts = summary.seat_facts if summary else None
    is_reseated = changes_seats(db, club, match_id, lines)
    # Only so can a match begin to count, or end to.
    is_recounted = seat_facts is not None or any(line.event.kind != "entry" for line in lines)
    if is_reseated or is_recounted:
        lock_club(db, club)
    # This comes first because it locks the match: no other transaction writes a line of it between
    # reading the last line below and the end. What locks its club too locks that before.
    found = db.execute(
        "UPDATE matches SET changed = ?, is_over = ?, summary = ?, seated = seated + ?,"
        " counted = counted + ? WHERE club = ? AND number = ? RETURNING asides, seated, counted",
        [at, *summary_columns(summary).values(), len(lines), len(lines), club, match_id],
    ).fetchone()
    its_revision, seated, counted = found or (0, last_line, last_line)
    # Four questions in one statement: each one would be a round trip to a server.
    last, latest, is_repeated, has_flags, has_counted = db.execute(
        "SELECT line, checksum, EXISTS (SELECT 1 FROM events AS sent"
        " WHERE sent.club = ? AND sent.match = ? AND sent.once = ?), EXISTS (SELECT 1 FROM doubts"
        " WHERE doubts.club = ? AND doubts.match = ? AND outcome IS NULL),"
        " EXISTS (SELECT 1 FROM facts WHERE facts.club = ? AND facts.match = ?)"
        " FROM events WHERE club = ? AND match = ? ORDER BY line DESC LIMIT 1",
        [club, match_id, request_id, *[club, match_id] * 3],
    ).fetchone() or (*latest_line(db, club, match_id), False, True, True)
    if last != after:
        raise Overtaken(f"match {match_id} of {club}: line {last}, not {after}")
    if is_repeated:
        raise Overtaken(f"match {match_id} of {club}: {request_id} was written before")
    if revision not in (None, its_revision):
        raise Overtaken(f"match {match_id} of {club}: revision {its_revision}, not {revision}")
    new_ids = {after + 1: request_id} if request_id else {}
    if request_ids:
        new_ids |= new_request_ids(db, club, match_id, request_ids)
    rows = [
        {**as_row(club, match_id, number, line, at), "once": new_ids.get(number)}
        for number, line in enumerate(lines, after + 1)
    ]
    insert_lines(db, rows, latest)
    if is_reseated or seated != last_line:
        seat_people(db, club, match_id)
    if seat_facts is not None or has_counted or counted != last_line:
        write_facts(db, club, match_id, seat_facts)
    if has_flags:
        # An answer to a question of a deal means that the table has checked it.
        deals = {line.event.deal for line in lines if line.event.is_answer}
        close_flags(db, club, match_id, deals, CORRECTED)


def changes_seats(db: Database, club: str, match_id: int, lines: Sequence[Line]) -> bool:
    """Return whether these lines can change who sits where in a match."""
    keys, kinds = {line.event.key for line in lines}, {line.event.kind for line in lines}
    return not keys.isdisjoint((PLAYERS, SEATS)) or (
        not kinds.isdisjoint(("undo", "redo")) and has_seating_lines(db, club, match_id)
    )


def line_of_request(db: Database, club: str, match_id: int, request_id: str) -> int | None:
    """Return the first line that a request wrote, None if it wrote none."""
    row = db.execute(
        "SELECT line FROM events WHERE club = ? AND match = ? AND once = ?",
        [club, match_id, request_id],
    ).fetchone()
    return int(row[0]) if row else None


def new_request_ids(
    db: Database, club: str, match_id: int, request_ids: Mapping[int, str]
) -> dict[int, str]:
    """Return those of these ids, by lines, that the match does not have; of one that is there for
    several lines the first."""
    first: dict[str, int] = {}
    for line, request_id in sorted(request_ids.items()):
        first.setdefault(request_id, line)
    sql = "SELECT once FROM events WHERE club = ? AND match = ? AND once IN ({keys})"
    for (known,) in select_by_keys(db, sql, [club, match_id], [*first]):
        del first[known]
    return {line: request_id for request_id, line in first.items()}


def request_id_of_line(db: Database, club: str, match_id: int, line: int) -> str | None:
    """Return the id of the request that wrote a line and none before it, None if that is not
    known."""
    row = db.execute(
        "SELECT once FROM events WHERE club = ? AND match = ? AND line = ?", [club, match_id, line]
    ).fetchone()
    return str(row[0]) if row and row[0] else None


def sent_lines(
    db: Database, club: str, match_id: int, after: int
) -> list[tuple[int, Line, str | None]]:
    """Return the lines of a log behind the line `after`: the number of each, the line, and the id
    of the request that wrote it and none before it, None if that is not known."""
    rows = db.execute(
        "SELECT line, kind, deal, key, answer, at, batch, once FROM events"
        " WHERE club = ? AND match = ? AND line > ? ORDER BY line",
        [club, match_id, after],
    )
    return [
        (line, Line(Event(kind, deal, key, json.loads(answer)), at, batch), once)
        for line, kind, deal, key, answer, at, batch, once in rows.fetchall()
    ]


def latest_request_id(db: Database, club: str, match_id: int, since: str) -> str | None:
    """Return the id of the latest request that wrote into a match after a moment, None for none."""
    row = db.execute(
        "SELECT once FROM events WHERE club = ? AND match = ? AND at > ? AND once IS NOT NULL"
        " ORDER BY line DESC LIMIT 1",
        [club, match_id, since],
    ).fetchone()
    return str(row[0]) if row else None


def summary_columns(summary: Summary | None) -> dict[str, Any]:
    """Return a summary as it is stored; a match without one is listed among the open ones."""
    if summary is None:
        return {"is_over": 0, "summary": None}
    return {"is_over": int(summary.is_over), "summary": to_json(summary.values)}


def latest_line(db: Database, club: str, match_id: int) -> tuple[int, str]:
    """Return the number and the checksum of the last line of a log; for an empty one 0, and what
    its first line goes on from."""
    last = db.execute(
        "SELECT line, checksum FROM events WHERE club = ? AND match = ? ORDER BY line DESC LIMIT 1",
        [club, match_id],
    ).fetchone()
    if last:
        return int(last[0]), str(last[1])
    match = db.execute(
        "SELECT game, players FROM matches WHERE club = ? AND number = ?", [club, match_id]
    ).fetchone()
    return 0, first_checksum(*match) if match else ""


def insert_lines(db: Database, rows: Iterable[dict[str, Any]], latest: str) -> None:
    """Insert lines, each with its checksum, after the line whose checksum is `latest`."""
    for row in rows:
        latest = next_checksum(latest, row)
        insert(db, "events", {**row, "checksum": latest})


def as_row(club: str, match_id: int, number: int, line: Line, at: str) -> dict[str, Any]:
    """Return the row of the line with this number; a line without a moment is of `at`."""
    event = line.event
    return {
        "club": club,
        "match": match_id,
        "line": number,
        "batch": line.batch,
        "at": line.at or at,
        "kind": event.kind,
        "deal": event.deal,
        "key": event.key,
        "answer": to_json(event.answer),
    }


@dataclass(frozen=True)
class DamagedLine:
    """The first line of a match that is not what was written, or does not follow the one before."""

    club: str
    match: int
    line: int


def first_checksum(game: str, players: str) -> str:
    """Return the checksum that the first line is chained to; `players` as they are stored."""
    return checksum_of([game, players])


def next_checksum(previous: str, row: Mapping[str, Any]) -> str:
    """Return the checksum of a stored line, after that of the line before."""
    return checksum_of(
        [previous, row["at"], row["kind"], row["deal"], row["key"], row["answer"]],
    )


def checksum_of(values: list[Any]) -> str:
    """Return a digest of these values, 32 letters."""
    return sha256(json.dumps(values).encode("ascii")).hexdigest()[:CHECKSUM_LETTERS]


COLUMNS_WITH_CLUBS = ("events.club", "(matches.club, number) = (events.club, match)")
# SQL: the club of a line and the join with its match, by the version of the tables.
COLUMNS_BEFORE_CLUBS = ("''", "matches.id = match")


def damaged_lines(
    db: Database, columns: tuple[str, str] = COLUMNS_WITH_CLUBS
) -> Iterator[DamagedLine]:
    """Yield the first damaged line of each match that has one, by club and match."""
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
