"""Messages between the processes of one database by LISTEN and NOTIFY, and whether they arrive.

A message is one line of text that the caller defines. It is sent after a transaction and not within
it: PostgreSQL commits transactions that notify one after the other, under one lock of the server.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from time import perf_counter

import psycopg

from app.store.postgres.connection import (
    CHANNEL,
    PROCESS_ID,
    PostgresConnection,
    PostgresDatabase,
    translate_error,
)
from app.store.postgres.migrations import is_read_only
from app.store.postgres.pool import connect, is_behind_pooler, open_connection

# Seconds between two polls where no notifications arrive, and between two tries to connect.
POLL_EVERY = 1.0
ARRIVES_IN = 2.0  # seconds in which a notification that is sent to oneself should arrive
ROUND_TRIPS = 5  # how often the round trip is measured; the shortest counts

logger = logging.getLogger("tricktally")


class NotificationListener:
    """Listens in a thread of its own to what other processes send, until it is closed.

    `on_message` is called with each message. `poll` is called whenever some may have been missed:
    when listening begins, after each loss of the connection, and every second where notifications
    do not arrive. Neither may raise.
    """

    def __init__(
        self, address: str, on_message: Callable[[str], object], poll: Callable[[], object]
    ) -> None:
        self._address = address
        self._on_message = on_message
        self._poll = poll
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="notifications", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._is_closed.set()
        self._thread.join(timeout=2 * POLL_EVERY)

    def _run(self) -> None:
        while not self._is_closed.is_set():
            try:
                with closing(open_connection(self._address)) as connection:
                    if receives_notifications(connection, self._address):
                        self._listen(connection)
                    else:
                        logger.info("The server passes no news on: looking for it every second.")
                        self._keep_polling()
            except psycopg.OperationalError:
                # The server is away; pages that follow a match say so themselves.
                pass
            except Exception:
                # A bug of ours must neither pass unseen nor end all notifications to come.
                logger.exception("News of other processes cannot be taken up.")
            self._is_closed.wait(POLL_EVERY)

    def _listen(self, connection: PostgresConnection) -> None:
        # Whatever was sent while nothing listened is lost: PostgreSQL keeps no notifications.
        self._poll()
        while not self._is_closed.is_set():
            for notification in connection.notifies(timeout=POLL_EVERY):
                process, _space, message = notification.payload.partition(" ")
                if process != PROCESS_ID:
                    self._on_message(message)

    def _keep_polling(self) -> None:
        while not self._is_closed.is_set():
            self._poll()
            self._is_closed.wait(POLL_EVERY)


def receives_notifications(connection: PostgresConnection, address: str) -> bool:
    """Return whether what other connections send arrives at this one, which listens from now on.

    It is tried, because no list of engines and poolers would be complete. Raises psycopg.Error if
    the connection is lost meanwhile.
    """
    if is_behind_pooler(connection):
        # The pooler lets one of its server connections listen, and gives what arrives there to
        # whichever client it serves just then.
        return False
    try:
        connection.execute(f"LISTEN {CHANNEL}")
        token = secrets.token_hex(8)
        with closing(open_connection(address)) as other:
            other.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{PROCESS_ID} {token}"])
    except psycopg.Error:
        if connection.broken:
            raise
        return False
    arrived = (one.payload for one in connection.notifies(timeout=ARRIVES_IN, stop_after=1))
    return any(payload.endswith(token) for payload in arrived)


@dataclass(frozen=True)
class ServerStatus:
    """What a server says of itself, and what was tried: its `version` in its words, the
    `round_trip` in seconds, the `size` of the database in bytes (None if it does not say)."""

    version: str
    is_read_only: bool
    is_pooled: bool
    has_notifications: bool
    round_trip: float
    size: int | None


def status(address: str) -> ServerStatus:
    """Ask a server how it is, and try what it can do. Raises `StoreError` if it lets nobody in."""
    with closing(connect(address)) as db:
        row = db.execute("SELECT version()").fetchone()
        version = " ".join(str(row[0] if row else "").split()[:2])
        read_only, size = is_read_only(db), database_size(db)
        trip = min(measure_round_trip(db) for _time in range(ROUND_TRIPS))
    try:
        with closing(open_connection(address)) as connection:
            is_pooled = is_behind_pooler(connection)
            try:
                has_notifications = receives_notifications(connection, address)
            except psycopg.Error:
                has_notifications = False
    except psycopg.Error as error:
        raise translate_error(error, is_lost=True) or error from error
    return ServerStatus(version, read_only, is_pooled, has_notifications, trip, size)


def measure_round_trip(db: PostgresDatabase) -> float:
    """Return the seconds that the shortest statement takes, with its answer."""
    before = perf_counter()
    db.execute("SELECT 1")
    return perf_counter() - before


def database_size(db: PostgresDatabase) -> int | None:
    """Return the size of the database in bytes, None for an engine that does not say."""
    try:
        row = db.execute("SELECT pg_database_size(current_database())").fetchone()
    except (psycopg.errors.UndefinedFunction, psycopg.errors.FeatureNotSupported):
        return None
    return int(row[0]) if row else None
