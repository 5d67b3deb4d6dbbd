"""Opening connections to a server: one by itself, or a pool that requests share."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any

import psycopg
from psycopg import conninfo
from psycopg.types.string import TextLoader
from psycopg_pool import ConnectionPool, PoolTimeout

from app.store.errors import InvalidAddress, StoreError
from app.store.postgres.connection import LOCK_TIMEOUT, PostgresConnection, PostgresDatabase

# Per process; a server has a hundred for all by default. With phones at all threads, 16 of them let
# through nine in ten of the answers that one for each thread does, 8 two in three, 1 half.
MAX_CONNECTIONS = 16
# Seconds for which a request waits for a connection, and for a server that is away.
CHECKOUT_TIMEOUT = 3.0
# Seconds after which a waiting request has the pool try again to reach a server, and for which a
# request waits for a server that was away a moment ago.
RETRY_AFTER = 0.2
GONE_AFTER = 5  # seconds after which a silent server counts as gone
# Settings of a connection, unless the address has its own.
KEEPALIVE = {
    "connect_timeout": str(GONE_AFTER),
    "keepalives_idle": str(GONE_AFTER),
    "keepalives_interval": "1",
    "keepalives_count": str(GONE_AFTER),
    "tcp_user_timeout": str(GONE_AFTER * 1000),
    "application_name": "tricktally",
    "client_encoding": "UTF8",
}


def with_keepalive(address: str) -> str:
    """Return the address with our settings where it has none. Raises `InvalidAddress`."""
    try:
        given = conninfo.conninfo_to_dict(address)
    except psycopg.Error:
        # The message of the library may repeat a part of a password.
        raise InvalidAddress from None
    return conninfo.make_conninfo(address, **{**KEEPALIVE, **given})


def configure(connection: PostgresConnection) -> None:
    """Let a connection read and write as the store does."""
    connection.autocommit = True
    # A summary is JSON that the store reads itself, and only if somebody asks.
    connection.adapters.register_loader("json", TextLoader)
    if is_behind_pooler(connection):
        # Each transaction may come to another server process, where a prepared statement of before
        # does not exist.
        connection.prepare_threshold = None
    else:
        # For reading too: a migration locks a whole table.
        connection.execute(LOCK_TIMEOUT)


def is_behind_pooler(connection: PostgresConnection) -> bool:
    """Return whether a pooler is in front of the server: then the process that answers is not the
    one that the connection was told of when it was opened."""
    (process,) = connection.execute("SELECT pg_backend_pid()", prepare=False).fetchone() or (0,)
    return int(process) != connection.info.backend_pid


def is_closed_by_server(connection: PostgresConnection) -> bool:
    """Return whether the server has closed the connection, as far as that has arrived; asks
    nothing.

    The pool's own `check` asks, which costs every request a round trip, and sleeps a second after
    the second connection that fails it: when a server starts anew, all of them have just ended.
    """
    with suppress(psycopg.Error):
        # Twice: the first call reads the server's last message, the second the end behind it.
        connection.pgconn.consume_input()
        connection.pgconn.consume_input()
    return connection.closed


def open_connection(address: str) -> PostgresConnection:
    """Open a connection. Raises psycopg.Error, and `InvalidAddress`."""
    connection: PostgresConnection = psycopg.connect(with_keepalive(address))
    try:
        configure(connection)
    except psycopg.Error:
        connection.close()
        raise
    return connection


def connect(address: str) -> PostgresDatabase:
    """Open a connection for one thread at a time. Raises `StoreError`."""
    db = PostgresDatabase(partial(open_connection, address))
    db.reach()
    return db


class PostgresConnections:
    """`Connections` to a server, from a pool of psycopg.

    While a server is away the first requests wait `CHECKOUT_TIMEOUT` for it and later ones only
    `RETRY_AFTER`: otherwise all threads of the process would wait for nothing.
    """

    def __init__(self, address: str) -> None:
        self._pool: ConnectionPool[Any] = ConnectionPool(
            with_keepalive(address),
            min_size=1,
            max_size=MAX_CONNECTIONS,
            configure=configure,
            # The pool's own attempts come one, two, four seconds apart, so that it would find a
            # server that starts again late. It gives up at once, and a waiting request asks anew.
            reconnect_timeout=RETRY_AFTER / 2,
            num_workers=2,
            open=False,
        )
        self._is_away = False

    def check_out(self) -> PostgresDatabase:
        """Return a database for one request, which takes a connection when it first needs one."""
        return PostgresDatabase(self._get, self._pool.putconn)

    def check_in(self, db: PostgresDatabase, *, is_sound: bool = True) -> None:
        """Give its connection back; the pool sees for itself whether that is broken."""
        db.close()

    def check(self) -> None:
        """Do nothing: a server's database is not replaced under a connection."""

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()

    def _get(self) -> PostgresConnection:
        # Raises `StoreError` if there is none in time.
        self._pool.open()
        until = monotonic() + (0 if self._is_away else CHECKOUT_TIMEOUT)
        while True:
            try:
                connection: PostgresConnection = self._pool.getconn(RETRY_AFTER)
            except PoolTimeout:
                if monotonic() >= until:
                    raise self._timeout_error() from None
                continue
            if not is_closed_by_server(connection):
                self._is_away = False
                return connection
            self._pool.putconn(connection)

    def _timeout_error(self) -> StoreError:
        # A full pool is busy; connections that it failed to open are not counted in its size.
        if self._pool.get_stats()["pool_size"] >= MAX_CONNECTIONS:
            return StoreError(f"all {MAX_CONNECTIONS} connections to the server are in use", "busy")
        self._is_away = True
        return StoreError("the server lets nobody in", "away")
