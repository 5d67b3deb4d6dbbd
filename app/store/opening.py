"""Opening the score book: a connection for each request, migrations, and what SQLite must promise.

The one place that names the library: another SQLite than this wheel's would be chosen here.
"""

from __future__ import annotations

from pathlib import Path

import pysqlite3.dbapi2 as sqlite3
from sqlite_utils import Database, Migrations

Unavailable = sqlite3.DatabaseError
"""What every verb raises when the database is locked, read-only, full, damaged or gone."""

Locked = sqlite3.OperationalError
"""The kind of `Unavailable` that SQLite raises when another connection holds the database."""

Mistake = (sqlite3.IntegrityError, sqlite3.ProgrammingError)
"""The kinds of `Unavailable` that no table can cause: they are bugs of ours."""

SAFE_SQLITE = (3, 51, 3)
"""From here on a write-ahead log survives being reset while it is read."""

BUSY_MILLISECONDS = 3000

migrations = Migrations("tricktally")


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


@migrations()
def titles_marks_and_summaries(db: Database) -> None:
    # A match without a summary is listed as an open one until it has one: see `app.store.lists`.
    for column in (
        "title TEXT NOT NULL DEFAULT ''",
        "deleted TEXT",
        "changed TEXT NOT NULL DEFAULT ''",
        "is_over INTEGER NOT NULL DEFAULT 0",
        "summary TEXT",
    ):
        db.execute(f"ALTER TABLE matches ADD COLUMN {column}")
    db.execute(
        "UPDATE matches SET changed = coalesce("
        "(SELECT at FROM events WHERE match = matches.id ORDER BY line DESC LIMIT 1), started)"
    )
    db.execute(
        "CREATE INDEX matches_listed ON matches (is_over, changed, id) WHERE deleted IS NULL"
    )
    db.execute("CREATE INDEX matches_deleted ON matches (deleted) WHERE deleted IS NOT NULL")


def is_answering(db: Database) -> bool:
    """True if the database can be read, otherwise raises `Unavailable`."""
    return bool(db.execute("SELECT count(*) FROM (SELECT 1 FROM matches LIMIT 1)").fetchone())
