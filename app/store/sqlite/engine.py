"""A connection to a score book in SQLite: how it reads, and how it writes."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

import sqlite_utils

from app.store.errors import StoreError, UnavailableReason, UniqueViolation

# The one copy of SQLite that this program uses. sqlite-utils looks for them in the same order, so
# that both mean the same errors.
try:
    # The wheel brings a newer SQLite than most systems have.
    import pysqlite3.dbapi2 as sqlite3
except ImportError:
    # Where there is no wheel, as in a browser, that of the standard library has to do.
    import sqlite3

Result = TypeVar("Result")

BUSY_MILLISECONDS = 3000

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
"""By its primary result code; every other one is for a bug of ours: https://sqlite.org/rescode.html
"""
INTERRUPTED = 9
DAMAGED = ("Could not decode to UTF-8", "unsupported file format")
"""How SQLite's messages about unreadable content begin; they carry no error code."""
OF_A_KEY = "UNIQUE constraint failed"
"""How it begins to say that. It has a number for it too, which one of its libraries keeps back."""

log = logging.getLogger("tricktally")

_writing = threading.Lock()


class Database(sqlite_utils.Database):
    """A connection for one thread at a time."""

    is_read_only = False
    players_of_summary = (
        "json_each(CASE WHEN json_valid(summary) THEN summary ELSE '{}' END, '$.players')"
    )
    like = "LIKE"

    def execute_many(self, sql: str, rows: Iterable[Sequence[Any]], /) -> int:
        """Run a statement for each row, in the open transaction. Returns how many were changed."""
        return int(self.conn.executemany(sql, rows).rowcount)

    def load(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], /) -> None:
        """Write new rows into a table, in the open transaction."""
        places = ", ".join("?" * len(columns))
        sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"
        self.conn.executemany(sql, rows)

    def stream(self, sql: str, /) -> Iterator[tuple[Any, ...]]:
        """The rows of a statement, read as they are asked for."""
        return iter(self.execute(sql))

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All that is read in the block as it was at one moment, whoever writes meanwhile."""
        self.execute("BEGIN")
        try:
            yield
        finally:
            self.rollback()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """One transaction that holds the right to write from its first statement on, and is on the
        disk when the block is left.

        Whoever waits behind a write that has to wait gives up as early as that one does.
        """
        if not _writing.acquire(timeout=BUSY_MILLISECONDS / 1000):
            raise StoreError("database is locked by the writes before this one", "locked")
        try:
            self.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.commit()
            except BaseException:
                self.rollback()
                raise
        finally:
            _writing.release()

    def in_one_transaction(self, work: Callable[[], Result], /) -> Result:
        """Do the work in one transaction: who holds the right to write is never sent back."""
        with self.transaction():
            return work()

    def notify(self, news: str, /) -> None:
        """Nothing: a book in a file is served by one process."""

    def probe(self) -> None:
        """Read a little, and write what stands there already, down to the disk."""
        self.execute("SELECT 1 FROM matches LIMIT 1").fetchone()
        version = self.execute("PRAGMA user_version").fetchone()[0]
        with self.transaction():
            self.execute(f"PRAGMA user_version = {version}")

    def checkpoint(self) -> None:
        """Fold the log beside the book into it, so that the file alone has all that matters.

        Raises nothing: what was written is on the disk, whether this can be done or not.
        """
        try:
            self.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except StoreError as error:
            log.warning("The log of the database could not be folded into it: %s", error)


# --- what SQLite says when something cannot be done ---------------------------------------------


def code_of(error: Exception) -> int:
    """The primary result code of an error; 0 for one that the library has raised by itself."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def translated(error: Exception) -> Exception | None:
    """The error as the store raises it; None for a bug of ours."""
    sentence = str(error)
    if reason := REASONS.get(code_of(error)):
        return StoreError(sentence, reason)
    if sentence.startswith(DAMAGED):
        return StoreError(sentence, "shut")
    return UniqueViolation(sentence) if sentence.startswith(OF_A_KEY) else None


def translating(method: Callable[..., Any]) -> Callable[..., Any]:
    """The method of a connection or of a cursor, with its errors as the store raises them."""

    @wraps(method)
    def call(*args: Any, **options: Any) -> Any:
        try:
            return method(*args, **options)
        except sqlite3.DatabaseError as error:
            if ours := translated(error):
                raise ours from error
            raise

    return call


class Cursor(sqlite3.Cursor):  # type: ignore[misc]  # the wheel has no types
    """The rows of a statement."""

    execute = translating(sqlite3.Cursor.execute)
    executemany = translating(sqlite3.Cursor.executemany)
    executescript = translating(sqlite3.Cursor.executescript)
    fetchone = translating(sqlite3.Cursor.fetchone)
    fetchall = translating(sqlite3.Cursor.fetchall)
    __next__ = translating(sqlite3.Cursor.__next__)


class Connection(sqlite3.Connection):  # type: ignore[misc]
    """A connection to a file. Statements run on our `Cursor`, also those that pysqlite3 would run
    on a cursor of its own."""

    commit = translating(sqlite3.Connection.commit)
    rollback = translating(sqlite3.Connection.rollback)

    def backup(self, target: Any, **options: Any) -> None:
        """Copy all pages to `target`. Raises `StoreError` for every failure: pysqlite3 sets no
        error code here, and no SQL of ours can be the cause."""
        try:
            super().backup(target, **options)
        except sqlite3.DatabaseError as error:
            raise translated(error) or StoreError(str(error), "shut") from error

    def cursor(self, factory: type[Cursor] = Cursor) -> Cursor:
        """A cursor."""
        return super().cursor(factory)  # type: ignore[no-any-return]

    def execute(self, *about: Any) -> Cursor:
        """Run one statement."""
        return self.cursor().execute(*about)  # type: ignore[no-any-return]

    def executemany(self, *about: Any) -> Cursor:
        """Run one statement for each row."""
        return self.cursor().executemany(*about)  # type: ignore[no-any-return]

    def executescript(self, script: str) -> Cursor:
        """Run several statements."""
        return self.cursor().executescript(script)  # type: ignore[no-any-return]


connect = translating(sqlite3.connect)
