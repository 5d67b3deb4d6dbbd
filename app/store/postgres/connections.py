"""Connections to a score book on a server: one by itself, or some that requests share."""

from __future__ import annotations

from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import Any

import psycopg
from psycopg import conninfo
from psycopg.types.string import TextLoader
from psycopg_pool import ConnectionPool, PoolTimeout

from app.store.addresses import NO_ADDRESS
from app.store.errors import StoreError
from app.store.postgres.database import SHORT_LOCKS, Connection, Database
from app.store.postgres.errors import translated

MOST = 16
"""So many connections a process has at most, and a server has a hundred for all. With phones at all
threads, 16 of them let through nine in ten of the answers that one for each thread does, 8 two in
three, and 1 half as many."""
WAIT = 3.0
"""Seconds for which a request waits for one of them, and for a server that is away."""
TRY_AGAIN = 0.2
"""Seconds after which whoever waits for a server has the pool try anew to reach it."""
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


def with_ours(address: str, **about: str) -> str:
    """The address with what we ask of a connection, where it does not say so itself, and what else
    is asked `about` it. Raises `app.store.StoreError` if it is none."""
    try:
        given = conninfo.conninfo_to_dict(address)
    except psycopg.Error:
        # What the library complains of may be a part of a password.
        raise StoreError(NO_ADDRESS) from None
    return conninfo.make_conninfo(address, **{**KEPT_ALIVE, **given, **about})


def set_up(connection: Connection) -> None:
    """Let a connection read and write as the store does."""
    connection.autocommit = True
    # What a summary says is read by the store, and only if somebody asks.
    connection.adapters.register_loader("json", TextLoader)
    if is_passed_on(connection):
        # Each transaction may come to another server process, which knows nothing of before.
        connection.prepare_threshold = None
    else:
        # For reading too: whoever changes a table holds all of it.
        connection.execute(SHORT_LOCKS)


def is_passed_on(connection: Connection) -> bool:
    """Whether a pooler stands before the server: then it is not the process we were told of."""
    (process,) = connection.execute("SELECT pg_backend_pid()", prepare=False).fetchone() or (0,)
    return int(process) != connection.info.backend_pid


def has_ended(connection: Connection) -> bool:
    """Whether the server is known to have ended it. Nothing is asked, so that it costs nothing."""
    with suppress(psycopg.Error):
        # Twice: behind what a server says at last stands the end.
        connection.pgconn.consume_input()
        connection.pgconn.consume_input()
    return connection.closed


class Alone:
    """One connection, for whoever needs no other."""

    def __init__(self, address: str, **about: str) -> None:
        self._address = with_ours(address, **about)

    def get(self) -> Connection:
        """A new connection."""
        connection: Connection = psycopg.connect(self._address)
        try:
            set_up(connection)
        except psycopg.Error:
            connection.close()
            raise
        return connection

    def put(self, connection: Connection) -> None:
        """Close it."""
        connection.close()


class Pool:
    """Connections that wait for whoever asks next.

    Where the server is away, the first to ask wait a while for it. Who comes later is told at once:
    otherwise all threads of a process would soon wait for nothing.
    """

    def __init__(self, address: str) -> None:
        self._pool: ConnectionPool[Any] = ConnectionPool(
            with_ours(address),
            min_size=1,
            max_size=MOST,
            configure=set_up,
            # Whoever waits has it try anew.
            reconnect_timeout=TRY_AGAIN / 2,
            num_workers=2,
            open=False,
        )
        self._scout = Alone(address, connect_timeout=str(round(WAIT)))
        self._looking = Lock()
        self._counting = Lock()
        self._lent = 0
        self._is_away = False

    def get(self) -> Connection:
        """One that the server has not ended. Raises `StoreError` if there is none in time."""
        self._pool.open()
        if self._is_away:
            self._look_for_it()
        until = monotonic() + WAIT
        while True:
            try:
                connection: Connection = self._pool.getconn(TRY_AGAIN)
            except PoolTimeout:
                if monotonic() >= until:
                    raise self._why_none() from None
                continue
            if not has_ended(connection):
                with self._counting:
                    self._lent += 1
                return connection
            self._pool.putconn(connection)

    def put(self, connection: Connection) -> None:
        """Keep it for the next request, unless it is broken."""
        if not connection.closed:
            # So there is a server, even if it has no room for more of us.
            self._is_away = False
        with self._counting:
            self._lent -= 1
        self._pool.putconn(connection)

    def close(self) -> None:
        """Close them all."""
        self._pool.close()

    def _why_none(self) -> StoreError:
        if self._lent >= MOST:
            return StoreError(f"all {MOST} connections to the server are in use", "busy")
        self._is_away = True
        return StoreError(f"the server has let nobody in for {WAIT:.0f} seconds", "away")

    def _look_for_it(self) -> None:
        """Find out whether the server is there again. Raises `StoreError` if it is not."""
        if not self._looking.acquire(blocking=False):
            raise StoreError("the server was away a moment ago", "away")
        try:
            self._scout.get().close()
        except psycopg.Error as error:
            raise StoreError(str(translated(error, is_lost=True)), "away") from error
        finally:
            self._looking.release()
        self._is_away = False


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

    def check(self) -> None:
        """Nothing: whatever is at the address is the book."""

    def close(self) -> None:
        """Close those that nobody has."""
        self._pool.close()


def connect(address: str) -> Database:
    """A connection for one thread at a time; close it when it is not used any more.

    Raises `app.store.StoreError` if the server does not let us in.
    """
    db = Database(Alone(address))
    db.reach()
    return db
