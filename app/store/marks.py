"""What is said of a match as a whole, and is no line of its log: its title, and that it is gone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from app.store.engine import Database, count_aside, now, one_transaction

DAYS_TO_RESTORE = 30
"""For so long a match that was deleted can be restored."""
DELETED_BEFORE = "matches WHERE club = ? AND deleted < ?"


@one_transaction
def give_title(db: Database, club: str, number: int, title: str) -> None:
    """Call a match by a title, or by none."""
    db.execute("UPDATE matches SET title = ? WHERE club = ? AND number = ?", [title, club, number])
    count_aside(db, club, number)


@one_transaction
def delete_match(db: Database, club: str, number: int) -> None:
    """Mark a match as deleted from now on; the moment stays if it was deleted before."""
    db.execute(
        "UPDATE matches SET deleted = ? WHERE club = ? AND number = ? AND deleted IS NULL",
        [now(), club, number],
    )


@one_transaction
def restore_match(db: Database, club: str, number: int) -> None:
    """Take back that a match was deleted: nothing of it was touched."""
    db.execute("UPDATE matches SET deleted = NULL WHERE club = ? AND number = ?", [club, number])


def forget_deleted(db: Database) -> int:
    """Remove for good what was deleted too long ago to be restored. Returns how many matches."""
    limit = datetime.now(UTC) - timedelta(days=DAYS_TO_RESTORE)
    before = limit.isoformat(timespec="milliseconds")
    # A book that nobody can write now is still opened if there is nothing to remove.
    clubs = db.execute("SELECT DISTINCT club FROM matches WHERE deleted < ?", [before]).fetchall()
    return sum(remove_deleted(db, club, before) for (club,) in clubs)


@one_transaction
def remove_deleted(db: Database, club: str, before: str) -> int:
    """Remove for good what was deleted before a moment. Returns how many matches."""
    of_them = f"(SELECT number FROM {DELETED_BEFORE})"
    for statement in (
        "DELETE FROM events WHERE club = ? AND match IN",
        "DELETE FROM doubts WHERE club = ? AND match IN",
    ):
        db.execute(f"{statement} {of_them}", [club, club, before])
    return int(db.execute(f"DELETE FROM {DELETED_BEFORE}", [club, before]).rowcount)
