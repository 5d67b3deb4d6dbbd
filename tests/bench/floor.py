"""The floor: the least that any Flask app must do to keep an answer.

An empty route that makes one durable commit of a row like ours, behind the server we have, with the
settings we have. Once with a connection for each request, as Flask's own manual does it, and once
with a connection that stays open.
"""

from __future__ import annotations

import sys
import threading
from datetime import UTC, datetime
from itertools import count

import pysqlite3.dbapi2 as sqlite3
import waitress
from flask import Flask

from app.doors.listening import THREADS

TABLE = """
CREATE TABLE events (
    match INTEGER, line INTEGER, at TEXT NOT NULL, kind TEXT NOT NULL, deal INTEGER NOT NULL,
    key TEXT NOT NULL, answer TEXT, PRIMARY KEY (match, line)
) STRICT
"""


def create_floor(database: str) -> Flask:
    """The app with its two routes."""
    app = Flask("floor")
    numbers = count(1)
    one_at_a_time = threading.Lock()

    def connect() -> sqlite3.Connection:
        db = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA synchronous = FULL")
        return db

    def commit(db: sqlite3.Connection) -> None:
        number = next(numbers)
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        row = (number // 50, number, at, "entry", number % 50, "tricks", "[4,3,2,4]")
        with one_at_a_time:
            db.execute("BEGIN IMMEDIATE")
            db.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            db.execute("COMMIT")

    kept = connect()
    kept.execute("PRAGMA journal_mode = WAL")
    kept.execute(TABLE)

    @app.post("/opened")
    def opened() -> str:
        """A connection for this request only."""
        db = connect()
        commit(db)
        db.close()
        return ""

    @app.post("/kept")
    def stays_open() -> str:
        """The connection that is there already."""
        commit(kept)
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
