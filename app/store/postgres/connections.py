"""Connections to a score book on a server: one by itself, or some that requests share."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg import conninfo
from psycopg.types.string import TextLoader
from psycopg_pool import ConnectionPool

from app.store.addresses import NO_ADDRESS
from app.store.postgres.database import Connection, Database
from app.store.postgres.errors import Refused

MOST = 16
"""So many connections a process has at most: a request needs one for some milliseconds, and a
server has a hundred for all."""
WAIT = 3.0
"""Seconds for which a request waits for one of them."""
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


def with_ours(address: str) -> str:
    """The address with what we ask of a connection, where it does not say so itself.

    Raises `app.store.Unavailable` if it is none.
    """
    try:
        given = conninfo.conninfo_to_dict(address)
    except psycopg.Error:
        # What the library complains of may be a part of a password.
        raise Refused(NO_ADDRESS) from None
    return conninfo.make_conninfo(address, **{**KEPT_ALIVE, **given})


def set_up(connection: Connection) -> None:
    """Let a connection read and write as the store does."""
    connection.autocommit = True
    # What a summary says is read by the store, and only if somebody asks.
    connection.adapters.register_loader("json", TextLoader)
    if is_passed_on(connection):
        # Each transaction may come to another server process, which knows no statement of before.
        connection.prepare_threshold = None


def is_passed_on(connection: Connection) -> bool:
    """Whether a pooler stands before the server: then it is not the process we were told of."""
    (process,) = connection.execute("SELECT pg_backend_pid()", prepare=False).fetchone() or (0,)
    return int(process) != connection.info.backend_pid


class Alone:
    """One connection, for whoever needs no other."""

    def __init__(self, address: str) -> None:
        self._address = with_ours(address)

    def get(self) -> Connection:
        """A new connection."""
        connection: Connection = psycopg.connect(self._address)
        set_up(connection)
        return connection

    def put(self, connection: Connection) -> None:
        """Close it."""
        connection.close()

    def look_through(self) -> None:
        """Nothing: there are no others."""


class Pool:
    """Connections that wait for whoever asks next."""

    def __init__(self, address: str) -> None:
        self._pool: ConnectionPool[Any] = ConnectionPool(
            with_ours(address),
            min_size=1,
            max_size=MOST,
            timeout=WAIT,
            configure=set_up,
            # Whoever asks next makes it try anew, so that it never waits long for a server that is
            # there again.
            reconnect_timeout=WAIT / 2,
            num_workers=2,
            open=False,
        )

    def get(self) -> Connection:
        """The one that came back last. Raises PoolTimeout if none does in time."""
        self._pool.open()
        connection: Connection = self._pool.getconn()
        return connection

    def put(self, connection: Connection) -> None:
        """Keep it for the next request, unless it is broken."""
        self._pool.putconn(connection)

    def look_through(self) -> None:
        """Replace those that are broken."""
        self._pool.check()

    def close(self) -> None:
        """Close them all."""
        self._pool.close()


class Connections:
    """Connections to one score book, lent to one request at a time."""

    def __init__(self, address: str) -> None:
        self._pool = Pool(address)

    def lend(self) -> Database:
        """A connection for one request, which is only taken when the request needs it."""
        return Database(self._pool)

    def take_back(self, db: Database, *, is_sound: bool = True) -> None:
        """Keep it for the next request; the pool sees for itself whether something is wrong."""
        db.close()

    def close(self) -> None:
        """Close those that nobody has."""
        self._pool.close()


def connect(address: str) -> Database:
    """A connection for one thread at a time; close it when it is not used any more.

    Raises `app.store.Unavailable` if the server does not let us in.
    """
    db = Database(Alone(address))
    db.execute("SELECT 1")
    return db
