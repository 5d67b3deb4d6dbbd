"""What SQLite says when something cannot be done, as the verbs of the store raise it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from app.store.errors import StoreError, UnavailableReason, UniqueViolation
from app.store.sqlite.library import sqlite3

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
OF_A_KEY = "UNIQUE constraint failed"
"""How it begins to say that. It has a number for it too, which one of its libraries keeps back."""


def code_of(error: Exception) -> int:
    """The primary result code of an error; 0 for one that the library has raised by itself."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def translated(error: Exception) -> Exception | None:
    """The error as the store raises it; None for a bug of ours."""
    sentence = str(error)
    if reason := REASONS.get(code_of(error)):
        return StoreError(sentence, reason)
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
    """A connection to a file; what it executes, a cursor of ours does, whatever the library would
    take for that."""

    commit = translating(sqlite3.Connection.commit)
    rollback = translating(sqlite3.Connection.rollback)
    backup = translating(sqlite3.Connection.backup)

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
