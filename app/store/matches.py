"""Matches and their logs. A log is only ever added to: nothing here changes or deletes a line.

Whoever writes a line says what a list is to say of the match from then on: see `app.store.lists`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from uuid import uuid4

from app.scoring import PLAYERS, Event, Line, standing_lines
from app.scoring.game import alike
from app.store import checksums
from app.store.clubs import hold_club, next_number
from app.store.doubts import CHANGED, close
from app.store.engine import Database, one_transaction
from app.store.errors import UniqueViolation
from app.store.lists import Summary, summary_columns
from app.store.writing import insert, now, to_json


class Overtaken(Exception):
    """Someone else has written the line first."""


@dataclass(frozen=True)
class Record:
    """A match as it is kept: its number in its club, the game's key, the players in play order as
    they sat down, and the log; `started`, and if it was `deleted`, are moments (ISO, UTC). Its
    `uuid` is what it is called everywhere, in other clubs and in files too; `asides` counts what
    has changed beside its log."""

    id: int
    game: str
    players: tuple[str, ...]
    started: str
    log: tuple[Line, ...]
    title: str = ""
    deleted: str | None = None
    uuid: str = ""
    asides: int = 0

    @property
    def events(self) -> list[Event]:
        """What was said, in order."""
        return [line.event for line in self.log]

    @property
    def last_line(self) -> int:
        """The number of the latest line, 0 for none."""
        return len(self.log)


@dataclass(frozen=True)
class End:
    """Where a log ends: the number of its latest line, and when that was written; the marks of its
    match, and how often anything beside the log has changed."""

    line: int
    at: str
    title: str
    deleted: str | None
    asides: int


def begin_match(
    db: Database,
    club: str,
    game: str,
    players: Sequence[str],
    first: Event,
    summary: Summary | None = None,
    *,
    uuid: str = "",
) -> int:
    """Keep a new match with the first line of its log. Returns its number.

    One that has a `uuid` is begun once, however often that is said and to which process: it is
    the number of the one that is there.
    """
    log = [Line(first, now())]
    return keep_match(
        db, club, game, players, now(), log, uuid=uuid, is_once=bool(uuid), summary=summary
    )


@one_transaction
def keep_match(
    db: Database,
    club: str,
    game: str,
    players: Sequence[str],
    started: str,
    log: Sequence[Line],
    *,
    title: str = "",
    uuid: str = "",
    is_once: bool = False,
    summary: Summary | None = None,
) -> int:
    """Keep a match with its log, each line with its moment (ISO, UTC). Returns its number.

    It gets a `uuid` of its own unless it has one; `is_once` keeps no second match with the same.
    """
    if is_once:
        hold_club(db, club)
        there = db.execute(
            "SELECT number FROM matches WHERE club = ? AND uuid = ? LIMIT 1", [club, uuid]
        ).fetchone()
        if there:
            return int(there[0])
    match = {
        "game": game,
        "players": to_json(list(players)),
        "started": started,
        "title": title,
        "uuid": uuid or str(uuid4()),
        "changed": (log[-1].at if log else None) or started,
        **summary_columns(summary),
    }
    number = next_number(db, club, "match")
    insert(db, "matches", {"club": club, "number": number, **match})
    rows = [
        as_row(club, number, line_number, line, started)
        for line_number, line in enumerate(log, start=1)
    ]
    insert_lines(db, rows, checksums.beginning(game, match["players"]))
    return number


def match_like(
    db: Database, club: str, game: str, players: Sequence[str], events: list[Event]
) -> int | None:
    """The number of the latest match in which the same players said just the same, None if none is.

    The logs of the latest few with these players are compared, as far as they are as long.
    """
    numbers: list[int] = []
    # Those that are over lie in an index by their players, which an answer need not change.
    for is_over in range(2):
        rows = db.execute(
            "SELECT number FROM matches WHERE club = ? AND game = ? AND players = ?"
            f" AND deleted IS NULL AND is_over = {is_over} AND (SELECT max(line) FROM events"
            " WHERE events.club = matches.club AND match = number) = ?"
            " ORDER BY number DESC LIMIT 20",
            [club, game, to_json(list(players)), len(events)],
        )
        numbers += [number for (number,) in rows.fetchall()]
    records = (find_match(db, club, number) for number in sorted(numbers, reverse=True)[:20])
    return next((record.id for record in records if record and record.events == events), None)


def match_called(db: Database, club: str, uuid: str) -> Record | None:
    """The latest match of a club with this `uuid`, None if there is none, or it was deleted."""
    # Asked for the largest at once, an engine may go through all numbers from their end.
    numbers = db.execute(
        "SELECT number FROM matches WHERE club = ? AND uuid = ? AND deleted IS NULL", [club, uuid]
    ).fetchall()
    return find_match(db, club, max(numbers)[0]) if numbers else None


def find_match(db: Database, club: str, number: int) -> Record | None:
    """The match with its whole log, None if there is none."""
    row = db.execute(
        "SELECT game, players, started, title, deleted, uuid, asides FROM matches"
        " WHERE club = ? AND number = ?",
        [club, number],
    ).fetchone()
    if row is None:
        return None
    lines = db.execute(
        "SELECT at, batch, kind, deal, key, answer FROM events"
        " WHERE club = ? AND match = ? ORDER BY line",
        [club, number],
    ).fetchall()
    game, players, started, title, deleted, uuid, asides = row
    # All answers are read at once: one by one they take three times as long.
    answers = json.loads(f"[{','.join(answer for *_about, answer in lines)}]")
    return Record(
        id=number,
        game=game,
        players=tuple(json.loads(players)),
        started=started,
        log=tuple(
            Line(Event(kind, deal, key, answer), at, batch)
            for (at, batch, kind, deal, key, _json), answer in zip(lines, answers, strict=True)
        ),
        title=title,
        deleted=deleted,
        uuid=uuid,
        asides=asides,
    )


def end_of_log(db: Database, club: str, number: int) -> End | None:
    """Where the log of a match ends, None if there is no such match."""
    last = db.execute(
        "SELECT line, at, title, deleted, asides FROM events"
        " JOIN matches ON matches.club = events.club AND number = match"
        " WHERE events.club = ? AND match = ? ORDER BY line DESC LIMIT 1",
        [club, number],
    ).fetchone()
    return End(*last) if last else None


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
        db.tidy_up()


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
        close(db, club, number, deals, CHANGED)


def line_sent(db: Database, club: str, number: int, once: str) -> int | None:
    """The first line that was written by the form that a phone calls `once`, None if none was."""
    row = db.execute(
        "SELECT line FROM events WHERE club = ? AND match = ? AND once = ?", [club, number, once]
    ).fetchone()
    return int(row[0]) if row else None


def last_sent(db: Database, club: str, number: int, since: str) -> str | None:
    """What a phone has called the latest form written since a moment, None if none has a name."""
    row = db.execute(
        "SELECT once FROM events WHERE club = ? AND match = ? AND at > ? AND once IS NOT NULL"
        " ORDER BY line DESC LIMIT 1",
        [club, number, since],
    ).fetchone()
    return str(row[0]) if row else None


def known_players(db: Database, club: str, limit: int) -> list[str]:
    """Names of the players of the latest matches, the latest first, each once.

    Those who came for another player, or are spelt otherwise now, stand behind the ones who began
    the match; a change that was taken back does not count. Of names that are alike, the latest
    spelling stands there.
    """
    rows = db.execute(
        "SELECT number, players, kind, deal, key, answer FROM"
        " (SELECT number, players, (SELECT max(line) FROM events"
        " WHERE events.club = matches.club AND match = number AND key = ?) AS last_change"
        " FROM matches WHERE club = ? AND deleted IS NULL ORDER BY number DESC LIMIT ?) AS latest"
        " LEFT JOIN events ON last_change IS NOT NULL AND events.club = ? AND match = number"
        " ORDER BY number DESC, line",
        [PLAYERS, club, limit, club],
    ).fetchall()
    names: list[str] = []
    for (_number, players), lines in groupby(rows, lambda row: row[:2]):
        names += json.loads(players)
        log = [Event(*line) for _match, _players, *line in lines if line[0] is not None]
        for event in standing_lines(log):
            names += json.loads(event.answer) if event.key == PLAYERS else []
    latest: dict[str, str] = {}
    for name in filter(None, names):
        latest.setdefault(alike(name), name)
    return list(latest.values())[:limit]


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
    return 0, checksums.beginning(*about) if about else ""


def insert_lines(db: Database, rows: Iterable[dict[str, Any]], latest: str) -> None:
    """Insert lines of a log, each with its checksum, after the line whose checksum is `latest`."""
    for row in rows:
        latest = checksums.after(latest, row)
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
