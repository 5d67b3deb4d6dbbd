"""The floor: the least that any Flask app must do to keep an answer.

An empty route that makes one durable commit of a row like ours, behind the server we have, with the
settings we have. Once with a connection for each request, as Flask's own manual does it, and once
with a connection that stays open.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count

import pysqlite3.dbapi2 as sqlite3
import waitress
from flask import Flask

from app.server.wsgi_server import THREADS

TABLE = """
CREATE TABLE events (
    match INTEGER, line INTEGER, at TEXT NOT NULL, kind TEXT NOT NULL, deal INTEGER NOT NULL,
    key TEXT NOT NULL, answer TEXT, PRIMARY KEY (match, line)
) STRICT
"""


Row = tuple[int, int, str, str, int, str, str]
Keep = Callable[[Row], None]
"""Keeps a row, on the disk when it returns."""


def create_floor(database: str) -> Flask:
    """The app on a file."""
    one_at_a_time = threading.Lock()

    def connect() -> sqlite3.Connection:
        db = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA synchronous = FULL")
        return db

    def commit(db: sqlite3.Connection, row: Row) -> None:
        with one_at_a_time:
            db.execute("BEGIN IMMEDIATE")
            db.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            db.execute("COMMIT")

    kept = connect()
    kept.execute("PRAGMA journal_mode = WAL")
    kept.execute(TABLE)

    def opened(row: Row) -> None:
        db = connect()
        commit(db, row)
        db.close()

    return with_routes(opened, lambda row: commit(kept, row))


def with_routes(opened: Keep, kept: Keep) -> Flask:
    """The app with its routes: one keeps a row by a connection for this request only, the other by
    one that is there already."""
    app = Flask("floor")
    numbers = count(1)

    def row() -> Row:
        number = next(numbers)
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        return (number // 50, number, at, "entry", number % 50, "tricks", "[4,3,2,4]")

    @app.post("/opened")
    def show_opened() -> str:
        opened(row())
        return ""

    @app.post("/kept")
    def show_kept() -> str:
        kept(row())
        return ""

    @app.get("/empty")
    def ready() -> str:
        """Whether the server answers."""
        return ""

    return app


def serve(create: Callable[[str], Flask]) -> None:
    """Serve the floor that is made of the second word of the command, at the port in the first."""
    port, address = sys.argv[1:]
    waitress.serve(create(address), host="127.0.0.1", port=int(port), threads=THREADS)


if __name__ == "__main__":
    serve(create_floor)
