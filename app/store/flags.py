"""Flags: deals that somebody wants the table to check. They are no part of a log or a match file.

A deal has one flag at most. It is open until the table has looked, and then says what came of that,
until the deal is flagged again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.store.engine import Database, bump_revision, lock_match, now, one_transaction

MAX_OPEN_FLAGS = 5
"""Per match."""
RIGHT, CHANGED = "right", "changed"


class TooManyFlags(Exception):
    """A match has as many open flags as it can have."""


@dataclass(frozen=True)
class Flag:
    """A deal that was flagged at a moment (ISO, UTC), with `words` or none; the `outcome` is None
    while the flag is open, then `RIGHT` or `CHANGED`."""

    deal: int
    at: str
    words: str
    outcome: str | None

    @property
    def is_open(self) -> bool:
        """Whether the table has not looked yet."""
        return self.outcome is None


def list_flags(db: Database, club: str, number: int) -> list[Flag]:
    """Every flag of a match, open or not, by deal."""
    rows = db.execute(
        "SELECT deal, at, words, outcome FROM doubts WHERE club = ? AND match = ? ORDER BY deal",
        [club, number],
    )
    return [Flag(*row) for row in rows.fetchall()]


@one_transaction
def flag_deal(db: Database, club: str, number: int, deal: int, words: str = "") -> None:
    """Flag a deal, unless it has an open flag. Raises `TooManyFlags`."""
    lock_match(db, club, number)
    waiting = db.execute(
        "SELECT deal FROM doubts WHERE club = ? AND match = ? AND outcome IS NULL",
        [club, number],
    ).fetchall()
    if (deal,) in waiting:
        return
    if len(waiting) >= MAX_OPEN_FLAGS:
        raise TooManyFlags(f"match {number} of {club}: {len(waiting)} deals wait already")
    db.execute(
        "INSERT INTO doubts (club, match, deal, at, words) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (club, match, deal)"
        " DO UPDATE SET at = excluded.at, words = excluded.words, outcome = NULL",
        [club, number, deal, now(), words],
    )
    bump_revision(db, club, number)


@one_transaction
def confirm_deal(db: Database, club: str, number: int, deal: int) -> None:
    """Close the flag of a deal that is right as it is."""
    lock_match(db, club, number)
    if close_flags(db, club, number, [deal], RIGHT):
        bump_revision(db, club, number)


def close_flags(db: Database, club: str, number: int, deals: Iterable[int], outcome: str) -> int:
    """Close the open flags of these deals, in the open transaction. Returns how many."""
    return db.execute_many(
        "UPDATE doubts SET outcome = ?"
        " WHERE club = ? AND match = ? AND deal = ? AND outcome IS NULL",
        [(outcome, club, number, deal) for deal in deals],
    )
