"""Connections to a score book on a server: one by itself, or some that requests share."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic
from typing import Any

import psycopg
from psycopg import conninfo
from psycopg.types.string import TextLoader
from psycopg_pool import ConnectionPool, PoolTimeout

from app.store.errors import StoreError
from app.store.postgres.engine import SHORT_LOCKS, Connection, Database
from app.store.postgres.url import NO_ADDRESS

MAX_CONNECTIONS = 16
"""So many connections a process has at most, and a server has a hundred for all. With phones at all
threads, 16 of them let through nine in ten of the answers that one for each thread does, 8 two in
three, and 1 half as many."""
CHECKOUT_TIMEOUT = 3.0
"""Seconds for which a request waits for one of them, and for a server that is away."""
TRY_AGAIN = 0.2
"""Seconds after which whoever waits for a server has the pool try anew to reach it, and for which
anybody waits for one that was away a moment ago."""
GONE_AFTER = 5
"""Seconds after which a server that says nothing any more counts as gone."""
KEPT_ALIVE = {
    "connect_timeout": str(GONE_AFTER),
    "keepalives_idle": str(GONE_AFTER),
    "keepalives_interval": "1",
    "keepalives_count": str(GONE_AFTER),
    "tcp_user_timeout": str(GONE_AFTER * 1000),
    "application_name": "tricktally",
}
"""What is asked of the connection unless the address says otherwise."""


def with_keepalive(address: str) -> str:
    """The address with what we ask of a connection, where it does not say so itself.

    Raises `app.store.StoreError` if it is none.
    """
    try:
        given = conninfo.conninfo_to_dict(address)
    except psycopg.Error:
        # What the library complains of may be a part of a password.
        raise StoreError(NO_ADDRESS) from None
    return conninfo.make_conninfo(address, **{**KEPT_ALIVE, **given})


def configure(connection: Connection) -> None:
    """Let a connection read and write as the store does."""
    connection.autocommit = True
    # What a summary says is read by the store, and only if somebody asks.
    connection.adapters.register_loader("json", TextLoader)
    if is_behind_pooler(connection):
        # Each transaction may come to another server process, which knows nothing of before.
        connection.prepare_threshold = None
    else:
        # For reading too: whoever changes a table holds all of it.
        connection.execute(SHORT_LOCKS)


def is_behind_pooler(connection: Connection) -> bool:
    """Whether a pooler stands before the server: then it is not the process we were told of."""
    (process,) = connection.execute("SELECT pg_backend_pid()", prepare=False).fetchone() or (0,)
    return int(process) != connection.info.backend_pid


def is_closed_by_server(connection: Connection) -> bool:
    """Whether the server is known to have ended it. Nothing is asked, so that it costs nothing.

    The check of the pool asks, which is one way to the server and back more for each request; and
    it sleeps for a second after the second connection that fails it, when all have just ended.
    """
    with suppress(psycopg.Error):
        # Twice: behind what a server says at last stands the end.
        connection.pgconn.consume_input()
        connection.pgconn.consume_input()
    return connection.closed


def open_connection(address: str) -> Connection:
    """A connection of one's own. Raises psycopg.Error, and `StoreError` for what is no address."""
    connection: Connection = psycopg.connect(with_keepalive(address))
    try:
        configure(connection)
    except psycopg.Error:
        connection.close()
        raise
    return connection


class SingleConnection:
    """Gives a database the only connection that it needs; a pool would start threads for that."""

    def __init__(self, address: str) -> None:
        self._address = address

    def get(self) -> Connection:
        """A new connection."""
        return open_connection(self._address)

    def put(self, connection: Connection) -> None:
        """Close it."""
        connection.close()


class Connections:
    """Connections to one score book, lent to one request at a time from a pool.

    Where the server is away, the first to ask wait a while for it. Who comes later is soon told:
    otherwise all threads of a process would wait for nothing.
    """

    def __init__(self, address: str) -> None:
        self._pool: ConnectionPool[Any] = ConnectionPool(
            with_keepalive(address),
            min_size=1,
            max_size=MAX_CONNECTIONS,
            configure=configure,
            # Its own tries come a second, two, four after each other, so that a server which starts
            # again would be found late. It gives up at once, and whoever waits has it try anew.
            reconnect_timeout=TRY_AGAIN / 2,
            num_workers=2,
            open=False,
        )
        self._is_away = False

    def check_out(self) -> Database:
        """A connection for one request, which is only taken when the request needs it."""
        return Database(self)

    def check_in(self, db: Database, *, is_sound: bool = True) -> None:
        """Keep it for the next request; the pool sees for itself whether something is wrong."""
        db.close()

    def check(self) -> None:
        """Nothing: whatever is at the address is the book."""

    def get(self) -> Connection:
        """One that the server has not ended. Raises `StoreError` if there is none in time."""
        self._pool.open()
        until = monotonic() + (0 if self._is_away else CHECKOUT_TIMEOUT)
        while True:
            try:
                connection: Connection = self._pool.getconn(TRY_AGAIN)
            except PoolTimeout:
                if monotonic() >= until:
                    raise self._why_none() from None
                continue
            if not is_closed_by_server(connection):
                self._is_away = False
                return connection
            self._pool.putconn(connection)

    def put(self, connection: Connection) -> None:
        """Keep it for the next request, unless it is broken."""
        self._pool.putconn(connection)

    def close(self) -> None:
        """Close them all."""
        self._pool.close()

    def _why_none(self) -> StoreError:
        # Those that it could not open any more do not count.
        if self._pool.get_stats()["pool_size"] >= MAX_CONNECTIONS:
            return StoreError(f"all {MAX_CONNECTIONS} connections to the server are in use", "busy")
        self._is_away = True
        return StoreError("the server lets nobody in", "away")


def connect(address: str) -> Database:
    """A connection for one thread at a time; close it when it is not used any more.

    Raises `app.store.StoreError` if the server does not let us in.
    """
    db = Database(SingleConnection(address))
    db.reach()
    return db
