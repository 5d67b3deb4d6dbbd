"""Follow one seat: what it needs changes by itself, and a deal that is saved is seen and felt."""

from __future__ import annotations

import re
from contextlib import closing

import pytest
from playwright.sync_api import expect

from app import store
from app.games import GAMES
from app.scoring import Event, Line
from app.store import HOME
from app.web.match.repository import summary_of
from bench.servers import free_port, running
from tests.browser.phone import comes_true, mentions, reads
from tests.browser.test_live import shows_line
from tests.keys import key_to
from tests.play import keep_in, play_at_random

LONG = pytest.mark.long
FELT = """() => {
  window.felt = [];
  Object.defineProperty(navigator, "vibrate", { value: (long) => window.felt.push(long) });
}"""
LIT = """() => {
  window.lit = 0;
  const count = (event) => (window.lit += event.animationName === "news");
  document.addEventListener("animationstart", count);
}"""


@pytest.fixture
def follower(counting, new_page):
    """A page that follows Anna, on a phone that can buzz and has not been asked to."""
    page = new_page()
    page.clock.install()
    page.add_init_script(f"({FELT})(); ({LIT})()")
    page.goto(f"/matches/{counting.match_id}/follow?seat=1")
    shows_line(page, 2)
    return page


def save_a_deal(counting):
    counting.answer(counting.standing.prompt, [7, 4, 2])


def test_what_was_saved_is_followed_and_lights_up_once(counting, follower):
    save_a_deal(counting)

    shows_line(follower, 3)
    comes_true(follower, "window.lit === 1")
    reads(follower.locator(".board .total").first, "+1")
    assert follower.evaluate("window.felt") == []

    counting.answer(counting.standing.prompt, "spades")
    shows_line(follower, 4)
    assert follower.evaluate("window.lit") == 1


def test_who_asked_for_it_feels_that_a_deal_was_saved(counting, follower):
    buzz = follower.get_by_role("button", name="Vibrate on save")
    buzz.click()
    expect(buzz).to_have_attribute("aria-pressed", "true")
    follower.evaluate("window.felt.length = 0")
    follower.clock.fast_forward(1100)  # nothing moves right after a touch

    save_a_deal(counting)
    shows_line(follower, 3)
    assert len(follower.evaluate("window.felt")) == 1
    expect(buzz).to_have_attribute("aria-pressed", "true")

    follower.reload()
    expect(buzz).to_have_attribute("aria-pressed", "true")


def test_the_seat_that_is_tapped_is_followed_and_nothing_above_it_moves(counting, follower):
    keys = follower.locator(".follow .seats a")
    before = keys.nth(1).bounding_box()
    keys.nth(1).click()

    follower.wait_for_url("**/follow?seat=2")
    expect(keys.nth(1)).to_have_attribute("aria-current", "true")
    assert keys.nth(1).bounding_box() == before
    assert before["height"] >= 48


def test_the_rules_that_count_now_open_over_it(counting, follower):
    follower.get_by_role("link", name="Rules now").click()

    follower.wait_for_selector("dialog[open]")
    mentions(follower.locator("dialog"), "What may I do now?")


def test_a_deal_that_is_saved_does_not_flash_where_motion_is_unwanted(counting, new_page):
    page = new_page(reduced_motion="reduce")
    page.add_init_script(f"({LIT})()")
    page.goto(f"/matches/{counting.match_id}/follow?seat=1")
    save_a_deal(counting)

    shows_line(page, 3)
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    assert page.evaluate("window.lit") == 0


# --- with a watch link alone --------------------------------------------------------------------


@pytest.fixture
def watched(browser, tmp_path, rng):
    """A match of Trico short of its last line, on a phone that has only the link to watch it."""
    book, port = tmp_path / "matches.sqlite3", free_port()
    whole = play_at_random(GAMES["trico"], rng, players=2, rules={"entry": "counts"}, mishaps=0)
    match = whole.match.at_line(whole.match.last_line - 1)
    last = whole.match.events[-1]
    options = ["--host", "127.0.0.1", "--port", str(port), "--database", str(book)]
    with running(["-m", "app", "serve", *options], port, book):
        keep_in(book, match)
        with closing(store.engine_for(book).connect()) as db:
            key = key_to(db, store.Key(store.engine_for(book))(), match=1)
        context = browser.new_context(base_url=f"http://127.0.0.1:{port}", accept_downloads=True)
        page = context.new_page()
        page.clock.install()
        page.goto(f"/k/{key}")

        def save(event: Event) -> None:
            after = match.accept(event)
            with closing(store.engine_for(book).connect()) as db:
                about = {"after": match.last_line, "summary": summary_of(after)}
                store.append(db, HOME, 1, [Line(event, store.now())], **about)

        yield page, last, save
        context.close()


@LONG
def test_who_only_watches_sees_how_fresh_it_is_and_the_end_with_its_picture(watched):
    page, last, save = watched
    heard = page.locator(".heard")
    page.clock.run_for(2000)
    reads(heard, "live")

    # Written by another process: nobody is told, and the stream finds it with its next word.
    save(last)
    page.wait_for_selector(".outcome")
    page.clock.run_for(1000)
    reads(heard, "live · just now")

    page.clock.run_for(20_000)
    reads(heard, re.compile("^live · [12]0s ago$"))

    page.context.set_offline(True)
    page.clock.run_for(60_000)
    reads(heard, "not live · 1m ago")
    page.context.set_offline(False)

    with page.expect_download() as download:
        page.locator(".share").click()
    assert download.value.suggested_filename.startswith("tricktally-trico")
