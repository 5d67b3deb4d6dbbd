"""A real server, and a real browser the size of a phone."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.phone import Phone, a_browser

NO_MISTAKE = ("status of 422", "status of 409", "ERR_INTERNET_DISCONNECTED", "Failed to fetch")
"""What the browser logs when an answer is refused, too late, or cannot be sent."""


@dataclass(frozen=True)
class Server:
    """Where the server is, and the database it keeps."""

    address: str
    database: Path


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The program as `make run` starts it, with the page of components, on a free port."""
    database = tmp_path_factory.mktemp("browser") / "matches.sqlite3"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "tests.components"]
    command += ["--port", str(port), "--database", str(database)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{address}/healthz")
        yield Server(address, database)
    finally:
        process.terminate()
        process.wait(10)


def wait_for(address: str) -> None:
    """Until the server answers, for 20 seconds at most."""
    for _ in range(200):
        try:
            urlopen(address, timeout=1).close()
            return
        except (URLError, OSError):
            time.sleep(0.1)
    raise AssertionError(f"nothing answers at {address}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with a_browser() as started:
        yield started


@pytest.fixture
def new_page(browser: Browser, server: Server) -> Iterator[type[Page]]:
    """`new_page(width=390, …)` opens a page; anything the browser complains of fails the test."""
    contexts = []
    complaints: list[str] = []

    def open_page(width: int = 390, height: int = 844, **about: object) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height}, base_url=server.address, **about
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: said.type == "error" and note(said.text))
        return page

    def note(words: str) -> None:
        if not any(expected in words for expected in NO_MISTAKE):
            complaints.append(words)

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def phone(new_page, server: Server) -> Phone:
    """Someone with a phone of 390 × 844 at the table."""
    return Phone(new_page(), server.database)
