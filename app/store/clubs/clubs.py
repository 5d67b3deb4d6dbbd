"""Clubs: circles of friends, each with its matches and decks, and none of another's.

Every key in the database begins with the club, and every function takes one, so that no query
crosses clubs.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from app.store.engine import Database, bump_revision, insert, one_transaction
from app.store.errors import UniqueViolation

HOME = "home"  # the id of the club that a database has from its start
HOME_NAME = "Home"

ID_ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"  # without letters that look like another
ID_LENGTH = 8

CLUB_COLUMNS = "id, name, founded, generation, language, court_cards"


@dataclass(frozen=True)
class Club:
    """A club. Its `id` is public and opens nothing; `founded` is a moment (ISO, UTC); `generation`
    is 1 more than the times its member link was renewed. `language` is the tag of the language for
    phones that say none, `court_cards` the letters on king, queen and jack of its cards, such as
    ``RDV``; both empty where nobody has said."""

    id: str
    name: str
    founded: str
    generation: int
    language: str = ""
    court_cards: str = ""


@one_transaction
def create_club(db: Database, name: str, club: str | None = None) -> Club:
    """Create a club, with a random id unless one is given. Raises `UniqueViolation`."""
    club = club or "".join(secrets.choice(ID_ALPHABET) for _letter in range(ID_LENGTH))
    # To the microsecond, because clubs are listed in this order.
    founded = datetime.now(UTC).isoformat(timespec="microseconds")
    insert(db, "clubs", {"id": club, "name": name, "founded": founded})
    return Club(club, name, founded, generation=1)


def ensure_home_club(db: Database) -> Club:
    """Return the first club of a database, created if there is none."""
    if first := first_club(db):
        return first
    try:
        return create_club(db, HOME_NAME, HOME)
    except UniqueViolation:
        # Another process that started at the same time was quicker.
        return list_clubs(db)[0]


def first_club(db: Database) -> Club | None:
    """Return the oldest club, None if there is none."""
    return next(iter(select_clubs(db, "ORDER BY founded, id LIMIT 1")), None)


def has_been_used(db: Database) -> bool:
    """Return whether anyone came in by a link: whether a match was begun since there are clubs.

    A database from before there were links has been given its club by an upgrade.
    """
    began = db.execute(
        "SELECT EXISTS (SELECT 1 FROM matches JOIN clubs ON clubs.id = club"
        # To the millisecond: what has been begun says no more.
        " WHERE substr(started, 1, 23) >= substr(founded, 1, 23))"
    )
    return bool(began.fetchone()[0])


def find_club(db: Database, club: str) -> Club | None:
    """Return the club with this id, None if there is none."""
    # PostgreSQL rejects NUL characters, and this comes from an address.
    return None if "\0" in club else next(iter(select_clubs(db, "WHERE id = ?", club)), None)


def list_clubs(db: Database) -> list[Club]:
    """Return every club, the oldest first."""
    return select_clubs(db, "ORDER BY founded, id")


def select_clubs(db: Database, where: str, *values: str) -> list[Club]:
    """Return the clubs for which `where` holds, in its order."""
    rows = db.execute(f"SELECT {CLUB_COLUMNS} FROM clubs {where}", values)
    return [Club(*row) for row in rows.fetchall()]


@one_transaction
def rename_club(db: Database, club: str, name: str) -> None:
    """Give a club another name."""
    db.execute("UPDATE clubs SET name = ? WHERE id = ?", [name, club])


@one_transaction
def set_language(db: Database, club: str, language: str, court_cards: str) -> None:
    """Give a club a language by its tag, and letters on its court cards; empty for none."""
    values = [language, court_cards, club]
    db.execute("UPDATE clubs SET language = ?, court_cards = ? WHERE id = ?", values)


def number_matches_from(db: Database, club: str, number: int) -> None:
    """Give the next match of a club this number."""
    db.execute("UPDATE clubs SET next_match = ? WHERE id = ?", [number, club])


@one_transaction
def delete_club(db: Database, club: str) -> None:
    """Remove a club and all that it holds, for good."""
    db.execute("DELETE FROM events WHERE club = ?", [club])
    # What was added later goes with the club or the match by itself.
    for table in ("doubts", "matches", "decks", "codes"):
        db.execute(f"DELETE FROM {table} WHERE club = ?", [club])
    db.execute("DELETE FROM clubs WHERE id = ?", [club])


LINE_BYTES = 300  # that a line of a log takes beside its answer, with its indexes


@dataclass(frozen=True)
class Usage:
    """What a club has stored: matches that are not deleted, decks, and bytes, also of what is
    deleted and can still be restored."""

    matches: int
    decks: int
    bytes: int


def usage(db: Database, club: str) -> Usage:
    """Return what a club has stored; takes longer the more that is."""
    row = db.execute(
        "SELECT (SELECT count(*) FROM matches WHERE club = ? AND deleted IS NULL),"
        " (SELECT count(*) FROM decks WHERE club = ?),"
        f" (SELECT coalesce(sum({LINE_BYTES} + coalesce(octet_length(answer), 0)), 0)"
        " FROM events WHERE club = ?)"
        " + (SELECT coalesce(sum(octet_length(faces)), 0) FROM decks WHERE club = ?)",
        [club] * 4,
    ).fetchone()
    return Usage(*map(int, row))


# SQL: nothing was ever begun in a club.
IS_UNUSED = "next_match = 1 AND next_deck = 1 AND next_person = 1"


def delete_unused_clubs(db: Database, days: int) -> int:
    """Delete the clubs, founded so many days ago, in which nothing was ever begun. Returns how
    many."""
    before = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="microseconds")
    unused = f"{IS_UNUSED} AND founded < ? AND id <> ?"
    clubs = db.execute(f"SELECT id FROM clubs WHERE {unused}", [before, HOME]).fetchall()
    return sum(delete_unused_club(db, club) for (club,) in clubs)


@one_transaction
def delete_unused_club(db: Database, club: str) -> bool:
    """Delete a club unless something was begun in it meanwhile. Returns whether it was deleted."""
    deleted = db.execute(f"DELETE FROM clubs WHERE id = ? AND {IS_UNUSED}", [club])
    db.execute("DELETE FROM codes WHERE club = ?", [club])
    return bool(deleted.rowcount)


def lock_club(db: Database, club: str) -> None:
    """Let no other transaction write into the row of a club until the open one ends, which gives it
    another version."""
    # By chance and not one more: a database put back from a backup has no version twice.
    db.execute("UPDATE clubs SET version = ? WHERE id = ?", [secrets.randbits(62), club])


def version_of(db: Database, club: str) -> int:
    """Return the version of what is known of people in a club: another one after every change of
    who played, on which evening, and what counts. 0 for a club that is not there."""
    row = db.execute("SELECT version FROM clubs WHERE id = ?", [club]).fetchone()
    return int(row[0]) if row else 0


def next_number(db: Database, club: str, kind: str) -> int:
    """Take the next number of a match, a deck or a person from its club, in the open transaction.

    No number is given twice, because an old link must not lead to another match. Raises LookupError
    if there is no such club.
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
    """Revoke the member link of a club: there is a new one."""
    db.execute("UPDATE clubs SET generation = generation + 1 WHERE id = ?", [club])


def watch_generation(db: Database, club: str, match_id: int) -> int | None:
    """Return 1 more than the times the watch link of a match was renewed; None if there is no
    match."""
    row = db.execute(
        "SELECT generation FROM matches WHERE club = ? AND number = ?", [club, match_id]
    ).fetchone()
    return int(row[0]) if row else None


@one_transaction
def renew_watch_link(db: Database, club: str, match_id: int) -> None:
    """Revoke the watch link of a match: there is a new one."""
    db.execute(
        "UPDATE matches SET generation = generation + 1 WHERE club = ? AND number = ?",
        [club, match_id],
    )
    # A page that shows the link is out of date.
    bump_revision(db, club, match_id)
