"""Phones that ask now and then whether a match has gone on: mostly it has not, and that is said at
once to whoever asks the same as was just asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from flask import Flask

from app.web.frame.news import News

GOOD_FOR = 1.0
"""Seconds for which nothing new is nothing new, though another process may have written."""
MOST = 2_000

ASKED = (
    *("SCRIPT_NAME", "PATH_INFO", "QUERY_STRING", "HTTP_COOKIE"),
    *("HTTP_HX_REQUEST", "HTTP_HX_HISTORY_RESTORE_REQUEST"),
)
"""What such an answer depends on."""

App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def put_on(app: Flask) -> None:
    """Remember for a moment who was told that nothing is new."""
    app.wsgi_app = Unchanged(app.wsgi_app, app.extensions)  # type: ignore[method-assign]


class Answer(NamedTuple):
    """That nothing is new: `until` some moment, while `state` says that nothing was told."""

    status: str
    headers: list[tuple[str, str]]
    until: float
    state: tuple[News, int]


class Unchanged:
    """Passes on what is asked, but for what was answered with 204 a moment ago.

    The same address with the same cookies may see the same; whatever is new in any match, or in who
    may see it, ends the moment.
    """

    def __init__(self, app: App, extensions: dict[str, Any]) -> None:
        self.app = app
        self.extensions = extensions
        self.known: dict[tuple[Any, ...], Answer] = {}

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "GET" or "after=" not in environ.get("QUERY_STRING", ""):
            return self.app(environ, start_response)
        news: News = self.extensions["news"]
        asked = tuple(environ.get(name) for name in ASKED)
        # Read before the app looks: what is told meanwhile makes it look again.
        state, now = (news, news.told), time.monotonic()
        known = self.known.get(asked)
        if known and now < known.until and known.state == state:
            start_response(known.status, [*known.headers])
            return []

        def begin_answer(status: str, headers: list[tuple[str, str]], *about: Any) -> Any:
            if status.startswith("204"):
                if len(self.known) >= MOST:
                    self.known.clear()
                self.known[asked] = Answer(status, [*headers], now + GOOD_FOR, state)
            return start_response(status, headers, *about)

        return self.app(environ, begin_answer)
