"""Connections to the score book, lent to one request at a time and kept for the next one."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Lock

from app.store.errors import StoreError
from app.store.sqlite import opening
from app.store.sqlite.database import Database


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

    def lend(self) -> Database:
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

    def take_back(self, db: Database, *, is_sound: bool = True) -> None:
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
        return opening.connect(self.book)

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


class OwnConnections(Connections):
    """Connections to a book that no other process uses, which needs no log beside it."""

    def check(self) -> None:
        """Nothing: no other program comes into the storage of a browser."""

    def _open(self) -> Database:
        return opening.connect(self.book, journal="truncate")

    def take_back(self, db: Database, *, is_sound: bool = True) -> None:
        """Keep a connection for the next request, unless something went wrong with it."""
        # Without a log every write changes the file itself: since it was lent, only ours did.
        self._state = self._look()
        super().take_back(db, is_sound=is_sound)


class NoConnections(Connections):
    """To a book that could not be opened: whoever asks is told why."""

    def __init__(self, book: Path | str, why: Exception) -> None:
        super().__init__(book)
        self._why = why

    def lend(self) -> Database:
        """Raises `StoreError`."""
        if isinstance(self._why, StoreError):
            raise self._why
        raise StoreError(str(self._why)) from self._why
