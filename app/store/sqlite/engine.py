"""Databases in a file: `SqliteEngine`."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from app.program import command
from app.store.errors import DatabaseTooOld, StoreError
from app.store.sqlite import opening
from app.store.sqlite.backup import copy_before_upgrade
from app.store.sqlite.connection import SqliteConnections, SqliteDatabase, sqlite3
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
        return SqliteConnections(self.file, self.connect, is_shared=self.is_shared)

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


class UnavailableConnections(SqliteConnections):
    """`Connections` to a file that could not be opened."""

    def __init__(self, engine: SqliteEngine, error: Exception) -> None:
        super().__init__(engine.file, engine.connect, is_shared=engine.is_shared)
        self._error = error

    def check_out(self) -> SqliteDatabase:
        """Raise `StoreError`, for the reason for which it could not be opened."""
        if isinstance(self._error, StoreError):
            raise self._error
        raise StoreError(str(self._error)) from self._error
