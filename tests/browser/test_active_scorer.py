"""Another phone keeps the score: a member's page says so, and a link that was renewed says that."""

import re
from contextlib import closing

import pytest
from playwright.sync_api import expect

from app import store
from bench.servers import free_port, running
from tests.browser.phone import SECOND_TAP, TRIBELLO, Phone, mentions, reads, with_addresses_of_home
from tests.browser.test_accessible import look_at
from tests.browser.test_live import HOUR, block_streams, other, second, shows_line
from tests.home_urls import at_home
from tests.keys import key_to
from tests.play import keep_in
from tests.screens.visitor import played

__all__ = ["other"]

pytestmark = pytest.mark.browser


def pen_of(phone):
    return phone.page.locator(".pen:visible")


def keys_of(phone):
    return phone.page.locator(".keypad").bounding_box()


def test_whoever_does_not_keep_the_score_is_told_and_no_key_moves(counting, other, new_page):
    for who in (counting, other):
        expect(pen_of(who)).to_have_count(0)  # this one was written by nobody
    keys = keys_of(other)

    counting.answer(counting.standing.prompt, [7, 4, 2])
    counting.answer(counting.standing.prompt, "spades")
    shows_line(other.page, 4)
    third = second(counting, new_page(width=320, height=640))

    reads(pen_of(other), "Another phone is scoring")
    assert keys_of(other) == keys
    reads(pen_of(third), "Another phone is scoring")
    expect(pen_of(counting)).to_have_count(0)
    counting.page.reload()
    counting.wait_for_table()
    expect(pen_of(counting)).to_have_count(0)
    # Any phone may take the pen.
    other.page.clock.fast_forward(SECOND_TAP)
    other.answer(other.standing.prompt, [6, 5, 2])
    shows_line(counting.page, 5)
    expect(pen_of(other)).to_have_count(0)
    expect(pen_of(counting)).to_have_count(1)


def test_a_phone_that_remembers_nothing_takes_none_of_its_answers_for_those_of_others(
    counting, new_page
):
    page = new_page()
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('forbidden') }")
    forgetful = second(counting, page)

    forgetful.answer(forgetful.standing.prompt, [7, 4, 2])
    forgetful.page.reload()
    forgetful.wait_for_table()

    expect(pen_of(forgetful)).to_have_count(0)


@pytest.mark.long
def test_nothing_is_found_where_another_phone_keeps_the_score_or_is_passed_the_pen(counting, other):
    counting.answer(counting.standing.prompt, [7, 4, 2])
    shows_line(other.page, 3)
    other.page.locator(".pen:visible").wait_for()

    assert look_at(other.page) == []
    other.page.goto(f"/matches/{counting.match_id}/pen")
    assert look_at(other.page) == []


def renew(phone):
    """Make a new watch link on this phone, and say which one it is."""
    path = at_home(f"/matches/{phone.match_id}/invite")
    assert phone.page.request.post(f"{path}/renew", headers={"Sec-Fetch-Site": "same-origin"}).ok
    return watch_link(phone)


def watch_link(phone):
    page = phone.page.request.get(at_home(f"/matches/{phone.match_id}/invite")).text()
    return re.search('id="link"[^>]*value="([^"]*)"', page)[1]


@pytest.fixture
def table_view(counting, new_page):
    """A tablet on which the table lies open, with the code to watch."""
    page = new_page(width=1180, height=820)
    page.goto(f"/matches/{counting.match_id}/table")
    return page


def test_an_open_table_shows_the_new_code_by_itself(counting, table_view):
    code = table_view.locator(".join .qr path")
    before = code.get_attribute("d")

    renew(counting)

    expect(code).not_to_have_attribute("d", before)
    expect(code).to_have_count(1)


@pytest.fixture(scope="module")
def locked(browser, tmp_path_factory):
    """A server on which nobody can do anything without a link, and a match of it."""
    database = tmp_path_factory.mktemp("locked") / "matches.sqlite3"
    port = free_port()
    match = played("tribello", ["hearts"], TRIBELLO[1])
    options = ["--host", "127.0.0.1", "--port", str(port), "--database", str(database)]
    with running(["-m", "app", "serve", *options], port, database):
        yield f"http://127.0.0.1:{port}", database, keep_in(database, match)


def opened(browser, locked, link):
    """A phone that has opened this link."""
    page = with_addresses_of_home(browser.new_context(base_url=locked[0]).new_page())
    page.clock.install()
    page.goto(link)
    return page


SHOWN = """() => {
  const region = document.querySelector("[data-line]").cloneNode(true);
  for (const notice of region.querySelectorAll(".notice")) notice.remove();
  return region.textContent.replace(/\\s+/g, " ");
}"""


@pytest.mark.long
def test_who_watched_by_a_link_that_was_renewed_is_told_and_asks_no_more(browser, locked):
    _address, database, match = locked
    with closing(store.engine_for(database).connect()) as db:
        key = key_to(db, store.Key(store.engine_for(database))())
    member = Phone(opened(browser, locked, f"/k/{key}/{match}"), database)
    member.wait_for_table()
    watchers = [opened(browser, locked, watch_link(member)) for _watcher in range(4)]
    block_streams(watchers[0])
    for watcher, path in zip(watchers, ("", "", "/table", "/sheet"), strict=True):
        watcher.goto(f"/matches/{match}{path}")
    shown = [watcher.evaluate(SHOWN) for watcher in watchers]

    renew(member)

    for watcher in watchers:
        notice = watcher.locator(".notice:visible")
        mentions(notice, "This link does not work any more.")
    asked = []
    for watcher in watchers:
        watcher.on("request", lambda request: asked.append(request.url))
        watcher.clock.fast_forward(HOUR)
        watcher.evaluate("new Promise((drawn) => requestAnimationFrame(drawn))")
    assert asked == []
    assert [watcher.evaluate(SHOWN) for watcher in watchers] == shown
    member.answer(member.standing.prompt, [7, 4, 2])
    for page in (*watchers, member.page):
        page.context.close()
