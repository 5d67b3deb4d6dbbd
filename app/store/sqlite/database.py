"""A connection to a score book in SQLite: how it reads, and how it writes."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import sqlite_utils

from app.store.errors import StoreError

Result = TypeVar("Result")

BUSY_MILLISECONDS = 3000

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

    def pass_on(self, news: str, /) -> None:
        """Nothing: a book in a file is served by one process."""

    def probe(self) -> None:
        """Read a little, and write what stands there already, down to the disk."""
        self.execute("SELECT 1 FROM matches LIMIT 1").fetchone()
        version = self.execute("PRAGMA user_version").fetchone()[0]
        with self.transaction():
            self.execute(f"PRAGMA user_version = {version}")

    def tidy_up(self) -> None:
        """Fold the log beside the book into it, so that the file alone has all that matters.

        Raises nothing: what was written is on the disk, whether this can be done or not.
        """
        try:
            self.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except StoreError as error:
            log.warning("The log of the database could not be folded into it: %s", error)
