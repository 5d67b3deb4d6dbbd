"""A browser that keeps what it is given, and someone who taps in a window of it."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import BrowserContext, Error, Frame, Page, expect

from app import matchfile
from app.scoring import Match
from testkit.browser.phone import FLAGS, Phone, chromium, driver
from testkit.servers import free_port

# On a busy machine a page can be looked at while its head is there and its question is not.
WHOLE = "document.readyState === 'complete' && document.querySelector('#main') !== null"
SOON = 60.0
"""Seconds in which the app has started, or answers, on a machine that has something else to do."""


@contextmanager
def a_browser_that_keeps(profile: Path) -> Iterator[BrowserContext]:
    """A browser with this profile until the end of the block, or until it is killed."""
    size = {"width": 390, "height": 844}
    context = driver().launch_persistent_context(
        str(profile), executable_path=chromium(), args=FLAGS, viewport=size
    )
    context.set_default_timeout(SOON * 1000)
    expect.set_options(timeout=SOON * 1000)
    try:
        yield context
    finally:
        # It may have been killed, and not know yet.
        with suppress(Error):
            context.close()


@contextmanager
def a_browser_without_driver(profile: Path, address: str) -> Iterator[int]:
    """A browser with this profile that shows a page and that nobody drives, until the end of the
    block: a driver keeps what a worker has compiled, also after its end. Yields the port at which
    one can be let in."""
    port = free_port()
    command = [chromium() or "", "--headless=old", *FLAGS, f"--user-data-dir={profile}"]
    command += [f"--remote-debugging-port={port}", address]
    browser = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        yield port
    finally:
        switch_off(browser.pid)
        browser.wait()


def main_process(profile: Path) -> int:
    """The process of the browser with this profile: none that it has started for itself."""
    for about in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            words = about.read_bytes().split(b"\0")
            is_main = not any(word.startswith(b"--type=") for word in words)
            if is_main and f"--user-data-dir={profile}".encode() in words:
                return int(about.parent.name)
    raise AssertionError("no browser has this profile")


def switch_off(pid: int) -> None:
    """End the browser of this main process, and in the same moment all that it has started, as a
    phone does that is switched off: it is told nothing."""
    with suppress(ProcessLookupError):
        group = os.getpgid(pid)
        assert group != os.getpgid(0), "the browser has no group of its own"
        os.killpg(group, signal.SIGKILL)


class Window:
    """A window on the app: what is in the frame of the shell."""

    def __init__(self, shell: Page, address: str) -> None:
        self.shell = shell
        self.address = address
        self.patience = SOON
        self.clock = self

    @property
    def frame(self) -> Frame:
        """The frame with the page."""
        frame = self.shell.frame(name="page")
        assert frame is not None, self.shell.inner_text("body")
        return frame

    def __getattr__(self, name: str) -> Any:
        return getattr(self.frame, name)

    def fast_forward(self, milliseconds: int) -> None:
        """Wait: the clock of the engine is the real one."""
        # Not by the browser: one that was killed meanwhile never says that the time is over.
        time.sleep(milliseconds / 1000)

    def start(self, path: str = "") -> float:
        """Open it as from the home screen. Returns the seconds to the first page."""
        return self.until_there_is_a_page(lambda: self.shell.goto(urljoin(self.address, path)))

    def reload(self) -> float:
        """Load the window anew. Returns the seconds to the first page."""
        return self.until_there_is_a_page(self.shell.reload)

    def until_there_is_a_page(self, load: Callable[[], object]) -> float:
        began = time.monotonic()
        load()
        self.wait_for_page()
        return time.monotonic() - began

    def goto(self, path: str) -> None:
        """Go to a page of the one club, within the frame."""
        self.frame.goto(f"{self.address}c/home{path}")

    def open(self, path: str) -> float:
        """Go to a page of the one club. Returns the seconds until it is there."""
        return self.until_there_is_a_page(lambda: self.goto(path))

    def wait_for_page(self) -> None:
        """Until a page of the app is in the frame, read to its end."""
        self.wait_until(self.has_page, "page")

    def has_page(self) -> bool:
        frame = self.shell.frame(name="page")
        return bool(frame and frame.url.startswith("http") and frame.evaluate(WHOLE))

    def wait_until(self, is_so: Callable[[], object], what: str) -> None:
        """Look again and again: the policy of the shell lets no test wait within it."""
        until = time.monotonic() + self.patience
        while time.monotonic() < until:
            # The page that is looked at may be about to leave.
            with suppress(Error):
                if is_so():
                    return
            self.shell.wait_for_timeout(20)
        raise AssertionError(f"no {what}: {self.shell.inner_text('body')}")


class PocketPhone(Phone):
    """Someone who taps in a window of the pocket edition."""

    def __init__(self, window: Window) -> None:
        self.page: Any = window
        self.scripts = True

    @property
    def match_id(self) -> int:
        return int(self.page.url.partition("?")[0].rsplit("/", 1)[1])

    @property
    def match(self) -> Match:
        return self.match_at(self.match_id)

    def match_at(self, number: int) -> Match:
        """The match of this number, as the app itself writes it into a file."""
        return matchfile.open_match(matchfile.parse(self.file_of(number)))

    def file_of(self, number: int) -> bytes:
        text: str = self.page.frame.evaluate(
            "address => fetch(address).then((file) => file.text())",
            f"{self.page.address}c/home/matches/{number}/match.json",
        )
        return text.encode()
