"""News of matches: those who follow one are told at once when something in it is new, in every
process that serves the book.

They are not told what: each looks for itself, as it may. So there is nothing to keep in step.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from threading import Event, Lock

from flask import current_app

from app.web.core.access import this_club
from app.web.core.text import connection

MOST_FOLLOWING = 256
"""So many can follow by a stream, which takes a thread of its own; the rest ask now and then."""


class News:
    """Who follows which match, in this process."""

    def __init__(self, most: int = MOST_FOLLOWING) -> None:
        self.most = most
        self.is_over = False
        self.counted: Callable[[int], object] = lambda following: None
        """Told how many follow, whenever that changes."""
        self._following: defaultdict[tuple[str, int], set[Event]] = defaultdict(set)
        self._lock = Lock()
        self._count = 0

    def follow(self, club: str, match_id: int) -> Event | None:
        """What is set when something in the match may be new, until `leave`; None if too many
        follow already."""
        with self._lock:
            if self.is_over or self._count >= self.most:
                return None
            news = Event()
            self._following[club, match_id].add(news)
            self._count += 1
            self.counted(self._count)
            return news

    def leave(self, club: str, match_id: int, news: Event) -> None:
        """Tell this one no more."""
        with self._lock:
            following = self._following[club, match_id]
            if news in following:
                following.remove(news)
                self._count -= 1
                self.counted(self._count)
            if not following:
                del self._following[club, match_id]

    def followed(self) -> list[tuple[str, int]]:
        """The matches that somebody follows, each with its club."""
        with self._lock:
            return list(self._following)

    def tell(self, club: str, match_id: int | None = None) -> None:
        """Something may be new in a match, or in every match of the club."""
        with self._lock:
            if match_id is not None:
                told = [*self._following.get((club, match_id), ())]
            else:
                told = [
                    news
                    for (its_club, _id), following in self._following.items()
                    if its_club == club
                    for news in following
                ]
        for news in told:
            news.set()

    def close(self) -> None:
        """Let all go: the server stops."""
        with self._lock:
            self.is_over = True
            told = [news for following in self._following.values() for news in following]
        for news in told:
            news.set()


def news() -> News:
    """The news of this app."""
    kept: News = current_app.extensions["news"]
    return kept


def tell(match_id: int | None = None) -> None:
    """Something may be new in a match of this club, or in all of them."""
    news().tell(this_club(), match_id)
    connection().pass_on(" ".join([this_club(), *([str(match_id)] if match_id else [])]))
