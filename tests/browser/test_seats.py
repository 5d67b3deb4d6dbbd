"""Who sits where, by taps."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from app.games import GAMES
from tests.browser.phone import TREX, Phone, reads
from tests.play import Played, keep_in

pytestmark = pytest.mark.browser


@pytest.fixture
def known(phone: Phone) -> Phone:
    """A phone on which the four have played before."""
    keep_in(phone.database, Played(GAMES["trex"], list(TREX[1])).match)
    return phone


def key(phone: Phone, name: str) -> Locator:
    return phone.page.locator(f".known-names button[value='{name}']")


def seats_hold(phone: Phone, *names: str) -> None:
    """Wait until so many seats stand there, with these names."""
    fields = phone.page.locator(".table .seat:not([hidden]) input")
    expect(fields).to_have_count(len(names))
    for place, name in enumerate(names):
        expect(fields.nth(place)).to_have_value(name)


def test_a_tap_on_a_name_sits_down_and_another_gets_up(known):
    known.page.goto("/matches/new?game=tribello")
    for name in ("Dino", "Anna", "Dino", "Carla"):
        key(known, name).click()

    seats_hold(known, "Carla", "Anna", "")
    reads(known.page.locator(".save"), "1 seat to fill")


@pytest.mark.parametrize(("width", "height"), [(390, 664), (320, 640), (844, 390)])
def test_all_of_a_new_match_is_seen_at_once_on_a_low_screen(known, width, height):
    known.page.set_viewport_size({"width": width, "height": height})
    known.page.goto("/matches/new?game=trex")
    page = known.page.locator("html")

    assert page.evaluate("page => page.scrollHeight - page.clientHeight") == 0
    assert key(known, "Dino").bounding_box()["height"] >= 48


def test_whoever_is_to_the_right_is_there_in_arabic_too(known):
    known.page.add_init_script(
        "addEventListener('DOMContentLoaded', () => document.documentElement.dir = 'rtl')"
    )
    known.page.goto("/matches/new?game=trex")
    second, fourth = (known.page.locator(f".table .seat-{at}").bounding_box() for at in (2, 4))

    assert second["x"] > fourth["x"]


def test_begin_pressed_too_early_leads_to_the_seat_that_is_empty(known):
    known.page.goto("/matches/new?game=tribello")
    key(known, "Anna").click()

    known.page.get_by_role("button", name="2 seats to fill").click(force=True)

    expect(known.page.locator("#player-1")).to_be_focused()


def test_enter_behind_a_name_goes_to_the_next_empty_seat_and_behind_the_last_it_begins(known):
    page = known.page
    page.goto("/matches/new?game=tribello")
    fields = page.locator(".table .seat input")
    fields.nth(2).fill("Carla")
    fields.nth(0).focus()

    for typed in ("Anna", "Bruno"):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")

    known.wait_for_table()
    assert [str(seat) for seat in known.standing.table.seats] == ["Anna", "Bruno", "Carla"]


def test_at_a_full_table_a_seat_and_then_a_name_puts_somebody_else_there(known):
    known.page.goto("/matches/new?game=tribello")
    for name in ("Anna", "Bruno", "Carla"):
        key(known, name).click()

    known.page.locator(".table .seat-2").click()
    key(known, "Dino").click()

    seats_hold(known, "Anna", "Dino", "Carla")


def test_so_many_seats_stand_there_as_people_play(known):
    page = known.page
    page.goto("/matches/new?game=torite")
    expect(known.page.locator(".table .seat:not([hidden])")).to_have_count(4)

    page.locator("label:has([name=players][value='2'])").click()
    for name in ("Anna", "Bruno", "Carla"):
        key(known, name).click()

    seats_hold(known, "Anna", "Bruno", "Carla")
    expect(page.locator("[name=players][value='3']")).to_be_checked()


def test_back_from_a_match_that_was_just_begun_leads_to_the_matches(phone):
    page = phone.page
    page.goto("/")
    page.goto("/matches/new?game=tribello")
    page.get_by_role("button", name="Begin").click()
    phone.wait_for_table()

    page.go_back()

    page.get_by_role("link", name="Continue").first.wait_for()
