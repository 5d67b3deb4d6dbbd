"""Clubs: a circle of friends with its matches, players and decks. The wall between tables.

Every key in the book begins with the club, and every verb is told which: no query crosses clubs.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime

from app.store.engine import Database, bump_revision, insert, one_transaction
from app.store.errors import UniqueViolation

HOME = "home"
"""The id of the club that a book has by itself, where nobody needs to know the word."""
HOME_NAME = "Home"

LETTERS = "23456789abcdefghjkmnpqrstvwxyz"
"""Of which ids are made: those that nobody mistakes for another."""
LETTERS_OF_AN_ID = 8


@dataclass(frozen=True)
class Club:
    """A club: its `id` is public and opens nothing, `founded` is a moment (ISO, UTC), and
    `generation` counts how often its member link was renewed."""

    id: str
    name: str
    founded: str
    generation: int


@one_transaction
def create_club(db: Database, name: str, club: str | None = None) -> Club:
    """Found a club, with an id of its own unless one is given."""
    club = club or "".join(secrets.choice(LETTERS) for _letter in range(LETTERS_OF_AN_ID))
    # To the microsecond, for their order.
    founded = datetime.now(UTC).isoformat(timespec="microseconds")
    insert(db, "clubs", {"id": club, "name": name, "founded": founded})
    return Club(club, name, founded, generation=1)


def ensure_home_club(db: Database) -> Club:
    """The first club of a book, made if there is none."""
    if first := first_club(db):
        return first
    try:
        return create_club(db, HOME_NAME, HOME)
    except UniqueViolation:
        # Another process that began at the same time was quicker.
        return list_clubs(db)[0]


def first_club(db: Database) -> Club | None:
    """The oldest club, None if there is none."""
    row = db.execute(
        "SELECT id, name, founded, generation FROM clubs ORDER BY founded, id LIMIT 1"
    ).fetchone()
    return Club(*row) if row else None


def find_club(db: Database, club: str) -> Club | None:
    """The club with this id, None if there is none."""
    if "\0" in club:
        # Not every engine knows that letter.
        return None
    row = db.execute(
        "SELECT id, name, founded, generation FROM clubs WHERE id = ?", [club]
    ).fetchone()
    return Club(*row) if row else None


def list_clubs(db: Database) -> list[Club]:
    """Every club, the oldest first."""
    rows = db.execute(
        "SELECT id, name, founded, generation FROM clubs ORDER BY founded, id"
    ).fetchall()
    return [Club(*row) for row in rows]


@one_transaction
def rename_club(db: Database, club: str, name: str) -> None:
    """Call a club by another name."""
    db.execute("UPDATE clubs SET name = ? WHERE id = ?", [name, club])


@one_transaction
def delete_club(db: Database, club: str) -> None:
    """Remove a club whole: all that it holds, and itself. There is no way back."""
    db.execute("DELETE FROM events WHERE club = ?", [club])
    for table in ("doubts", "matches", "decks", "codes"):
        db.execute(f"DELETE FROM {table} WHERE club = ?", [club])
    db.execute("DELETE FROM clubs WHERE id = ?", [club])


def lock_club(db: Database, club: str) -> None:
    """Let nobody else take a number from a club until the open transaction ends."""
    db.execute("UPDATE clubs SET generation = generation WHERE id = ?", [club])


def next_number(db: Database, club: str, kind: str) -> int:
    """Take the next number of a match or a deck from its club, in the open transaction.

    Numbers are never given twice: an old link must not lead to another match.
    """
    row = db.execute(
        f"UPDATE clubs SET next_{kind} = next_{kind} + 1 WHERE id = ? RETURNING next_{kind} - 1",
        [club],
    ).fetchone()
    if row is None:
        raise LookupError(f"there is no club {club}")
    return int(row[0])


@one_transaction
def renew_member_link(db: Database, club: str) -> None:
    """Let no member link of a club open it any more: there is a new one."""
    db.execute("UPDATE clubs SET generation = generation + 1 WHERE id = ?", [club])


def watch_generation(db: Database, club: str, number: int) -> int | None:
    """How often the watch link of a match was renewed, from 1 on; None if there is no match."""
    row = db.execute(
        "SELECT generation FROM matches WHERE club = ? AND number = ?", [club, number]
    ).fetchone()
    return int(row[0]) if row else None


@one_transaction
def renew_watch_link(db: Database, club: str, number: int) -> None:
    """Let no watch link of a match open it any more: there is a new one."""
    db.execute(
        "UPDATE matches SET generation = generation + 1 WHERE club = ? AND number = ?",
        [club, number],
    )
    # A page that shows the link is out of date.
    bump_revision(db, club, number)
