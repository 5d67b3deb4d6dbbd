"""What makes a stranger hesitate at the table: a way back, and keys that stay where they are."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phone import FOUR, SECOND_TAP, TREX, Phone, reads, stop_clock, tap, wells_hold

pytestmark = pytest.mark.browser


def test_a_wrong_contract_can_be_changed_until_its_deal_is_scored(phone: Phone) -> None:
    phone.sit_down(*TREX, 0, "slaps")
    page = phone.page
    tap(phone, 2)
    page.locator(".board").get_by_role("link", name="Slaps Change").click()
    reads(page.locator(".changing"), re.compile("Changing this deal"))
    page.locator("label.option", has_text="Diamonds").click()
    page.get_by_role("button", name="Save the change").click()

    reads(page.locator(".board .named b"), "Diamonds")
    reads(page.locator("#ask"), "Diamonds: how many each?")
    assert page.url.endswith(f"/matches/{phone.match_id}")


def test_the_owner_of_the_first_kingdom_can_be_changed_as_well(phone: Phone) -> None:
    phone.sit_down(*TREX, 0)
    page = phone.page
    page.locator(".board").get_by_role("link", name="Anna Change").click()
    page.locator("label.option", has_text="Carla").click()
    page.get_by_role("button", name="Save the change").click()

    reads(page.locator("#ask"), "Carla, name the contract")


def test_a_contract_that_was_left_cannot_be_named_otherwise(phone: Phone) -> None:
    queens = {"QS": 0, "QH": 1, "QD": 2, "QC": 0}
    scored = ("king", None, 2, "queens", None, queens, "diamonds", [2, 6, 0, 5])
    phone.sit_down(*TREX, 0, *scored, "slaps", [1, 3, 4, 5])

    reads(phone.page.locator(".board .deal b"), "Trex")
    expect(phone.page.locator(".board .named")).to_have_count(0)


def test_partners_see_whose_kingdom_it_is(phone: Phone) -> None:
    phone.sit_down(*TREX, 1, "slaps", partners=True)

    reads(phone.page.locator(".sides .name").nth(1), re.compile("Bruno"))
    expect(phone.page.locator(".sides .name .owns")).to_have_count(1)


def test_each_contract_keeps_its_place_through_a_kingdom(phone: Phone) -> None:
    queens = {"QS": 0, "QH": 1, "QD": 2, "QC": 0}
    phone.sit_down(*TREX, 0)
    before = places_of_tiles(phone)
    phone.sit_down(*TREX, 0, "queens", None, queens)

    assert places_of_tiles(phone) == before
    expect(phone.page.locator(".option.played")).to_have_count(1)
    reads(phone.page.locator(".option.played s"), "Queens")
    expect(phone.page.locator("#prompt button.option")).to_have_count(4)


def places_of_tiles(phone: Phone) -> dict[str, tuple[float, float]]:
    """Where each contract can be tapped, or lies greyed."""
    tiles = phone.page.locator(".options .option")
    boxes = {}
    for tile in tiles.all():
        box = tile.bounding_box()
        assert box is not None
        boxes[tile.locator("b, s").first.inner_text()] = (box["x"], box["y"])
    return boxes


def test_the_second_half_of_a_slow_double_tap_enters_no_number(phone: Phone) -> None:
    phone.sit_down(*TREX, 0)
    page = phone.page
    stop_clock(page, 5_000)
    box = page.locator(".option", has_text="Trex").bounding_box()
    assert box is not None
    x, y = box["x"] + 30, box["y"] + 30
    page.mouse.click(x, y)
    page.wait_for_selector("#match input[name=after][value='3']", state="attached")
    page.clock.run_for(500)
    page.mouse.click(x, y)

    expect(page.locator("[data-places] [aria-pressed=true]")).to_have_count(0)


def test_a_finger_that_came_down_too_early_enters_no_number(phone: Phone) -> None:
    phone.sit_down(*TREX, 0)
    page = phone.page
    stop_clock(page, 5_000)
    page.locator(".option", has_text="Slaps").click()
    page.wait_for_selector("#match input[name=after][value='3']", state="attached")
    page.locator(".keypad button[value='0']").hover()
    page.clock.run_for(300)
    page.mouse.down()
    page.clock.run_for(100)
    page.mouse.up()

    wells_hold(phone, "", "", "", "")


def test_a_tap_on_begin_after_enter_opens_nothing(phone: Phone) -> None:
    page = phone.page
    page.goto("/matches/new?game=trex")
    for place, name in enumerate(FOUR):
        page.fill(f"#player-{place}", name)
    box = page.get_by_role("button", name="Begin").bounding_box()
    assert box is not None
    stop_clock(page, 5_000)
    page.keyboard.press("Enter")
    page.locator("#prompt .bar .tool").hover()
    page.wait_for_load_state()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    page.wait_for_timeout(500)
    expect(page.locator("dialog.rules")).to_have_count(0)
    assert page.url.endswith(f"/matches/{phone.match_id}")
    page.clock.run_for(SECOND_TAP)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("dialog.rules")).to_be_visible()
