"""The floor on PostgreSQL: the least that any Flask app must do to keep an answer there.

An empty route that makes one durable insert of a row like ours through psycopg, behind the server
we have. Once with a connection for each request, and once with one from a pool, as everybody does
it who waits for the answer.
"""

from __future__ import annotations

import psycopg
from flask import Flask
from psycopg_pool import ConnectionPool

from bench.floor import Row, serve, with_routes

TABLE = """
CREATE TABLE events (
    match BIGINT, line BIGINT, at TEXT NOT NULL, kind TEXT NOT NULL, deal BIGINT NOT NULL,
    key TEXT NOT NULL, answer TEXT, PRIMARY KEY (match, line)
)
"""
INSERT = "INSERT INTO events VALUES (%s, %s, %s, %s, %s, %s, %s)"
CONNECTIONS = 4


def create_floor(address: str) -> Flask:
    """The app on a server."""
    pool = ConnectionPool(
        address, min_size=1, max_size=CONNECTIONS, kwargs={"autocommit": True}, open=True
    )
    with pool.connection() as db:
        db.execute(TABLE)

    def opened(row: Row) -> None:
        with psycopg.connect(address, autocommit=True) as db:
            db.execute(INSERT, row)

    def kept(row: Row) -> None:
        with pool.connection() as db:
            db.execute(INSERT, row)

    return with_routes(opened, kept)


if __name__ == "__main__":
    serve(create_floor)
