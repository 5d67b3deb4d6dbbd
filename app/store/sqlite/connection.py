"""The connections to a database file: how requests share them, how SQLite is read and written, what
it raises, and how threads wait in a queue of ours for the right to write. How one is opened is in
`opening.py`."""

from __future__ import annotations

import logging
import math
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import sqlite_utils

from app.store.engine import Database, placeholders
from app.store.errors import DamagedText, StoreError, UnavailableReason, UniqueViolation

# The one copy of SQLite that this program uses. sqlite-utils looks for them in the same order, so
# that both mean the same errors.
try:
    # The wheel brings a newer SQLite than most systems have.
    import pysqlite3.dbapi2 as sqlite3
except ImportError:
    # Where there is no wheel, as in a browser, that of the standard library has to do.
    import sqlite3

Result = TypeVar("Result")

# How long a statement waits for another process, and a transaction for another thread.
BUSY_MILLISECONDS = 3000
# How long a transaction waits for another thread that itself has waited so long for another
# process. If all threads waited there, nobody could read.
MOST_BEHIND_SECONDS = 0.25
# Bytes that have to be free on the disk: an answer writes far less, and a day of answers more.
LEAST_ROOM = 1_000_000

# By primary result code. Every other code is a bug of ours: https://sqlite.org/rescode.html
REASONS: dict[int, UnavailableReason] = {
    3: "shut",  # SQLITE_PERM
    5: "locked",  # SQLITE_BUSY
    6: "locked",  # SQLITE_LOCKED
    8: "read-only",  # SQLITE_READONLY
    # When a write ends in an error of the disk, its pages may be there all the same, and count as
    # soon as the database is opened again.
    10: "unsure",  # SQLITE_IOERR
    11: "shut",  # SQLITE_CORRUPT
    13: "full",  # SQLITE_FULL
    14: "shut",  # SQLITE_CANTOPEN
    15: "locked",  # SQLITE_PROTOCOL
    26: "shut",  # SQLITE_NOTADB
}
NO_TEXT = "Could not decode to UTF-8"
# How messages about a text or a file that cannot be read begin; they carry no error code.
DAMAGED = "unsupported file format"
# How that message begins. There is an extended code for it, which one of the two libraries keeps
# back.
NOT_UNIQUE = "UNIQUE constraint failed"

logger = logging.getLogger("tricktally")


class SqliteConnections:
    """`Connections` to a file, each used by one thread at a time.

    They are kept, because to open one and to read the schema takes longer than all the SQL of an
    answer. `connect` opens another one. A file that `is_shared` has a write-ahead log beside it.
    """

    def __init__(
        self, file: Path, connect: Callable[[], SqliteDatabase], *, is_shared: bool
    ) -> None:
        self._connect = connect
        self._is_shared = is_shared
        self._free: list[SqliteDatabase] = []
        self._lock = threading.Lock()
        self._state: tuple[int, ...] | None = None
        self._files = (str(file), f"{os.path.realpath(file)}-wal")
        self._opened = self._identities()

    def check(self) -> None:
        """Raise `StoreError` if the file or its write-ahead log is another one than was opened.

        SQLite would replay the log of one file into another, or write into a log that nobody finds.
        """
        self._checked_state()

    def _checked_state(self) -> tuple[int, ...] | None:
        state = self._stat()
        if not self._is_shared:
            return state
        if not self._opened:
            self._opened = self._identities()
        for file, opened in self._opened.items():
            is_database = file == self._files[0]
            found = state and state[:2] if is_database else identity(file)
            # A missing file cannot be opened, and is as it was when it comes back.
            if found != opened and (found or not is_database):
                raise StoreError(
                    f"{file} was replaced while it was open: stop the server, and start it again",
                    "replaced",
                )
        return state

    def check_out(self) -> SqliteDatabase:
        """Return a connection for one request. Raises `StoreError` if the file cannot be opened."""
        state = self._checked_state()
        with self._lock:
            if state != self._state:
                # Another file under this name, one that was written past SQLite, or other rights to
                # it: what a connection remembers of it may not be true any more.
                self._close_free()
                self._state = state
            if self._free:
                # The one that came back last has the most useful page cache.
                return self._free.pop()
        return self._connect()

    def check_in(self, db: SqliteDatabase, *, is_sound: bool = True) -> None:
        """Keep a connection for the next request; close it if it failed, or is in a transaction."""
        state = self._stat()
        if not self._is_shared or db.has_changed_file:
            # Without a log every write changes the file itself, and with one every checkpoint;
            # since check-out only ours did.
            self._state = state
            db.has_changed_file = False
        with self._lock:
            if is_sound and not db.conn.in_transaction and state == self._state is not None:
                self._free.append(db)
                return
        db.close()

    def close(self) -> None:
        """Close the connections that are not checked out."""
        with self._lock:
            self._close_free()
            self._opened = {}

    def _close_free(self) -> None:
        while self._free:
            self._free.pop().close()

    def _identities(self) -> dict[str, tuple[int, ...]]:
        # While a connection is open SQLite itself replaces neither the file nor its log.
        return {file: found for file in self._files if (found := identity(file))}

    def _stat(self) -> tuple[int, ...] | None:
        # What changes when the file does. Commits go into the log beside it, so that is seldom.
        status = stat_or_none(self._files[0])
        return status and (status.st_dev, status.st_ino, status.st_ctime_ns, status.st_size)


def stat_or_none(file: str) -> os.stat_result | None:
    """Return the status of a file, None if it is missing."""
    try:
        return os.stat(file)
    except OSError:
        return None


def identity(file: str) -> tuple[int, ...] | None:
    """Return the identity of a file, which its name and its content do not change; None if it is
    missing."""
    status = stat_or_none(file)
    return status and (status.st_dev, status.st_ino)


class WriteLock:
    """The right to write, for one thread of this process at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asks_since = math.inf

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Have it in the block. Raises `StoreError` (locked) after `BUSY_MILLISECONDS`."""
        longest = BUSY_MILLISECONDS / 1000
        until = time.monotonic() + longest
        while not self._lock.acquire(timeout=min(MOST_BEHIND_SECONDS, longest)):
            now = time.monotonic()
            if now >= until or now > self._asks_since + MOST_BEHIND_SECONDS:
                raise StoreError("database is locked by the writes before this one", "locked")
        try:
            yield
        finally:
            self._lock.release()

    @contextmanager
    def asking_others(self) -> Iterator[None]:
        """Say, by its holder, that other processes are asked for it in the block."""
        self._asks_since = time.monotonic()
        try:
            yield
        finally:
            self._asks_since = math.inf


_write_lock = WriteLock()


class SqliteDatabase(sqlite_utils.Database):
    """`Database` in a file, for one thread at a time."""

    is_read_only = False
    has_changed_file = False
    """Whether it has written into the file itself, and not only into the log beside it."""

    def execute_many(self, sql: str, rows: Iterable[Sequence[Any]], /) -> int:
        """Run a statement for each row, in the open transaction; returns the number of changes."""
        return int(self.conn.executemany(sql, rows).rowcount)

    def load(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], /) -> None:
        """Insert many rows into a table, in the open transaction."""
        self.execute_many(
            f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({placeholders(columns)})", rows
        )

    def stream(self, sql: str, /) -> Iterator[tuple[Any, ...]]:
        """Iterate over the rows of a statement, read as they are asked for."""
        return iter(self.execute(sql))

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read everything in the block as it was at one moment."""
        self.execute("BEGIN")
        try:
            yield
        finally:
            self.rollback()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Begin one transaction, all or nothing, on the disk when the block is left.

        Raises `StoreError` (locked) after `BUSY_MILLISECONDS`.
        """
        # IMMEDIATE takes SQLite's write lock at once. A deferred transaction that reads first and
        # then writes fails with BUSY_SNAPSHOT, however long it would wait, if anybody has written
        # in between. Threads of this process queue at a lock of ours first: SQLite's own waiting
        # is sleeping and trying again, which under load serves whoever is lucky.
        with _write_lock.hold():
            with _write_lock.asking_others():
                self.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.commit()
            except BaseException:
                self.rollback()
                raise

    def in_one_transaction(self, work: Callable[[], Result], /) -> Result:
        """Do the work in one transaction, once: the holder of the write lock is never sent back."""
        with self.transaction():
            return work()

    def notify(self, message: str, /) -> None:
        """Do nothing: one process serves a file."""

    def probe(self) -> None:
        """Read a little, and write what is there already, down to the disk."""
        self.execute("SELECT 1 FROM matches LIMIT 1").fetchone()
        with self.transaction():
            self.execute(f"PRAGMA user_version = {read_pragma(self, 'user_version')}")
        # That is a page, which may find room where a whole answer finds none.
        if (free := free_bytes(self.file)) is not None and free < LEAST_ROOM:
            raise StoreError(f"only {free} bytes are left on the disk", "full")

    @property
    def file(self) -> str:
        """The path of its file."""
        return str(self.execute("PRAGMA database_list").fetchone()[2])

    def checkpoint(self) -> None:
        """Copy the write-ahead log into the file, so that the file alone has all that matters.

        Raises nothing: what was written is on the disk, whether this can be done or not.
        """
        self.has_changed_file = True
        try:
            self.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except StoreError as error:
            logger.warning("The log of the database could not be folded into it: %s", error)

    def erase_log(self) -> None:
        """Empty the write-ahead log, once it is copied into the file. Housekeeping does so too, if
        somebody reads what is in it for longer than a write waits."""
        self.has_changed_file = True
        try:
            with _write_lock.hold():
                is_busy, *_pages = self.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except StoreError as error:
            logger.warning("The log of the database could not be emptied: %s", error)
            return
        if is_busy:
            logger.warning("The log of the database is being read, and is emptied later.")


def code_of(error: Exception) -> int:
    """Return the primary result code of an error; 0 for one that the Python library has raised
    itself."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def translate_error(error: Exception) -> Exception | None:
    """Return the error as the store raises it; None for a bug of ours."""
    sentence = str(error)
    if reason := REASONS.get(code_of(error)):
        return StoreError(sentence, reason)
    if sentence.startswith(NO_TEXT):
        return DamagedText(sentence)
    if sentence.startswith(DAMAGED):
        return StoreError(sentence)
    return UniqueViolation(sentence) if sentence.startswith(NOT_UNIQUE) else None


def translating(method: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a method of a connection or a cursor: it raises what the store raises."""

    @wraps(method)
    def call(*args: Any, **options: Any) -> Any:
        try:
            return method(*args, **options)
        except sqlite3.DatabaseError as error:
            if ours := translate_error(error):
                raise ours from error
            raise

    return call


class SqliteCursor(sqlite3.Cursor):  # type: ignore[misc]  # the wheel has no types
    """A cursor that raises `StoreError`."""

    execute = translating(sqlite3.Cursor.execute)
    executemany = translating(sqlite3.Cursor.executemany)
    executescript = translating(sqlite3.Cursor.executescript)
    fetchone = translating(sqlite3.Cursor.fetchone)
    fetchall = translating(sqlite3.Cursor.fetchall)
    __next__ = translating(sqlite3.Cursor.__next__)


class SqliteConnection(sqlite3.Connection):  # type: ignore[misc]
    """A connection that raises `StoreError`. Statements run on `SqliteCursor`, also those that
    pysqlite3 would run on a cursor of its own."""

    commit = translating(sqlite3.Connection.commit)
    rollback = translating(sqlite3.Connection.rollback)

    def backup(self, target: Any, **options: Any) -> None:
        """Copy all pages to `target`. Raises `StoreError` for every failure: pysqlite3 sets no
        error code here, and no SQL of ours can be the cause."""
        try:
            super().backup(target, **options)
        except sqlite3.DatabaseError as error:
            raise translate_error(error) or StoreError(str(error)) from error

    def cursor(self, factory: type[SqliteCursor] = SqliteCursor) -> SqliteCursor:
        """Make a cursor."""
        return super().cursor(factory)  # type: ignore[no-any-return]

    def execute(self, *args: Any) -> SqliteCursor:
        """Run one statement."""
        return super().cursor(SqliteCursor).execute(*args)  # type: ignore[no-any-return]

    def executemany(self, *args: Any) -> SqliteCursor:
        """Run one statement for each row."""
        return self.cursor().executemany(*args)  # type: ignore[no-any-return]

    def executescript(self, script: str) -> SqliteCursor:
        """Run several statements."""
        return self.cursor().executescript(script)  # type: ignore[no-any-return]


def free_bytes(file: str | Path) -> int | None:
    """Return how much room this program has on the disk of a file; None where that is not known."""
    if not hasattr(os, "statvfs"):
        return None
    disk = os.statvfs(file)
    return disk.f_bavail * disk.f_frsize


def read_pragma(db: Database, name: str) -> int:
    """Return a number that SQLite keeps under this name."""
    return int(db.execute(f"PRAGMA {name}").fetchone()[0])
