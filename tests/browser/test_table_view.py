"""The table view on screens of any size: who sits at its sides can read their name and total."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from app.games import GAMES
from tests.browser.conftest import Server
from tests.browser.test_accessible import LONG, WIDER, look_at
from tests.play import Played, keep_in

pytestmark = pytest.mark.browser


def table_of(server: Server, names: list[str]) -> str:
    """The table view of a match of Tribello in which the second player deals."""
    played = Played(GAMES["tribello"], names)
    for answer in ({}, "clubs", [7, 4, 2], "hearts"):
        played.answer(answer)
    return f"/matches/{keep_in(server.database, played.match)}/table"


def test_a_side_seat_that_deals_keeps_its_name_on_a_phone(new_page, server: Server) -> None:
    page = new_page()
    page.goto(table_of(server, ["Anna", "Bruno", "Carla"]))

    box = page.locator(".seat.left .name").bounding_box()

    assert box
    assert box["height"] > 2 * box["width"] > 30  # written down the screen


def test_totals_can_be_read_across_a_table(new_page, server: Server) -> None:
    page = new_page(width=1180, height=820)
    page.goto(table_of(server, ["Anna", "Bruno", "Carla"]))

    size = page.locator(".total").first.evaluate(
        "(one) => parseFloat(getComputedStyle(one).fontSize)"
    )

    assert size == pytest.approx(84, abs=1)
    assert look_at(page) == []


@pytest.mark.parametrize("turn", ["seats", "upright", "opposite"])
def test_the_smallest_phone_holds_long_names_and_large_text(
    new_page, server: Server, turn: str
) -> None:
    page = new_page(width=320, height=640, bypass_csp=True)
    page.goto(f"{table_of(server, LONG[:3])}?turn={turn}")
    for size in ("100%", "200%"):
        page.add_style_tag(content=f":root {{ font-size: {size}; }}")

        assert page.evaluate(WIDER) == [], size


def test_a_phone_on_its_side_shows_all_of_the_table(new_page, server: Server) -> None:
    page = new_page(width=844, height=390)
    page.goto(table_of(server, ["Anna", "Bruno", "Carla"]))
    near, *corners = [
        page.locator(part) for part in (".seat.near", ".corner >> nth=0", ".corner >> nth=1")
    ]

    seat = near.bounding_box()
    assert seat["y"] + seat["height"] <= 390
    for corner in corners:
        box = corner.bounding_box()
        assert box["y"] + box["height"] <= 390
        assert box["x"] + box["width"] <= seat["x"] or box["x"] >= seat["x"] + seat["width"]


CORNERS = ".seat, .middle, .corner, .choices a"
OVERLAPS = """(one) => [...document.querySelectorAll(%r)].filter((other) => {
  const [a, b] = [one, other].map((element) => element.getBoundingClientRect());
  return b.width && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}).map((other) => other.className)"""


SIZES = [
    (1180, 820, "seats", 128),
    (820, 1180, "opposite", 128),
    (1920, 1080, "upright", 240),
    (844, 390, "seats&join=shown", 96),
    (390, 844, "seats&join=shown", 128),
    (320, 640, "upright&join=shown", 128),
]
"""Screens, which way up, and how large the code is at least."""


def test_the_code_to_watch_lies_over_nothing_and_is_large_enough(new_page, server: Server) -> None:
    page, table = new_page(), table_of(server, LONG[:3])
    for width, height, turn, least in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{table}?turn={turn}")

        assert page.locator(".join").evaluate(OVERLAPS % CORNERS) == [], (width, height)
        assert page.locator(".join .qr").bounding_box()["width"] >= least
        assert page.evaluate(WIDER) == []


def test_a_phone_shows_the_code_to_watch_only_where_it_is_asked_for(
    new_page, server: Server
) -> None:
    page = new_page()
    page.goto(table_of(server, ["Anna", "Bruno", "Carla"]))
    expect(page.locator(".join")).to_be_hidden()

    page.get_by_role("link", name="Show how to watch").click()
    expect(page.locator(".join")).to_be_visible()
    page.get_by_role("link", name="Hide how to watch").click()
    page.get_by_role("link", name="Show how to watch").wait_for()
    expect(page.locator(".join")).to_be_hidden()
