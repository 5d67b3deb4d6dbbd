"""Choices at the thumb: one tap names a contract, places are filled one after the other."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator

from tests.browser.phone import TREX, Phone, mentions, reads

pytestmark = pytest.mark.browser


@pytest.fixture
def laying(phone: Phone) -> Phone:
    """A match of Trex that asks who went out when."""
    phone.sit_down(*TREX, 0, "trex")
    return phone


def go_out(phone: Phone, *names: str) -> None:
    for name in names:
        phone.page.locator("[data-places] button", has_text=name).click()


def places(phone: Phone) -> Locator:
    """Who is shown in each place, or what is asked there."""
    return phone.page.locator(".places .who:visible b")


def save(phone: Phone) -> Locator:
    return phone.page.locator("#prompt .save")


def test_the_last_place_follows_and_nothing_is_saved_by_itself(laying: Phone) -> None:
    go_out(laying, "Dino", "Anna")
    reads(places(laying), ["Dino", "Anna", "Who is third out?", "the last player"])
    reads(laying.page.locator("#says"), "Anna second out, +150.")
    reads(save(laying), "2 places to fill")

    with laying.page.expect_response("**/preview"):
        go_out(laying, "Carla")

    reads(places(laying), ["Dino", "Anna", "Carla", "Bruno"])
    reads(save(laying), "Save the layout")
    laying.page.clock.fast_forward(60_000)
    assert laying.match.last_line == 3
    laying.save()
    laying.wait_for_line(4)
    assert laying.standing.totals == (150, 50, 100, 200)
    mentions(laying.page.locator("#saved"), "Dino +200")


def test_a_second_tap_takes_a_place_back_and_closes_the_gap(laying: Phone) -> None:
    go_out(laying, "Dino", "Anna", "Carla")

    go_out(laying, "Dino")

    reads(places(laying), ["Anna", "Carla", "Who is third out?", "the last player"])
    keys = laying.page.locator("[data-places] button[aria-pressed=true] small")
    reads(keys, ["1st", "2nd"])
    go_out(laying, "Bruno")
    go_out(laying, "Dino")  # the last player: the last tap is taken back
    reads(places(laying), ["Anna", "Carla", "Who is third out?", "the last player"])


def test_what_was_tapped_outlives_a_reload(laying: Phone) -> None:
    go_out(laying, "Dino", "Anna", "Carla")

    laying.page.reload()
    laying.page.locator(".row.rest").wait_for()

    reads(places(laying), ["Dino", "Anna", "Carla", "Bruno"])


def test_too_early_leads_to_who_is_still_open(laying: Phone) -> None:
    go_out(laying, "Anna")

    laying.page.locator("#prompt .save").dispatch_event("click")

    reads(laying.page.locator("[data-places] button:focus"), re.compile("Bruno$"))
    assert laying.match.last_line == 3


def test_one_tap_names_the_contract_and_undo_takes_it_back(phone: Phone) -> None:
    phone.sit_down(*TREX, 0)

    phone.page.get_by_role("button", name="Slaps").click()
    phone.wait_for_line(3)
    mentions(phone.page.locator("#saved"), "Anna named Slaps")
    phone.page.locator("#saved").get_by_role("button", name="Undo").click()
    phone.wait_for_line(4)

    assert phone.standing.prompt.key == "contract"


def test_however_long_the_name_what_was_saved_says_how_many_points(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 320, "height": 640})
    phone.sit_down("trex", ["W" * 200, "Bruno", "Carla", "Dino"], 0, "king")
    phone.page.locator(".card-row label").first.click()
    phone.wait_for_proof()
    phone.save()
    phone.wait_for_line(4)
    toast = phone.page.locator("#saved")
    points = toast.get_by_text("−75").bounding_box()
    undo = toast.get_by_role("button").bounding_box()
    around = toast.bounding_box()

    assert points["x"] + points["width"] <= undo["x"]
    assert points["y"] + points["height"] <= around["y"] + around["height"]


@pytest.mark.parametrize(("width", "height"), [(390, 664), (320, 640), (844, 390)])
def test_every_choice_fits_without_scrolling(new_page, server, width: int, height: int) -> None:
    phone = Phone(new_page(width=width, height=height), server.database)
    hidden = "document.documentElement.scrollHeight - innerHeight"
    for answers in ([], [0], [0, "slaps", [1, 3, 4, 5]], [0, "trex"], [0, "diamonds"]):
        phone.sit_down(*TREX, *answers)

        assert phone.page.evaluate(hidden) <= 0, answers
    phone.page.goto(f"{phone.page.url}/void")
    assert phone.page.evaluate(hidden) <= 0


def test_the_seats_are_put_right_with_the_same_keys(laying: Phone) -> None:
    page, table = laying.page, laying.page.url
    page.goto(f"{table}/seats")

    go_out(laying, "Anna", "Carla", "Bruno")
    page.locator("#prompt .save").click()

    page.get_by_role("button", name="Save").click()
    page.wait_for_url(table)
    assert [str(seat) for seat in laying.standing.table.seats] == ["Anna", "Carla", "Bruno", "Dino"]
