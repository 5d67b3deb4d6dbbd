"""Bad wifi: an answer stays on the phone until it is known to be written, and is written once."""

import re

import pytest

from testkit.browser.phone import (
    SAVES_DATA,
    SECOND_TAP,
    TREX,
    TRIBELLO,
    UNHURRIED,
    Phone,
    asks,
    comes_true,
    expect,
    hold_next,
    mentions,
    reads,
    settle,
    stop_clock,
    tap,
)
from testkit.server_processes import Process
from testkit.servers import wait_until

ENTRIES = "**/entries"
CLUB = "/c/home/"
KEPT, NOTHING_KEPT = "Kept on this phone", "This phone keeps nothing"
OURS = {"X-Tricktally": "1"}

FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };"
FORBIDDEN = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, {
    get() {
      throw new DOMException("", "SecurityError");
    },
  });"""
LEFT_THERE = """if (!localStorage.outbox?.includes("entries")) {
  localStorage.outbox = "[not ours";
  localStorage.drafts = "7";
}"""
"""What a phone does with what it is to keep; the last is what another site left there that had the
same address before, as may be at home."""

KEY_OF_FIRST = "JSON.parse(localStorage.outbox)[location.pathname][0].key"
"""Of the answer of this match that waits to be sent first."""


NOTE_WHAT_COMES = """() => {
  const text = Response.prototype.text;
  Response.prototype.text = async function () {
    const words = await text.call(this);
    window.hasNext ||= this.url.endsWith("/next");
    return words;
  };
}"""


@pytest.fixture
def without_next(counting):
    """A phone that is never told what comes next: the question stays until its answer is sent."""
    # Before its first touch: a second after that it asks.
    counting.page.route("**/next", lambda route: route.fulfill(status=204))


@pytest.fixture
def entered(counting):
    """A phone with a whole answer that is not saved yet."""
    # From its first touch on it may ask for what comes next.
    counting.page.evaluate(NOTE_WHAT_COMES)
    counting.touch(counting.standing.prompt, [7, 4, 2])
    counting.wait_for_proof()
    return counting


def lose_the_answer(route):
    """The server writes it, and nobody hears of that."""
    route.fetch()
    route.abort("internetdisconnected")


def lose_the_question(route):
    route.abort("internetdisconnected")


def close_the_link(route):
    route.fulfill(status=404, body="Not found", headers=OURS)


def sign_in_first(route):
    """A hotel's network, and no club."""
    route.fulfill(status=200, content_type="text/html", body="<h1>Room and name</h1>")


def ways_to_lose(*ways):
    return pytest.mark.parametrize("lose", ways, ids=lambda lose: lose.__name__)


def answers(phone, match=None):
    match = match or phone.match_id
    return [event.answer for event in phone.match_of(match).events[2:]]


def wait_until_sent(phone):
    comes_true(
        phone.page, "document.documentElement.matches(':not([data-unsent])')", forward=UNHURRIED
    )


def save_instead(phone, *numbers):
    """Put the first rows of a count right, and save it again."""
    for place, number in enumerate(numbers):
        phone.page.locator("#prompt .row").nth(place).click()
        phone.page.locator(f"#prompt .keypad button[value='{number}']").click()
    phone.wait_for_proof()
    phone.save()


def words(phone):
    return phone.page.locator("#offline")


def save_reads(phone, words):
    """Wait until the button that saves says this."""
    says = """(() => {
      const save = document.querySelector(".save");
      const instead = getComputedStyle(save, "::after").content;
      return instead.startsWith('"') ? instead.slice(1, -1) : save.innerText.trim();
    })()"""
    comes_true(phone.page, f"{says} === '{words}'")


@pytest.mark.usefixtures("without_next")
def test_the_button_says_where_an_answer_goes_and_it_goes_there_as_soon_as_it_can(entered):
    held = []
    entered.page.route(ENTRIES, lambda route: held.append(route))
    save_reads(entered, "Save the deal")

    entered.page.context.set_offline(True)
    save_reads(entered, "Save on this phone")
    entered.page.context.set_offline(False)
    save_reads(entered, "Save the deal")

    with entered.page.expect_request(ENTRIES):
        entered.save()
    save_reads(entered, "Saving…")
    entered.page.locator(".save").dispatch_event("click")
    held[0].abort("internetdisconnected")
    entered.page.wait_for_selector("#offline:not([hidden])")
    save_reads(entered, "Save on this phone")
    assert len(held) == 1
    reads(words(entered), re.compile("^Hearts · Kept on this phone"))
    assert answers(entered) == []

    entered.page.unroute(ENTRIES)
    wait_until_sent(entered)
    entered.wait_for_line(3)
    assert answers(entered) == [[7, 4, 2]]
    expect(words(entered)).to_be_hidden()


def knows_what_comes(phone):
    """Wait until the phone has what comes next, as it asks for it once it is touched."""
    phone.page.locator("#prompt").dispatch_event("pointerdown")
    comes_true(phone.page, "window.hasNext", forward=SECOND_TAP)


@pytest.mark.usefixtures("without_next")
def test_an_answer_that_waits_for_three_seconds_is_called_kept_and_written_once(entered):
    entered.page.route(ENTRIES, lambda _route: None)  # nobody hears of it
    entered.save()
    expect(words(entered)).to_be_hidden()

    entered.page.clock.fast_forward(3_000)

    mentions(words(entered), "Kept on this phone")
    entered.page.unroute(ENTRIES)
    entered.page.clock.fast_forward(10_000)
    wait_until_sent(entered)
    entered.wait_for_line(3)
    assert answers(entered) == [[7, 4, 2]]


@pytest.fixture
def two_waiting(entered):
    """A phone without a network that keeps two answers, and asks the third question."""
    knows_what_comes(entered)
    entered.page.context.set_offline(True)
    entered.save()
    asks(entered, "Which suit was cut?")
    entered.page.locator(".option[value=spades]").click()
    asks(entered, "How many tricks?")
    return entered


@ways_to_lose(lose_the_question, lose_the_answer)
def test_where_no_answer_matters_the_table_goes_on_and_each_is_written_once(lose, two_waiting):
    reads(words(two_waiting), re.compile("Kept on this phone: Spades"))
    reads(two_waiting.page.locator(".board .total"), ["…", "…", "…"])
    tap(two_waiting, 5, 5)
    two_waiting.save()
    asks(two_waiting, "Which suit was cut?")
    assert answers(two_waiting) == []
    two_waiting.page.route(ENTRIES, lose, times=3)

    two_waiting.page.context.set_offline(False)

    wait_until_sent(two_waiting)
    two_waiting.wait_for_line(5)
    assert answers(two_waiting) == [[7, 4, 2], "spades", [5, 5, 3]]
    expect(words(two_waiting)).to_be_hidden()


@ways_to_lose(lose_the_question, lose_the_answer)
def test_what_is_taken_back_is_undone_if_it_had_arrived_after_all(lose, entered):
    entered.page.route(ENTRIES, lose)
    entered.save()
    entered.page.route("**/undo", lose_the_question, times=1)
    words(entered).get_by_role("button", name="Take back").click()
    entered.page.unroute(ENTRIES)
    entered.save()
    wait_until_sent(entered)

    comes_true(entered.page, "localStorage.outbox === '{}'")
    undone = [[7, 4, 2], None] if lose is lose_the_answer else []
    assert answers(entered) == [*undone, [7, 4, 2]]


@ways_to_lose(lose_the_question, lose_the_answer)
def test_who_doubles_is_taken_back_with_its_tap_and_not_said_by_what_is_saved_next(lose, phone):
    phone.sit_down(*TREX, 0, "king")
    phone.page.route(ENTRIES, lose)
    phone.touch(phone.standing.prompt, {"KH": 1})
    words(phone).get_by_role("button", name="Take back").click()
    comes_true(phone.page, "localStorage.outbox === '{}'", forward=UNHURRIED)
    expect(phone.page.locator(".doublers :checked")).to_have_count(0)
    phone.page.unroute(ENTRIES)
    settle(phone.page)

    phone.page.locator("label:has([name='king'][value='3'])").click()
    phone.save()
    phone.page.wait_for_selector("#prompt[data-draft='2.contract']")

    assert phone.standing.totals == (0, 0, 0, -75)


def test_a_double_that_waits_is_said_again_with_the_next_one_and_not_one_taken_back(phone):
    phone.sit_down(*TREX, 0, "queens")
    page = phone.page
    page.context.set_offline(True)
    phone.touch(phone.standing.prompt, {"QS": 0})
    phone.touch(phone.standing.prompt, {"QH": 1})
    words(phone).get_by_role("button", name="Take back").click()
    expect(page.locator(".strip :checked:not([value=''])")).to_have_count(1)
    phone.touch(phone.standing.prompt, {"QH": 2})

    page.context.set_offline(False)

    comes_true(page, "localStorage.outbox === '{}'", forward=UNHURRIED)
    assert phone.match.answers[1]["doubled"] == {"QS": 0, "QH": 2}


def test_what_is_taken_back_stays_if_it_had_arrived_and_the_table_went_on(two_waiting, new_page):
    page = two_waiting.page
    page.route(ENTRIES, lose_the_answer, times=1)
    with page.expect_request(ENTRIES):
        page.context.set_offline(False)
    page.context.set_offline(True)
    other = Phone(new_page(), two_waiting.database)
    other.page.goto(page.url)
    other.answer(other.standing.prompt, "clubs")
    for asked in ("Which suit was cut?", "How many tricks?"):
        words(two_waiting).get_by_role("button", name="Take back").click()
        asks(two_waiting, asked)

    page.context.set_offline(False)

    comes_true(page, "localStorage.outbox === '{}'", forward=UNHURRIED)
    reads(page.locator(".board .total"), ["+1", "0", "−1"])
    assert answers(two_waiting) == [[7, 4, 2], "clubs"]


def test_what_is_refused_then_comes_back_as_a_question_with_what_was_tapped(two_waiting, new_page):
    other = Phone(new_page(), two_waiting.database)
    other.page.goto(two_waiting.page.url)
    other.answer(other.standing.prompt, [6, 5, 2])

    two_waiting.page.context.set_offline(False)

    mentions(two_waiting.page.locator("#notice"), "Another phone has saved this deal.")
    asks(two_waiting, "Which suit was cut?")
    expect(two_waiting.page.locator(".option[aria-current]")).to_have_attribute("value", "spades")
    wait_until_sent(two_waiting)
    assert answers(two_waiting) == [[6, 5, 2]]


def test_one_tap_is_named_and_its_key_marked_and_the_next_tap_takes_its_place(phone):
    phone.sit_down(*TREX, 0)
    phone.page.context.set_offline(True)
    reads(words(phone), "No connection. What you enter is kept on this phone.")
    for contract, name in (("king", "King of hearts"), ("queens", "Queens")):
        phone.page.locator(f".option[value={contract}]").click()
        reads(
            words(phone),
            re.compile(f"^Kept on this phone: {name}. Goes on with the connection."),
        )
        expect(phone.page.locator(".option[aria-current]")).to_have_attribute("value", contract)

    phone.page.context.set_offline(False)

    phone.wait_for_line(3)
    assert answers(phone) == ["queens"]


@ways_to_lose(lose_the_question, lose_the_answer, close_the_link, sign_in_first)
def test_it_is_sent_after_the_page_was_loaded_anew(lose, entered):
    entered.page.route(ENTRIES, lose)
    entered.save()
    is_link = lose is close_the_link
    mentions(words(entered), "open the new one on this phone" if is_link else KEPT)
    entered.page.unroute(ENTRIES)

    entered.page.reload()

    wait_until_sent(entered)
    entered.wait_for_line(3)
    assert answers(entered) == [[7, 4, 2]]


@pytest.mark.parametrize(
    ("refusal", "wait"),
    [
        ({"status": 503, "headers": OURS}, 1000),
        ({"status": 429, "headers": OURS | {"Retry-After": "40"}}, 40_000),
    ],
    ids=["after a pause", "when the server says"],
)
def test_what_cannot_be_sent_is_sent_again_and_not_with_the_next_question(entered, refusal, wait):
    page, sent = entered.page, []
    knows_what_comes(entered)
    page.on("request", lambda request: sent.append(request.url))
    page.route(ENTRIES, lambda route: route.fulfill(**refusal), times=1)
    stop_clock(page, SECOND_TAP)

    entered.save()
    reads(page.locator("#ask .whole"), "Which suit was cut?")
    comes_true(page, "document.activeElement.id === 'ask'", forward=2)  # htmx waits 1 ms
    page.evaluate("fetch(location.href)")
    page.clock.fast_forward(wait - 1000)

    assert len([url for url in sent if url.endswith("/entries")]) == 1
    reads(words(entered), re.compile("Kept on this phone: Deal 1"))
    with page.expect_request(ENTRIES):
        page.clock.fast_forward(1000)
    wait_until_sent(entered)
    assert answers(entered) == [[7, 4, 2]]


@pytest.fixture
def restarted(tmp_path):
    """A server that may be stopped and started again."""
    process = Process(str(tmp_path / "matches.sqlite3"), tmp_path, "--host", "0.0.0.0")
    yield process
    process.close()


def test_what_is_saved_while_the_server_is_down_is_written_once_it_is_up(
    restarted, new_page, tmp_path
):
    address = f"http://127.0.0.1:{restarted.port}"
    phone = Phone(new_page(base_url=address), tmp_path / "matches.sqlite3")
    phone.sit_down(*TRIBELLO, "hearts")
    phone.touch(phone.standing.prompt, [7, 4, 2])
    phone.wait_for_proof()
    restarted.stop()

    phone.save()
    mentions(words(phone), KEPT)
    restarted.start()

    wait_until_sent(phone)
    phone.wait_for_line(3)
    assert answers(phone) == [[7, 4, 2]]


@pytest.mark.usefixtures("without_next")
def test_what_is_changed_before_it_was_heard_of_is_shown_beside_what_arrived(entered):
    entered.page.route(ENTRIES, lose_the_answer, times=1)
    stop_clock(entered.page, SECOND_TAP)  # it is not sent again meanwhile
    entered.save()
    entered.page.wait_for_selector("#offline:not([hidden])")
    save_instead(entered, 6, 5)

    entered.page.get_by_text("This deal is saved already.").wait_for()
    assert answers(entered) == [[7, 4, 2]]
    wait_until_sent(entered)


@pytest.mark.usefixtures("without_next")
def test_what_is_changed_while_it_is_sent_again_is_sent_behind_it(entered):
    page = entered.page
    page.route(ENTRIES, lose_the_question, times=1)
    stop_clock(page, SECOND_TAP)
    entered.save()
    mentions(words(entered), KEPT)
    held_request = hold_next(page, ENTRIES)
    page.clock.fast_forward(1000)
    first = held_request()
    page.route(ENTRIES, lose_the_question, times=1)
    key = page.evaluate(KEY_OF_FIRST)
    save_instead(entered, 6, 5)
    comes_true(page, f"{KEY_OF_FIRST} !== '{key}'")

    first.continue_()

    mentions(page.locator("#notice"), "This deal is saved already.")
    assert answers(entered) == [[7, 4, 2]]


@pytest.mark.parametrize(
    ("storage", "told"), [(FULL, NOTHING_KEPT), (FORBIDDEN, NOTHING_KEPT), (LEFT_THERE, KEPT)]
)
def test_whatever_its_storage_does_a_phone_says_so_sends_and_takes_its_answer_for_its_own(
    storage, told, new_page, server, counting
):
    page = new_page()
    page.add_init_script(storage)
    page.goto(f"/matches/{counting.match_id}")
    phone = Phone(page, server.database)
    phone.wait_for_table()
    page.route(ENTRIES, lose_the_answer)
    phone.touch(phone.standing.prompt, [7, 4, 2])
    phone.wait_for_proof()
    phone.save()
    mentions(words(phone), told)
    page.unroute(ENTRIES)

    wait_until_sent(phone)
    phone.wait_for_line(3)
    assert answers(phone) == [[7, 4, 2]]
    page.reload()
    phone.wait_for_table()
    expect(page.locator(".pen:visible")).to_have_count(0)


def test_a_correction_that_nobody_answers_stays_on_its_page(counting):
    counting.answer(counting.standing.prompt, [7, 4, 2])
    page, match = counting.page, f"/matches/{counting.match_id}"
    page.goto(f"{match}/deals/1/tricks")
    page.locator(".row .well").first.fill("6")
    page.locator(".row .well").nth(1).fill("5")
    save = page.locator("button[name=save]:not([aria-disabled])")
    save.wait_for()

    page.context.set_offline(True)
    save.click()
    page.locator(".unreached").wait_for()
    expect(page.locator(".row .well").first).to_have_value("6")

    page.context.set_offline(False)
    save.click()
    page.wait_for_url(f"**{match}")
    assert counting.match.events[-1].kind == "correction"
    assert answers(counting)[-1] == [6, 5, 2]


# --- a link that cannot be followed -------------------------------------------------------------


KEPT_BY_THE_WORKER = """async () => {
  const names = (await caches.keys()).filter((name) => name.includes("offline"));
  const kept = await Promise.all(names.map((name) => caches.open(name)));
  const requests = (await Promise.all(kept.map((cache) => cache.keys()))).flat();
  return requests.map(({ url }) => new URL(url).pathname.match(/\\/[^/]+/)[0]);
}"""
"""The beginnings of all addresses in the cache of what belongs to no match."""


def test_a_page_that_was_never_seen_is_one_of_ours_without_a_network_with_what_is_kept(
    server, browser
):
    context = browser.new_context(base_url=server.address)
    context.add_init_script(SAVES_DATA)
    phone = Phone(context.new_page(), server.database)
    phone.sit_down(*TREX, 0)
    match = phone.page.url
    comes_true(phone.page, "navigator.serviceWorker.ready.then(({ active }) => active.state)")
    context.set_offline(True)
    phone.page.locator(".option[value=queens]").click()
    reads(words(phone), re.compile("^Kept on this phone: Queens"))

    phone.page.goto(f"{match}/log")

    shown = phone.page.locator(".went-wrong")
    reads(shown.get_by_role("heading"), "No connection")
    mentions(shown, "Trex · Anna, Bruno, Carla, Dino")
    mentions(shown, "Kept on this phone: Queens.")
    phone.page.get_by_role("link", name="Try again").click()
    reads(shown.get_by_role("heading"), "No connection")
    home = shown.get_by_role("link", name="To the start page")
    expect(home).to_have_attribute("href", CLUB)

    context.set_offline(False)

    expect(shown).to_have_count(0)
    comes_true(phone.page, "localStorage.outbox === '{}'")
    phone.page.goto(match)
    assert answers(phone) == ["queens"]
    assert {*phone.page.evaluate(KEPT_BY_THE_WORKER)} == {
        *("/offline", "/joined", "/icons.svg", "/static")
    }
    context.close()


def test_on_plain_http_a_tab_stays_where_it_is_while_nobody_answers(new_page, server):
    phone = Phone(new_page(service_workers="allow"), server.database)
    phone.page.add_init_script(
        "Object.defineProperty(navigator, 'serviceWorker', { value: undefined })"
    )
    phone.sit_down(*TREX, 0)
    match = phone.page.url
    phone.page.context.set_offline(True)
    phone.page.get_by_role("link", name="Sheet").click()
    reads(words(phone), "No connection. Try again when there is one.")
    assert phone.page.url == match

    phone.page.context.set_offline(False)
    phone.page.get_by_role("link", name="Sheet").click()

    phone.page.wait_for_url("**/sheet*")


@pytest.mark.parametrize("opened", [".home", ".tabs a[href*=sheet]"], ids=["start", "sheet"])
def test_what_waits_is_sent_from_the_page_that_is_opened_next(opened, entered):
    match = entered.match_id
    knows_what_comes(entered)
    entered.page.route(ENTRIES, lose_the_question)
    entered.save()
    asks(entered, "Which suit was cut?")
    entered.page.locator(".option[value=spades]").click()
    asks(entered, "How many tricks?")
    entered.page.on("framenavigated", lambda _frame: entered.page.unroute(ENTRIES))

    entered.page.locator(opened).click()

    wait_until(lambda: answers(entered, match) == [[7, 4, 2], "spades"])


def test_what_another_page_has_sent_waits_no_more_and_is_no_draft_any_more(two_waiting):
    assert two_waiting.page.evaluate("JSON.parse(localStorage.drafts).length") == 1
    page = two_waiting.page.context.new_page()
    two_waiting.page.route(ENTRIES, lose_the_question)
    two_waiting.page.context.set_offline(False)

    page.goto(CLUB)

    wait_until(lambda: answers(two_waiting) == [[7, 4, 2], "spades"])
    two_waiting.page.wait_for_selector("#match input[name=after][value='4']", state="attached")
    expect(words(two_waiting)).to_be_hidden()
    assert two_waiting.page.evaluate("localStorage.drafts") == "[]"


def test_what_another_page_could_not_send_either_it_sends_again(two_waiting):
    other = two_waiting.page.context.new_page()
    two_waiting.page.route(ENTRIES, lose_the_question)
    other.route(ENTRIES, lose_the_question, times=1)
    two_waiting.page.context.set_offline(False)
    with other.expect_event("requestfailed"):
        other.goto(f"{CLUB}language")  # a page that does not change with the match

    comes_true(other, "localStorage.outbox === '{}'", forward=UNHURRIED)

    assert answers(two_waiting) == [[7, 4, 2], "spades"]


def test_a_turn_to_the_next_pane_is_sent_by_its_own_page_alone(phone):
    phone.sit_down(*TREX, 0, "complex", complex=True)
    page, sent = phone.page, []
    for keys in page.locator(".card-row > .card-keys").all():
        keys.locator("label").first.click()
    page.route(ENTRIES, lose_the_question)
    page.get_by_role("button", name="Next: Diamonds").click()
    mentions(words(phone), KEPT)
    other = page.context.new_page()
    other.on("request", lambda request: request.method == "POST" and sent.append(request))

    other.goto(CLUB)

    assert sent == []
    page.unroute(ENTRIES)
    wait_until_sent(phone)
    phone.wait_for_pane("Diamonds")


@pytest.mark.usefixtures("without_next")
def test_a_question_whose_answer_another_page_has_sent_gives_way_to_the_next_one(entered):
    entered.page.route(ENTRIES, lose_the_question)
    entered.save()
    mentions(words(entered), KEPT)

    entered.page.context.new_page().goto(CLUB)

    asks(entered, "Which suit was cut?")
    expect(entered.page.locator("#moved")).to_be_hidden()


def test_what_was_taken_back_is_undone_from_another_page_too_before_what_is_saved_next(entered):
    match = entered.match_id
    entered.page.route(ENTRIES, lose_the_answer)
    entered.page.route("**/undo", lose_the_question)
    entered.save()
    words(entered).get_by_role("button", name="Take back").click()
    entered.page.unroute(ENTRIES)
    entered.page.route(ENTRIES, lose_the_question)
    entered.save()

    entered.page.context.new_page().goto(CLUB)

    wait_until(lambda: answers(entered, match) == [[7, 4, 2], None, [7, 4, 2]])


@pytest.mark.usefixtures("without_next")
def test_what_is_changed_while_another_page_sends_it_waits_as_an_answer_of_its_own(entered):
    page = entered.page
    page.route(ENTRIES, lose_the_question)
    entered.save()
    mentions(words(entered), KEPT)
    other = page.context.new_page()
    held_request = hold_next(other, ENTRIES)
    other.goto(CLUB)
    first = held_request()
    key = page.evaluate(KEY_OF_FIRST)
    save_instead(entered, 6, 5)
    comes_true(page, f"{KEY_OF_FIRST} !== '{key}'")

    with other.expect_response(lambda response: response.status == 409):
        first.continue_()

    page.unroute(ENTRIES)
    page.reload()
    mentions(page.locator("#notice"), "This deal is saved already.")
    comes_true(page, "localStorage.outbox === '{}'")
    assert answers(entered) == [[7, 4, 2]]


@pytest.fixture
def refused_elsewhere(two_waiting, new_page):
    """A phone on its start page, whose first answer somebody else has given meanwhile."""
    other = Phone(new_page(), two_waiting.database)
    other.page.goto(two_waiting.page.url)
    other.answer(other.standing.prompt, [6, 5, 2])
    match = two_waiting.page.url
    two_waiting.page.route(ENTRIES, lose_the_question)
    two_waiting.page.context.set_offline(False)
    two_waiting.page.on("framenavigated", lambda _frame: two_waiting.page.unroute(ENTRIES))
    with two_waiting.page.expect_response(lambda response: response.status == 409):
        two_waiting.page.goto(CLUB)
    comes_true(two_waiting.page, "localStorage.outbox.includes('isRefused')")
    return two_waiting, match


def test_what_is_refused_elsewhere_is_sent_no_more_and_its_own_page_says_why(refused_elsewhere):
    phone, match = refused_elsewhere
    sent = []
    phone.page.on("request", lambda request: request.method == "POST" and sent.append(request))
    phone.page.reload()
    assert sent == []

    phone.page.goto(match)

    mentions(phone.page.locator("#notice"), "Another phone has saved this deal.")
    expect(phone.page.locator(".option[aria-current]")).to_have_attribute("value", "spades")
    comes_true(phone.page, "localStorage.outbox === '{}'")
    assert answers(phone) == [[6, 5, 2]]
