"""A match of a club goes on by itself in WebKit and in Firefox while its server is gone."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Error

from app.paths import POCKET
from testkit.browser.phone import TRIBELLO, with_addresses_of_home
from testkit.pocket.away import AwayPhone, Club, assert_is_whole
from testkit.pocket.browser_window import SOON
from tests.browser.engines.page import Page
from tests.browser.engines.webdriver import Engine, EngineError

FRAME = "document.querySelector('iframe[name=page]')"
LOADED_ANEW = "() => { location.reload(); }"
"""As by the key of a browser. The word of a driver for it leaves the worker out."""


class Framed(Page):
    """What is in the frame of a page while its club is gone, or else the page."""

    def evaluate(self, expression: str, *about: Any) -> Any:
        asked = f"((document) => ({expression.strip()}))({FRAME}?.contentDocument ?? document)"
        try:
            return super().evaluate(asked, *about)
        except EngineError as error:
            raise Error(str(error)) from error


class AwayWindow(Framed):
    """A window on a club: the page of the server, or the one in its frame while that is gone."""

    def __init__(self, engine: Engine, address: str) -> None:
        super().__init__(engine, address)
        self.address = address
        self.shell = Page(engine, address)
        self.clock = self  # type: ignore[assignment]

    frame = property(lambda self: self)

    @property
    def is_away(self) -> bool:
        """Whether a match goes on in it without its club."""
        return bool(self.shell.evaluate(f"() => Boolean({FRAME})"))

    def wait_for_selector(self, selector: str, state: str = "visible") -> None:
        """Until it is there or shown: an engine takes half a minute to start in WebKit."""
        found = self.locator(selector)
        is_there = found.is_visible if state == "visible" else found.count
        self.wait_until(is_there, selector)

    def has_page(self) -> bool:
        return bool(self.locator("#match").count())

    def fast_forward(self, milliseconds: int) -> None:
        """Wait: the clock of the engine is the real one."""
        time.sleep(milliseconds / 1000)

    def wait_until(self, is_so: Callable[[], object], what: str) -> None:
        """Look again and again, also while pages come and go."""
        until = time.monotonic() + 2 * SOON
        while time.monotonic() < until:
            try:
                if is_so():
                    return
            except (Error, EngineError, AssertionError):
                continue
            time.sleep(0.1)
        raise AssertionError(f"no {what}: {self.shell.evaluate('document.body.innerText')}")


@pytest.fixture
def club(tmp_path):
    with closing(Club(tmp_path)) as club:
        yield club


@pytest.mark.parametrize(
    "engine_name",
    [pytest.param("webkit", marks=pytest.mark.long), "firefox"],
    indirect=True,
    scope="session",
)
@pytest.mark.skipif(not (POCKET / "index.html").exists(), reason="`make pocket` has not run")
def test_a_match_goes_on_and_joins_its_club(engine, club, rng):
    phone = AwayPhone(with_addresses_of_home(AwayWindow(engine, club.address)))
    phone.begin(*TRIBELLO)
    phone.wait_until_ready()
    phone.play_on(rng, 1)
    club.close()
    phone.play_on(rng, 1)
    phone.wait_until_away()
    phone.play_on(rng, 2)
    phone.page.shell.evaluate(LOADED_ANEW)
    phone.wait_until_away()
    phone.play_on(rng, 1)
    here = phone.match
    club.process.start()
    club.network.mend()
    phone.wait_until_back()
    phone.play_on(rng, 1)
    assert here.last_line == 6
    assert_is_whole(club, phone.match)
