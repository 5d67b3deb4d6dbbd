"""Whatever happens to a phone: two tabs, an old page, no connection, a screen that sleeps."""

import re

import pytest
from playwright.sync_api import expect

from app.games import GAMES
from testkit.browser.phone import (
    FOUR,
    TREX,
    TRIBELLO,
    Phone,
    comes_true,
    mentions,
    reads,
    stop_clock,
    tap,
    wait_until_drawn,
    wells_hold,
)
from tests.browser.rulings import one_game_often
from tools.screens.table import tables_of

TWO_FRAMES = 34  # ms after which what has come is drawn


def test_a_double_tap_answers_one_question(phone):
    phone.sit_down(*TREX)

    phone.page.locator("#prompt button.option").first.dblclick()
    phone.wait_for_line(2)

    assert phone.match.last_line == 2
    expect(phone.page.locator(".notice:visible")).to_have_count(0)


def test_what_was_saved_last_is_undone_on_the_page_after_its_word_has_gone(counting):
    undo = counting.page.locator(".guidance").get_by_role("button", name="undo")
    counting.answer(counting.standing.prompt, [7, 4, 2])
    expect(undo).to_be_hidden()  # the word on it has a key of its own
    counting.page.clock.fast_forward(6_000)

    undo.click()

    counting.wait_for_line(4)
    assert counting.standing.prompt.key == "tricks"
    wells_hold(counting, "7", "4", "2")


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


def test_one_tap_on_compare_shows_both_answers(counting, new_page):
    slow = Phone(new_page(), counting.database)
    slow.page.goto(counting.page.url)
    tap(slow, 6, 5)
    counting.answer(counting.standing.prompt, [7, 4, 2])

    slow.page.locator("#moved").get_by_role("button", name="Compare with mine").click()

    for answer in ("Anna 7, Bruno 4, Carla 2", "Anna 6, Bruno 5, Carla 2"):
        mentions(slow.page.locator("#notice"), answer)
    expect(slow.page.get_by_role("button", name="Change it to mine")).to_be_visible()


@one_game_often
def test_without_javascript_a_match_goes_on(new_page, server, rng, key):
    game = GAMES[key]
    phone = Phone(new_page(java_script_enabled=False), server.database, scripts=False)
    phone.begin(key, FOUR[: max(game.players)], **tables_of(game)[-1][1])
    expect(phone.page.locator("#prompt [aria-disabled]")).to_have_count(0)
    # Where the page is asked to save, it says so, and not what a script would find missing.
    expect(phone.page.locator("#missing")).to_be_hidden()

    phone.play_on(rng, questions=4)

    assert phone.match.last_line >= 5 or phone.standing.is_over


def test_the_second_half_of_a_slow_double_tap_enters_no_number(phone):
    phone.sit_down(*TREX, 0)
    page = phone.page
    stop_clock(page, 5_000)
    box = page.locator(".option", has_text="Trex").bounding_box()
    x, y = box["x"] + 30, box["y"] + 30
    page.mouse.click(x, y)
    page.wait_for_selector("#match input[name=after][value='3']", state="attached")
    page.clock.run_for(500)
    page.mouse.click(x, y)

    expect(page.locator("[data-places] [aria-pressed=true]")).to_have_count(0)


def test_a_finger_that_came_down_before_the_keys_were_drawn_enters_no_number(phone):
    phone.sit_down(*TREX, 0)
    page = phone.page
    stop_clock(page, 5_000)
    page.locator(".option", has_text="Slaps").click()
    page.wait_for_selector("#match input[name=after][value='3']", state="attached")
    page.locator(".keypad button[value='0']").hover()
    page.mouse.down()
    page.clock.run_for(100)
    page.mouse.up()

    wells_hold(phone, "", "", "", "")


def test_a_tap_elsewhere_counts_as_soon_as_its_key_is_drawn(phone):
    phone.sit_down(*TREX, 0)
    page = phone.page
    stop_clock(page, 5_000)
    page.locator(".option", has_text="Slaps").click()
    page.wait_for_selector("#match input[name=after][value='3']", state="attached")
    page.clock.run_for(TWO_FRAMES)
    page.locator(".keypad button[value='0']").click()

    wells_hold(phone, "0", "", "", "")


def test_the_first_tap_after_begin_counts(phone):
    page = phone.page
    page.goto("/matches/new?game=trex")
    for place, name in enumerate(FOUR):
        page.fill(f"#player-{place}", name)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("#prompt")
    page.wait_for_load_state()
    page.locator(".option", has_text="Anna").click()

    page.wait_for_selector("#match input[name=after][value='2']", state="attached")


def test_a_question_that_another_phone_has_put_under_a_hand_waits_until_that_is_seen(
    phone, new_page
):
    phone.sit_down(*TREX, 0)
    page = phone.page
    page.clock.fast_forward(2_000)
    stop_clock(page, 100)
    other = Phone(new_page(), phone.database)
    other.page.goto(page.url)
    other.wait_for_table()
    other.page.locator(".option", has_text="Slaps").click()
    page.wait_for_selector("#match input[name=after][value='3']", state="attached")
    page.clock.run_for(TWO_FRAMES)
    zero = page.locator(".keypad button[value='0']")
    zero.click()
    wells_hold(phone, "", "", "", "")
    page.clock.run_for(400)
    zero.click()

    wells_hold(phone, "0", "", "", "")


def test_a_second_tap_on_a_key_counts_though_another_phone_has_saved_a_name_between(
    counting, new_page
):
    page = counting.page
    tap(counting, 1)
    other = Phone(new_page(), counting.database)
    other.page.goto(f"{page.url}/players")
    other.page.fill("#player-0", "Ottilie")
    other.page.get_by_role("button", name="Save names").click()
    page.clock.fast_forward(2_000)
    mentions(page.locator(".board"), "Ottilie")
    wait_until_drawn(page)

    page.locator(".keypad button[value='1']").click()

    wells_hold(counting, "1", "1", "11")


def test_the_next_notice_waits_until_the_first_is_gone(phone):
    phone.sit_down(*TREX, 0, "slaps")
    page = phone.page
    tap(phone, 2)
    page.evaluate("document.getElementById('moved').hidden = false")
    page.context.set_offline(True)
    # Without a connection one still reads what is played.
    reads(page.locator("#offline"), re.compile("^Slaps · No connection"))
    expect(page.locator("#moved")).to_be_hidden()
    page.context.set_offline(False)

    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("#moved")).to_be_visible()


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


def test_where_there_is_no_wake_lock_a_silent_video_is_loaded_and_plays_after_the_first_tap(phone):
    phone.page.add_init_script(
        "Object.defineProperty(navigator, 'wakeLock', { value: undefined });"
    )
    phone.sit_down(*TRIBELLO)

    film = "document.getElementById('awake')"
    assert phone.page.evaluate(f"{film}.networkState === {film}.NETWORK_EMPTY")
    phone.answer(phone.standing.prompt, "hearts")

    assert comes_true(phone.page, "sessionStorage.awake") in ("on", "once")
    assert phone.standing.prompt.key == "tricks"


@pytest.mark.parametrize(
    ("errors", "then"),
    [
        (["NotAllowedError"], "once"),
        (["NotAllowedError", "AbortError"], "once"),
        (["NotAllowedError", ""], "on"),
        (["NotAllowedError", "NotAllowedError"], "refused"),
    ],
)
def test_the_video_is_offered_at_the_next_tap_again_before_it_is_called_impossible(
    errors, then, phone
):
    phone.page.add_init_script(
        "Object.defineProperty(navigator, 'wakeLock', { value: undefined });"
        "window.played = 0;"
        f"const errors = {errors};"
        "HTMLMediaElement.prototype.play = async () => {"
        "  const name = errors[window.played++]; if (name) throw new DOMException('', name); };"
    )
    phone.sit_down(*TRIBELLO)

    for number in range(1, len(errors) + 1):
        phone.page.locator("#ask").click()
        comes_true(phone.page, f"played === {number}")

    comes_true(phone.page, f"sessionStorage.awake === '{then}'")
