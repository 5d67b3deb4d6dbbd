"""Invite codes: letters that are typed in place of a link, for a few minutes.

They are in the database because the phone that types one may reach another process than the one
that showed it. Neither the letters nor the link are stored: only a digest, which is worth nothing
without the key file.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.store.clubs.clubs import lock_club
from app.store.engine import Database, now, one_transaction

# The column `match` of a code that leads to none: it is part of the key, which has no NULL.
NO_MATCH = 0
COLUMNS = f"club, role, nullif(match, {NO_MATCH}), generation, until, digest"


@dataclass(frozen=True)
class InviteCode:
    """A way into a club in a `role`, to its `match` or none. It is valid while the link has this
    `generation`, and `until` a moment (ISO, UTC)."""

    club: str
    role: str
    match: int | None
    generation: int
    until: str
    digest: str


def find_code(db: Database, club: str, role: str, match: int | None) -> InviteCode | None:
    """Return the valid code for this way, None if there is none."""
    row = db.execute(
        f"SELECT {COLUMNS} FROM codes WHERE club = ? AND role = ? AND match = ? AND until > ?",
        [club, role, match or NO_MATCH, now()],
    ).fetchone()
    return InviteCode(*row) if row else None


@one_transaction
def save_code(db: Database, code: InviteCode, in_place_of: InviteCode | None = None) -> InviteCode:
    """Store a code, unless there is a valid one for the same way: returns that one then.

    It replaces `in_place_of`, whose link was renewed.
    """
    # Two pages that are shown at one moment, by whichever processes, show the same code.
    lock_club(db, code.club)
    known = find_code(db, code.club, code.role, code.match)
    if known and known != in_place_of:
        return known
    db.execute("DELETE FROM codes WHERE club = ? AND until <= ?", [code.club, now()])
    # There is no foreign key: a code of a club that is deleted meanwhile opens nothing.
    db.execute(
        "INSERT INTO codes (club, role, match, generation, until, digest) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (club, role, match) DO UPDATE SET"
        " generation = excluded.generation, until = excluded.until, digest = excluded.digest",
        [*key_of(code), code.generation, code.until, code.digest],
    )
    return code


def redeem_code(db: Database, digest: str) -> InviteCode | None:
    """Return the valid code with this digest, which cannot be typed again; None if there is none.

    The phone does not know the club, so all of them are searched. If two clubs have been given the
    same letters, these open neither. A wrong code writes nothing, so that guessing blocks nobody.
    """
    rows = db.execute(
        f"SELECT {COLUMNS} FROM codes WHERE digest = ? AND until > ?", [digest, now()]
    ).fetchall()
    codes = [InviteCode(*row) for row in rows]
    return codes[0] if len(codes) == 1 and delete_code(db, codes[0]) else None


@one_transaction
def delete_code(db: Database, code: InviteCode) -> bool:
    """Remove a code; False if another request has removed it meanwhile."""
    removed = db.execute(
        "DELETE FROM codes WHERE club = ? AND role = ? AND match = ? AND digest = ?",
        [*key_of(code), code.digest],
    )
    return removed.rowcount == 1


def key_of(code: InviteCode) -> tuple[str, str, int]:
    """Return the primary key of a code."""
    return code.club, code.role, code.match or NO_MATCH
