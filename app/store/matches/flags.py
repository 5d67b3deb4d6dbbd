"""Flags: deals that a watcher or a member asks the table to check.

They are no part of a log or a match file.

A deal has one flag at most. It is open until the table has looked, and then says what came of that,
until the deal is flagged again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.store.engine import Database, bump_revision, lock_match, now, one_transaction

MAX_OPEN_FLAGS = 5  # per match
FLAG_OUTCOMES = CONFIRMED, CORRECTED = "right", "changed"


class TooManyFlags(Exception):
    """A match has as many open flags as it can have."""


@dataclass(frozen=True)
class Flag:
    """A deal that was flagged at a moment (ISO, UTC), with `words` or none; the `outcome` is None
    while the flag is open, then `CONFIRMED` or `CORRECTED`."""

    deal: int
    at: str
    words: str
    outcome: str | None

    @property
    def is_open(self) -> bool:
        """Whether the table has not checked the deal yet."""
        return self.outcome is None


def list_flags(db: Database, club: str, match_id: int) -> list[Flag]:
    """Return every flag of a match, open or not, by deal."""
    rows = db.execute(
        "SELECT deal, at, words, outcome FROM doubts WHERE club = ? AND match = ? ORDER BY deal",
        [club, match_id],
    )
    return [Flag(*row) for row in rows.fetchall()]


@one_transaction
def flag_deal(db: Database, club: str, match_id: int, deal: int, words: str = "") -> None:
    """Flag a deal, unless it has an open flag. Raises `TooManyFlags`."""
    lock_match(db, club, match_id)
    waiting = db.execute(
        "SELECT deal FROM doubts WHERE club = ? AND match = ? AND outcome IS NULL",
        [club, match_id],
    ).fetchall()
    if (deal,) in waiting:
        return
    if len(waiting) >= MAX_OPEN_FLAGS:
        raise TooManyFlags(f"match {match_id} of {club}: {len(waiting)} deals wait already")
    db.execute(
        "INSERT INTO doubts (club, match, deal, at, words) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (club, match, deal)"
        " DO UPDATE SET at = excluded.at, words = excluded.words, outcome = NULL",
        [club, match_id, deal, now(), words],
    )
    bump_revision(db, club, match_id)


@one_transaction
def confirm_deal(db: Database, club: str, match_id: int, deal: int) -> None:
    """Close the flag of a deal that is right as it is."""
    lock_match(db, club, match_id)
    if close_flags(db, club, match_id, [deal], CONFIRMED):
        bump_revision(db, club, match_id)


def close_flags(db: Database, club: str, match_id: int, deals: Iterable[int], outcome: str) -> int:
    """Close the open flags of these deals, in the open transaction. Returns how many."""
    return db.execute_many(
        "UPDATE doubts SET outcome = ?"
        " WHERE club = ? AND match = ? AND deal = ? AND outcome IS NULL",
        [(outcome, club, match_id, deal) for deal in deals],
    )
