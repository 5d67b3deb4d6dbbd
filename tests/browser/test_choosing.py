"""Choices at the thumb: one tap names a contract, places are filled one after the other."""

import re

import pytest

from tests.browser.phone import TREX, mentions, reads


@pytest.fixture
def laying(phone):
    """A match of Trex that asks who went out when."""
    phone.sit_down(*TREX, 0, "trex")
    return phone


def go_out(phone, *names):
    for name in names:
        phone.page.locator("[data-places] button", has_text=name).click()


def places(phone):
    """Who is shown in each place, or what is asked there."""
    return phone.page.locator(".places .who:visible b")


def save(phone):
    return phone.page.locator("#prompt .save")


def test_the_last_place_follows_and_nothing_is_saved_by_itself(laying):
    go_out(laying, "Dino", "Anna")
    reads(places(laying), ["Dino", "Anna", "Who is third out?", "the last player"])
    reads(laying.page.locator("#says"), "Anna second out, +150.")
    reads(save(laying), "2 places to fill")
    save(laying).dispatch_event("click")  # too early: it leads to who is still open
    reads(laying.page.locator("[data-places] button:focus"), re.compile("Bruno$"))

    with laying.page.expect_response("**/preview"):
        go_out(laying, "Carla")

    laying.page.reload()
    laying.page.locator(".row.rest").wait_for()
    reads(places(laying), ["Dino", "Anna", "Carla", "Bruno"])
    reads(save(laying), "Save the layout")
    laying.page.clock.fast_forward(60_000)
    assert laying.match.last_line == 3
    laying.save()
    laying.wait_for_line(4)
    assert laying.standing.totals == (150, 50, 100, 200)
    mentions(laying.page.locator("#saved"), "Dino +200")


def test_a_second_tap_takes_a_place_back_and_closes_the_gap(laying):
    go_out(laying, "Dino", "Anna", "Carla")

    go_out(laying, "Dino")

    reads(places(laying), ["Anna", "Carla", "Who is third out?", "the last player"])
    keys = laying.page.locator("[data-places] button[aria-pressed=true] small")
    reads(keys, ["1st", "2nd"])
    go_out(laying, "Bruno")
    go_out(laying, "Dino")  # the last player: the last tap is taken back
    reads(places(laying), ["Anna", "Carla", "Who is third out?", "the last player"])


def test_one_tap_names_the_contract_and_undo_takes_it_back(phone):
    phone.sit_down(*TREX, 0)

    phone.page.get_by_role("button", name="Slaps").click()
    phone.wait_for_line(3)
    mentions(phone.page.locator("#saved"), "Anna named Slaps")
    phone.page.locator("#saved").get_by_role("button", name="Undo").click()
    phone.wait_for_line(4)

    assert phone.standing.prompt.key == "contract"


def test_however_long_the_name_what_was_saved_says_how_many_points(phone):
    phone.page.set_viewport_size({"width": 320, "height": 640})
    phone.sit_down("trex", ["W" * 200, "Bruno", "Carla", "Dino"], 0, "king")
    phone.page.locator(".card-row label").first.click()
    phone.wait_for_proof()
    phone.save()
    phone.wait_for_line(4)
    toast = phone.page.locator("#saved")
    points = toast.get_by_text("−75").bounding_box()
    undo, around = toast.get_by_role("button").bounding_box(), toast.bounding_box()

    assert points["x"] + points["width"] <= undo["x"]
    assert points["y"] + points["height"] <= around["y"] + around["height"]


def test_the_seats_are_put_right_with_the_same_keys(laying):
    page, table = laying.page, laying.page.url
    page.goto(f"{table}/seats")

    go_out(laying, "Anna", "Carla", "Bruno")
    page.locator("#prompt .save").click()

    page.get_by_role("button", name="Save").click()
    page.wait_for_url(table)
    assert [str(seat) for seat in laying.standing.table.seats] == ["Anna", "Carla", "Bruno", "Dino"]
