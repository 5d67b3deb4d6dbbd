"""Decks that people entered, kept for their next match."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from app.store.writing import insert, now, to_json, write


@dataclass(frozen=True)
class SavedDeck:
    """A deck that someone entered: the faces by card number as text."""

    id: int
    name: str
    faces: dict[str, Any]


def save_deck(db: Database, name: str, faces: dict[str, Any]) -> int:
    """Keep a deck for the next match. Returns its id."""
    with write(db):
        return insert(db, "decks", {"name": name, "faces": to_json(faces), "entered": now()})


def saved_decks(db: Database, limit: int) -> list[SavedDeck]:
    """The decks entered last, the latest first."""
    rows = db.execute(
        "SELECT id, name, faces FROM decks ORDER BY id DESC LIMIT ?", [limit]
    ).fetchall()
    return [SavedDeck(deck_id, name, json.loads(faces)) for deck_id, name, faces in rows]


def find_deck(db: Database, deck_id: int) -> SavedDeck | None:
    """The deck with this id, None if there is none."""
    row = db.execute("SELECT id, name, faces FROM decks WHERE id = ?", [deck_id]).fetchone()
    return SavedDeck(row[0], row[1], json.loads(row[2])) if row else None


def deck_like(db: Database, faces: dict[str, Any]) -> int | None:
    """The id of the latest deck with just these faces, None if there is none."""
    row = db.execute(
        "SELECT id FROM decks WHERE faces = ? ORDER BY id DESC LIMIT 1", [to_json(faces)]
    ).fetchone()
    return row[0] if row else None
