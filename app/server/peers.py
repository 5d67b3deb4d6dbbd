"""Several processes on one database: writes of one are published to the subscribers of all."""

from __future__ import annotations

from contextlib import AbstractContextManager, suppress

from flask import Flask

from app.store.engine import Connections, Engine
from app.store.errors import StoreError
from app.store.matches import log
from app.store.matches.log import LogHead
from app.web.core.pubsub import PubSub
from app.web.core.services import services


def listen_to_peers(app: Flask, engine: Engine) -> AbstractContextManager[object]:
    """Publish in `app` the writes of other processes, as long as the context lasts."""
    listener = PeerListener(services(app).pubsub, services(app).pool)
    return engine.notifications(listener.on_message, listener.poll)


class PeerListener:
    """Publishes in this process the writes of other processes on the same database."""

    def __init__(self, pubsub: PubSub, pool: Connections) -> None:
        self._pubsub = pubsub
        self._pool = pool
        self._heads: dict[tuple[str, int], LogHead | None] = {}

    def on_message(self, message: str) -> None:
        """Publish a message of a peer: a club, or a club and the number of one match, or these and
        the version of the match. Other messages are ignored."""
        club, *words = message.split(" ")
        with suppress(ValueError):
            match_id, line, revision = [*map(int, words), 0, 0, 0][:3]
            # A line is numbered from 1.
            self._pubsub.publish(club, match_id or None, (line, revision) if line else None)

    def poll(self) -> None:
        """Publish the matches with subscribers that have changed since the last poll."""
        matches = self._pubsub.matches()
        db = self._pool.check_out()
        is_sound = False
        try:
            heads = {match: log.find_log_head(db, *match) for match in matches}
            is_sound = True
        except StoreError:
            # The database is unavailable: pages say so, and the next poll is after a heartbeat.
            return
        finally:
            self._pool.check_in(db, is_sound=is_sound)
        for match, head in heads.items():
            # A match that is polled for the first time may have changed since its page was made.
            if match not in self._heads or self._heads[match] != head:
                version = (head.line, head.revision) if head and not head.deleted else None
                self._pubsub.publish(*match, version)
        self._heads = heads
