"""A pad that came to its mark goes on with one tap, on every phone at the table."""

import json

import pytest

from app import matchfile
from testkit.browser.phone import Phone, expect
from testkit.match import match_file

AT_ITS_MARK = match_file(
    "any_game",
    [{"points": [14, -2, 2]}, {"points": [90, 5, 5]}],
    players=3,
    title="Skyjo",
    ends="points",
    target=100,
)
SIZES = (390, 844), (390, 664), (320, 640), (664, 390)
IS_WHOLE = """() => [...document.querySelectorAll(".what-next :is(button, .key)")].filter((key) => {
  const box = key.getBoundingClientRect();
  return key.scrollWidth > key.clientWidth || box.right > innerWidth || box.height < 44;
}).map((key) => key.textContent.trim())"""


@pytest.fixture
def at_its_mark():
    return matchfile.open_match(matchfile.parse(json.dumps(AT_ITS_MARK).encode()))


def test_one_tap_plays_on_and_the_other_phone_sees_the_next_round(
    phone, new_page, server, at_its_mark
):
    phone.open(at_its_mark)
    other = Phone(new_page(), server.database)
    other.page.goto(phone.page.url)
    phone.page.get_by_role("button", name="Play on to 200").click()
    for each in (phone, other):
        expect(each.page.get_by_role("heading", name="Round 3: how many points?")).to_be_visible()
    phone.page.get_by_role("button", name="Undo").first.click()
    for each in (phone, other):
        expect(each.page.get_by_role("button", name="Play on to 200")).to_be_visible()


def test_the_keys_at_the_end_of_a_pad_are_whole_on_every_screen(phone, at_its_mark):
    phone.open(at_its_mark)
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.evaluate(IS_WHOLE) == [], (width, height)
