"""How rows are written: one transaction at a time, and on the disk before it is acknowledged."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from sqlite_utils import Database

from app.store.opening import BUSY_MILLISECONDS, Locked, version

_writing = threading.Lock()
_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


@contextmanager
def write(db: Database) -> Iterator[None]:
    """One transaction that holds the right to write from its first statement on.

    Whoever waits behind a write that has to wait gives up as early as that one does.
    """
    if not _writing.acquire(timeout=BUSY_MILLISECONDS / 1000):
        raise Locked("database is locked by the writes before this one")
    try:
        db.execute("BEGIN IMMEDIATE")
        try:
            yield
            db.commit()
        except BaseException:
            db.rollback()
            raise
    finally:
        _writing.release()


def probe(db: Database) -> None:
    """Read a little and write what stands there already, down to the disk.

    Raises `Unavailable` if either cannot be done.
    """
    db.execute("SELECT count(*) FROM (SELECT 1 FROM matches LIMIT 1)").fetchone()
    with write(db):
        db.execute(f"PRAGMA user_version = {version()}")


def now() -> str:
    """This moment in UTC, as it is stored."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def insert(db: Database, table: str, row: dict[str, Any]) -> None:
    """Insert one row in the open transaction.

    Said in SQL, because looking at the table first makes recording an answer a fifth slower.
    """
    names = ", ".join(f'"{name}"' for name in row)
    places = ", ".join("?" * len(row))
    db.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", list(row.values()))


def count_aside(db: Database, club: str, number: int) -> None:
    """Count in the open transaction that something beside the log of a match has changed."""
    db.execute(
        "UPDATE matches SET asides = asides + 1 WHERE club = ? AND number = ?", [club, number]
    )


def to_json(value: Any) -> str:
    """Compact JSON, every letter as it is."""
    return _compact.encode(value)
