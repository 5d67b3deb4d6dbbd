"""The club that a command is about."""

from __future__ import annotations

from app import store


class NoSuchClub(Exception):
    """Raised if no club is meant, or an unknown one; the message lists the clubs."""


def chosen_club(db: store.Database, club: str | None) -> store.Club:
    """Return the club with this id, or the only one. Raises `NoSuchClub`."""
    clubs = store.list_clubs(db)
    if club is None and len(clubs) == 1:
        return clubs[0]
    for candidate in clubs:
        if candidate.id == club:
            return candidate
    names = ", ".join(f"{candidate.id} ({candidate.name})" for candidate in clubs) or "none"
    why = "name one with --club" if club is None else f"there is no club {club!r}"
    raise NoSuchClub(f"{why}; the clubs here: {names}")
