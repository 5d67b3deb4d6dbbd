"""The pad of suits and ranks, the cards of a deck, their symbols, and places, by taps."""

import re

import pytest
from playwright.sync_api import expect

from app.games.trico.house_rules import HOUSE_DECK
from testkit.browser.phone import FOUR, TREX, mentions, reads, stop_clock, tap, tap_key

WITH_DECK = {"entry": "deck", "deck": HOUSE_DECK}


def name(phone, *keys):
    """Tap suits, ranks and `erase` of the pad of cards."""
    for key in keys:
        tap_key(phone.page.locator(f".card-pad button:is([value='{key}'], [class~='{key}'])"))


def test_a_suit_and_a_rank_in_either_order_make_a_card(phone):
    phone.sit_down("torite", FOUR, [6, 4, 2, 0])
    page = phone.page

    name(phone, "H", "K", "7", "H")

    active = page.locator(".row.active .who b")
    reads(page.locator(".card-well b"), ["K", "7", "", ""])
    reads(active, "Carla")
    # The suit that is left already can be left once more, but no card twice.
    tap_key(page.locator(".suit-key[value='H']"))
    expect(page.locator(".rank-key[value='K']")).to_be_disabled()
    expect(page.locator(".rank-key[value='2']")).to_be_enabled()
    name(phone, "erase", "erase")
    reads(page.locator(".card-well b"), ["K", "", "", ""])
    reads(active, "Bruno")


def test_a_wrong_suit_or_rank_is_put_right_by_one_key(phone):
    phone.sit_down("torite", FOUR, [6, 4, 2, 0])
    page = phone.page
    suits = page.locator(".card-well")
    name(phone, "S", "7", "H", "K")

    page.locator(".row").first.click()
    name(phone, "D")
    reads(page.locator(".card-well b"), ["7", "K", "", ""])
    expect(suits.first).to_have_attribute("data-suit", "D")
    reads(page.locator(".row.active .who b"), "Carla")
    name(phone, "C", "9", "S", "5")
    reads(page.locator(".row.active .who b"), "Dino")  # no key is dead once all cards are there
    name(phone, "4")
    reads(page.locator(".card-well b"), ["7", "K", "9", "4"])
    expect(suits.last).to_have_attribute("data-suit", "S")

    # What would be another one's card names it anew.
    page.locator(".row").nth(1).click()
    name(phone, "9")
    reads(page.locator(".card-well b"), ["7", "9", "9", "4"])
    name(phone, "C")
    reads(page.locator(".card-well b"), ["7", "", "9", "4"])


def test_the_last_card_has_the_suit_that_is_left_until_another_is_tapped(phone):
    phone.sit_down("torite", FOUR, [6, 4, 2, 0])
    page = phone.page

    name(phone, "H", "K", "S", "7", "C", "9")
    given = page.locator(".row.given .card-well")
    expect(given).to_have_attribute("data-suit", "D")
    name(phone, "erase")
    reads(page.locator(".card-well b"), ["K", "7", "", ""])
    expect(given).to_have_count(0)
    # Who names the suit all the same does not take it away.
    name(phone, "C", "9", "D", "5")
    reads(page.locator(".card-well b"), ["K", "7", "9", "5"])
    page.locator(".row").nth(3).click()
    name(phone, "H", "4")
    phone.save()
    phone.wait_for_line(3)
    assert phone.standing.outcome.lost_because == ("suits",)


def test_the_card_set_aside_is_the_fourth_row_of_one_save(phone):
    phone.sit_down("torite", FOUR[:3], [8, 4, 0])
    page = phone.page
    save = page.locator("#prompt .save")

    name(phone, "H", "K", "S", "7", "D", "5")
    reads(page.locator(".row .who b"), ["Anna", "Bruno", "Carla", "Card set aside"])
    reads(save, "1 card to place")
    name(phone, "9")
    phone.wait_for_proof()
    phone.save()
    phone.wait_for_line(4)

    assert phone.standing.outcome.won
    assert phone.match.answers[1]["aside"] == "9C"


def test_the_third_card_goes_on_and_a_second_tap_takes_it_back(phone):
    phone.sit_down("trico", FOUR[:3], **WITH_DECK)
    page = phone.page
    question, save = page.locator("#ask .whole"), page.locator("#prompt .save")
    reads(question, "Which three did Anna keep?")

    for number in (2, 5, 9, 1, 3):
        page.locator(f"[data-number='{number}']").click()

    reads(question, "Which three did Bruno keep?")
    page.locator("[data-number='4']").click()
    reads(page.locator(".row.rest .slot"), ["6", "7", "8"])
    page.locator("[data-number='5']").click()
    reads(question, "Which three did Anna keep?")
    reads(save, "4 cards to choose")
    page.locator("[data-number='8']").click()
    reads(page.locator(".slot"), ["2", "8", "9", "1", "3", "4", "5", "6", "7"])
    page.locator(".row .points b").nth(2).wait_for()
    page.locator(".row .turn").first.focus()
    page.keyboard.press("ArrowDown")
    reads(question, "Which three did Bruno keep?")


def test_a_row_that_cannot_be_is_marked_and_named_and_its_numbers_can_be_changed(phone):
    phone.sit_down("trico", FOUR[:2], entry="counts")
    page = phone.page
    faulty = page.locator(".row:has(.who .problem)")

    tap(phone, 0, 2, 0)
    mentions(page.locator("#hints"), "Anna: without a set only one pair scores, not 2")
    page.locator(".well").nth(0).click()
    tap(phone, 1, 0, 0, 0, 0, 2)

    expect(faulty).to_have_count(1)
    mentions(faulty, "Bruno")
    mentions(page.locator("#hints"), "Bruno: no set or pair, so large cards score nothing")
    page.locator(".well").nth(4).click()
    tap(phone, 1)
    expect(faulty).to_have_count(0)
    phone.wait_for_proof()


def test_a_card_shows_what_was_tapped_large_by_a_second_tap_and_none_by_a_third(phone):
    phone.sit_down("trico", FOUR[:2], entry="symbols")
    page = phone.page
    question, slots = page.locator("#ask .whole"), page.locator(".slot")
    reads(question, "What do Anna’s cards show?")

    for symbol in ("spade", "heart", "acorn", "heart"):
        page.locator(f".panel.active label:has([name$='has.{symbol}'])").click()

    large = page.locator(".panel.active [name*='heart']").nth(1)
    expect(large).to_be_checked()
    expect(slots.first.locator(".mark:not(.large) .symbol")).to_have_count(2)
    expect(slots.first.locator(".mark.large .heart")).to_have_count(1)
    page.locator(".panel.active label:has([name$='has.heart'])").click()
    expect(large).not_to_be_checked()
    expect(page.locator(".panel.active [name*='heart']").first).not_to_be_checked()
    slots.nth(3).click()
    reads(question, "What do Bruno’s cards show?")
    expect(page.get_by_role("button", name="Other symbol")).to_be_visible()


def test_whether_a_win_is_in_reach_is_in_sight_on_every_screen(phone):
    phone.sit_down("torite", FOUR)
    for number in (7, 4):
        phone.page.locator(f".keypad button[value='{number}']").click()
    remark = phone.page.locator("#remark", has_text="You can no longer win")
    remark.wait_for()

    for width, height in ((390, 844), (390, 664), (320, 640), (844, 390)):
        phone.page.set_viewport_size({"width": width, "height": height})

        line, bar = remark.bounding_box(), phone.page.locator("#prompt .bar").bounding_box()
        assert line["y"] + line["height"] <= bar["y"], (width, height)
        length = phone.page.evaluate("document.documentElement.scrollHeight")
        assert length == height, f"{width}×{height}: {length} long"


# --- places, filled one after the other


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
    reads(save(laying), "Save the order")
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


def test_however_long_the_name_what_was_saved_says_how_many_points(phone):
    phone.page.set_viewport_size({"width": 320, "height": 640})
    phone.sit_down("trex", ["W" * 200, "Bruno", "Carla", "Dino"], 0, "king")
    phone.page.locator(".card-row label").first.click()
    phone.wait_for_proof()
    phone.save()
    phone.wait_for_line(4)
    stop_clock(phone.page)  # it is said for five seconds
    toast = phone.page.locator("#saved")
    points = toast.get_by_text("−75").bounding_box()
    undo, around = toast.get_by_role("button").bounding_box(), toast.bounding_box()

    assert points["x"] + points["width"] <= undo["x"]
    assert points["y"] + points["height"] <= around["y"] + around["height"]


@pytest.mark.parametrize(("width", "height"), [(390, 664), (320, 640)])
def test_what_was_undone_hides_neither_names_nor_save(width, height, phone):
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.sit_down("trex", ["Anna", "Old Bruno", "Carla", "Dino"], 0, "slaps", [4, 3, 2, 4])
    stop_clock(phone.page)  # it is said for five seconds
    phone.page.locator("#saved").get_by_role("button", name="Undo").click()

    toast = phone.page.locator("#saved", has_text="Undone")
    toast.evaluate("(toast) => toast.getAnimations().forEach((one) => one.finish())")
    box, button = toast.bounding_box(), toast.get_by_role("button").bounding_box()
    assert box["y"] + box["height"] <= phone.page.locator(".sides .name").first.bounding_box()["y"]
    assert button["height"] >= 44
