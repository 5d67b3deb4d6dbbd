"""The pad of suits and ranks, the cards of a deck, and their symbols, by taps."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from app.games.trico.house_rules import HOUSE_DECK
from tests.browser.phone import FOUR, Phone, mentions, press, reads, tap

pytestmark = pytest.mark.browser

WITH_DECK = {"entry": "deck", "deck": HOUSE_DECK}


def test_a_suit_and_a_rank_in_either_order_make_a_card(phone: Phone) -> None:
    phone.sit_down("torite", FOUR, [6, 4, 2, 0])
    page = phone.page

    for key in ("H", "K", "7", "H"):
        page.locator(f".card-pad button[value='{key}']").click()

    active = page.locator(".row.active .who b")
    reads(page.locator(".card-well b"), ["K", "7", "", ""])
    reads(active, "Carla")
    # The suit that is left already can be left once more, but no card twice.
    press(page.locator(".suit-key[value='H']"))
    expect(page.locator(".rank-key[value='K']")).to_be_disabled()
    expect(page.locator(".rank-key[value='2']")).to_be_enabled()
    page.locator(".card-pad .erase").click()
    page.locator(".card-pad .erase").click()
    reads(page.locator(".card-well b"), ["K", "", "", ""])
    reads(active, "Bruno")


def test_the_last_card_has_the_suit_that_is_left_until_another_is_tapped(phone: Phone) -> None:
    phone.sit_down("torite", FOUR, [6, 4, 2, 0])
    page = phone.page

    def tap(*keys: str) -> None:
        for key in keys:
            press(page.locator(f".card-pad button[value='{key}']"))

    tap("H", "K", "S", "7", "C", "9")
    given = page.locator(".row.given .card-well")
    expect(given).to_have_attribute("data-suit", "D")
    page.locator(".card-pad .erase").click()
    reads(page.locator(".card-well b"), ["K", "7", "", ""])
    expect(given).to_have_count(0)
    # Who names the suit all the same does not take it away.
    tap("C", "9", "D", "5")
    reads(page.locator(".card-well b"), ["K", "7", "9", "5"])
    page.locator(".row").nth(3).click()
    tap("H", "4")
    phone.save()
    phone.wait_for_line(3)
    assert phone.standing.outcome.lost_because == ("suits",)


def test_the_card_set_aside_is_the_fourth_row_of_one_save(phone: Phone) -> None:
    phone.sit_down("torite", FOUR[:3], [8, 4, 0])
    page = phone.page
    save = page.locator("#prompt .save")

    for key in ("H", "K", "S", "7", "D", "5"):
        page.locator(f".card-pad button[value='{key}']").click()
    reads(page.locator(".row .who b"), ["Anna", "Bruno", "Carla", "Card set aside"])
    reads(save, "1 card to place")
    page.locator(".card-pad button[value='9']").click()
    phone.wait_for_proof()
    phone.save()
    phone.wait_for_line(4)

    assert phone.standing.outcome.won
    assert phone.match.answers[1]["aside"] == "9C"


def test_the_third_card_goes_on_and_a_second_tap_takes_it_back(phone: Phone) -> None:
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


def test_arrows_of_a_keyboard_move_to_whose_cards_are_asked_for(phone: Phone) -> None:
    phone.sit_down("trico", FOUR[:3], **WITH_DECK)
    phone.page.locator(".row .turn").first.focus()

    phone.page.keyboard.press("ArrowDown")

    reads(phone.page.locator("#ask .whole"), "Which three did Bruno keep?")


def test_a_row_that_cannot_be_is_marked_and_named_and_its_numbers_can_be_changed(
    phone: Phone,
) -> None:
    phone.sit_down("trico", FOUR[:2], entry="counts")
    page = phone.page
    faulty = page.locator(".row:has(.who .problem)")

    tap(phone, 1, 0, 0, 0, 0, 2)

    expect(faulty).to_have_count(1)
    mentions(faulty, "Bruno")
    mentions(page.locator("#hints"), "Bruno: no set or pair, so large cards score nothing")
    page.locator(".well").nth(4).click()
    tap(phone, 1)
    expect(faulty).to_have_count(0)
    phone.wait_for_proof()


def test_a_row_is_found_wrong_before_the_others_are_entered(phone: Phone) -> None:
    phone.sit_down("trico", FOUR[:3], entry="counts")

    tap(phone, 0, 2, 0)

    mentions(phone.page.locator("#hints"), "Anna: without a set only one pair scores, not 2")


def test_a_card_shows_in_its_place_what_was_tapped_and_the_question_whose_it_is(
    phone: Phone,
) -> None:
    phone.sit_down("trico", FOUR[:2], entry="symbols")
    page = phone.page
    question, slots = page.locator("#ask .whole"), page.locator(".slot")
    reads(question, "What do Anna’s cards show?")

    for symbol in ("spade", "heart", "acorn", "heart"):
        page.locator(f".panel.active label:has([name$='has.{symbol}'])").click()

    expect(slots.first.locator(".mark:not(.large) .symbol")).to_have_count(2)
    expect(slots.first.locator(".mark.large .heart")).to_have_count(1)
    slots.nth(3).click()
    reads(question, "What do Bruno’s cards show?")
    expect(page.get_by_role("button", name="Other symbol")).to_be_visible()


def test_a_second_tap_makes_a_symbol_large_and_a_third_takes_it_away(phone: Phone) -> None:
    phone.sit_down("trico", FOUR[:2], entry="symbols")
    page = phone.page
    heart = page.locator(".panel.active label:has([name$='has.heart'])")
    marks = ".panel.active [name*='heart']"

    for wanted in ([True, False], [True, True], [False, False]):
        heart.click()

        for mark, is_checked in enumerate(wanted):
            expect(page.locator(marks).nth(mark)).to_be_checked(checked=is_checked)


QUESTIONS = (
    ("torite", 4, [[6, 4, 2, 0]], {}),
    ("torite", 3, [[8, 4, 0]], {}),
    ("trico", 3, [], WITH_DECK),
    ("trico", 3, [], {"entry": "symbols"}),
    ("trico", 3, [], {"entry": "counts"}),
)


@pytest.mark.parametrize(("game", "players", "answers", "rules"), QUESTIONS)
def test_every_key_and_save_are_in_sight_without_scrolling(
    phone: Phone, game: str, players: int, answers: list, rules: dict
) -> None:
    phone.sit_down(game, FOUR[:players], *answers, **rules)

    for width, height in ((390, 844), (390, 664), (320, 640), (844, 390)):
        phone.page.set_viewport_size({"width": width, "height": height})

        sizes = phone.page.evaluate(
            "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
        )
        assert sizes == [height, width]
        keys = phone.page.locator("#prompt :is(.keypad, .face-keys) :is(button, label):visible")
        edges = keys.evaluate_all("keys => keys.map((key) => [key.offsetWidth, key.offsetHeight])")
        assert min(map(min, edges), default=48) >= 48, (width, height)


CORRECTED = (
    ("torite", 4, [[6, 4, 2, 0], ["KH", "7S", "9C", "5D"]], {}, "left"),
    ("trico", 2, [[[2, 5, 9], [1, 3, 6]]], WITH_DECK, "saved"),
)


@pytest.mark.parametrize(("game", "players", "answers", "rules", "key"), CORRECTED)
def test_cards_are_corrected_without_scrolling(
    phone: Phone, game: str, players: int, answers: list, rules: dict, key: str
) -> None:
    phone.sit_down(game, FOUR[:players], *answers, **rules)
    phone.page.goto(f"{phone.page.url}/deals/1/{key}")

    for width, height in ((390, 844), (390, 664), (320, 640), (844, 390)):
        phone.page.set_viewport_size({"width": width, "height": height})

        assert phone.page.evaluate("document.documentElement.scrollHeight") == height
        bar = phone.page.locator(".correction .bar").bounding_box()
        tabs = 0 if height < 480 else phone.page.locator(".tabs").bounding_box()["height"]
        assert bar["y"] + bar["height"] == pytest.approx(height - tabs, abs=2)


def test_whether_a_win_is_in_reach_is_in_sight_on_every_screen(phone: Phone) -> None:
    phone.sit_down("torite", FOUR)
    for number in (7, 4):
        phone.page.locator(f".keypad button[value='{number}']").click()
    remark = phone.page.locator("#remark", has_text="You can no longer win")
    remark.wait_for()

    for width, height in ((390, 844), (390, 664), (320, 640), (844, 390)):
        phone.page.set_viewport_size({"width": width, "height": height})

        line, bar = remark.bounding_box(), phone.page.locator("#prompt .bar").bounding_box()
        assert line["y"] + line["height"] <= bar["y"], (width, height)
