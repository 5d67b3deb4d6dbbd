"""The floor: the least that any Flask app must do to keep an answer.

An empty route that makes one durable commit of a row like ours, behind the server we have, in a
file or on PostgreSQL, with a connection for each request, as Flask's own manual does it.
"""

import sys
import threading
from datetime import UTC, datetime
from itertools import count

import psycopg
import pysqlite3.dbapi2 as sqlite3
import waitress
from flask import Flask

from app.server.wsgi.wsgi_server import THREADS

TABLE = """
CREATE TABLE events (
    match {integer}, line {integer}, at TEXT NOT NULL, kind TEXT NOT NULL, deal {integer} NOT NULL,
    key TEXT NOT NULL, answer TEXT, PRIMARY KEY (match, line)
)
"""
INSERT = "INSERT INTO events VALUES (%s, %s, %s, %s, %s, %s, %s)"
Row = tuple[int, int, str, str, int, str, str]
ONE_AT_A_TIME = threading.Lock()


def connect(database: str) -> sqlite3.Connection:
    """A connection to a file."""
    db = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA synchronous = FULL")
    return db


def keep_in_file(database: str, row: Row) -> None:
    """Keep a row; it is on the disk when this returns."""
    db = connect(database)
    with ONE_AT_A_TIME:
        db.execute("BEGIN IMMEDIATE")
        db.execute(INSERT.replace("%s", "?"), row)
        db.execute("COMMIT")
    db.close()


def keep_on_server(address: str, row: Row) -> None:
    """The same on PostgreSQL."""
    with psycopg.connect(address, autocommit=True) as db:
        db.execute(INSERT, row)


def create_floor(database: str) -> Flask:
    """The app on a file or an address."""
    app, numbers = Flask("floor"), count(1)
    if database.startswith("postgres"):
        keep = keep_on_server
        with psycopg.connect(database, autocommit=True) as server:
            server.execute(TABLE.format(integer="BIGINT").encode())
    else:
        keep = keep_in_file
        # Stays open: the last connection that is closed would make a checkpoint each time.
        app.extensions["open"] = db = connect(database)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute(TABLE.format(integer="INTEGER") + "STRICT")

    @app.post("/kept")
    def kept() -> str:
        number, at = next(numbers), datetime.now(UTC).isoformat(timespec="milliseconds")
        row = (number // 50, number, at, "entry", number % 50, "tricks", "[4,3,2,4]")
        keep(database, row)
        return ""

    return app


if __name__ == "__main__":
    port, database = sys.argv[1:]
    waitress.serve(create_floor(database), host="127.0.0.1", port=int(port), threads=THREADS)
