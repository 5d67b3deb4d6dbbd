"""Several processes with one score book: who follows a match hears of what another has written."""

from __future__ import annotations

from contextlib import AbstractContextManager, suppress

from flask import Flask

from app import store
from app.web.core.pubsub import PubSub
from app.web.core.services import services


def listening(app: Flask, engine: store.Engine) -> AbstractContextManager[object]:
    """While the block lasts, those who follow by `app` hear what other processes have written."""
    listener = PeerListener(services(app).pubsub, services(app).pool)
    return engine.notifications(listener.on_message, listener.poll)


class PeerListener:
    """Publishes here what other processes with the same database have written."""

    def __init__(self, pubsub: PubSub, pool: store.Connections) -> None:
        self._pubsub = pubsub
        self._pool = pool
        self._ends: dict[tuple[str, int], store.LogEnd | None] = {}

    def on_message(self, message: str) -> None:
        """Publish a message of a peer: a club, or a club and the number of one match."""
        club, _space, match_id = message.partition(" ")
        with suppress(ValueError):
            self._pubsub.publish(club, int(match_id) if match_id else None)

    def poll(self) -> None:
        """Publish the matches with subscribers whose logs end elsewhere than at the last poll."""
        matches = self._pubsub.matches()
        db = self._pool.check_out()
        is_sound = False
        try:
            ends = {match: store.end_of_log(db, *match) for match in matches}
            is_sound = True
        except store.StoreError:
            # It is away: who follows is told by the page, and looks again after the next beat.
            return
        finally:
            self._pool.check_in(db, is_sound=is_sound)
        for match, end in ends.items():
            # One that was not looked at yet may have gone on since its page was drawn.
            if match not in self._ends or self._ends[match] != end:
                self._pubsub.publish(*match)
        self._ends = ends
