"""The score book: matches, their logs and decks, in SQLite. Nothing else knows SQL.

Functions take the connection first and return plain values. Every write is one transaction that
begins IMMEDIATE, is made under one lock of this process, and is on the disk before it is
acknowledged (write-ahead log with ``synchronous=FULL``).
"""

from sqlite_utils import Database

from app.store.decks import SavedDeck, deck_like, find_deck, save_deck, saved_decks
from app.store.matches import (
    Overtaken,
    Record,
    append,
    begin_match,
    end_of_log,
    find_match,
    keep_match,
    known_players,
    match_like,
    recent_matches,
)
from app.store.opening import Mistake, Unavailable, connect, is_answering, prepare
from app.store.writing import now, to_json

__all__ = [
    "Database",
    "Mistake",
    "Overtaken",
    "Record",
    "SavedDeck",
    "Unavailable",
    "append",
    "begin_match",
    "connect",
    "deck_like",
    "end_of_log",
    "find_deck",
    "find_match",
    "is_answering",
    "keep_match",
    "known_players",
    "match_like",
    "now",
    "prepare",
    "recent_matches",
    "save_deck",
    "saved_decks",
    "to_json",
]
