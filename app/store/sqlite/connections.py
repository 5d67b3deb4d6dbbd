"""Opening the score book: connections, migrations, and what SQLite must promise."""

from __future__ import annotations

import math
import os
import time
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Literal
from urllib.parse import quote

import sqlite_utils

from app.store.engine import Database as AnyDatabase
from app.store.errors import DatabaseTooNew, DatabaseTooOld, NotOurs, StoreError
from app.store.sqlite import engine
from app.store.sqlite.engine import BUSY_MILLISECONDS, Database, sqlite3
from app.store.sqlite.migrations import migrations

Journal = Literal["wal", "truncate"]
"""Where SQLite keeps what a write has to be able to take back: a log beside the book, which lets
others read meanwhile and needs memory that processes share; or the pages of before, in a file that
is cut off when the write is whole, for one process alone."""

APPLICATION_ID = int.from_bytes(b"Trks", "big")
"""Written into the head of every score book: `file` and other programs can tell it by that."""

QUICK_CHECK_SECONDS = 1.0
"""In seconds: for so long a book is looked through for damage before it is opened. Half a gigabyte
can be read in that time; of a larger book each copy of the night is read whole."""
STEPS_PER_CHECK = 10_000
"""Of SQLite, between two looks at the clock."""

SAFE_SQLITE = (3, 51, 3)
"""From here on a write-ahead log survives being reset while it is read."""


def connect(path: Path | str, *, create: bool = False, journal: Journal = "wal") -> Database:
    """A connection for one thread at a time; close it when it is not used any more.

    A missing file is not made anew: SQLite would throw away the write-ahead log that lies beside
    it, and all that is only there. A book that may only be read is opened to look at.
    """
    if can_only_be_read(path):
        # Without the right to make a log beside it SQLite opens nothing but what cannot change.
        db = open_file(path, "ro&immutable=1")
        db.is_read_only = True
        return db
    db = open_file(path, "rwc" if create else "rw")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA synchronous = FULL")
    # What is removed is overwritten too, and does not go on lying in the file.
    db.execute("PRAGMA secure_delete = ON")
    if journal != "wal":
        # Only a write-ahead log is noted in the file itself: of any other way each is told anew.
        db.execute(f"PRAGMA journal_mode = {journal}")
    return db


def can_only_be_read(path: Path | str) -> bool:
    """Whether a book is there that this process may read and not write, or not its folder."""
    folder = os.path.dirname(os.path.abspath(path))
    return os.path.exists(path) and not (os.access(path, os.W_OK) and os.access(folder, os.W_OK))


def open_file(path: Path | str, mode: str) -> Database:
    """A connection to a file as SQLite opens it: `mode` is ro, rw or rwc."""
    address = f"file:{quote(os.path.abspath(path))}?mode={mode}"
    return Database(
        engine.connect(
            address,
            factory=engine.Connection,
            uri=True,
            timeout=BUSY_MILLISECONDS / 1000,
            # One thread after the other may use it.
            check_same_thread=False,
        ),
        recursive_triggers=False,
        execute_plugins=False,
    )


def open_to_write(path: Path | str, journal: Journal = "wal") -> Database:
    """A connection to a score book of any version or to a new file, with a journal that keeps what
    was acknowledged; one to look at for a book that may only be read.

    Keep it open for as long as the program runs: a write-ahead log is folded in whenever the last
    connection closes, which would slow down every request.
    """
    if journal == "wal" and sqlite3.sqlite_version_info < SAFE_SQLITE:
        raise RuntimeError(f"SQLite {sqlite3.sqlite_version} can corrupt a write-ahead log")
    if Path(f"{path}-wal").exists() and not Path(path).exists():
        raise FileNotFoundError(f"{path}-wal is there without its file: put that back beside it")
    db = connect(path, create=True)
    verify(db, QUICK_CHECK_SECONDS)
    if db.is_read_only:
        if needs_migration(db):
            raise DatabaseTooOld("it may only be read, and was written by an older Tricktally")
        return db
    db.execute(f"PRAGMA journal_mode = {journal}")
    kept = (
        db.execute("PRAGMA journal_mode").fetchone()[0],
        db.execute("PRAGMA synchronous").fetchone()[0],
    )
    assert kept == (journal, 2), f"unsafe: {kept[0]}, synchronous={kept[1]}"
    return db


def migrate(db: Database) -> None:
    """Create the tables or bring them to those of today, all or nothing."""
    with db.atomic():
        migrations.apply(db)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {version()}")


def open_readonly(path: Path | str) -> Database:
    """A connection with which nothing is written, to a whole score book of this version.

    Raises `StoreError` for any other, and OSError where there is none.
    """
    if not os.path.exists(path):
        raise FileNotFoundError(f"there is no {path}")
    db = connect(path)
    try:
        db.execute("PRAGMA query_only = ON")
        verify(db)
        if needs_migration(db):
            raise DatabaseTooOld("it is of an older version: `tricktally serve` renews it")
    except BaseException:
        db.close()
        raise
    return db


def verify(db: Database, seconds: float = math.inf) -> None:
    """Make sure that a file is empty or a whole score book that this program can read, as far as
    that can be seen in so many seconds.

    Raises `NotOurs`, or `StoreError` where SQLite finds a page that cannot be right.
    """
    application, its_version = number(db, "application_id"), number(db, "user_version")
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    # Books of before did not say whose they are.
    needs_migration = application == 0 and {"matches", "events", "_sqlite_migrations"} <= tables
    if tables and application != APPLICATION_ID and not needs_migration:
        raise NotOurs("it is the database of another program")
    if its_version > version():
        raise DatabaseTooNew(
            f"it was written by a newer Tricktally (version {its_version}, and this one reads"
            f" {version()}): update this one, or restore a backup from before"
        )
    verdict = damage_in(db, seconds)
    if verdict != "ok":
        raise StoreError(f"it is damaged: {' '.join(verdict.split())}")


def damage_in(db: Database, seconds: float) -> str:
    """What is wrong with the pages of a file, as far as they can be read in that time; "ok" if
    nothing is."""
    until = time.monotonic() + seconds
    db.conn.set_progress_handler(lambda: time.monotonic() > until, STEPS_PER_CHECK)
    try:
        (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
        return str(verdict)
    except sqlite3.OperationalError as error:
        if engine.code_of(error) != engine.INTERRUPTED:
            raise
        return "ok"
    finally:
        db.conn.set_progress_handler(None, 0)


def needs_migration(db: AnyDatabase) -> bool:
    """Whether the book still has the tables of an older version."""
    return number(db, "user_version") < version()


def integrity(db: AnyDatabase) -> list[str]:
    """What SQLite finds wrong with the file when it looks at everything, a line each."""
    lines = [line for (line,) in db.execute("PRAGMA integrity_check(10)")]
    return [] if lines == ["ok"] else lines


def sqlite_version() -> str:
    """The version of the library that keeps the book."""
    return str(sqlite3.sqlite_version)


@cache
def version() -> int:
    """The version of the tables: how many migrations there are."""
    return len(migrations.pending(sqlite_utils.Database(memory=True)))


def number(db: AnyDatabase, pragma: str) -> int:
    """What SQLite keeps under this name in the head of the file."""
    return int(db.execute(f"PRAGMA {pragma}").fetchone()[0])


# ---- Connections to the score book, lent to one request at a time and kept for the next one. ----


class Connections:
    """Connections to one score book, each used by one thread at a time.

    To open one and to read what tables there are takes longer than all the SQL of an answer.
    """

    def __init__(self, book: Path | str) -> None:
        self.book = book
        self._free: list[Database] = []
        self._lock = Lock()
        self._state: tuple[int, ...] | None = None
        self._files = (str(book), f"{os.path.realpath(book)}-wal")
        self._opened = self._identities()

    def check(self) -> None:
        """Raise `StoreError` if the file is another one than was opened, or the log beside it.

        SQLite would put the log of one file into another, or write into a log that nobody finds.
        """
        if not self._opened:
            self._opened = self._identities()
        for file, opened in self._opened.items():
            found = identity(file)
            # Without its file the book cannot be opened, and is as it was when that comes back.
            if found != opened and (found or file != str(self.book)):
                raise StoreError(
                    f"{file} was replaced while it was open: stop, and start anew", "replaced"
                )

    def check_out(self) -> Database:
        """A connection for one request. Raises `StoreError` if the book cannot be opened."""
        self.check()
        state = self._look()
        with self._lock:
            if state != self._state:
                # Another file under this name, one that was written past SQLite, or other rights to
                # it: what a connection remembers of it may not be true any more.
                self._close_free()
                self._state = state
            if self._free:
                # The one that came back last knows most of what is asked next.
                return self._free.pop()
        return self._open()

    def check_in(self, db: Database, *, is_sound: bool = True) -> None:
        """Keep a connection for the next request, unless something went wrong with it."""
        state = self._look()
        with self._lock:
            if is_sound and not db.conn.in_transaction and state == self._state is not None:
                self._free.append(db)
                return
        db.close()

    def close(self) -> None:
        """Close those that nobody has."""
        with self._lock:
            self._close_free()
            self._opened = {}

    def _close_free(self) -> None:
        while self._free:
            self._free.pop().close()

    def _open(self) -> Database:
        return connect(self.book)

    def _identities(self) -> dict[str, tuple[int, int]]:
        """Which file the book is, and the log beside it, as far as they are there: while any
        connection is open, SQLite itself replaces neither."""
        return {file: found for file in self._files if (found := identity(file))}

    def _look(self) -> tuple[int, ...] | None:
        """What changes when the file itself does. What is recorded goes into the log beside it, so
        that is seldom; None if it is not there."""
        try:
            about = os.stat(self.book)
        except OSError:
            return None
        return about.st_dev, about.st_ino, about.st_ctime_ns, about.st_size


def identity(file: str) -> tuple[int, int] | None:
    """What a file keeps whatever becomes of its name and content; None if it is not there."""
    try:
        about = os.stat(file)
    except OSError:
        return None
    return about.st_dev, about.st_ino


class SingleProcessConnections(Connections):
    """Connections to a book that no other process uses, which needs no log beside it."""

    def check(self) -> None:
        """Nothing: no other program comes into the storage of a browser."""

    def _open(self) -> Database:
        return connect(self.book, journal="truncate")

    def check_in(self, db: Database, *, is_sound: bool = True) -> None:
        """Keep a connection for the next request, unless something went wrong with it."""
        # Without a log every write changes the file itself: since it was lent, only ours did.
        self._state = self._look()
        super().check_in(db, is_sound=is_sound)


class UnavailableConnections(Connections):
    """To a book that could not be opened: whoever asks is told why."""

    def __init__(self, book: Path | str, why: Exception) -> None:
        super().__init__(book)
        self._why = why

    def check_out(self) -> Database:
        """Raises `StoreError`."""
        if isinstance(self._why, StoreError):
            raise self._why
        raise StoreError(str(self._why)) from self._why
