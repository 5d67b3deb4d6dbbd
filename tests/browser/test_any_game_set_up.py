"""The set-up of a pad by taps: known titles, players one by one, sides, and its correction."""

from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from app.games import GAMES
from app.scoring import Event
from testkit.browser.phone import MARKED, comes_true, reads
from testkit.match import TEN_NAMES
from testkit.play import Played, keep_in

COUNT_TAPS = """
  sessionStorage.taps ??= 0;
  addEventListener("click", (event) => {
    if (event.isTrusted && event.detail) sessionStorage.taps++;
  }, true);
"""
"""Taps outlive the page on which they were made; what a key of the keyboard clicks is none."""


def phase_10_with_five():
    played = Played(GAMES["any_game"], TEN_NAMES[:5])
    played.answer({"title": "Phase 10", "wins": "lowest", "ends": "rounds", "rounds": 10})
    return played.match


@pytest.fixture
def pad(phone):
    """A phone on which five have played Phase 10."""
    keep_in(phone.database, phase_10_with_five())
    keep_in(phone.database, Played(GAMES["any_game"], TEN_NAMES[5:]).match)
    return phone


@contextmanager
def counted(phone, most):
    """Count the taps of what happens meanwhile; there may be so many at `most`."""
    phone.page.add_init_script(COUNT_TAPS)
    phone.page.goto("/")
    yield
    taps = phone.page.evaluate("Number(sessionStorage.taps)")
    print(f"\ntaps from the start page to the first digit: {taps}")
    assert taps <= most


def type_first_digit(page):
    page.wait_for_selector("#match")
    page.locator(".keypad button[value='7']").click()
    expect(page.locator(".row .well").first).to_have_value("7")


def fields_hold(page, **values):
    for name, value in values.items():
        field = page.locator(f"[name={name}]:checked, input[name={name}]:not([type])")
        expect(field).to_have_value(value)


def answered(page, act):
    """Do something of which the server is told, and wait for what it shows: nothing moves then."""
    with page.expect_response(lambda response: response.url.endswith("/matches/names")):
        act()
    page.wait_for_selector(f"body:not(:has({MARKED}))", state="attached")


def test_a_title_that_is_known_takes_four_taps_to_the_first_digit(pad):
    with counted(pad, 4):
        pad.page.get_by_role("link", name="Any game", exact=True).click()
        pad.page.get_by_role("link", name="Phase 10").click()
        pad.page.get_by_role("button", name="Begin").click()
        type_first_digit(pad.page)

    assert pad.match.players == (*TEN_NAMES[:5],)
    assert pad.standing.rule_choices["rounds"] == 10


def test_a_new_title_takes_five_taps_and_letters(pad):
    page = pad.page
    with counted(pad, 5):
        page.get_by_role("link", name="Any game", exact=True).click()
        page.locator("[name=title]").click()
        page.keyboard.type("Tichu")
        page.keyboard.press("Enter")
        for name in ("Mia", "Noah", "Olga"):
            page.keyboard.type(name)
            page.keyboard.press("Enter")
        page.get_by_role("button", name="Begin").click()
        type_first_digit(page)

    assert pad.match.players == ("Mia", "Noah", "Olga")
    assert str(pad.match.name) == "Tichu"


def test_a_known_title_fills_the_set_up_until_a_hand_has_changed_it(pad):
    page = pad.page
    page.goto("/matches/new?game=any_game")
    page.locator("[name=title]").fill("skyjo")
    fields_hold(page, wins="lowest", ends="points", target="100")
    answered(page, lambda: page.locator("[name=title]").fill("Wizard"))
    fields_hold(page, wins="highest", ends="rounds", rounds="30", keys="10, 20, 30")
    answered(page, page.locator(".more-seats").click)
    fields_hold(page, rounds="20")
    reads(page.locator("#more-in-short"), "keys +10 +20 +30 · dealer moves on")

    pad.choose_rules({"wins": "lowest"})
    page.locator("[name=title]").fill("Canasta")
    fields_hold(page, wins="lowest", ends="rounds", rounds="20")
    page.get_by_role("button", name="Canasta").click()
    fields_hold(page, wins="highest", ends="points", target="5000", title="Canasta")


def test_seats_are_added_to_ten_and_sides_named_by_taps(pad):
    page = pad.page
    page.goto("/matches/new?game=any_game")
    for name in TEN_NAMES[5:]:
        page.locator(f".known-names button[value='{name}']").click()
    seats = page.locator(".table .seat:not([hidden]) input")
    expect(seats).to_have_count(5)
    page.locator(".table .seat-1").click()
    page.locator(".table .seat-3").click()
    expect(seats.first).to_have_value("Hugo")

    pad.choose_rules({"sides": "named"})
    keys = page.locator(".side-of:not([hidden]) button")
    expect(keys).to_have_text(["A", "B", "A", "B", "A"])
    expect(page.locator("#side-of-0")).to_have_text("Hugo")
    keys.nth(1).click()
    keys.nth(3).click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".problem")).to_contain_text("Nobody plays on side B, but on C.")
    page.locator(".side-of:not([hidden]) button").nth(1).click(click_count=4)
    page.locator(".side-of:not([hidden]) button").nth(3).click(click_count=4)
    page.get_by_role("button", name="Begin").click()
    pad.wait_for_table()

    assert pad.standing.rule_choices["sides"] == "ABABA"
    assert [len(side.seats) for side in pad.standing.sides] == [3, 2]


def test_an_eleventh_seat_is_not_offered_and_empty_ones_are_left_out(pad):
    page = pad.page
    page.goto("/matches/new?game=any_game")
    more = page.locator(".more-seats")
    for _seat in range(8):
        more.click()
    expect(more).to_be_hidden()
    expect(page.locator(".table .seat:not([hidden])")).to_have_count(10)
    page.fill("#player-0", "Mia")
    page.fill("#player-9", "Noah")
    page.get_by_role("button", name="Begin").click()
    pad.wait_for_table()

    assert pad.match.players == ("Mia", "Noah")


@pytest.mark.parametrize(("width", "height"), [(390, 664), (320, 640)])
@pytest.mark.parametrize("ends", ["rounds", "points"])
def test_all_of_the_form_is_seen_at_once_with_five(width, height, ends, pad):
    page = pad.page
    before = keep_in(pad.database, phase_10_with_five())
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/matches/new?game=any_game&from={before}")
    pad.choose_rules({})
    page.locator(f"label:has([name=ends][value={ends}])").click()

    spare = page.evaluate("innerHeight - document.documentElement.scrollHeight")
    begin = page.get_by_role("button", name="Begin")
    assert begin.bounding_box()["y"] + 48 < height, "it sticks to the foot"
    assert spare >= (0 if width == 390 or ends == "rounds" else -60)


def test_the_set_up_is_corrected_beside_the_question_and_says_what_no_longer_fits(pad):
    played = Played(GAMES["any_game"], TEN_NAMES[:4])
    played.answer({"title": "Rook"})
    for number in (1, 2, 3):
        event = Event("entry", number, "points", [50, 5, 0, 20])
        played.match = played.match.accept(event)
    pad.open(played.match)
    page = pad.page
    page.get_by_role("link", name="set-up").click()
    page.locator("label:has([name=ends][value=points])").click()
    proof = page.locator("#proof")
    expect(proof).to_contain_text("The match would be over. Anna reached 100.")
    page.locator("label:has([name=ends][value=open])").click()
    pad.choose_rules({"sides": "opposite"})
    expect(proof).to_contain_text("3 of 3 rounds no longer fit: 2 numbers to enter again for each.")
    page.get_by_role("button", name="Save and look at deal 1").click()

    pad.wait_for_table()
    assert [str(side) for side in pad.standing.sides] == ["Anna & Carla", "Bruno & Dino"]
    assert comes_true(page, "document.querySelectorAll('.row.cluster').length === 2")


def test_what_is_being_typed_is_not_filled_by_a_known_title(pad):
    page = pad.page
    page.goto("/matches/new?game=any_game")
    page.locator("[name=title]").fill("Skyjo")
    # The first digit is what the foot of the form hears of: one of two players has a name.
    page.locator(f".known-names button[value='{TEN_NAMES[5]}']").click()
    page.locator("[name=target]").select_text()
    page.keyboard.type("150")

    fields_hold(page, wins="lowest", ends="points", target="150")


def test_what_was_begun_is_there_again_after_the_page_was_loaded_anew(pad):
    page = pad.page
    page.goto("/matches/new?game=any_game")
    page.locator("[name=title]").fill("Skyjo")
    for name in TEN_NAMES[5:8]:
        page.locator(f".known-names button[value='{name}']").click()
    page.locator("[name=target]").select_text()
    page.keyboard.type("150")
    page.keyboard.press("Tab")
    page.reload()

    fields_hold(page, title="Skyjo", wins="lowest", ends="points", target="150")
    seats = page.locator(".table .seat:not([hidden]) input")
    expect(seats).to_have_count(3)
    expect(seats.last).to_have_value("Hugo")
