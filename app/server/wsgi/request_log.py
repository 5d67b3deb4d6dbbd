"""The request log: time, address, request, duration. No secret is ever in it.

Polls that find nothing new are left out: a hundred phones make fifty a second. A health check is
logged only if its status differs from the one before: a proxy makes 260,000 a day for three
processes.
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
# Each run of slashes is matched from its beginning only: from every slash of it, a path of slashes
# would take minutes, in which nothing else is answered.
TOKEN_IN_PATH = re.compile(r"(?<!/)/+k/.*", re.IGNORECASE)
# At the beginning of a path or after a host: a folder in a traceback may be called `k` too.
TOKEN_IN_TEXT = re.compile(r"(?<!/)(?:(?<!\w)|/)(?:/+/[^/\s]+)?/+k/.*", re.IGNORECASE)
SAFE = "/:@!$&'()*+,;=~"
# Control characters of a terminal, without tabs and the line breaks of a traceback.
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

requests = logging.getLogger("tricktally.requests")


def configure(is_wanted: bool | None = None) -> None:
    """Log warnings to standard error, and requests too if `is_wanted`.

    By default requests are logged unless standard error is a terminal, where they would push the QR
    code that phones scan out of sight.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(
        TokenMaskingFormatter("%(asctime)s %(message)s", datefmt="%Y-%m-%dT%H:%M:%S")
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    if is_wanted is None:
        is_wanted = not sys.stderr.isatty()
    requests.setLevel(logging.INFO if is_wanted else logging.WARNING)


def init_app(app: Flask) -> None:
    """Log every request that reaches the app."""
    app.wsgi_app = RequestLog(app.wsgi_app)  # type: ignore[method-assign]


class TokenMaskingFormatter(logging.Formatter):
    """Masks link tokens in every line: libraries log a bug of ours with the path of the request.

    For the same reason it escapes line breaks and control characters of what a client sent.
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
        self.health = ""  # the status of the last health check

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        if not requests.isEnabledFor(logging.INFO):
            return self.app(environ, start_response)
        began = time.perf_counter()

        def begin_answer(status: str, *args: Any) -> Any:
            if environ.get("PATH_INFO") == HEALTH:
                is_logged, self.health = status != self.health, status
            else:
                is_logged = not status.startswith(NO_CONTENT)
            if is_logged:
                requests.info(format_request(environ, status, time.perf_counter() - began))
            return start_response(status, *args)

        return self.app(environ, begin_answer)


def format_request(environ: dict[str, Any], status: str, seconds: float) -> str:
    """Return the log line of a request, without its query: what people search for is not logged."""
    # The path is decoded, with line breaks: as it is, one request could look like two in the log,
    # so it is quoted again. It is cut first, so that a long one costs no time.
    sent = environ.get("PATH_INFO", "")[: MAX_PATH_LETTERS + 1]
    path = quote(sent.encode("latin-1", "replace"), safe=SAFE)
    path = TOKEN_IN_PATH.sub("/k/…", path)  # a token opens what its link opens
    if len(path) > MAX_PATH_LETTERS:
        path = path[:MAX_PATH_LETTERS] + "…"
    address = environ.get("REMOTE_ADDR", "-")
    method = quote(environ.get("REQUEST_METHOD", "-"))[:20]
    return f"{address} {method} {path} {status[:3]} {seconds * 1000:.0f} ms"
