"""A phone with WebKit or Firefox on it, at the machine's own address as in a house."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest

from app.server.run import reachable_address
from tests.browser.conftest import Server
from tests.browser.engines.page import Page
from tests.browser.engines.webdriver import ENGINES, Engine, an_engine, missing
from tests.browser.phone import with_addresses_of_home

SIZE = {"width": 390, "height": 664}


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what needs these engines, and let each of them run its tests by itself."""
    if "new_engine" in getattr(item, "fixturenames", ()):
        item.add_marker("engines")
        about = getattr(item, "callspec", None)
        item.add_marker(pytest.mark.xdist_group(about.params.get("engine_name") if about else None))


@pytest.fixture(scope="session")
def new_engine() -> Iterator[Callable[[str], Engine]]:
    """Start another browser of this engine, or skip the test and say what is missing for it."""
    with ExitStack() as stack:

        def start(name: str) -> Engine:
            if lacking := missing(name):
                pytest.skip(f"no {name} here: {' and '.join(lacking)} is missing")
            return stack.enter_context(an_engine(name))

        yield start


@pytest.fixture(scope="session")
def engines(new_engine: Callable[[str], Engine]) -> Callable[[str], Engine]:
    """The first browser of an engine, which all tests use."""
    started: dict[str, Engine] = {}

    def first(name: str) -> Engine:
        if name not in started:
            started[name] = new_engine(name)
        return started[name]

    return first


@pytest.fixture(params=ENGINES)
def engine_name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def server(server: Server) -> Server:
    """The server at the machine's own address, which is no secure context."""
    return replace(
        server, address=server.address.replace("127.0.0.1", reachable_address("0.0.0.0"))
    )


@pytest.fixture
def new_page(
    engine_name: str,
    engines: Callable[[str], Engine],
    server: Server,
    request: pytest.FixtureRequest,
) -> Iterator[Callable[..., Page]]:
    """`new_page()` opens a page on a phone that has not been here; each one more is on another."""
    pages: list[Page] = []
    with ExitStack() as others:

        def open_page(base_url: str = server.address) -> Page:
            engine = others.enter_context(an_engine(engine_name)) if pages else engines(engine_name)
            pages.append(with_addresses_of_home(Page(engine, base_url)))
            pages[-1].set_viewport_size(SIZE)
            return pages[-1]

        yield open_page
        for page in pages:
            page.forget()
