"""A host of the built folder that can be stopped, and the profile of a browser that goes there."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from app.paths import POCKET
from bench.servers import free_port
from tests.browser.phone import chromium
from tests.pocket.browser_window import Window, a_browser_that_keeps
from tests.pocket.host import hosted

BUILT = [
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.skipif(not (POCKET / "index.html").exists(), reason="`make pocket` has not run"),
    pytest.mark.skipif(chromium() is None, reason="needs Chromium"),
]
"""The marks of tests that open the built folder in a browser."""
SNAPSHOT = "document.documentElement.dataset.snapshot"


class Site:
    """A host that can be stopped, and the profile of a browser that goes there."""

    def __init__(self, profile: Path, port: int) -> None:
        self.profile = profile
        self.port = port
        self.address = ""
        self._host = ExitStack()

    def open(self, folder: Path = POCKET) -> None:
        self.address = self._host.enter_context(hosted(folder, self.port))

    def close(self) -> None:
        self._host.close()


def installed_at(profile: Path) -> Site:
    """A site whose browser was there once and kept everything; the host is stopped since."""
    site = Site(profile, free_port())
    site.open()
    with a_browser_that_keeps(profile) as browser:
        window = window_in(browser, site)
        window.start()
        window.wait_until(lambda: window.shell.evaluate(SNAPSHOT) == "kept", "snapshot")
    site.close()
    return site


def window_in(context: BrowserContext, site: Site) -> Window:
    """The window that a browser opens with."""
    return Window(context.pages[0], site.address)
