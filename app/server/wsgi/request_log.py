"""The request log: when, from where, what, how long it took. No secret is ever in it.

Polls that find nothing new are left out: a hundred phones make fifty a second. Of health checks, of
which a proxy asks three processes for 260,000 a day, only those are in it that say what the one
before did not.
"""

from __future__ import annotations

import logging
import re
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import quote

from flask import Flask

from app.server.health import HEALTH

App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
MAX_PATH_LETTERS = 200
NO_CONTENT = "204"
# Each run of slashes is looked at from its beginning only. From every slash of it, a path of
# slashes would take minutes, in which nothing else is answered.
TOKEN_IN_PATH = re.compile(r"(?<!/)/+k/.*", re.IGNORECASE)
TOKEN_IN_TEXT = re.compile(r"(?<!/)(?:(?<!\w)|/)(?:/+/[^/\s]+)?/+k/.*", re.IGNORECASE)
"""At the beginning of a path or behind a host: a folder in a traceback may be called `k` too."""
SAFE = "/:@!$&'()*+,;=~"
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""What a terminal would obey. Tabs and the lines of a traceback are left."""

requests = logging.getLogger("tricktally.requests")


def configure(is_wanted: bool | None = None) -> None:
    """Log warnings to standard error, and requests too if that `is_wanted`.

    By default requests are logged unless that is a terminal, where they would push the QR code that
    phones scan out of sight.
    """
    written = logging.StreamHandler()
    written.setFormatter(
        TokenMaskingFormatter("%(asctime)s %(message)s", datefmt="%Y-%m-%dT%H:%M:%S")
    )
    logging.basicConfig(handlers=[written], level=logging.WARNING)
    if is_wanted is None:
        is_wanted = not sys.stderr.isatty()
    requests.setLevel(logging.INFO if is_wanted else logging.WARNING)


def init_app(app: Flask) -> None:
    """Log every request that reaches the app."""
    app.wsgi_app = RequestLog(app.wsgi_app)  # type: ignore[method-assign]


class TokenMaskingFormatter(logging.Formatter):
    """Masks link tokens in every line: libraries log a bug of ours with the path of the request.

    For the same reason what a client sent can begin no line of its own and reaches no terminal.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:
        return super().formatMessage(record).replace("\n", "\\n")

    def format(self, record: logging.LogRecord) -> str:
        escaped = CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", super().format(record))
        return TOKEN_IN_TEXT.sub("/k/…", escaped)


class RequestLog:
    """Middleware that logs a request when its response begins."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.health = ""
        """What the last health check said."""

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        if not requests.isEnabledFor(logging.INFO):
            return self.app(environ, start_response)
        began = time.perf_counter()

        def begin_answer(status: str, *args: Any) -> Any:
            if environ.get("PATH_INFO") == HEALTH:
                is_news, self.health = status != self.health, status
            else:
                is_news = not status.startswith(NO_CONTENT)
            if is_news:
                requests.info(format_request(environ, status, time.perf_counter() - began))
            return start_response(status, *args)

        return self.app(environ, begin_answer)


def format_request(environ: dict[str, Any], status: str, seconds: float) -> str:
    """The line of a request, without its query: what people search for is not logged."""
    # A path comes as it was meant, line breaks and all: written so, one request could
    # look like two. What is quoted again is one word. What will be cut is not looked through first.
    sent = environ.get("PATH_INFO", "")[: MAX_PATH_LETTERS + 1]
    path = quote(sent.encode("latin-1", "replace"), safe=SAFE)
    # Whoever reads a link has what it opens.
    path = TOKEN_IN_PATH.sub("/k/…", path)
    if len(path) > MAX_PATH_LETTERS:
        path = path[:MAX_PATH_LETTERS] + "…"
    address = environ.get("REMOTE_ADDR", "-")
    method = quote(environ.get("REQUEST_METHOD", "-"))[:20]
    return f"{address} {method} {path} {status[:3]} {seconds * 1000:.0f} ms"
