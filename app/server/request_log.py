"""One line for each request: when, from where, what, how long it took. No secret.

Whoever is told that nothing is new is left out: a hundred phones ask that fifty times a second.
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

App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
LONGEST_PATH = 200
NOTHING_NEW = "204"
# Each run of slashes is looked at from its beginning only. From every slash of it, a path of
# slashes would take minutes, in which nothing else is answered.
KEY = re.compile(r"(?<!/)/+k/.*", re.IGNORECASE)
WRITTEN_KEY = re.compile(r"(?<!/)(?:(?<!\w)|/)(?:/+/[^/\s]+)?/+k/.*", re.IGNORECASE)
"""At the beginning of a path or behind a host: a folder in a traceback may be called `k` too."""
SAFE = "/:@!$&'()*+,;=~"

requests = logging.getLogger("tricktally.requests")


def begin(*, is_wanted: bool | None = None) -> None:
    """Write warnings to the standard error output, and a line for each request where `is_wanted`.

    If nothing is said, requests are written where nobody looks on: a terminal keeps the code that
    phones scan in sight.
    """
    written = logging.StreamHandler()
    written.setFormatter(WithoutKeys("%(asctime)s %(message)s", datefmt="%Y-%m-%dT%H:%M:%S"))
    logging.basicConfig(handlers=[written], level=logging.WARNING)
    if is_wanted is None:
        is_wanted = not sys.stderr.isatty()
    requests.setLevel(logging.INFO if is_wanted else logging.WARNING)


def init_app(app: Flask) -> None:
    """Write a line for each request that reaches the app and has something to tell."""
    app.wsgi_app = Log(app.wsgi_app)  # type: ignore[method-assign]


class WithoutKeys(logging.Formatter):
    """Masks keys in whatever is written: libraries tell of a bug of ours with the path it met."""

    def format(self, record: logging.LogRecord) -> str:
        return WRITTEN_KEY.sub("/k/…", super().format(record))


class Log:
    """Passes every request on, and writes its line when the answer begins."""

    def __init__(self, app: App) -> None:
        self.app = app

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        if not requests.isEnabledFor(logging.INFO):
            return self.app(environ, start_response)
        began = time.perf_counter()

        def begin_answer(status: str, *about: Any) -> Any:
            if not status.startswith(NOTHING_NEW):
                requests.info(line_of(environ, status, time.perf_counter() - began))
            return start_response(status, *about)

        return self.app(environ, begin_answer)


def line_of(environ: dict[str, Any], status: str, seconds: float) -> str:
    """What is written of one request. What was searched for is nobody's business."""
    # A path comes as it was meant, line breaks and all: written so, one request could
    # look like two. What is quoted again is one word. What will be cut is not looked through first.
    sent = environ.get("PATH_INFO", "")[: LONGEST_PATH + 1]
    path = quote(sent.encode("latin-1", "replace"), safe=SAFE)
    # Who has the address of a key has the key.
    path = KEY.sub("/k/…", path)
    if len(path) > LONGEST_PATH:
        path = path[:LONGEST_PATH] + "…"
    address = environ.get("REMOTE_ADDR", "-")
    method = quote(environ.get("REQUEST_METHOD", "-"))[:20]
    return f"{address} {method} {path} {status[:3]} {seconds * 1000:.0f} ms"
