"""Codes that are typed in place of a link: for what each of them stands, and until when.

They lie in the book because whoever types one may reach another process than the one that showed
it. The letters are not kept, and neither is a secret that they stand for: only a digest, which
says nothing to whoever does not have the key of the book.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass

from app.store.clubs import hold_club
from app.store.engine import Database, one_transaction
from app.store.writing import now

COLUMNS = "club, role, match, generation, until, digest"


@dataclass(frozen=True)
class Code:
    """A way into a club in this `role`: to its `match`, or to none if that is 0. It counts while
    the link is of that `generation`, and `until` a moment (UTC, as it is stored)."""

    club: str
    role: str
    match: int
    generation: int
    until: str
    digest: str


def find_code(db: Database, club: str, role: str, match: int) -> Code | None:
    """The code of this way that can be typed now, None if there is none."""
    row = db.execute(
        f"SELECT {COLUMNS} FROM codes WHERE club = ? AND role = ? AND match = ? AND until > ?",
        [club, role, match, now()],
    ).fetchone()
    return Code(*row) if row else None


@one_transaction
def keep_code(db: Database, code: Code, in_place_of: Code | None = None) -> Code:
    """Keep a code, unless another one can be typed by now for the same way. Returns that one then.

    `in_place_of` is one that was there before and opens nothing any more.
    """
    hold_club(db, code.club)
    known = find_code(db, code.club, code.role, code.match)
    if known and known != in_place_of:
        return known
    db.execute(
        f"INSERT INTO codes ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (club, role, match) DO UPDATE SET"
        " generation = excluded.generation, until = excluded.until, digest = excluded.digest",
        astuple(code),
    )
    return code


@one_transaction
def take_code(db: Database, digest: str) -> Code | None:
    """The code with this digest, which nobody can type again; None if there is none now.

    Whoever types one does not know its club: it is looked for in all of them, like a club by its
    id. If two have been given the same letters, they open nothing.
    """
    rows = db.execute(
        f"DELETE FROM codes WHERE digest = ? AND until > ? RETURNING {COLUMNS}", [digest, now()]
    ).fetchall()
    return Code(*rows[0]) if len(rows) == 1 else None


def forget_codes(db: Database) -> int:
    """Remove the codes that nobody can type any more. Returns how many."""
    clubs = db.execute("SELECT DISTINCT club FROM codes WHERE until <= ?", [now()]).fetchall()
    return sum(remove_old_codes(db, club) for (club,) in clubs)


@one_transaction
def remove_old_codes(db: Database, club: str) -> int:
    """Remove the codes of a club that nobody can type any more. Returns how many."""
    old = db.execute("DELETE FROM codes WHERE club = ? AND until <= ?", [club, now()])
    return int(old.rowcount)
