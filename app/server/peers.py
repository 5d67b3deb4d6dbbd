"""Several processes with one score book: who follows a match hears of what another has written."""

from __future__ import annotations

from contextlib import AbstractContextManager, suppress

from flask import Flask

from app import store
from app.web.core.pubsub import News


def listening(app: Flask, book: store.Book) -> AbstractContextManager[object]:
    """While the block lasts, those who follow by `app` hear what other processes have written."""
    others = Others(app.extensions["news"], app.extensions["connections"])
    return store.listening_to(book, others.hear, others.look)


class Others:
    """What other processes with the same book do."""

    def __init__(self, news: News, connections: store.Connections) -> None:
        self._news = news
        self._connections = connections
        self._ends: dict[tuple[str, int], store.End | None] = {}

    def hear(self, said: str) -> None:
        """One of them says that something may be new, in a match or in a whole club."""
        club, _space, match_id = said.partition(" ")
        with suppress(ValueError):
            self._news.tell(club, int(match_id) if match_id else None)

    def look(self) -> None:
        """Look where the logs that are followed here end, and tell of those that end elsewhere."""
        followed = self._news.followed()
        db = self._connections.lend()
        is_sound = False
        try:
            ends = {match: store.end_of_log(db, *match) for match in followed}
            is_sound = True
        except store.StoreError:
            # It is away: who follows is told by the page, and looks again after the next beat.
            return
        finally:
            self._connections.take_back(db, is_sound=is_sound)
        for match, end in ends.items():
            # One that was not looked at yet may have gone on since its page was drawn.
            if match not in self._ends or self._ends[match] != end:
                self._news.tell(*match)
        self._ends = ends
