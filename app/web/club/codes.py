"""Six letters in place of a link, where typing is easier than scanning: good for one phone."""

from __future__ import annotations

import hmac
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from app import store
from app.web.frame import access
from app.web.frame.pages import connection

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Those that nobody mistakes for another."""
LENGTH = 6
GOOD_FOR = timedelta(minutes=10)


def letters_for(club: store.Club, role: access.Role, match: int | None, generation: int) -> str:
    """What is typed in place of this link to a club, or to one match of it.

    The same letters are shown until they were typed or are too old, by whichever process.
    """
    db = connection()
    known = store.find_code(db, club.id, role, match)
    # Whoever puts another key beside the book makes other letters of the same row.
    if known and known.generation == generation and known.digest == digest_of(letters_of(known)):
        return letters_of(known)
    until = (datetime.now(UTC) + GOOD_FOR).isoformat(timespec="microseconds")
    new = store.Code(club.id, role, match, generation, until, digest="")
    kept = store.keep_code(db, replace(new, digest=digest_of(letters_of(new))), in_place_of=known)
    return letters_of(kept)


def take(typed: str) -> str | None:
    """What the link has behind `/k/` for which these letters stand, and nobody can type them again;
    None if they stand for nothing. The link may have been renewed since."""
    letters = "".join(letter for letter in typed.upper() if letter in LETTERS)
    code = store.take_code(connection(), digest_of(letters)) if len(letters) == LENGTH else None
    club = store.find_club(connection(), code.club) if code else None
    if code is None or club is None:
        return None
    return access.way_of(club, code.role, code.match, code.generation)


def letters_of(code: store.Code) -> str:
    """The letters of a code. They are made from its row, and from the key, which is not in the
    book: so nothing that opens a club lies there."""
    about = [code.club, code.role, code.match, code.generation, code.until]
    number = int.from_bytes(keyed("letters", json.dumps(about)))
    letters = ""
    for _place in range(LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters += LETTERS[letter]
    return letters


def digest_of(letters: str) -> str:
    """By what a code is found again in the book. Without the key all letters could be tried."""
    return keyed("digest", letters).hex()


def keyed(purpose: str, words: str) -> bytes:
    """A digest that nobody can make without the key of the book."""
    return hmac.digest(access.key_of_book(), f"code {purpose} {words}".encode(), "sha256")
