"""The floor on PostgreSQL: the least that any Flask app must do to keep an answer there.

An empty route that makes one durable insert of a row like ours through psycopg, behind the server
we have. Once with a connection for each request, and once with one from a pool, as everybody does
it who waits for the answer.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from itertools import count

import psycopg
import waitress
from flask import Flask
from psycopg_pool import ConnectionPool

from app.doors.listening import THREADS

TABLE = """
CREATE TABLE events (
    match BIGINT, line BIGINT, at TEXT NOT NULL, kind TEXT NOT NULL, deal BIGINT NOT NULL,
    key TEXT NOT NULL, answer TEXT, PRIMARY KEY (match, line)
)
"""
INSERT = "INSERT INTO events VALUES (%s, %s, %s, %s, %s, %s, %s)"
CONNECTIONS = 4


def create_floor(address: str) -> Flask:
    """The app with its routes."""
    app = Flask("floor")
    numbers = count(1)
    pool = ConnectionPool(
        address, min_size=1, max_size=CONNECTIONS, kwargs={"autocommit": True}, open=True
    )
    with pool.connection() as db:
        db.execute(TABLE)

    def insert(db: psycopg.Connection) -> None:
        number = next(numbers)
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        row = (number // 50, number, at, "entry", number % 50, "tricks", "[4,3,2,4]")
        db.execute(INSERT, row)

    @app.post("/opened")
    def opened() -> str:
        """A connection for this request only."""
        with psycopg.connect(address, autocommit=True) as db:
            insert(db)
        return ""

    @app.post("/kept")
    def stays_open() -> str:
        """One that is there already."""
        with pool.connection() as db:
            insert(db)
        return ""

    @app.get("/empty")
    def ready() -> str:
        """Whether the server answers."""
        return ""

    return app


if __name__ == "__main__":
    waitress.serve(
        create_floor(sys.argv[2]), host="127.0.0.1", port=int(sys.argv[1]), threads=THREADS
    )
