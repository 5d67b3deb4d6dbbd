"""The database: clubs, their matches, logs and decks. Nothing else knows SQL. Two engines keep the
rows, and no function that asks for them knows which: SQLite in a file (`app.store.sqlite`), or
PostgreSQL (`app.store.postgres`).

Functions take the connection first, then the club, and return plain values. Every write is one
transaction, and is on the disk before it is acknowledged. A function is called by its module, as in
`log.append(db, club, …)`. The tables are in `migrations` of both engines.

Stored as words, free text that people typed, are only `clubs.name`, `matches.players`,
`matches.title`, `matches.summary` (the players again), `people.name`, `people.former`,
`names.key`, `erasures.keys`, `evenings.title`, `place` and `note`, `decks.name` and `decks.faces`,
`doubts.words`, and those rows of `events.answer` that hold names or a deck. All else is keys,
numbers and moments, and is put into words when it is shown. Two relics: old summaries have English
texts under `now`, and old matches the names of colours for players without a name.
"""

from pathlib import Path

from app.store.engine import DatabaseUrl, Engine
from app.store.postgres.engine import ADDRESSES, PostgresEngine
from app.store.sqlite.engine import SqliteEngine


def engine_for(url: DatabaseUrl) -> Engine:
    """Return the engine of a database by its path or its address. Opens nothing and raises
    nothing."""
    if str(url).startswith(ADDRESSES):
        return PostgresEngine(str(url))
    return SqliteEngine(Path(url))
