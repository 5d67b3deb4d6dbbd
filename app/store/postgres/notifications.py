"""News between the processes that share a score book: what one has written, the others hear of.

The news is one line of text; what stands in it is for the caller to say. It is sent after the
transaction and not within it: transactions that send some are committed one after the other, under
one lock of the whole server.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable
from contextlib import closing

import psycopg

from app.store.postgres.connections import is_behind_pooler, open_connection
from app.store.postgres.engine import CHANNEL, OURS, Connection

LOOK_EVERY = 1.0
"""Seconds between two looks where nothing is heard of others."""
TRY_FOR = 2.0
"""Seconds in which news that is sent to oneself should have come."""

log = logging.getLogger("tricktally")


class NotificationListener:
    """Hears in a thread of its own what other processes pass on, until it is closed.

    `hear` is called with each piece of news. `look` is called whenever some may have been missed:
    when listening begins, after each time that the server was away, and every second where an
    engine, or what stands before it, passes nothing on. Neither may raise.
    """

    def __init__(
        self, address: str, hear: Callable[[str], object], look: Callable[[], object]
    ) -> None:
        self._address = address
        self._hear = hear
        self._look = look
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="news of others", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Hear nothing more."""
        self._is_over.set()
        self._thread.join(timeout=2 * LOOK_EVERY)

    def _run(self) -> None:
        while not self._is_over.is_set():
            try:
                with closing(open_connection(self._address)) as connection:
                    if receives_notifications(connection, self._address):
                        self._listen(connection)
                    else:
                        log.info("The server passes no news on: looking for it every second.")
                        self._look_again_and_again()
            except psycopg.OperationalError:
                # It is away: all who follow are told by their pages.
                pass
            except Exception:
                # A bug of ours must neither pass unseen nor end what all others hear.
                log.exception("News of other processes cannot be taken up.")
            self._is_over.wait(LOOK_EVERY)

    def _listen(self, connection: Connection) -> None:
        self._look()
        while not self._is_over.is_set():
            for news in connection.notifies(timeout=LOOK_EVERY):
                whose, _space, said = news.payload.partition(" ")
                if whose != OURS:
                    self._hear(said)

    def _look_again_and_again(self) -> None:
        while not self._is_over.is_set():
            self._look()
            self._is_over.wait(LOOK_EVERY)


def receives_notifications(connection: Connection, address: str) -> bool:
    """Whether what others tell comes to this connection, which listens from now on.

    It is tried, since nothing else holds for every engine. Raises what psycopg raises if the
    connection is lost meanwhile.
    """
    if is_behind_pooler(connection):
        # A pooler lets another process listen, and tells whoever it serves just then.
        return False
    try:
        connection.execute(f"LISTEN {CHANNEL}")
        said = secrets.token_hex(8)
        with closing(open_connection(address)) as other:
            other.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{OURS} {said}"])
    except psycopg.Error:
        if connection.broken:
            raise
        return False
    heard = (news.payload for news in connection.notifies(timeout=TRY_FOR, stop_after=1))
    return any(payload.endswith(said) for payload in heard)
