"""A real server, and a real browser the size of a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page

from testkit.browser.phone import (
    AT_HOME,
    NO_SPARE,
    OWN_ADDRESS,
    PATIENCE,
    SAVES_DATA,
    TRIBELLO,
    Phone,
    a_browser,
    with_addresses_of_home,
)
from testkit.servers import free_port, running
from tests.browser.server import Server
from tools.screens.visitor import Visitor, visitor_of

NO_MISTAKE = re.compile(
    "status of (422|409)|status of (404|429|503).*/entries"
    "|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|Failed to fetch|htmx:error: timeout"
    "|Cross-Origin-Opener-Policy header has been ignored"
)
"""What the browser logs when an answer is refused, too late, or cannot be sent. A clock that is put
forward while a request is on its way makes that late as well. On plain http one header means
nothing."""


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what needs a browser, so that machines without one leave it out."""
    if "browser" in getattr(item, "fixturenames", ()):
        item.add_marker("browser")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The program with the page of components, on a free port."""
    folder, port = tmp_path_factory.mktemp("browser"), free_port()
    database = folder / "matches.sqlite3"
    # At every address of this machine.
    options = ["--host", "0.0.0.0", "--port", str(port)]
    options += ["--database", str(database), "--key-file", str(folder / "key")]
    with running(["-m", "tools.components", *options], port, folder / "server"):
        yield Server(f"http://127.0.0.1:{port}", database)


@pytest.fixture
def server_at_home(server: Server) -> Server:
    """The same server at the machine's own address, which is no secure context."""
    return replace(server, address=server.address.replace("127.0.0.1", OWN_ADDRESS))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with a_browser(NO_SPARE, AT_HOME) as started:
        yield started


@pytest.fixture
def new_page(browser: Browser, server: Server) -> Iterator[type[Page]]:
    """`new_page(width=390, …)` opens a page; anything the browser complains of fails the test."""
    contexts = []
    complaints: list[str] = []

    def open_page(width: int = 390, height: int = 844, **about: object) -> Page:
        # What goes through a service worker, no test can hold back.
        context = browser.new_context(
            viewport={"width": width, "height": height},
            **{"service_workers": "block", "base_url": server.address} | about,
        )
        context.add_init_script(SAVES_DATA)
        contexts.append(context)
        page = with_addresses_of_home(context.new_page())
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: message.type == "error" and note(message))
        return page

    def note(message: ConsoleMessage) -> None:
        words = f"{message.text} {message.location['url']}"
        if not NO_MISTAKE.search(words):
            complaints.append(words)

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def phone(new_page, server: Server) -> Phone:
    """Someone with a phone of 390 × 844 at the table."""
    return Phone(new_page(), server.database)


@pytest.fixture
def counting(phone: Phone) -> Phone:
    """A match of Tribello that asks for the tricks of its first deal."""
    phone.sit_down(*TRIBELLO, "hearts")
    return phone


@pytest.fixture(scope="session")
def server_of_its_own(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Visitor]:
    with visitor_of(browser, tmp_path_factory.mktemp("screens")) as visitor:
        yield visitor


@pytest.fixture
def visitor(server_of_its_own: Visitor) -> Iterator[Visitor]:
    """Someone who has not been anywhere yet."""
    yield server_of_its_own
    server_of_its_own.leave()
