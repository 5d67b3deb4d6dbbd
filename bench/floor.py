"""The floor: the least that any Flask app must do to keep an answer.

An empty route that makes one durable commit of a row like ours, behind the server we have, with the
settings we have, in a file or on PostgreSQL. Once with a connection for each request, as Flask's
own manual does it, and once with one that stays open, or comes from a pool.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count

import psycopg
import pysqlite3.dbapi2 as sqlite3
import waitress
from flask import Flask
from psycopg_pool import ConnectionPool

from app.server.wsgi_server import THREADS

TABLE = """
CREATE TABLE events (
    match {integer}, line {integer}, at TEXT NOT NULL, kind TEXT NOT NULL, deal {integer} NOT NULL,
    key TEXT NOT NULL, answer TEXT, PRIMARY KEY (match, line)
)
"""
INSERT = "INSERT INTO events VALUES (%s, %s, %s, %s, %s, %s, %s)"
CONNECTIONS = 4

Row = tuple[int, int, str, str, int, str, str]
Keep = Callable[[Row], None]
"""Keeps a row, on the disk when it returns."""


def in_a_file(database: str) -> tuple[Keep, Keep]:
    """Keep rows by a connection for each, and by one that is there already."""
    one_at_a_time = threading.Lock()

    def connect() -> sqlite3.Connection:
        db = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA synchronous = FULL")
        return db

    def commit(db: sqlite3.Connection, row: Row) -> None:
        with one_at_a_time:
            db.execute("BEGIN IMMEDIATE")
            db.execute(INSERT.replace("%s", "?"), row)
            db.execute("COMMIT")

    def opened(row: Row) -> None:
        db = connect()
        commit(db, row)
        db.close()

    kept = connect()
    kept.execute("PRAGMA journal_mode = WAL")
    kept.execute(TABLE.format(integer="INTEGER") + "STRICT")
    return opened, lambda row: commit(kept, row)


def on_a_server(address: str) -> tuple[Keep, Keep]:
    """The same on PostgreSQL: by a connection for each row, and by one of a pool."""
    pool = ConnectionPool(
        address, min_size=1, max_size=CONNECTIONS, kwargs={"autocommit": True}, open=True
    )
    with pool.connection() as db:
        db.execute(TABLE.format(integer="BIGINT"))

    def opened(row: Row) -> None:
        with psycopg.connect(address, autocommit=True) as db:
            db.execute(INSERT, row)

    def kept(row: Row) -> None:
        with pool.connection() as db:
            db.execute(INSERT, row)

    return opened, kept


def create_floor(database: str) -> Flask:
    """The app on a file or an address."""
    app = Flask("floor")
    numbers = count(1)
    opened, kept = (on_a_server if database.startswith("postgres") else in_a_file)(database)

    def row() -> Row:
        number = next(numbers)
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        return (number // 50, number, at, "entry", number % 50, "tricks", "[4,3,2,4]")

    app.post("/opened", endpoint="opened")(lambda: opened(row()) or "")
    app.post("/kept", endpoint="kept")(lambda: kept(row()) or "")
    app.get("/empty", endpoint="empty")(lambda: "")
    return app


if __name__ == "__main__":
    port, database = sys.argv[1:]
    waitress.serve(create_floor(database), host="127.0.0.1", port=int(port), threads=THREADS)
