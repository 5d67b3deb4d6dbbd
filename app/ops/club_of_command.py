"""The club that a command is about."""

from __future__ import annotations

from app.store.clubs import clubs
from app.store.clubs.clubs import Club
from app.store.engine import Database


class NoSuchClub(Exception):
    """Raised if no club is meant, or an unknown one; the message lists the clubs."""


def chosen_club(db: Database, club: str | None) -> Club:
    """Return the club with this id, or the only one. Raises `NoSuchClub`."""
    every_club = clubs.list_clubs(db)
    if club is None and len(every_club) == 1:
        return every_club[0]
    for candidate in every_club:
        if candidate.id == club:
            return candidate
    names = ", ".join(f"{candidate.id} ({candidate.name})" for candidate in every_club) or "none"
    why = "name one with --club" if club is None else f"there is no club {club!r}"
    raise NoSuchClub(f"{why}; the clubs here: {names}")
