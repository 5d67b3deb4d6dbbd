"""The built folder beside a server that offers it: a match goes to the club, and goes on there."""

from __future__ import annotations

import random
import re
from pathlib import Path

from playwright.sync_api import expect

from bench.servers import app_server
from tests.browser.phone import TRIBELLO
from tests.pocket.browser_window import PocketPhone, Window, a_browser_that_keeps
from tests.pocket.site import BUILT

pytestmark = BUILT


def test_a_match_is_sent_once_and_where_it_went_on_a_person_takes_the_longer_one(
    tmp_path: Path, rng: random.Random
) -> None:
    with (
        app_server(tmp_path / "server.sqlite3") as server,
        a_browser_that_keeps(tmp_path / "profile") as browser,
    ):
        club = f"http://127.0.0.1:{server.port}"
        theirs = f"{club}/c/home/matches/1"
        window = Window(browser.pages[0], f"{club}/pocket/")
        window.start()
        phone = PocketPhone(window)
        phone.begin(*TRIBELLO)
        phone.play_on(rng, questions=2)
        first = phone.file_of(1)
        window.goto("/send")
        window.get_by_role("button", name="Send all new matches").click()
        row = window.locator("a[data-changed]")
        expect(window.get_by_text("is in the club now")).to_be_visible()
        with window.shell.expect_event("requestfinished", lambda it: it.method == "POST"):
            row.click()
        expect(window.get_by_text("is in the club now")).to_be_visible()
        assert browser.request.get(f"{theirs}/match.json").body() == first
        assert browser.request.get(f"{club}/c/home/matches/2").status == 404

        window.goto("/matches/1")
        phone.play_on(rng, questions=2)
        longer = phone.file_of(1)
        window.goto("/send")
        row.click()
        expect(window.get_by_text("tap to look at both")).to_be_visible()
        row.click()
        window.shell.get_by_role("button", name="Take the longer one").click()
        window.shell.wait_for_url(re.compile(r"[0-9]/c/home/matches/1$"))
        assert longer != first
        assert browser.request.get(f"{theirs}/match.json").body() == longer
