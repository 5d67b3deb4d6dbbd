"""A host of the built folder that can be stopped, and the profile of a browser that goes there."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from app.paths import POCKET
from testkit.browser.phone import chromium
from testkit.pocket.browser_window import Window, a_browser_that_keeps
from testkit.servers import free_port

BUILT = [
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.skipif(not (POCKET / "index.html").exists(), reason="`make pocket` has not run"),
    pytest.mark.skipif(chromium() is None, reason="needs Chromium"),
]
"""The marks of tests that open the built folder in a browser."""
PREFIX = "/cards/pocket/"
SNAPSHOT = "document.documentElement.dataset.snapshot"


class Handler(SimpleHTTPRequestHandler):
    """Serves a folder below a prefix, as a folder of a larger site, and knows nothing of it."""

    def translate_path(self, path: str) -> str:
        path = path.removeprefix(PREFIX) if path.startswith(PREFIX) else "not there"
        return super().translate_path(f"/{path}")

    def log_message(self, *_about: Any) -> None:
        """Nothing is said."""


@contextmanager
def hosted(folder: Path, port: int) -> Iterator[str]:
    """Where the folder is served until the end of the block."""
    handler = functools.partial(Handler, directory=str(folder))
    ThreadingHTTPServer.allow_reuse_address = True
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{port}{PREFIX}"
        finally:
            server.shutdown()


class Site:
    """A host that can be stopped, and the profile of a browser that goes there."""

    def __init__(self, profile: Path, port: int) -> None:
        self.profile = profile
        self.port = port
        self.address = f"http://127.0.0.1:{port}{PREFIX}"
        self._host = ExitStack()

    def open(self, folder: Path = POCKET) -> None:
        self._host.enter_context(hosted(folder, self.port))

    def close(self) -> None:
        self._host.close()

    def __enter__(self) -> Site:
        self.open()
        return self

    def __exit__(self, *_about: object) -> None:
        self.close()

    @contextmanager
    def browser(self, *, is_offline: bool = False) -> Iterator[tuple[BrowserContext, Window]]:
        """A browser with this profile, and the window that it opens with, until the end of the
        block, or until it is killed."""
        with a_browser_that_keeps(self.profile) as browser:
            browser.set_offline(is_offline)
            yield browser, Window(browser.pages[0], self.address)


def installed_at(profile: Path) -> Site:
    """A site whose browser was there once and kept everything; the host is stopped since."""
    with Site(profile, free_port()) as site, site.browser() as (_browser, window):
        window.start()
        window.wait_until(lambda: window.shell.evaluate(SNAPSHOT) == "kept", "snapshot")
    return site
