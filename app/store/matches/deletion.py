"""Deletion of matches: delete, restore and purge them.

A deletion is a soft delete: the row has a moment in `deleted`, until `purge_deleted` removes it.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from app.store.clubs.clubs import lock_club
from app.store.engine import IS_VISIBLE, Database, bump_revision, now, one_transaction
from app.store.matches.facts import write_facts
from app.store.matches.log import Overtaken, latest_line
from app.store.people.evenings import remove_empty_evenings
from app.store.people.seatings import seat_people

DAYS_TO_RESTORE = 30  # for so long a deleted match can be restored
# A match that has had no answer for so long is deleted by itself.
UNANSWERED_AFTER = timedelta(days=1)

# SQL: a match whose log has only the house rules. An answer that was undone is a line too.
HAS_NO_ANSWER = (
    "is_over = 0 AND NOT EXISTS (SELECT 1 FROM events"
    " WHERE events.club = matches.club AND match = matches.number AND line > 1)"
)
# SQL: a match that has had no answer since before a moment. One with a title is wanted all the
# same. What else changes beside its log says nothing about that: a person may have been renamed.
IS_UNANSWERED = f"deleted IS NULL AND title = '' AND changed < ? AND {HAS_NO_ANSWER}"


@one_transaction
def delete_match(db: Database, club: str, match_id: int) -> None:
    """Mark a match as deleted now; a match that was deleted before keeps its moment."""
    # The club first, as everywhere where both are locked.
    lock_club(db, club)
    set_deleted(db, club, match_id)
    take_back(db, club, match_id)


def set_deleted(db: Database, club: str, match_id: int) -> None:
    """Write, in the open transaction, that a match was deleted now, if it was not before."""
    db.execute(
        "UPDATE matches SET deleted = ? WHERE club = ? AND number = ? AND deleted IS NULL",
        [now(), club, match_id],
    )


def take_back(db: Database, club: str, match_id: int) -> None:
    """Take back, in the open transaction, what a deleted match says of people."""
    seat_people(db, club, match_id)
    write_facts(db, club, match_id, None)


class AlreadyHere(Exception):
    """A deleted match has come back meanwhile by a file: it is the match with this number."""

    def __init__(self, match_id: int) -> None:
        super().__init__(f"it is match {match_id}")
        self.match_id = match_id


@one_transaction
def restore_match(db: Database, club: str, match_id: int) -> None:
    """Undo the soft delete of a match, see `undelete_match`. Raises `AlreadyHere`."""
    lock_club(db, club)
    twin = db.execute(
        "SELECT here.number FROM matches JOIN matches AS here ON here.club = matches.club"
        " AND here.uuid = matches.uuid AND here.game = matches.game AND here.deleted IS NULL"
        " WHERE matches.club = ? AND matches.number = ? AND matches.deleted IS NOT NULL"
        " AND matches.uuid <> '' ORDER BY here.number DESC LIMIT 1",
        [club, match_id],
    ).fetchone()
    if twin is not None:
        raise AlreadyHere(twin[0])
    undelete_match(db, club, match_id)
    bump_revision(db, club, match_id)


def undelete_match(db: Database, club: str, match_id: int) -> None:
    """Undo the soft delete of a match, in the open transaction. Its summary and facts are behind
    its log then, see `save_summaries`. Without an answer, it waits for one from now on."""
    db.execute(
        "UPDATE matches SET deleted = NULL, counted = 0 WHERE club = ? AND number = ?"
        f" AND {IS_VISIBLE}",
        [club, match_id],
    )
    db.execute(
        f"UPDATE matches SET changed = ? WHERE club = ? AND number = ? AND {HAS_NO_ANSWER}",
        [now(), club, match_id],
    )
    seat_people(db, club, match_id)


@one_transaction
def delete_if_unanswered(db: Database, club: str, match_id: int) -> None:
    """Mark a match as deleted whose log has only the house rules. Raises `Overtaken` with more."""
    lock_club(db, club)
    # This comes first because it locks the match, see `write_lines`.
    set_deleted(db, club, match_id)
    line, _checksum = latest_line(db, club, match_id)
    if line > 1:
        raise Overtaken(f"match {match_id} of {club} has {line} lines")
    take_back(db, club, match_id)


def delete_unanswered(db: Database) -> int:
    """Mark the matches as deleted that were begun `UNANSWERED_AFTER` ago, and have no answer.

    Returns how many.
    """
    before = (datetime.now(UTC) - UNANSWERED_AFTER).isoformat(timespec="milliseconds")
    # Read first, as in `purge_deleted`. Asked club by club, it reads of an index only what is open.
    clubs = db.execute(
        "SELECT id FROM clubs WHERE EXISTS (SELECT 1 FROM matches WHERE club = clubs.id"
        f" AND {IS_UNANSWERED})",
        [before],
    ).fetchall()
    return sum(delete_unanswered_of(db, club, before) for (club,) in clubs)


@one_transaction
def delete_unanswered_of(db: Database, club: str, before: str) -> int:
    """Mark the unanswered matches of a club as deleted. Returns how many."""
    lock_club(db, club)
    # An answer that is written meanwhile changes `changed`: the match is left as it is.
    deleted = db.execute(
        f"UPDATE matches SET deleted = ? WHERE club = ? AND {IS_UNANSWERED} RETURNING number",
        [now(), club, before],
    ).fetchall()
    for (match_id,) in deleted:
        take_back(db, club, match_id)
    return len(deleted)


def purge_deleted(db: Database) -> int:
    """Remove for good what was deleted `DAYS_TO_RESTORE` ago. Returns how many matches."""
    limit = datetime.now(UTC) - timedelta(days=DAYS_TO_RESTORE)
    before = limit.isoformat(timespec="milliseconds")
    # Read first: a database that cannot be written is opened all the same if nothing is due.
    clubs = db.execute("SELECT DISTINCT club FROM matches WHERE deleted < ?", [before]).fetchall()
    return sum(remove_deleted(db, club, before) for (club,) in clubs)


@one_transaction
def remove_deleted(db: Database, club: str, before: str) -> int:
    """Remove the matches of a club that were deleted before a moment, and the evenings of which
    nothing is left then. Returns how many matches."""
    lock_club(db, club)
    deleted = "matches WHERE club = ? AND deleted < ?"
    # A process of the version before has deleted them.
    rows = db.execute(
        f"SELECT number FROM {deleted} AND (facts > 0 OR seated > 0)", [club, before]
    ).fetchall()
    for (match_id,) in rows:
        take_back(db, club, match_id)
    for statement in (
        "DELETE FROM events WHERE club = ? AND match IN",
        "DELETE FROM doubts WHERE club = ? AND match IN",
    ):
        db.execute(f"{statement} (SELECT number FROM {deleted})", [club, club, before])
    removed = db.execute(f"DELETE FROM {deleted}", [club, before]).rowcount
    remove_empty_evenings(db, club)
    return int(removed)
