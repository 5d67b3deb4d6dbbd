"""How a database file is opened: with its pragmas, checked, and with the tables of this version."""

from __future__ import annotations

import math
import os
import time
from functools import cache
from pathlib import Path
from typing import Literal
from urllib.parse import quote

import sqlite_utils

from app.file_rights import refusal
from app.store.engine import Database
from app.store.errors import DatabaseTooNew, DatabaseTooOld, StoreError
from app.store.sqlite import connection
from app.store.sqlite.connection import (
    SqliteConnection,
    SqliteDatabase,
    code_of,
    read_pragma,
    sqlite3,
    translating,
)
from app.store.sqlite.migrations import migrations

# Where SQLite keeps what a rollback needs. `wal`: a write-ahead log beside the file, which lets
# others read meanwhile, and needs memory that processes share. `truncate`: the pages as they were,
# in a file that is cut off at the commit; for one process alone.
Journal = Literal["wal", "truncate"]

# Written into the header of every database, by which `file` and other programs know it.
APPLICATION_ID = int.from_bytes(b"Trks", "big")

# The oldest version whose write-ahead log survives a reset while somebody reads it.
SAFE_SQLITE = (3, 51, 3)

# How long a database is checked before it is opened: enough to read half a gigabyte. Of a larger
# one every nightly copy is checked whole.
QUICK_CHECK_SECONDS = 1.0
STEPS_PER_CHECK = 10_000  # instructions of SQLite between two looks at the clock
INTERRUPTED = 9  # the primary result code of SQLite


def connect(file: Path, *, create: bool = False, journal: Journal = "wal") -> SqliteDatabase:
    """Open a connection for one thread at a time; it is read-only where the file is.

    Raises `StoreError` for a missing file unless `create` is set: SQLite would make an empty one
    and throw away the write-ahead log beside it, with all that is only there.
    """
    if is_write_protected(file):
        if log_size(file):
            raise StoreError(
                f"it may only be read here, and what was saved last is in {file}-wal: open it once"
                " where it may be written",
                "read-only",
            )
        # Without the right to make a log beside it SQLite opens nothing but what cannot change.
        db = open_file(file, "ro&immutable=1")
        db.is_read_only = True
        return db
    db = open_file(file, "rwc" if create else "rw")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA synchronous = FULL")
    # What is deleted is overwritten, and does not stay readable in the file.
    db.execute("PRAGMA secure_delete = ON")
    if journal != "wal":
        # The file itself remembers only that it has a write-ahead log; any other journal mode has
        # to be set on each connection.
        db.execute(f"PRAGMA journal_mode = {journal}")
    return db


def is_write_protected(file: Path) -> bool:
    """Return whether the file exists and this process may not write it, or not its folder."""
    folder = os.path.dirname(os.path.abspath(file))
    return os.path.exists(file) and not (os.access(file, os.W_OK) and os.access(folder, os.W_OK))


def why_read_only(file: Path) -> str:
    """Return who may not write a database, or beside it, and what helps, in a sentence."""
    return (
        refusal(file, writes=True)
        or refusal(Path(os.path.abspath(file)).parent, writes=True)
        or f"{file} is write-protected"
    )


def log_size(file: Path) -> int:
    """Return the size of the write-ahead log beside a file, in bytes."""
    try:
        return os.stat(f"{file}-wal").st_size
    except OSError:
        return 0


def open_file(file: Path, mode: str) -> SqliteDatabase:
    """Open a file in one of SQLite's modes: ro, rw or rwc. Raises `StoreError`."""
    try:
        opened = translating(sqlite3.connect)(
            f"file:{quote(os.path.abspath(file))}?mode={mode}",
            factory=SqliteConnection,
            uri=True,
            timeout=connection.BUSY_MILLISECONDS / 1000,
            # The pool gives it to one thread after the other.
            check_same_thread=False,
        )
    except StoreError as error:
        raise StoreError(refusal(file) or str(error), error.reason) from error
    return SqliteDatabase(opened, recursive_triggers=False, execute_plugins=False)


def open_checked(file: Path, journal: Journal = "wal") -> SqliteDatabase:
    """Open or create a database of any version, in a journal mode that keeps what was acknowledged.

    Raises `StoreError`, OSError, and RuntimeError for a SQLite that loses commits.
    """
    if journal == "wal" and sqlite3.sqlite_version_info < SAFE_SQLITE:
        raise RuntimeError(f"SQLite {sqlite3.sqlite_version} can corrupt a write-ahead log")
    if Path(f"{file}-wal").exists() and not Path(file).exists():
        raise FileNotFoundError(f"{file}-wal is there without its file: put that back beside it")
    is_new = not Path(file).exists() or not Path(file).stat().st_size
    db = connect(file, create=True)
    verify(db, QUICK_CHECK_SECONDS)
    if is_new and Path(file).exists():
        Path(file).chmod(0o600)  # what SQLite puts beside it has the same rights
    if db.is_read_only:
        if needs_migration(db):
            raise DatabaseTooOld("it may only be read, and was written by an older Tricktally")
        return db
    db.execute(f"PRAGMA journal_mode = {journal}")
    # Asked and not believed: a file system without shared memory quietly keeps another journal.
    mode = db.execute("PRAGMA journal_mode").fetchone()[0]
    synchronous = read_pragma(db, "synchronous")
    assert (mode, synchronous) == (journal, 2), f"unsafe: {mode}, synchronous={synchronous}"
    return db


def migrate(db: SqliteDatabase) -> None:
    """Create the tables, or upgrade them to this version, all or nothing."""
    with db.atomic():
        migrations.apply(db)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {version()}")


def verify(db: SqliteDatabase, seconds: float = math.inf) -> None:
    """Raise `StoreError` unless a file is empty, or a database that this program can read.

    Its pages are checked as far as that is possible in so many seconds.
    """
    application, its_version = read_pragma(db, "application_id"), read_pragma(db, "user_version")
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    # The first versions had no application id.
    is_unmarked = application == 0 and {"matches", "events", "_sqlite_migrations"} <= tables
    if tables and application != APPLICATION_ID and not is_unmarked:
        raise StoreError("it is the database of another program")
    if its_version > version():
        raise DatabaseTooNew(
            f"it was written by a newer Tricktally (version {its_version}, and this one reads"
            f" {version()}): update this one, or restore a backup from before"
        )
    verdict = quick_check(db, seconds)
    if verdict != "ok":
        raise StoreError(f"it is damaged: {' '.join(verdict.split())}")


def quick_check(db: SqliteDatabase, seconds: float) -> str:
    """Return what is wrong with the pages that can be read in so many seconds; "ok" if nothing
    is."""
    until = time.monotonic() + seconds
    db.conn.set_progress_handler(lambda: time.monotonic() > until, STEPS_PER_CHECK)
    try:
        (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
        return str(verdict)
    except sqlite3.OperationalError as error:
        if code_of(error) != INTERRUPTED:
            raise
        return "ok"
    finally:
        db.conn.set_progress_handler(None, 0)


def integrity(db: Database) -> list[str]:
    """Return what SQLite finds wrong when it checks the whole file, a line each."""
    lines = [line for (line,) in db.execute("PRAGMA integrity_check(10)")]
    return [] if lines == ["ok"] else lines


def needs_migration(db: Database) -> bool:
    """Return whether the tables are those of an older version."""
    return read_pragma(db, "user_version") < version()


@cache
def version() -> int:
    """Return the version of the tables: the number of migrations."""
    return len(migrations.pending(sqlite_utils.Database(memory=True)))
