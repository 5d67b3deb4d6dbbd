"""What is said of a match as a whole, and is no line of its log: its title, and that it is gone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlite_utils import Database

from app.store.writing import now, write

DAYS_TO_RESTORE = 30
"""For so long a match that was deleted can be restored."""


def give_title(db: Database, match_id: int, title: str) -> None:
    """Call a match by a title, or by none."""
    with write(db):
        db.execute("UPDATE matches SET title = ? WHERE id = ?", [title, match_id])


def delete_match(db: Database, match_id: int) -> None:
    """Mark a match as deleted from now on; the moment stays if it was deleted before."""
    with write(db):
        db.execute(
            "UPDATE matches SET deleted = ? WHERE id = ? AND deleted IS NULL", [now(), match_id]
        )


def restore_match(db: Database, match_id: int) -> None:
    """Take back that a match was deleted: nothing of it was touched."""
    with write(db):
        db.execute("UPDATE matches SET deleted = NULL WHERE id = ?", [match_id])


def forget_deleted(db: Database) -> int:
    """Remove for good what was deleted too long ago to be restored. Returns how many matches."""
    limit = datetime.now(UTC) - timedelta(days=DAYS_TO_RESTORE)
    before = [limit.isoformat(timespec="milliseconds")]
    # A book that nobody can write now is still opened if there is nothing to remove.
    if not db.execute("SELECT 1 FROM matches WHERE deleted < ? LIMIT 1", before).fetchone():
        return 0
    with write(db):
        db.execute(
            "DELETE FROM events WHERE match IN (SELECT id FROM matches WHERE deleted < ?)", before
        )
        return int(db.execute("DELETE FROM matches WHERE deleted < ?", before).rowcount)
