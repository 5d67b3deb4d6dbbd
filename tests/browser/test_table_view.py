"""The table view on screens of any size: who sits at its sides can read their name and total."""

import pytest
from playwright.sync_api import expect

from testkit.browser.phone import FOUR
from testkit.play import keep_in
from tests.browser.axe import LONG, WIDER, violations_on
from tools.screens.visitor import played


@pytest.fixture
def table(server):
    """The address of a match of Tribello in which the second player deals, as it is laid open."""
    return address_of(server, FOUR)


def address_of(server, names):
    match = played("tribello", ["clubs", [7, 4, 2], "hearts"], names)
    return f"/matches/{keep_in(server.database, match)}/table"


def test_a_phone_keeps_the_name_of_who_deals_and_hides_the_code_until_it_is_asked_for(
    new_page, table
):
    page = new_page()
    page.goto(table)

    box = page.locator(".seat.left .name").bounding_box()
    assert box["height"] > 2 * box["width"] > 30  # written down the screen
    expect(page.locator(".join")).to_be_hidden()
    page.get_by_role("link", name="Show how to watch").click()
    expect(page.locator(".join")).to_be_visible()
    page.get_by_role("link", name="Hide how to watch").click()
    page.get_by_role("link", name="Show how to watch").wait_for()
    expect(page.locator(".join")).to_be_hidden()


def test_totals_can_be_read_across_a_table(new_page, table):
    page = new_page(width=1180, height=820)
    page.goto(table)

    size = "(one) => parseFloat(getComputedStyle(one).fontSize)"
    assert page.locator(".total").first.evaluate(size) == pytest.approx(84, abs=1)
    assert violations_on(page) == []


def test_a_phone_on_its_side_shows_all_of_the_table(new_page, table):
    page = new_page(width=844, height=390)
    page.goto(table)

    seat = page.locator(".seat.near").bounding_box()
    assert seat["y"] + seat["height"] <= 390
    for place in (0, 1):
        box = page.locator(".corner").nth(place).bounding_box()
        assert box["y"] + box["height"] <= 390
        assert box["x"] + box["width"] <= seat["x"] or box["x"] >= seat["x"] + seat["width"]


OVERLAPS = """(one) => [...document.querySelectorAll(".seat, .middle, .corner, .choices a")]
.filter((other) => {
  const [a, b] = [one, other].map((element) => element.getBoundingClientRect());
  return b.width && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}).map((other) => other.className)"""


def test_the_code_to_watch_lies_over_nothing_and_is_large_enough(new_page, server):
    page, table = new_page(), address_of(server, LONG)
    for width, height, turn, least in (
        (1180, 820, "seats", 128),
        (820, 1180, "opposite", 128),
        (1920, 1080, "upright", 240),
        (844, 390, "seats&join=shown", 96),
        (390, 844, "seats&join=shown", 128),
        (320, 640, "upright&join=shown", 128),
    ):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{table}?turn={turn}")

        assert page.locator(".join").evaluate(OVERLAPS) == [], (width, height)
        assert page.locator(".join .qr").bounding_box()["width"] >= least
        assert page.evaluate(WIDER, "main *, header *, footer *") == []
