"""Decks that people have entered, for their next match."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from app.store.clubs.clubs import next_number
from app.store.engine import Database, insert, now, one_transaction, to_json


@dataclass(frozen=True)
class SavedDeck:
    """A deck, by its number in its club; `faces` by card number, which is text in JSON."""

    id: int
    name: str
    faces: dict[str, Any]


@one_transaction
def save_deck(db: Database, club: str, name: str, faces: dict[str, Any]) -> int:
    """Store a deck. Returns its number."""
    deck_id = next_number(db, club, "deck")
    row = {"name": name, "faces": to_json(faces), "entered": now()}
    insert(db, "decks", {"club": club, "number": deck_id, **row})
    return deck_id


def saved_decks(db: Database, club: str, limit: int) -> list[SavedDeck]:
    """Return the decks entered last, the latest first."""
    return select_decks(db, "club = ? ORDER BY number DESC LIMIT ?", club, limit)


def find_deck(db: Database, club: str, deck_id: int) -> SavedDeck | None:
    """Return the deck with this number, None if there is none."""
    return next(iter(select_decks(db, "club = ? AND number = ?", club, deck_id)), None)


def select_decks(db: Database, where: str, *values: str | int) -> list[SavedDeck]:
    """Return the decks for which `where` holds, in its order."""
    rows = db.execute(f"SELECT number, name, faces FROM decks WHERE {where}", values).fetchall()
    return [SavedDeck(deck_id, name, json.loads(faces)) for deck_id, name, faces in rows]


def known_decks(db: Database, club: str) -> set[str]:
    """Return the faces of every deck of a club, as they are stored."""
    rows = db.execute("SELECT faces FROM decks WHERE club = ?", [club])
    return {faces for (faces,) in rows.fetchall()}


def find_same_deck(db: Database, club: str, faces: dict[str, Any]) -> int | None:
    """Return the number of the latest deck with just these faces, None if there is none."""
    row = db.execute(
        "SELECT number FROM decks WHERE club = ? AND faces = ? ORDER BY number DESC LIMIT 1",
        [club, to_json(faces)],
    ).fetchone()
    return row[0] if row else None
