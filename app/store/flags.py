"""Deals that somebody wants to be checked. They are no lines of a log, and no file knows of them.

A deal has one doubt at most: it is open until somebody at the table has looked, and then says what
came of it until the deal is doubted again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.store.engine import Database, count_aside, hold_match, now, one_transaction

MOST_OPEN = 5
"""So many deals of a match can wait to be checked."""
RIGHT, CHANGED = "right", "changed"


class TooMany(Exception):
    """As many deals of a match wait to be checked as can."""


@dataclass(frozen=True)
class Doubt:
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


def doubts(db: Database, club: str, number: int) -> list[Doubt]:
    """Every doubt about a deal of a match, open or not, in the order of the deals."""
    rows = db.execute(
        "SELECT deal, at, words, outcome FROM doubts WHERE club = ? AND match = ? ORDER BY deal",
        [club, number],
    )
    return [Doubt(*row) for row in rows.fetchall()]


@one_transaction
def doubt_deal(db: Database, club: str, number: int, deal: int, words: str = "") -> None:
    """Let a deal be checked, unless it waits for that already. Raises `TooMany`."""
    hold_match(db, club, number)
    waiting = db.execute(
        "SELECT deal FROM doubts WHERE club = ? AND match = ? AND outcome IS NULL",
        [club, number],
    ).fetchall()
    if (deal,) in waiting:
        return
    if len(waiting) >= MOST_OPEN:
        raise TooMany(f"match {number} of {club}: {len(waiting)} deals wait already")
    db.execute(
        "INSERT INTO doubts (club, match, deal, at, words) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (club, match, deal)"
        " DO UPDATE SET at = excluded.at, words = excluded.words, outcome = NULL",
        [club, number, deal, now(), words],
    )
    count_aside(db, club, number)


@one_transaction
def find_right(db: Database, club: str, number: int, deal: int) -> None:
    """Say that a deal that was to be checked is right as it stands."""
    hold_match(db, club, number)
    if close(db, club, number, [deal], RIGHT):
        count_aside(db, club, number)


def close(db: Database, club: str, number: int, deals: Iterable[int], outcome: str) -> int:
    """Say in the open transaction what came of the open doubts about these deals. Returns of how
    many."""
    return db.execute_many(
        "UPDATE doubts SET outcome = ?"
        " WHERE club = ? AND match = ? AND deal = ? AND outcome IS NULL",
        [(outcome, club, number, deal) for deal in deals],
    )
