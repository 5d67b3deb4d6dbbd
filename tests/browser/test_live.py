"""Other phones follow: what one saves is on all of them, and nothing moves under a thumb."""

from __future__ import annotations

import pytest

from tests.browser.phone import SECOND_TAP, TRIBELLO, Phone


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
    page.wait_for_selector(f"[data-live][data-line='{line}']", state="attached", timeout=5000)


def block_streams(page):
    page.route("**/live", lambda route: route.fulfill(status=204))


@pytest.mark.parametrize("path", ["", "/table", "/sheet"])
def test_what_one_phone_saves_every_page_of_the_match_shows(path, counting, new_page):
    page = new_page()
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


def test_without_a_stream_the_page_asks_now_and_then(counting, new_page):
    page = new_page()
    block_streams(page)
    page.goto(f"/matches/{counting.match_id}")
    shows_line(page, 2)

    counting.answer(counting.standing.prompt, [7, 4, 2])

    shows_line(page, 3)


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
    assert other.page.locator("#prompt .well").first.input_value() == "5"


def test_who_was_entering_the_same_goes_on_and_then_sees_both(counting, other):
    prompt = counting.standing.prompt
    other.page.locator("#prompt .keypad button[value='5']").click()
    other.page.clock.fast_forward(1000)

    counting.answer(prompt, [7, 4, 2])

    other.page.wait_for_selector("#moved:not([hidden])")
    assert other.page.locator("#prompt .well").first.input_value() == "5"
    other.page.locator("#prompt .keypad button[value='4']").click()
    other.save()
    other.page.wait_for_selector("text=Someone was quicker")
    assert other.page.get_by_text("You had entered").is_visible()
    assert counting.match.last_line == 3
