"""Other phones follow: what one saves is on all of them, and nothing moves under a thumb."""

import re
from contextlib import closing

import pytest

from app.games import GAMES
from app.scoring import Line
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.engine import now
from app.store.matches import log
from app.web.match.repository import summary_of
from testkit.browser.phone import (
    TRIBELLO,
    Phone,
    comes_true,
    expect,
    mentions,
    reads,
    settle,
    tap,
    wells_hold,
    with_addresses_of_home,
)
from testkit.home_urls import at_home
from testkit.play import play_at_random
from tools.screens.games.trex import LAST_KINGDOM

LONG = pytest.mark.long
SILENCE = 5_000  # ms after which a page without a stream asks for itself
HOUR = 3_600_000
PATHS = ("", "/table", "/table?turn=seats", "/sheet", "/log", "/stakes", "/follow?seat=1")


@pytest.fixture
def other(counting, new_page):
    """Another phone that scores in the same match."""
    return second(counting, new_page())


def test_the_start_page_of_another_phone_shows_what_begins_and_goes_on(phone, new_page):
    page = new_page()
    page.goto("/")
    phone.begin("tribello", ["Zora", "Yann", "Xenia"])
    expect(page.locator(".match-card")).to_contain_text("Zora")

    phone.answer(phone.standing.prompt, "hearts")
    phone.answer(phone.standing.prompt, [13, 0, 0])
    expect(page.locator(".match-card .total").first).not_to_have_text("0")


def second(phone, page):
    other = Phone(page, phone.database)
    page.goto(f"/matches/{phone.match_id}")
    other.wait_for_table()
    return other


def save_a_deal(counting):
    counting.answer(counting.standing.prompt, [7, 4, 2])


def shows_line(page, line):
    page.wait_for_selector(f"[data-live][data-line='{line}']", state="attached")


def refuse_streams(page):
    page.route("**/live", lambda route: route.fulfill(status=204))


def hold_streams(page):
    """As a proxy does that passes on what is whole."""
    page.route("**/live", lambda route: None)


def look(page, *, is_hidden):
    """Put the phone into a pocket, or take it out."""
    page.evaluate(
        """isHidden => {
          Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        is_hidden,
    )


def test_two_phones_in_two_languages_follow_one_match_each_in_its_own(counting, new_page):
    page = second(counting, new_page(locale="fr-FR")).page
    expect(page.locator("nav.tabs")).to_contain_text("Feuille")

    for line, answer in ((3, [7, 4, 2]), (4, "spades")):
        counting.answer(counting.standing.prompt, answer)
        shows_line(page, line)
        for phone, ours, theirs in ((page, "Donne", "Deal"), (counting.page, "Deal", "Donne")):
            expect(phone.locator("#match")).to_contain_text(ours)
            expect(phone.locator("#match")).not_to_contain_text(theirs)


def test_what_one_phone_saves_every_page_of_the_match_shows(counting, new_page):
    pages = [new_page() for _path in PATHS]
    for page, path in zip(pages, PATHS, strict=True):
        page.goto(f"/matches/{counting.match_id}{path}")
        shows_line(page, 2)
        # A page that is loaded anew is lost where the wifi goes in that moment.
        page.route("**/*", lambda route: route.abort() if is_page(route) else route.continue_())

    save_a_deal(counting)

    for page in pages:
        shows_line(page, 3)
        expect(page.locator("[data-line]")).to_have_count(1)


def is_page(route):
    return route.request.resource_type == "document"


@pytest.mark.parametrize("keep_from_streams", [refuse_streams, hold_streams])
def test_without_a_stream_the_page_asks_now_and_then(keep_from_streams, counting, new_page):
    page = new_page()
    keep_from_streams(page)
    other = second(counting, page)

    save_a_deal(counting)
    other.page.clock.fast_forward(SILENCE)

    shows_line(page, 3)


def test_the_other_phone_is_told_what_was_saved_and_can_take_it_back(counting, other):
    save_a_deal(counting)

    # What was done before the page was opened may be said still.
    other.page.locator("#saved[data-shown]:has([name=after][value='3'])").wait_for()
    settle(other.page)
    other.page.locator("#saved button").click()

    shows_line(counting.page, 4)
    assert counting.match.events[-1].kind == "undo"


def test_the_reason_that_one_reads_stays_open_while_the_next_deal_comes(counting, new_page):
    save_a_deal(counting)
    page = new_page()
    page.goto(f"/matches/{counting.match_id}/sheet")
    page.locator("tbody td > a").first.click()
    expect(page.locator("td:target .reason")).to_be_visible()

    counting.answer(counting.standing.prompt, "hearts")

    shows_line(page, counting.match.last_line)
    expect(page.locator("td:target .reason")).to_be_visible()


def test_a_page_that_nobody_looks_at_rests_and_catches_up(counting, other, new_page):
    look(other.page, is_hidden=True)

    save_a_deal(counting)

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

    save_a_deal(counting)

    there = gone | {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Page.setWebLifecycleState", {"state": "active"})
    other.page.clock.fast_forward(HOUR)
    expect(other.page.locator("#match")).to_have_attribute("data-line", "2")
    session.send("Network.emulateNetworkConditions", there)
    shows_line(other.page, 3)


def test_what_is_being_entered_stays_when_the_question_does(phone, new_page):
    phone.sit_down(*TRIBELLO, "hearts", [7, 4, 2], "spades")
    other = second(phone, new_page())
    tap(other, 5)
    other.page.clock.fast_forward(1000)

    phone.page.goto(f"/matches/{phone.match_id}/deals/1/trump")
    phone.page.locator("label:has([value=diamonds])").click()
    phone.page.get_by_role("button", name="Save the change").click()

    shows_line(other.page, 5)
    settle(other.page)
    tap(other, 4)
    wells_hold(other, "5", "4", "4")


def come_in(page, visitor, *match):
    """Open the link of a member, or of who watches this match, on a phone that keeps its time."""
    with_addresses_of_home(page).clock.install()
    visitor.enter(page, HOME, *match)
    return page


def test_a_deal_that_somebody_doubts_is_looked_at_by_the_table_and_both_see_it(visitor, new_page):
    number = visitor.keep("tribello", ["hearts", [7, 4, 2]])
    scorer, watcher = (
        come_in(new_page(base_url=visitor.address), visitor, *of) for of in ((), (number,))
    )
    scorer.goto(f"/matches/{number}")
    watcher.goto(f"/matches/{number}/sheet#deal1-1")

    watcher.locator("td:target").get_by_role("button", name="Mark as disputed").click()
    open_deal = scorer.get_by_role("link", name="Deal 1 is disputed")
    open_deal.wait_for()
    settle(scorer)
    open_deal.click()
    scorer.get_by_role("button", name="It is right").click()

    watcher.locator(".doubt.gone").wait_for()


# --- one seat, and with a watch link alone

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
    keys = follower.locator(".board .sides a")
    before = keys.nth(1).bounding_box()
    keys.nth(1).click()

    follower.wait_for_url("**/follow?seat=2")
    expect(keys.nth(1)).to_have_attribute("aria-current", "true")
    assert keys.nth(1).bounding_box() == before
    assert before["height"] >= 48
    # The rules that count now open over it.
    follower.get_by_role("link", name="Rules now").click()
    mentions(follower.locator("dialog[open]"), "What may I do now?")


def test_a_deal_that_is_saved_does_not_flash_where_motion_is_unwanted(counting, new_page):
    page = new_page(reduced_motion="reduce")
    page.add_init_script(f"({LIT})()")
    page.goto(f"/matches/{counting.match_id}/follow?seat=1")
    save_a_deal(counting)

    shows_line(page, 3)
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    assert page.evaluate("window.lit") == 0


@LONG
def test_who_only_watches_sees_how_fresh_it_is_and_the_end_with_its_picture(visitor, rng):
    whole = play_at_random(GAMES["trico"], rng, players=2, rules={"entry": "counts"}, mishaps=0)
    match, last = whole.match.at_line(whole.match.last_line - 1), whole.match.events[-1]
    number = visitor.write(match)
    page = come_in(visitor.new_page(), visitor, number)
    heard = page.locator(".heard")
    page.clock.run_for(2000)
    reads(heard, "live")

    # Written by another process: nobody is told, and the stream finds it with its next word.
    about = {"after": match.last_line, "summary": summary_of(whole.match)}
    with closing(engine_for(visitor.database).connect()) as db:
        log.append(db, HOME, number, [Line(last, now())], **about)
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


# --- who scores


def pen_of(phone):
    return phone.page.locator(".pen:visible")


def keys_of(phone):
    return phone.page.locator(".keypad").bounding_box()


def test_whoever_does_not_keep_the_score_is_told_and_no_key_moves(counting, other, new_page):
    for who in (counting, other):
        expect(pen_of(who)).to_have_count(0)  # this one was written by nobody
    keys = keys_of(other)

    save_a_deal(counting)
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
    settle(other.page)
    other.answer(other.standing.prompt, [6, 5, 2])
    shows_line(counting.page, 5)
    expect(pen_of(other)).to_have_count(0)
    expect(pen_of(counting)).to_have_count(1)


SHOWN = """() => {
  const region = document.querySelector("[data-line]").cloneNode(true);
  for (const notice of region.querySelectorAll(".notice")) notice.remove();
  return region.textContent.replace(/\\s+/g, " ");
}"""


@LONG
def test_who_watched_by_a_link_that_was_renewed_is_told_and_asks_no_more(visitor):
    number = visitor.keep("tribello", ["hearts"])
    member = Phone(come_in(visitor.new_page(), visitor), visitor.database)
    member.page.goto(f"/matches/{number}")
    member.wait_for_table()
    watchers = [come_in(visitor.new_page(), visitor, number) for _watcher in range(4)]
    refuse_streams(watchers[0])
    for watcher, path in zip(watchers, ("", "", "/table", "/sheet"), strict=True):
        watcher.goto(f"/matches/{number}{path}")
    shown = [watcher.evaluate(SHOWN) for watcher in watchers]

    renewal = at_home(f"/matches/{number}/invite/renew")
    own = {"Sec-Fetch-Site": "same-origin"}
    assert member.page.request.post(renewal, headers=own).ok

    for watcher in watchers:
        mentions(watcher.locator(".notice:visible"), "This link does not work any more.")
    asked = []
    for watcher in watchers:
        watcher.on("request", lambda request: asked.append(request.url))
        watcher.clock.fast_forward(HOUR)
        watcher.evaluate("new Promise((drawn) => requestAnimationFrame(drawn))")
    assert asked == []
    assert [watcher.evaluate(SHOWN) for watcher in watchers] == shown
    member.answer(member.standing.prompt, [7, 4, 2])


@pytest.mark.parametrize("size", [(390, 664), (320, 640), (664, 390)], ids=str)
def test_what_is_still_possible_has_both_names_of_partners_whole(phone, size):
    phone.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    phone.sit_down("trex", ["Sami", "Lea", "Old Georg", "Marlene"], *LAST_KINGDOM, partners=True)

    phone.page.goto(f"/matches/{phone.match_id}/stakes")

    names = phone.page.locator(".sums tbody b")
    expect(names.first).to_be_visible()
    cut = "all => all.filter((one) => one.scrollHeight > one.clientHeight + 1"
    assert names.evaluate_all(f"{cut} || one.scrollWidth > one.clientWidth).length") == 0
