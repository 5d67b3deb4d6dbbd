"""Another phone keeps the score: a member's page says so, and a link that was renewed says that."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.at_home import at_home
from tests.browser.phone import SECOND_TAP
from tests.browser.test_live import other, second, shows_line

__all__ = ["other"]

pytestmark = pytest.mark.browser


def pen_of(phone):
    return phone.page.locator(".pen:visible")


def keys_of(phone):
    return phone.page.locator(".keypad").bounding_box()


def test_whoever_does_not_keep_the_score_is_told_and_no_key_moves(counting, other, new_page):
    for who in (counting, other):
        assert pen_of(who).count() == 0  # this one was written by nobody
    keys = keys_of(other)

    counting.answer(counting.standing.prompt, [7, 4, 2])
    counting.answer(counting.standing.prompt, "spades")
    shows_line(other.page, 4)
    third = second(counting, new_page(width=320, height=640))

    assert pen_of(other).inner_text() == "Another phone keeps the score"
    assert keys_of(other) == keys
    assert pen_of(third).inner_text() == "Another phone scores"
    assert pen_of(counting).count() == 0
    counting.page.reload()
    counting.wait_for_table()
    assert pen_of(counting).count() == 0


def test_any_phone_may_take_the_pen(counting, other):
    counting.answer(counting.standing.prompt, [7, 4, 2])
    shows_line(other.page, 3)
    other.page.clock.fast_forward(SECOND_TAP)

    other.answer(other.standing.prompt, "spades")
    shows_line(counting.page, 4)

    assert pen_of(other).count() == 0
    assert pen_of(counting).count() == 1


def test_a_phone_that_remembers_nothing_takes_none_of_its_answers_for_those_of_others(
    counting, new_page
):
    page = new_page()
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('forbidden') }")
    forgetful = second(counting, page)

    forgetful.answer(forgetful.standing.prompt, [7, 4, 2])
    forgetful.page.reload()
    forgetful.wait_for_table()

    assert pen_of(forgetful).count() == 0


def renew(phone):
    """Make a new watch link on this phone, and say which one it is."""
    path = at_home(f"/matches/{phone.match_id}/invite")
    assert phone.page.request.post(f"{path}/renew", headers={"Sec-Fetch-Site": "same-origin"}).ok
    return watch_link(phone)


def watch_link(phone):
    page = phone.page.request.get(at_home(f"/matches/{phone.match_id}/invite")).text()
    return re.search('id="link" readonly value="([^"]*)"', page)[1]


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
    assert code.count() == 1
