"""The keys that open a club or a match, made as the app makes them."""

from __future__ import annotations

from app import store
from app.store import HOME
from app.web.core import access


def key_to(db: store.Database, secret: bytes, club: str = HOME, match: int | None = None) -> str:
    """The key of a member of a club, or of who may watch a match of it, under a key of all links;
    as a link has it behind `/k/`."""
    kept = store.find_club(db, club)
    assert kept is not None, f"there is no club {club}"
    if match is None:
        return access.member_key(secret, kept)
    generation = store.watch_generation(db, club, match)
    assert generation is not None, f"there is no match {match}"
    return access.watch_key(secret, kept, match, generation)
