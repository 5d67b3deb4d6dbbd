"""Other phones follow: what one saves is on all of them, and nothing moves under a thumb."""

from contextlib import closing

import pytest
from playwright.sync_api import expect

from app import store
from app.store import HOME
from bench.servers import free_port, running
from tests.browser.phone import SECOND_TAP, TRIBELLO, Phone, mentions
from tests.keys import key_to
from tests.play import keep_in
from tests.screens.visitor import played

HOUR = 3_600_000
PATHS = ("", "/table", "/table?turn=seats", "/sheet", "/log", "/stakes", "/follow?seat=1")


@pytest.fixture
def other(counting, new_page):
    """Another phone that scores in the same match."""
    return second(counting, new_page())


def second(phone, page):
    page.goto(f"/matches/{phone.match_id}")
    other = Phone(page, phone.database)
    other.wait_for_table()
    return other


def shows_line(page, line):
    page.wait_for_selector(f"[data-live][data-line='{line}']", state="attached")


def block_streams(page):
    page.route("**/live", lambda route: route.fulfill(status=204))


def look(page, *, is_hidden):
    """Put the phone into a pocket, or take it out."""
    page.evaluate(
        """isHidden => {
          Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        is_hidden,
    )


def test_what_one_phone_saves_every_page_of_the_match_shows(counting, new_page):
    pages = [new_page() for _path in PATHS]
    for page, path in zip(pages, PATHS, strict=True):
        page.goto(f"/matches/{counting.match_id}{path}")
        shows_line(page, 2)
        # A page that is loaded anew is lost where the wifi goes in that moment.
        page.route("**/*", lambda route: route.abort() if is_page(route) else route.continue_())

    counting.answer(counting.standing.prompt, [7, 4, 2])

    for page in pages:
        shows_line(page, 3)
        expect(page.locator("[data-line]")).to_have_count(1)


def is_page(route):
    return route.request.resource_type == "document"


@pytest.mark.parametrize("path", ["", "/follow?seat=1"])
def test_without_a_stream_the_page_asks_now_and_then(path, counting, new_page):
    page = new_page()
    block_streams(page)
    page.goto(f"/matches/{counting.match_id}{path}")
    shows_line(page, 2)

    counting.answer(counting.standing.prompt, [7, 4, 2])

    shows_line(page, 3)


def test_the_other_phone_is_told_what_was_saved_and_can_take_it_back(counting, other):
    counting.answer(counting.standing.prompt, [7, 4, 2])

    shows_line(other.page, 3)
    other.page.clock.fast_forward(SECOND_TAP)
    other.page.locator("#saved button").click()

    shows_line(counting.page, 4)
    assert counting.match.events[-1].kind == "undo"


def test_the_reason_that_one_reads_stays_open_while_the_next_deal_comes(counting, new_page):
    counting.answer(counting.standing.prompt, [7, 4, 2])
    page = new_page()
    page.goto(f"/matches/{counting.match_id}/sheet")
    page.locator("tbody td > a").first.click()
    expect(page.locator("td:target .reason")).to_be_visible()

    counting.answer(counting.standing.prompt, "hearts")

    shows_line(page, counting.match.last_line)
    expect(page.locator("td:target .reason")).to_be_visible()


def test_a_title_that_one_phone_gives_stands_on_the_sheet_of_another(counting, new_page):
    page = new_page()
    page.goto(f"/matches/{counting.match_id}/sheet")

    counting.page.goto(f"/matches/{counting.match_id}/log")
    counting.page.locator("summary", has_text="Title").click()
    counting.page.locator("[name=title]").fill("Friday")
    counting.page.get_by_role("button", name="Save the title").click()

    page.get_by_text("Friday", exact=True).wait_for()


def test_a_page_that_nobody_looks_at_rests_and_catches_up(counting, other, new_page):
    look(other.page, is_hidden=True)

    counting.answer(counting.standing.prompt, [7, 4, 2])

    third = second(counting, new_page())  # by now all who listen were told
    counting.answer(counting.standing.prompt, "clubs")
    shows_line(third.page, 4)
    expect(other.page.locator("#match")).to_have_attribute("data-line", "2")
    look(other.page, is_hidden=False)
    shows_line(other.page, 4)
    mentions(other.page.locator(".board"), "Deal 2 of 12")


def test_a_phone_that_slept_in_mid_stream_catches_up(counting, other):
    """It is not told that it sleeps: all stands still, and the way to the server is gone after."""
    session = other.page.context.new_cdp_session(other.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    session.send("Network.enable")
    gone = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    session.send("Network.emulateNetworkConditions", gone)

    counting.answer(counting.standing.prompt, [7, 4, 2])

    there = gone | {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Page.setWebLifecycleState", {"state": "active"})
    other.page.clock.fast_forward(HOUR)
    expect(other.page.locator("#match")).to_have_attribute("data-line", "2")
    session.send("Network.emulateNetworkConditions", there)
    shows_line(other.page, 3)


@pytest.mark.long
def test_a_phone_whose_clock_is_set_back_scores_and_follows(counting, other):
    for page in (counting.page, other.page):
        page.clock.set_system_time("2001-01-01")

    counting.answer(counting.standing.prompt, [7, 4, 2])

    shows_line(other.page, 3)
    assert [event.answer for event in counting.match.events[2:]] == [[7, 4, 2]]


def test_what_is_being_entered_stays_when_the_question_does(phone, new_page):
    phone.sit_down(*TRIBELLO, "hearts", [7, 4, 2], "spades")
    other = second(phone, new_page())
    other.page.locator("#prompt .keypad button[value='5']").click()
    other.page.clock.fast_forward(1000)

    phone.page.goto(f"/matches/{phone.match_id}/deals/1/tricks")
    phone.page.locator(".row .well").first.fill("6")
    phone.page.locator(".row .well").nth(1).fill("5")
    phone.page.locator("button[name=save]").click()

    shows_line(other.page, 5)
    expect(other.page.locator("#prompt .well").first).to_have_value("5")
    other.page.clock.fast_forward(SECOND_TAP)
    other.page.locator("#prompt .keypad button[value='4']").click()
    expect(other.page.locator("#prompt .well").nth(1)).to_have_value("4")


@pytest.fixture
def shut(book):
    """A server that nobody comes into without a key, with a match of Tribello after a deal: where
    it is, and the keys of who scores and of who watches."""
    port = free_port()
    with running(["-m", "app", "serve", "--port", str(port), "--database", str(book)], port, book):
        match_id = keep_in(book, played("tribello", ["hearts", [7, 4, 2]], TRIBELLO[1]))
        with closing(store.engine_for(book).connect()) as db:
            secret = store.Key(store.engine_for(book))()
            keys = key_to(db, secret), key_to(db, secret, match=match_id)
        yield f"http://127.0.0.1:{port}", *keys


def test_a_deal_that_somebody_doubts_is_looked_at_by_the_table_and_both_see_it(shut, new_page):
    address, of_member, of_watcher = shut
    scorer, watcher = new_page(), new_page()
    match = f"{address}/c/{HOME}/matches/1"
    for page, key, place in ((scorer, of_member, ""), (watcher, of_watcher, "/sheet#deal1-1")):
        page.goto(f"{address}/k/{key}")
        page.goto(match + place)

    watcher.locator("td:target").get_by_role("button", name="Mark as disputed").click()
    open_deal = scorer.get_by_role("link", name="Deal 1 is disputed")
    open_deal.wait_for()
    scorer.wait_for_timeout(SECOND_TAP)
    open_deal.click()
    scorer.get_by_role("button", name="It is right").click()

    watcher.locator(".doubt.gone").wait_for()
