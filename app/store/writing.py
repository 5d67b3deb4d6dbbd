"""How rows are written, in whichever engine."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from app.store.engine import Database

_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


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


def hold_match(db: Database, club: str, number: int) -> None:
    """Let nobody else write into a match until the open transaction ends."""
    # Every engine knows this way: a row that was changed is held.
    db.execute("UPDATE matches SET asides = asides WHERE club = ? AND number = ?", [club, number])


def count_aside(db: Database, club: str, number: int) -> None:
    """Count in the open transaction that something beside the log of a match has changed."""
    db.execute(
        "UPDATE matches SET asides = asides + 1 WHERE club = ? AND number = ?", [club, number]
    )


def to_json(value: Any) -> str:
    """Compact JSON, every letter as it is."""
    return _compact.encode(value)
