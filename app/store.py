"""Matches and their events in SQLite. The only file that knows SQL.

The log is append-only: nothing here changes or deletes a line. Every write is one transaction that
begins IMMEDIATE, is made under one lock of this process, and is on the disk before it is
acknowledged (write-ahead log with ``synchronous=FULL``).
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pysqlite3.dbapi2 as sqlite3
from sqlite_utils import Database, Migrations

from app.scoring import PLAYERS, Event, standing_lines

Unavailable = sqlite3.DatabaseError
"""What every verb raises when the database is locked, read-only, full, damaged or gone."""

Mistake = (sqlite3.IntegrityError, sqlite3.ProgrammingError)
"""The kinds of `Unavailable` that no table can cause: they are bugs of ours."""

SAFE_SQLITE = (3, 51, 3)
"""From here on a write-ahead log survives being reset while it is read."""

BUSY_MILLISECONDS = 3000

_writing = threading.Lock()
migrations = Migrations("tricktally")


class Overtaken(Exception):
    """Someone else has written the line first."""


@dataclass(frozen=True)
class Line:
    """One line of a match's log: its number, when it was written (ISO, UTC), what it says."""

    number: int
    at: str
    event: Event

    @property
    def time(self) -> datetime:
        """When it was written."""
        return datetime.fromisoformat(self.at)


@dataclass(frozen=True)
class Match:
    """A match as it is kept: the game's key, the players in play order, and the log."""

    id: int
    game: str
    players: tuple[str, ...]
    started: datetime
    lines: tuple[Line, ...]

    @property
    def events(self) -> list[Event]:
        """What was said, in order."""
        return [line.event for line in self.lines]

    @property
    def last_line(self) -> int:
        """The number of the latest line, 0 for none."""
        return self.end[0]

    @property
    def end(self) -> tuple[int, str]:
        """The number of the latest line and when it was written, as `end_of_log` finds them."""
        return (self.lines[-1].number, self.lines[-1].at) if self.lines else (0, "")


@dataclass(frozen=True)
class SavedDeck:
    """A deck that someone entered: the faces by card number as text."""

    id: int
    name: str
    faces: dict[str, Any]


# --- opening ------------------------------------------------------------------------------------


def connect(path: Path | str, *, create: bool = False) -> Database:
    """A connection for one thread; close it when the request is over.

    A missing file is not made anew: SQLite would throw away the write-ahead log that lies beside
    it, and all that is only there.
    """
    address = f"{Path(path).absolute().as_uri()}?mode={'rwc' if create else 'rw'}"
    db = Database(
        sqlite3.connect(address, uri=True, timeout=BUSY_MILLISECONDS / 1000),
        recursive_triggers=False,
        execute_plugins=False,
    )
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA synchronous = FULL")
    return db


def prepare(path: Path | str) -> Database:
    """Create or migrate the database and make sure that it keeps its promises.

    Keep the returned connection open for as long as the program runs: the write-ahead log is
    folded in whenever the last connection closes, which would slow down every request.
    """
    if sqlite3.sqlite_version_info < SAFE_SQLITE:
        raise RuntimeError(f"SQLite {sqlite3.sqlite_version} can corrupt a write-ahead log")
    if Path(f"{path}-wal").exists() and not Path(path).exists():
        raise FileNotFoundError(f"{path}-wal is there without its file: put that back beside it")
    db = connect(path, create=True)
    db.execute("PRAGMA journal_mode = WAL")
    journal = db.execute("PRAGMA journal_mode").fetchone()[0]
    synchronous = db.execute("PRAGMA synchronous").fetchone()[0]
    assert (journal, synchronous) == ("wal", 2), f"unsafe: {journal}, synchronous={synchronous}"
    migrations.apply(db)
    return db


@migrations()
def matches_and_events(db: Database) -> None:
    db.table("matches").create(
        {"id": int, "game": str, "players": str, "started": str},
        pk="id",
        not_null={"game", "players", "started"},
        strict=True,
    )
    db.table("events").create(
        {
            "match": int,
            "line": int,
            "at": str,
            "kind": str,
            "deal": int,
            "key": str,
            "answer": str,
        },
        pk=("match", "line"),
        foreign_keys=[("match", "matches", "id")],
        not_null={"at", "kind", "deal", "key"},
        strict=True,
    )
    db.table("decks").create(
        {"id": int, "name": str, "faces": str, "entered": str},
        pk="id",
        not_null={"name", "faces", "entered"},
        strict=True,
    )


@contextmanager
def write(db: Database) -> Iterator[None]:
    """One transaction that holds the right to write from its first statement on.

    Whoever waits behind a write that has to wait gives up as early as that one does.
    """
    if not _writing.acquire(timeout=BUSY_MILLISECONDS / 1000):
        raise sqlite3.OperationalError("database is locked by the writes before this one")
    try:
        db.execute("BEGIN IMMEDIATE")
        try:
            yield
            db.commit()
        except BaseException:
            db.rollback()
            raise
    finally:
        _writing.release()


def now() -> str:
    """This moment in UTC, as it is stored."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


# --- matches ------------------------------------------------------------------------------------


def begin_match(db: Database, game: str, players: Sequence[str], first: Event) -> int:
    """Keep a new match with the first line of its log. Returns its id."""
    with write(db):
        match_id = insert(
            db,
            "matches",
            {"game": game, "players": to_json(list(players)), "started": now()},
        )
        insert(db, "events", as_row(match_id, 1, first))
    return match_id


def keep_match(
    db: Database,
    game: str,
    players: Sequence[str],
    started: str,
    lines: Sequence[tuple[str, Event]],
) -> int:
    """Keep a match that was played elsewhere, with its log: when each line was written (ISO, UTC),
    and what it says. Returns its id."""
    with write(db):
        match_id = insert(
            db, "matches", {"game": game, "players": to_json(list(players)), "started": started}
        )
        for number, (at, event) in enumerate(lines, start=1):
            insert(db, "events", {**as_row(match_id, number, event), "at": at})
    return match_id


def match_like(db: Database, game: str, players: Sequence[str], events: list[Event]) -> int | None:
    """The id of the latest match in which the same players said just the same, None if none is.

    The logs of the latest few with these players are compared.
    """
    rows = db.execute(
        "SELECT id FROM matches WHERE game = ? AND players = ? ORDER BY id DESC LIMIT 50",
        [game, to_json(list(players))],
    ).fetchall()
    found = (find_match(db, match_id) for (match_id,) in rows)
    return next((match.id for match in found if match and match.events == events), None)


def find_match(db: Database, match_id: int) -> Match | None:
    """The match with its whole log, None if there is none."""
    found = db.execute("SELECT * FROM matches WHERE id = ?", [match_id]).fetchone()
    if found is None:
        return None
    lines = db.execute(
        "SELECT line, at, kind, deal, key, answer FROM events WHERE match = ? ORDER BY line",
        [match_id],
    ).fetchall()
    _id, game, players, started = found
    # All answers are read at once: one by one they take three times as long.
    answers = json.loads(f"[{','.join(answer for *_about, answer in lines)}]")
    return Match(
        id=match_id,
        game=game,
        players=tuple(json.loads(players)),
        started=datetime.fromisoformat(started),
        lines=tuple(
            Line(number, at, Event(kind, deal, key, answer))
            for (number, at, kind, deal, key, _said), answer in zip(lines, answers, strict=True)
        ),
    )


def recent_matches(db: Database, limit: int, before: int | None = None) -> list[Match]:
    """The matches begun last, or before the match with that id; newest first."""
    rows = db.execute(
        "SELECT id FROM matches WHERE id < ? ORDER BY id DESC LIMIT ?", [before or 2**63 - 1, limit]
    ).fetchall()
    found = (find_match(db, match_id) for (match_id,) in rows)
    return [match for match in found if match is not None]


def end_of_log(db: Database, match_id: int) -> tuple[int, str]:
    """The number of the latest line and when it was written; 0 if there is no such match."""
    last = db.execute(
        "SELECT line, at FROM events WHERE match = ? ORDER BY line DESC LIMIT 1", [match_id]
    ).fetchone()
    return last or (0, "")


def append(db: Database, match_id: int, *events: Event, after: int) -> tuple[Line, ...]:
    """Write `events` on the lines that follow `after`, all or none. Returns those lines.

    Raises `Overtaken` if `after` is not the last line any more. The lock and the
    transaction decide when two phones answer together.
    """
    with write(db):
        last, _at = end_of_log(db, match_id)
        if last != after:
            raise Overtaken(f"match {match_id}: line {last}, not {after}")
        rows = [as_row(match_id, line, event) for line, event in enumerate(events, after + 1)]
        for row in rows:
            insert(db, "events", row)
    return tuple(
        Line(row["line"], row["at"], event) for row, event in zip(rows, events, strict=True)
    )


# --- what is remembered -------------------------------------------------------------------------


def known_players(db: Database, limit: int) -> list[str]:
    """Names of the players of the latest matches, the latest first, each once.

    Those who came for another player, or are spelt otherwise now, stand behind the ones who began
    the match; a change that was taken back does not count.
    """
    rows = db.execute(
        "SELECT id, players FROM matches ORDER BY id DESC LIMIT ?", [limit]
    ).fetchall()
    names: list[str] = []
    for match_id, players in rows:
        names += json.loads(players)
        lines = db.execute(
            "SELECT kind, deal, key, answer FROM events WHERE match = ? AND EXISTS"
            " (SELECT 1 FROM events WHERE match = ? AND key = ?) ORDER BY line",
            [match_id, match_id, PLAYERS],
        )
        for event in standing_lines(Event(*line) for line in lines.fetchall()):
            names += json.loads(event.answer) if event.key == PLAYERS else []
    return list(dict.fromkeys(name for name in names if name))[:limit]


def save_deck(db: Database, name: str, faces: dict[str, Any]) -> int:
    """Keep a deck for the next match. Returns its id."""
    with write(db):
        return insert(db, "decks", {"name": name, "faces": to_json(faces), "entered": now()})


def saved_decks(db: Database, limit: int) -> list[SavedDeck]:
    """The decks entered last, the latest first."""
    rows = db.execute(
        "SELECT id, name, faces FROM decks ORDER BY id DESC LIMIT ?", [limit]
    ).fetchall()
    return [SavedDeck(deck_id, name, json.loads(faces)) for deck_id, name, faces in rows]


def find_deck(db: Database, deck_id: int) -> SavedDeck | None:
    """The deck with this id, None if there is none."""
    found = db.execute("SELECT id, name, faces FROM decks WHERE id = ?", [deck_id]).fetchone()
    return SavedDeck(found[0], found[1], json.loads(found[2])) if found else None


def deck_like(db: Database, faces: dict[str, Any]) -> int | None:
    """The id of the latest deck with just these faces, None if there is none."""
    found = db.execute(
        "SELECT id FROM decks WHERE faces = ? ORDER BY id DESC LIMIT 1", [to_json(faces)]
    ).fetchone()
    return found[0] if found else None


def is_answering(db: Database) -> bool:
    """True if the database can be read, otherwise raises `Unavailable`."""
    return bool(db.execute("SELECT count(*) FROM (SELECT 1 FROM matches LIMIT 1)").fetchone())


# --- rows ---------------------------------------------------------------------------------------


def insert(db: Database, table: str, row: dict[str, Any]) -> int:
    """Insert one row in the open transaction. Returns its rowid.

    Said in SQL, because looking at the table first makes recording an answer a fifth slower.
    """
    names = ", ".join(f'"{name}"' for name in row)
    places = ", ".join("?" * len(row))
    cursor = db.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", list(row.values()))
    return int(cursor.lastrowid or 0)


def as_row(match_id: int, line: int, event: Event) -> dict[str, Any]:
    """A line of the log as it is stored."""
    return {
        "match": match_id,
        "line": line,
        "at": now(),
        "kind": event.kind,
        "deal": event.deal,
        "key": event.key,
        "answer": to_json(event.answer),
    }


def to_json(value: Any) -> str:
    """Compact JSON, every letter as it is."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
