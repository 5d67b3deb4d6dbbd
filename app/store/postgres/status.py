"""How a server that keeps a score book stands: what whoever looks after it wants to know."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from time import perf_counter

import psycopg

from app.store.postgres.connections import connect, is_behind_pooler, open_connection
from app.store.postgres.engine import Database, translated
from app.store.postgres.migrations import is_read_only
from app.store.postgres.notifications import receives_notifications

ROUNDS = 5
"""So many times the way there and back is measured; the shortest counts."""


@dataclass(frozen=True)
class State:
    """What a server says of itself, and what was tried: its `version` in its words; whether it may
    only be read; whether a pooler stands before it, and one process hears what another one tells;
    the way there and back in seconds, and the bytes of the database, None where it does not
    know."""

    version: str
    is_read_only: bool
    is_pooled: bool
    is_heard: bool
    round_trip: float
    size: int | None


def status_of(address: str) -> State:
    """How the server stands. Raises `app.store.StoreError` if it lets nobody in."""
    with closing(connect(address)) as db:
        row = db.execute("SELECT version()").fetchone()
        return State(
            version=" ".join(str(row[0] if row else "").split()[:2]),
            is_read_only=is_read_only(db),
            round_trip=min(round_trip(db) for _round in range(ROUNDS)),
            size=size(db),
            is_pooled=is_pooled(address),
            is_heard=is_heard(address),
        )


def round_trip(db: Database) -> float:
    """Seconds for the shortest question and its answer."""
    before = perf_counter()
    db.execute("SELECT 1")
    return perf_counter() - before


def size(db: Database) -> int | None:
    """The bytes of the database, None for an engine that does not say."""
    try:
        row = db.execute("SELECT pg_database_size(current_database())").fetchone()
    except (psycopg.errors.UndefinedFunction, psycopg.errors.FeatureNotSupported):
        return None
    return int(row[0]) if row else None


def is_pooled(address: str) -> bool:
    """Whether a pooler stands before the server."""
    try:
        with open_connection(address) as connection:
            return is_behind_pooler(connection)
    except psycopg.Error as error:
        raise translated(error, is_lost=True) or error from error


def is_heard(address: str) -> bool:
    """Whether one process hears what another one tells, so that its pages show an answer at once:
    not through every pooler, and not from every engine."""
    try:
        with closing(open_connection(address)) as connection:
            return receives_notifications(connection, address)
    except psycopg.Error:
        return False
