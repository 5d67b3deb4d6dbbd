"""Without a network the pages of the match in play are there as they were shown last."""

import re
import signal

import pytest

from testkit.browser.phone import TRIBELLO, UNHURRIED, Phone, asks, comes_true, expect, reads, tap
from testkit.server_processes import Process

TABS = {"Sheet": "tfoot", "Rules": ".rules", "More": "nav[aria-label='This club']"}
"""The other tabs of a match, and what is only there."""
AS_OF = re.compile(r"^As of \d\d:\d\d, without connection$")
SOON = 2_100  # ms after which a page that was opened is kept
IN_THE_CACHE = """async () => {
  const copies = await (await caches.open("tricktally copies")).keys();
  const paths = copies.map(({ url }) => new URL(url).pathname);
  return paths.filter((path) => path.startsWith("/c/home"));
}"""
ON_PLAIN_HTTP = """Object.defineProperty(navigator, 'serviceWorker', { value: undefined });
delete window.caches;"""


def tab(phone, name):
    return phone.page.locator(".tabs").get_by_role("link", name=name)


def open_tab(phone, name):
    tab(phone, name).click()
    phone.page.wait_for_url(re.compile(tab(phone, name).get_attribute("href").partition("#")[0]))
    phone.page.wait_for_load_state()


def copies(phone):
    return phone.page.evaluate(IN_THE_CACHE)


def wait_for_copies(phone, pages=5):
    comes_true(phone.page, "document.readyState === 'complete'")
    phone.page.clock.fast_forward(SOON)
    comes_true(phone.page, f"({IN_THE_CACHE})().then((pages) => pages.length >= {pages})")


@pytest.fixture
def away(new_page, server):
    """A phone with a service worker, and two counts of three, whose network has gone."""
    phone = Phone(new_page(service_workers="allow"), server.database)
    phone.sit_down(*TRIBELLO, "hearts")
    comes_true(phone.page, "navigator.serviceWorker.ready.then(({ active }) => active.state)")
    wait_for_copies(phone)
    tap(phone, 7, 4)
    comes_true(phone.page, "localStorage.next?.includes('prompt')", forward=1_000)
    phone.page.context.set_offline(True)
    return phone


def answers(phone):
    """Those that hold."""
    match = phone.match
    return [match.events[index].answer for index in match.undo_state.active[2:]]


def test_every_tab_of_a_match_is_there_with_its_time_and_the_pad_goes_on(away):
    for name, only_there in TABS.items():
        open_tab(away, name)
        reads(away.page.locator(".as-of"), AS_OF)
        expect(away.page.locator(only_there).first).to_be_visible()

    open_tab(away, "Rules")
    away.page.locator(".rules a[href$='/rules/tribello']").first.click()
    away.page.locator(".rules h2", has_text="Aim").first.wait_for()
    open_tab(away, "Play")

    reads(away.page.locator("#ask .whole"), "How many tricks?")
    expect(away.page.locator("#offline")).to_contain_text("without connection. What you enter is")
    assert away.page.locator(".well").evaluate_all("all => all.map((one) => one.value)") == [
        *("7", "4", "2")
    ]
    away.save()
    reads(away.page.locator("#ask .whole"), "Which suit was cut?")
    away.page.context.set_offline(False)
    away.wait_for_line(3)
    assert answers(away) == [[7, 4, 2]]


def test_what_waits_is_on_the_pad_after_a_reload_and_is_taken_back_latest_first(away):
    away.save()
    asks(away, "Which suit was cut?")
    away.page.locator(".option[value=spades]").click()
    asks(away, "How many tricks?")

    away.page.reload()

    asks(away, "How many tricks?")
    take_back = away.page.locator("#offline").get_by_role("button", name="Take back")
    take_back.click()
    asks(away, "Which suit was cut?")
    expect(away.page.locator(".option[aria-current]")).to_have_count(0)
    take_back.click()
    asks(away, "How many tricks?")
    assert away.page.locator(".well").evaluate_all("all => all.map((one) => one.value)") == [
        *("7", "4", "2")
    ]
    expect(take_back).to_have_count(0)

    away.page.context.set_offline(False)
    comes_true(away.page, "document.getElementById('offline').hidden", forward=UNHURRIED)
    assert answers(away) == []


def test_what_was_taken_back_can_be_saved_again(away):
    for _again in range(2):
        away.save()
        asks(away, "Which suit was cut?")
        away.page.locator("#offline").get_by_role("button", name="Take back").click()
        asks(away, "How many tricks?")
    away.save()
    asks(away, "Which suit was cut?")

    away.page.context.set_offline(False)

    comes_true(away.page, "localStorage.outbox === '{}'", forward=UNHURRIED)
    assert answers(away) == [[7, 4, 2]]


def test_a_pad_of_before_goes_on_being_kept_once_somebody_answers(away):
    open_tab(away, "Sheet")
    open_tab(away, "Play")
    away.page.clock.fast_forward(SOON)
    away.page.context.set_offline(False)
    comes_true(away.page, "document.getElementById('offline').hidden", forward=UNHURRIED)
    away.answer(away.standing.prompt, [7, 4, 2])
    comes_true(
        away.page,
        f"({IN_THE_CACHE})().then(() => caches.match(location.pathname))"
        ".then((copy) => copy.text()).then((text) => text.includes('Which suit was cut?'))",
    )
    away.page.context.set_offline(True)

    away.page.reload()

    reads(away.page.locator("#ask .whole"), "Which suit was cut?")


def test_a_page_of_before_sends_nothing_and_gives_way_once_somebody_answers(away):
    open_tab(away, "More")
    away.page.locator("summary", has_text="Delete the match").click()
    away.page.get_by_role("button", name="Delete this match").click()
    expect(away.page.locator(".as-of")).to_be_in_viewport()

    away.page.context.set_offline(False)

    away.page.clock.fast_forward(3_000)
    expect(away.page.locator(".as-of")).to_have_count(0)
    open_tab(away, "Play")
    assert answers(away) == []


def test_what_was_saved_since_is_on_the_pad_that_is_kept(away):
    away.page.context.set_offline(False)
    away.answer(away.standing.prompt, [7, 4, 2])
    away.page.context.set_offline(True)

    away.page.reload()

    reads(away.page.locator("#ask .whole"), "Which suit was cut?")


def test_a_server_that_says_nothing_is_not_waited_for(new_page, tmp_path):
    process = Process(str(tmp_path / "matches.sqlite3"), tmp_path)
    try:
        page = new_page(service_workers="allow", base_url=f"http://127.0.0.1:{process.port}")
        phone = Phone(page, tmp_path / "matches.sqlite3")
        phone.sit_down(*TRIBELLO, "hearts")
        comes_true(page, "navigator.serviceWorker.ready.then(({ active }) => active.state)")
        wait_for_copies(phone)
        process.process.send_signal(signal.SIGSTOP)

        open_tab(phone, "Sheet")

        reads(page.locator(".as-of"), AS_OF)
        process.process.send_signal(signal.SIGCONT)
        page.clock.fast_forward(3_000)
        expect(page.locator(".as-of")).to_have_count(0)
        page.goto("about:blank")
    finally:
        process.close()


def test_nothing_is_kept_once_a_match_is_over(away):
    away.page.context.set_offline(False)
    away.answer(away.standing.prompt, [7, 4, 2])
    away.page.evaluate(
        "htmx.ajax('POST', `${location.pathname}/end`, {target: '#match', swap: 'outerHTML',"
        " values: {after: document.querySelector('[name=after]').value}})"
    )

    away.page.locator(".outcome").wait_for()

    comes_true(away.page, f"({IN_THE_CACHE})().then((pages) => pages.length === 0)")
    tab(away, "Sheet").click()
    away.page.wait_for_url("**/sheet*")
    away.page.clock.fast_forward(SOON)
    away.page.wait_for_load_state("networkidle")
    assert copies(away) == []


WAITS_IN_TWO_CLUBS = """
  const refused = [{ action: "", fields: [], key: "1", isRefused: true }];
  localStorage.outbox = JSON.stringify({ "/c/home/matches/1": refused, "/c/b/matches/1": refused });
"""


def test_whoever_leaves_the_club_leaves_nothing_of_it_on_the_phone(away):
    away.page.context.set_offline(False)
    assert len(copies(away)) == 5
    away.page.goto("/c/home/leave")
    away.page.evaluate(WAITS_IN_TWO_CLUBS)
    away.page.get_by_role("button", name="Leave").click()
    away.page.wait_for_url(lambda url: "leave" not in url)

    assert copies(away) == []
    assert away.page.evaluate("localStorage.next") == ""
    assert away.page.evaluate("Object.keys(JSON.parse(localStorage.outbox))") == ["/c/b/matches/1"]


def test_on_plain_http_a_tab_lies_over_the_pad_which_stays_as_it_is(new_page, server):
    phone = Phone(new_page(), server.database)
    phone.page.add_init_script(ON_PLAIN_HTTP)
    phone.sit_down(*TRIBELLO, "hearts")
    match = phone.page.url
    phone.page.clock.fast_forward(SOON)
    comes_true(
        phone.page,
        "Object.keys(JSON.parse(localStorage['tricktally copies'] ?? '{}')).length === 4",
    )
    tap(phone, 7)
    phone.page.context.set_offline(True)
    for name, only_there in TABS.items():
        tab(phone, name).click()
        lying = phone.page.locator("dialog.copy")
        reads(lying.frame_locator("iframe").locator(".as-of"), AS_OF)
        expect(lying.frame_locator("iframe").locator(only_there).first).to_be_visible()
        if name == "Rules":
            phone.page.go_back()
        else:
            lying.get_by_role("button", name="Back to the table").click()
        expect(lying).to_have_count(0)

    assert phone.page.url == match
    expect(phone.page.locator(".well").first).to_have_value("7")
