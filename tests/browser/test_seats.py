"""Who sits where, by taps."""

import pytest
from playwright.sync_api import expect

from app.games import GAMES
from tests.browser.phone import TREX, reads
from tests.play import Played, keep_in


@pytest.fixture
def known(phone):
    """A phone on which the four have played before."""
    keep_in(phone.database, Played(GAMES["trex"], TREX[1]).match)
    return phone


@pytest.fixture
def seating(known):
    """Its form for a new match of Tribello."""
    known.page.goto("/matches/new?game=tribello")
    return known


def tap(phone, *names):
    for name in names:
        phone.page.locator(f".known-names button[value='{name}']").click()


def seats_hold(phone, *names):
    """Wait until so many seats stand there, with these names."""
    fields = phone.page.locator(".table .seat:not([hidden]) input")
    expect(fields).to_have_count(len(names))
    for place, name in enumerate(names):
        expect(fields.nth(place)).to_have_value(name)


def test_a_tap_on_a_name_sits_down_and_another_gets_up_or_takes_a_place(seating):
    tap(seating, "Dino", "Anna", "Dino", "Carla")
    seats_hold(seating, "Carla", "Anna", "")
    reads(seating.page.locator(".save"), "1 seat to fill")
    seating.page.get_by_role("button", name="1 seat to fill").click(force=True)
    expect(seating.page.locator("#player-2")).to_be_focused()

    tap(seating, "Bruno")
    seating.page.locator(".table .seat-2").click()
    tap(seating, "Dino")

    seats_hold(seating, "Carla", "Dino", "Bruno")


def test_all_of_a_new_match_is_seen_at_once_on_a_low_screen(known):
    for width, height in ((390, 664), (320, 640), (844, 390)):
        known.page.set_viewport_size({"width": width, "height": height})
        known.page.goto("/matches/new?game=trex")
        page = known.page.locator("html")

        assert page.evaluate("page => page.scrollHeight - page.clientHeight") == 0, width
        key = known.page.locator(".known-names button[value='Dino']")
        assert key.bounding_box()["height"] >= 48


def test_whoever_is_to_the_right_is_there_in_arabic_too(known):
    known.page.add_init_script(
        "addEventListener('DOMContentLoaded', () => document.documentElement.dir = 'rtl')"
    )
    known.page.goto("/matches/new?game=trex")
    second, fourth = (known.page.locator(f".table .seat-{at}").bounding_box() for at in (2, 4))

    assert second["x"] > fourth["x"]


def test_enter_behind_a_name_goes_to_the_next_empty_seat_and_behind_the_last_it_begins(seating):
    fields = seating.page.locator(".table .seat input")
    fields.nth(2).fill("Carla")
    fields.nth(0).focus()

    for typed in ("Anna", "Bruno"):
        seating.page.keyboard.type(typed)
        seating.page.keyboard.press("Enter")

    seating.wait_for_table()
    assert [str(seat) for seat in seating.standing.table.seats] == ["Anna", "Bruno", "Carla"]


def test_so_many_seats_stand_there_as_people_play(known):
    page = known.page
    page.goto("/matches/new?game=torite")
    expect(page.locator(".table .seat:not([hidden])")).to_have_count(4)

    page.locator("label:has([name=players][value='2'])").click()
    tap(known, "Anna", "Bruno", "Carla")

    seats_hold(known, "Anna", "Bruno", "Carla")
    expect(page.locator("[name=players][value='3']")).to_be_checked()


def test_two_places_are_exchanged_by_a_tap_on_each(phone):
    page = phone.page
    page.goto("/matches/new?game=trex")
    for place, name in enumerate(TREX[1]):
        page.fill(f"#player-{place}", name)

    page.locator("#player-1").click()
    page.locator("#player-3").click()

    seats_hold(phone, "Anna", "Dino", "Carla", "Bruno")


def test_back_from_a_match_that_was_just_begun_leads_to_the_matches(phone):
    page = phone.page
    page.goto("/")
    page.goto("/matches/new?game=tribello")
    page.get_by_role("button", name="Begin").click()
    phone.wait_for_table()

    page.go_back()

    page.get_by_role("link", name="Continue").first.wait_for()
