"""Databases in a file: `SqliteEngine`, and the connections that requests share."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from app.program import command
from app.store.errors import DatabaseTooOld, StoreError
from app.store.sqlite import opening
from app.store.sqlite.backup import copy_before_upgrade
from app.store.sqlite.connection import SqliteDatabase, sqlite3
from app.store.sqlite.migrations import migrations
from app.store.sqlite.opening import migrate, needs_migration, open_checked, verify, version

logger = logging.getLogger("tricktally")


@dataclass(frozen=True)
class SqliteEngine:
    """`Engine` of a database file, which `is_shared` with other processes, except in a browser.

    A file that is not shared has no write-ahead log, and its upgrade goes on without a copy where
    there is no room for one.
    """

    file: Path
    is_shared: bool = True

    @property
    def url(self) -> str:
        """The path."""
        return str(self.file)

    name = url

    @property
    def key_file(self) -> Path:
        """The file beside it."""
        return self.file.with_name(f"{self.file.name}.key")

    @property
    def is_missing(self) -> bool:
        """Whether there is no such file."""
        return not self.file.exists()

    def open(self) -> SqliteDatabase:
        """Create or upgrade the tables, after a copy of an older version was made.

        Keep the connection open for as long as the program runs: SQLite folds the write-ahead log
        into the file whenever the last connection closes, which would slow down every request.
        """
        db = open_checked(self.file, self._journal)
        try:
            # Nothing is locked for a database of this version, so that nobody waits for a start.
            if not db.is_read_only and needs_migration(db):
                self._upgrade(db)
        except BaseException:
            db.close()
            raise
        return db

    def _upgrade(self, db: SqliteDatabase) -> None:
        # The write lock is held from before the copy until the tables are those of this version:
        # nothing can be written that only the copy, or only the upgraded database, would have.
        with db.transaction():
            if not needs_migration(db):
                # Another process was quicker.
                return
            before = len(migrations.applied(db))
            copy = self._copy(db, before) if before else None
            migrate(db)
        if before:
            kept = "No copy could be made."
            if copy:
                kept = f"The database from before is kept in {copy}."
            logger.warning(
                "Upgraded %s from version %s to %s. %s", self.file, before, version(), kept
            )

    def _copy(self, db: SqliteDatabase, before: int) -> Path | None:
        try:
            return copy_before_upgrade(db, self.file)
        except (StoreError, OSError) as error:
            if not self.is_shared:
                return None
            raise StoreError(
                f"it is of version {before}, and is only upgraded to version {version()} once a"
                f" copy of it is made and checked, which failed: {error}"
            ) from error

    def connect(self) -> SqliteDatabase:
        """Open a connection; a file that is not there is not created."""
        return opening.connect(self.file, journal=self._journal)

    def open_readonly(self) -> SqliteDatabase:
        """Open a connection that refuses every write, after the whole file was checked."""
        if self.is_missing:
            raise FileNotFoundError(f"there is no {self.file}")
        db = self.connect()
        try:
            db.execute("PRAGMA query_only = ON")
            verify(db)
            if needs_migration(db):
                serve = command("serve", self)
                raise DatabaseTooOld(f"it is of an older version: `{serve}` renews it")
        except BaseException:
            db.close()
            raise
        return db

    def pool(self) -> SqliteConnections:
        """Make a pool of connections."""
        return SqliteConnections(self)

    def notifications(
        self, on_message: Callable[[str], object], poll: Callable[[], object]
    ) -> AbstractContextManager[object]:
        """Do nothing: one process serves a file."""
        return nullcontext()

    @property
    def _journal(self) -> opening.Journal:
        return "wal" if self.is_shared else "truncate"


def sqlite_version() -> str:
    """Return the version of the SQLite library."""
    return str(sqlite3.sqlite_version)


class SqliteConnections:
    """`Connections` to a file, each used by one thread at a time.

    They are kept, because to open one and to read the schema takes longer than all the SQL of an
    answer.
    """

    def __init__(self, engine: SqliteEngine) -> None:
        self._engine = engine
        self._free: list[SqliteDatabase] = []
        self._lock = Lock()
        self._state: tuple[int, ...] | None = None
        self._files = (engine.url, f"{os.path.realpath(engine.file)}-wal")
        self._opened = self._identities()

    def check(self) -> None:
        """Raise `StoreError` if the file or its write-ahead log is another one than was opened.

        SQLite would replay the log of one file into another, or write into a log that nobody finds.
        """
        self._checked_state()

    def _checked_state(self) -> tuple[int, ...] | None:
        state = self._stat()
        if not self._engine.is_shared:
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
        return self._engine.connect()

    def check_in(self, db: SqliteDatabase, *, is_sound: bool = True) -> None:
        """Keep a connection for the next request; close it if it failed, or is in a transaction."""
        state = self._stat()
        if not self._engine.is_shared or db.has_changed_file:
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


class UnavailableConnections(SqliteConnections):
    """`Connections` to a file that could not be opened."""

    def __init__(self, engine: SqliteEngine, error: Exception) -> None:
        super().__init__(engine)
        self._error = error

    def check_out(self) -> SqliteDatabase:
        """Raise `StoreError`, for the reason for which it could not be opened."""
        if isinstance(self._error, StoreError):
            raise self._error
        raise StoreError(str(self._error)) from self._error
