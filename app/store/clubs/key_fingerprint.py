"""The fingerprint of the key of all links, by which a start finds out that its file was garbled.

It is a row among the codes, which are made from the key too: one of no club and no role, that opens
nothing. So a copy of all clubs does not take it along, and every version can read the table.
"""

from __future__ import annotations

import hmac
from pathlib import Path

from app.program import DatabaseOptions
from app.store.clubs.invite_codes import NO_MATCH
from app.store.engine import Database, one_transaction
from app.store.errors import InvalidKey

NO_CLUB, ROLE = "", "key"
FOR_EVER = "9999"
BYTES = 8  # enough to tell two keys apart, and worth nothing to whoever looks for one


def fingerprint(key: bytes) -> str:
    """Return a digest of this key, which tells nothing about it."""
    return hmac.digest(key, b"fingerprint", "sha256")[:BYTES].hex()


def find_fingerprint(db: Database) -> str | None:
    """Return the fingerprint of the key with which links were made, None if that is not known."""
    row = db.execute(
        "SELECT digest FROM codes WHERE club = ? AND role = ? AND match = ?",
        [NO_CLUB, ROLE, NO_MATCH],
    ).fetchone()
    return str(row[0]) if row else None


def refuse_another_key(db: Database, engine: DatabaseOptions, path: Path, key: bytes) -> None:
    """Raise `InvalidKey` if links were made with another key than the one in this file, as far as
    that is known."""
    if find_fingerprint(db) not in (None, fingerprint(key)):
        problem = f"{path} does not hold the key with which its links were made"
        raise InvalidKey(problem, engine, path)


def remember_key(db: Database, key: bytes) -> None:
    """Remember that links are made with this key, where the database can be written."""
    if not db.is_read_only and find_fingerprint(db) != fingerprint(key):
        save_fingerprint(db, fingerprint(key))


@one_transaction
def save_fingerprint(db: Database, digest: str) -> None:
    """Put this fingerprint in the place of the one before."""
    db.execute(
        "INSERT INTO codes (club, role, match, generation, until, digest)"
        " VALUES (?, ?, ?, 0, ?, ?)"
        " ON CONFLICT (club, role, match) DO UPDATE SET digest = excluded.digest",
        [NO_CLUB, ROLE, NO_MATCH, FOR_EVER, digest],
    )


@one_transaction
def forget_fingerprint(db: Database) -> None:
    """Let the next start remember its key: it is another one from now on."""
    db.execute("DELETE FROM codes WHERE club = ? AND role = ?", [NO_CLUB, ROLE])
