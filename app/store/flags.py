"""Deals that somebody wants to be checked. They are no lines of a log, and no file knows of them.

A deal has one doubt at most: it is open until somebody at the table has looked, and then says what
came of it until the deal is doubted again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.store.engine import Database, bump_revision, lock_match, now, one_transaction

MAX_OPEN_FLAGS = 5
"""So many deals of a match can wait to be checked."""
RIGHT, CHANGED = "right", "changed"


class TooManyFlags(Exception):
    """As many deals of a match wait to be checked as can."""


@dataclass(frozen=True)
class Flag:
    """A deal that somebody wanted to be checked at a moment (ISO, UTC), in their `words` if they
    used any; its `outcome` is None while it is open, and else what came of it."""

    deal: int
    at: str
    words: str
    outcome: str | None

    @property
    def is_open(self) -> bool:
        """Whether nobody has looked yet."""
        return self.outcome is None


def list_flags(db: Database, club: str, number: int) -> list[Flag]:
    """Every doubt about a deal of a match, open or not, in the order of the deals."""
    rows = db.execute(
        "SELECT deal, at, words, outcome FROM doubts WHERE club = ? AND match = ? ORDER BY deal",
        [club, number],
    )
    return [Flag(*row) for row in rows.fetchall()]


@one_transaction
def flag_deal(db: Database, club: str, number: int, deal: int, words: str = "") -> None:
    """Let a deal be checked, unless it waits for that already. Raises `TooManyFlags`."""
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
    """Say that a deal that was to be checked is right as it stands."""
    lock_match(db, club, number)
    if close_flags(db, club, number, [deal], RIGHT):
        bump_revision(db, club, number)


def close_flags(db: Database, club: str, number: int, deals: Iterable[int], outcome: str) -> int:
    """Say in the open transaction what came of the open doubts about these deals. Returns of how
    many."""
    return db.execute_many(
        "UPDATE doubts SET outcome = ?"
        " WHERE club = ? AND match = ? AND deal = ? AND outcome IS NULL",
        [(outcome, club, number, deal) for deal in deals],
    )
