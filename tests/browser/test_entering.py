"""Whatever happens to a phone: two tabs, an old page, no connection, a screen that sleeps."""

import pytest
from playwright.sync_api import expect

from app.games import GAMES
from tests.browser.phone import (
    FOUR,
    TREX,
    TRIBELLO,
    Phone,
    comes_true,
    mentions,
    reads,
    tap,
    wells_hold,
)
from tests.browser.test_following import look
from tests.screens.table import tables_of


def test_a_double_tap_answers_one_question(phone):
    phone.sit_down(*TREX)

    phone.page.locator("#prompt button.option").first.dblclick()
    phone.wait_for_line(2)

    assert phone.match.last_line == 2
    expect(phone.page.locator(".notice:visible")).to_have_count(0)


def test_what_was_tapped_for_another_question_does_not_come_back(counting):
    tap(counting, 7)
    counting.page.evaluate(
        "htmx.ajax('POST', `${location.pathname}/undo`, {target: '#match', swap: 'outerHTML',"
        " values: {after: document.querySelector('[name=after]').value}})"
    )
    counting.page.locator("button.option").first.wait_for()

    assert counting.standing.prompt.key == "trump"
    expect(counting.page.locator(".well")).to_have_count(0)


def test_the_back_button_leads_to_the_table_as_it_is_now(counting):
    page = counting.page
    counting.answer(counting.standing.prompt, [7, 4, 2])
    page.locator(".tabs a", has_text="Sheet").click()
    page.wait_for_url("**/sheet*")
    page.go_back()

    page.wait_for_selector("#match input[name=after][value='3']", state="attached")
    page.clock.fast_forward(1_000)
    counting.answer(counting.standing.prompt, "clubs")
    assert counting.match.last_line == 4


def test_the_slower_phone_sees_what_was_entered_and_keeps_its_own(counting, new_page):
    slow = Phone(new_page(), counting.database)
    slow.page.goto(counting.page.url)
    tap(slow, 6, 5)
    counting.answer(counting.standing.prompt, [7, 4, 2])

    # It follows, and yet what is being entered on it stays under the thumb.
    slow.page.locator("#moved").get_by_text("Another phone has saved this deal").wait_for()
    slow.save()

    slow.page.locator("#notice").get_by_text("Another phone has saved this deal").wait_for()
    expect(slow.page.locator("#moved")).to_be_hidden()
    slow.page.get_by_text("Compare with mine").last.click()
    for answer in ("Anna 7, Bruno 4, Carla 2", "Anna 6, Bruno 5, Carla 2"):
        mentions(slow.page.locator("#notice"), answer)
    slow.page.get_by_role("button", name="Change it to mine").click()
    slow.page.get_by_role("button", name="Save the change").wait_for()


def test_what_was_entered_outlives_a_correction_by_another_phone(counting, new_page):
    tap(counting, 7, 4)
    look(counting.page, is_hidden=True)  # it is told of nothing
    other = new_page()
    other.goto(f"{counting.page.url}/deals/1/trump")
    other.locator("label:has([value=diamonds])").click()
    other.get_by_role("button", name="Save the change").click()
    other.wait_for_url("**/matches/*")

    counting.save()
    counting.page.get_by_text("Another phone has changed something").wait_for()

    wells_hold(counting, "7", "4", "2")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_without_javascript_a_match_goes_on(new_page, server, rng, game):
    phone = Phone(new_page(java_script_enabled=False), server.database, scripts=False)
    page, rules = phone.page, tables_of(game)[-1][1]
    page.goto(f"/matches/new?game={game.key}")
    for place, name in enumerate(FOUR[: max(game.players)]):
        page.fill(f"#player-{place}", name)
    phone.choose_rules(rules)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#prompt [aria-disabled]")).to_have_count(0)
    # Where the page is asked to save, it says so, and not what a script would find missing.
    expect(page.locator("#missing")).to_be_hidden()

    phone.play_on(rng, questions=4)

    assert phone.match.last_line >= 5 or phone.standing.is_over


# --- the screen ----------------------------------------------------------------------------------

AWAKE = """window.awake = [];
Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => {
  awake.push('on');
  const lock = new EventTarget();
  lock.release = async () => { awake.push('off'); lock.dispatchEvent(new Event('release')); };
  return lock;
} } });"""


def test_the_screen_stays_on_while_a_match_is_in_play_and_may_sleep_when_it_is_over(phone):
    phone.page.add_init_script(AWAKE)
    phone.sit_down("italian_whist", FOUR[:3], upper=1)
    comes_true(phone.page, "awake.join() === 'on'")

    phone.answer(phone.standing.prompt, [9, 0, 0])
    phone.answer(phone.standing.prompt, [0, 9, 0])

    comes_true(phone.page, "awake.join() === 'on,off'")


def test_where_there_is_no_wake_lock_a_silent_video_plays_after_the_first_tap(phone):
    phone.page.add_init_script(
        "Object.defineProperty(navigator, 'wakeLock', { value: undefined });"
    )
    phone.sit_down(*TRIBELLO)

    assert phone.page.evaluate("document.getElementById('awake').paused")
    phone.answer(phone.standing.prompt, "hearts")

    assert comes_true(phone.page, "sessionStorage.awake") in ("on", "refused")
    assert phone.standing.prompt.key == "tricks"


# --- before the first deal -----------------------------------------------------------------------


def test_three_taps_lead_from_the_first_visit_to_the_first_deal_and_its_rule(phone):
    phone.page.goto("/matches/new?game=trex")

    phone.page.get_by_role("button", name="Begin").click()

    phone.wait_for_table()
    mentions(phone.page.locator(".board"), "Blue")
    phone.page.locator("#prompt .rule").click()
    phone.page.wait_for_selector("dialog.rules h1:focus")


def test_a_match_is_begun_once_however_often_begin_is_tapped(phone):
    page, sent = phone.page, []
    page.goto("/matches/new?game=tribello")
    for place, name in enumerate(TRIBELLO[1]):
        page.fill(f"#player-{place}", name)
    page.on("request", lambda request: request.url.endswith("/matches") and sent.append(request))

    page.evaluate(
        "const form = document.querySelector('main form');"
        "form.addEventListener('submit', (event) => event.preventDefault());"
        "const begin = form.querySelector('.save'); begin.click(); begin.click();"
        "window.prevented = form.dataset.sent"
    )

    assert page.evaluate("window.prevented") == "1"
    assert sent == []


def test_names_outlive_a_look_at_the_rules(phone):
    page = phone.page
    page.goto("/matches/new?game=trex")
    page.fill("#player-0", "Wilhelmina")
    page.locator(".tabs a", has_text="Rules").click()
    page.wait_for_url("**/rules/**")
    page.go_back()

    comes_true(page, "document.querySelector('#player-0').value === 'Wilhelmina'")
    page.locator("details.house > summary").click()
    page.locator("fieldset:has([name=level_queens]) .rule").click()
    page.wait_for_selector("dialog.rules h1:focus")
    page.keyboard.press("Escape")
    comes_true(page, "document.querySelector('#player-0').value === 'Wilhelmina'")


# --- house rules ---------------------------------------------------------------------------------


def test_partners_close_the_rule_that_does_not_go_with_them(phone):
    page = phone.page
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto("/matches/new?game=trex")
    page.locator("details.house summary").click()
    expect(page.locator(".house-rule").first).to_be_in_viewport(ratio=1)
    page.locator("label:has([value=leader_gains])").click()
    expect(page.locator(".differences li")).to_have_count(1)

    page.locator("label:has([name=partners][value=yes])").click()

    expect(page.locator("[value=leader_gains]")).to_be_disabled()
    expect(page.get_by_text("With partners nobody gains as the leader")).to_be_visible()
    expect(page.locator("[name=own_double][value=plain]")).to_be_checked()
    expect(page.locator(".differences li")).to_have_count(0)


def test_a_limit_moves_by_one_and_keeps_its_sign(phone):
    page = phone.page
    page.goto("/matches/new?game=italian_whist")
    page.locator("details.house summary").click()

    page.locator(".stepper:has([name=lower]) button[value='1']").click()

    reads(page.locator(".differences"), "The match ends when a total falls to: −11")
