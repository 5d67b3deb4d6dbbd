"""Which club a command is about."""

from __future__ import annotations

from app import store


class NoSuchClub(Exception):
    """Why no club is meant; the message says which there are."""


def chosen_club(db: store.Database, club: str | None) -> store.Club:
    """The club with this id, or the only one. Raises `NoSuchClub`."""
    clubs = store.list_clubs(db)
    if club is None and len(clubs) == 1:
        return clubs[0]
    chosen = next((it for it in clubs if it.id == club), None)
    if chosen is None:
        there = ", ".join(f"{it.id} ({it.name})" for it in clubs) or "none"
        why = "name one with --club" if club is None else f"there is no club {club!r}"
        raise NoSuchClub(f"{why}; the clubs here: {there}")
    return chosen
