"""A phone with WebKit or Firefox on it, at the machine's own address as in a house."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest

from app.server.run import reachable_address
from testkit.browser.phone import with_addresses_of_home
from tests.browser.engines.page import Page
from tests.browser.engines.webdriver import ENGINES, Engine, an_engine, missing
from tests.browser.server import Server

SIZE = {"width": 390, "height": 664}


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what needs these engines."""
    if "engine" in getattr(item, "fixturenames", ()):
        item.add_marker("engines")


@pytest.fixture(scope="session", params=ENGINES)
def engine_name(request: pytest.FixtureRequest) -> str:
    """An engine. All its tests run before those of the next, as it is a fixture of the session."""
    return str(request.param)


@pytest.fixture(scope="session")
def engine(engine_name: str) -> Iterator[Engine]:
    """The browser that all tests of an engine use. Skips them where a program is missing."""
    if lacking := missing(engine_name):
        pytest.skip(f"no {engine_name} here: {' and '.join(lacking)} is missing")
    with an_engine(engine_name) as started:
        yield started


@pytest.fixture
def server(server: Server) -> Server:
    """The server at the machine's own address, which is no secure context."""
    return replace(
        server, address=server.address.replace("127.0.0.1", reachable_address("0.0.0.0"))
    )


@pytest.fixture
def new_page(engine_name: str, engine: Engine, server: Server) -> Iterator[Callable[..., Page]]:
    """`new_page()` opens a page on a phone that has not been here; each one more is on another."""
    pages: list[Page] = []
    with ExitStack() as others:

        def open_page(base_url: str = server.address) -> Page:
            its = others.enter_context(an_engine(engine_name)) if pages else engine
            pages.append(with_addresses_of_home(Page(its, base_url)))
            pages[-1].set_viewport_size(SIZE)
            return pages[-1]

        yield open_page
        for page in pages:
            page.forget()
