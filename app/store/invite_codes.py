"""Codes that are typed in place of a link: for what each of them stands, and until when.

They lie in the book because whoever types one may reach another process than the one that showed
it. The letters are not kept, and neither is a secret that they stand for: only a digest, which
says nothing to whoever does not have the key of the book.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.store.clubs import lock_club
from app.store.engine import Database, now, one_transaction

COLUMNS = "club, role, match, generation, until, digest"
NO_MATCH = 0
"""What stands in the row of a code that leads to none: part of a key is never left out."""


@dataclass(frozen=True)
class InviteCode:
    """A way into a club in this `role`: to its `match`, or to none. It counts while the link is of
    that `generation`, and `until` a moment (UTC, as it is stored)."""

    club: str
    role: str
    match: int | None
    generation: int
    until: str
    digest: str


def find_code(db: Database, club: str, role: str, match: int | None) -> InviteCode | None:
    """The code of this way that can be typed now, None if there is none."""
    row = db.execute(
        f"SELECT {COLUMNS} FROM codes WHERE club = ? AND role = ? AND match = ? AND until > ?",
        [club, role, match or NO_MATCH, now()],
    ).fetchone()
    return as_code(row) if row else None


@one_transaction
def save_code(db: Database, code: InviteCode, in_place_of: InviteCode | None = None) -> InviteCode:
    """Keep a code, unless another one can be typed by now for the same way. Returns that one then.

    `in_place_of` is one that was there before and opens nothing any more.
    """
    # Two pages that are shown at one moment, in whichever processes, have the same letters.
    lock_club(db, code.club)
    known = find_code(db, code.club, code.role, code.match)
    if known and known != in_place_of:
        return known
    db.execute("DELETE FROM codes WHERE club = ? AND until <= ?", [code.club, now()])
    # No key refers to the club: the codes of one that is deleted meanwhile open nothing.
    db.execute(
        f"INSERT INTO codes ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (club, role, match) DO UPDATE SET"
        " generation = excluded.generation, until = excluded.until, digest = excluded.digest",
        [*key_of(code), code.generation, code.until, code.digest],
    )
    return code


def redeem_code(db: Database, digest: str) -> InviteCode | None:
    """The code with this digest, which nobody can type again; None if there is none now.

    Whoever types one does not know its club: it is looked for in all of them, like a club by its
    id. If two have been given the same letters, they open nothing. Nothing is written for one that
    is wrong, so that whoever guesses holds up nobody.
    """
    rows = db.execute(
        f"SELECT {COLUMNS} FROM codes WHERE digest = ? AND until > ?", [digest, now()]
    ).fetchall()
    return as_code(rows[0]) if len(rows) == 1 and delete_code(db, as_code(rows[0])) else None


@one_transaction
def delete_code(db: Database, code: InviteCode) -> bool:
    """Remove a code, and say whether nobody else has typed it meanwhile."""
    removed = db.execute(
        "DELETE FROM codes WHERE club = ? AND role = ? AND match = ? AND digest = ?",
        [*key_of(code), code.digest],
    )
    return removed.rowcount == 1


def key_of(code: InviteCode) -> tuple[str, str, int]:
    """The key of its row."""
    return code.club, code.role, code.match or NO_MATCH


def as_code(row: tuple[str, str, int, int, str, str]) -> InviteCode:
    """A row as a code."""
    club, role, match, generation, until, digest = row
    return InviteCode(club, role, match or None, generation, until, digest)
