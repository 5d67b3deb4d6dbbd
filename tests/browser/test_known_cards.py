"""Trico by symbols: cards that are known by their numbers, and those that cannot be right."""

import pytest

from app.games.trico.house_rules import HOUSE_DECK
from testkit.browser.phone import DOUBLE_TAP, FOUR, expect, mentions, reads

THREE = FOUR[:3]
ROUND = [[5, 2, 9], [7, 1, 3], [4, 6, 8]]


def shown(rows):
    return [[HOUSE_DECK[str(n)] | {"number": n} for n in hand] for hand in rows]


@pytest.fixture
def known(phone):
    """A match of three in which the nine cards are known."""
    phone.sit_down("trico", THREE, shown(ROUND), entry="symbols", target=99)
    return phone


def tap_numbers(phone, *numbers):
    for number in numbers:
        phone.page.locator(f".number-key[value='{number}']").click()
        phone.page.clock.fast_forward(DOUBLE_TAP)


def tap_symbols(phone, *symbols):
    for symbol in symbols:
        phone.page.locator(f".panel.active label:has([name$='.has.{symbol}'])").click()


def slots(phone):
    return phone.page.locator(".slot b")


def question(phone):
    return phone.page.locator("#ask .whole")


def button(phone):
    return phone.page.locator("#prompt .save")


def test_a_round_of_known_cards_takes_nine_taps_and_says_whose_card_is_next(known):
    asked = []
    for number in (5, 2, 9, 7, 1, 3, 4, 6, 8):
        asked.append(question(known).text_content())
        tap_numbers(known, number)

    assert asked[:3] == [f"Which card did Anna keep {when}?" for when in ("first", "next", "last")]
    assert asked[5] == "Which card did Bruno keep last?"
    reads(question(known), "Which cards did they keep?")
    reads(slots(known), [*"529713468"])
    expect(known.page.locator(".panel.active")).to_have_count(0)
    known.wait_for_proof()
    known.save()
    known.wait_for_line(3)
    assert known.match.answers[2]["cards"] == shown(ROUND)


def test_a_key_says_what_its_card_shows_and_who_keeps_it(known):
    key = known.page.locator(".number-key[value='5']")
    expect(key).to_have_accessible_name("5: large spade, heart, diamond")

    tap_numbers(known, 5)

    expect(key).to_have_accessible_name("5: large spade, heart, diamond; with Anna")
    expect(known.page.locator(".slot").first).to_have_accessible_name(
        "Anna, card 1: 5: large spade, heart, diamond"
    )


def test_a_kept_card_moves_to_the_one_that_is_asked_for_and_undo_brings_it_back(known):
    tap_numbers(known, 5, 2, 9, 7, 1)

    tap_numbers(known, 5)
    mentions(known.page.locator("#saved"), "5 moved from Anna to Bruno")
    reads(slots(known), ["", "2", "9", "7", "1", "5", "", "", ""])
    reads(button(known), "4 cards to enter")
    known.page.get_by_role("button", name="Undo").click()

    reads(slots(known), ["5", "2", "9", "7", "1", "", "", "", ""])
    reads(question(known), "Which card did Bruno keep last?")
    expect(known.page.locator("#saved")).to_have_count(0)


@pytest.mark.parametrize("way", ["key", "hold", "slot"])
def test_a_card_is_put_right_for_one_round_by_the_pencil_a_long_press_or_its_place(known, way):
    *entered, last = [n for hand in ROUND for n in hand]
    tap_numbers(known, *entered)
    key = known.page.locator(".number-key[value='2']")
    if way == "key":
        known.page.get_by_role("button", name="Correct").click()
        tap_numbers(known, 2)
    elif way == "hold":
        key.dispatch_event("pointerdown")
        known.page.clock.fast_forward(500)
        key.dispatch_event("pointerup")
        key.dispatch_event("click")
    else:
        known.page.locator(".slot").nth(1).click()

    reads(question(known), "What does card 2 show?")
    tap_symbols(known, "acorn", "acorn", "star")
    known.page.get_by_role("button", name="This round only").click()
    tap_numbers(known, last)
    known.wait_for_proof()
    known.save()
    known.wait_for_line(3)

    face = known.match.answers[2]["cards"][0][1]
    assert sorted(face["symbols"]) == ["heart", "spade", "star"]
    assert known.standing.prompt.known["2"]["symbols"] == HOUSE_DECK["2"]["symbols"]


def test_the_pencil_asks_which_card_it_is_for_until_it_is_put_away(known):
    pencil = known.page.locator(".correct-key")

    pencil.click()
    reads(question(known), "Which card shows something else?")
    pencil.click()
    reads(question(known), "Which card did Anna keep first?")
    pencil.click()
    tap_numbers(known, 5)

    reads(question(known), "What does card 5 show?")


def test_a_card_that_is_so_mends_the_rounds_before_and_keeps_what_was_entered(known):
    tap_numbers(known, 5, 2, 9, 7)
    known.page.locator(".slot").nth(1).click()
    tap_symbols(known, "acorn", "acorn", "star")
    known.page.get_by_role("link", name="This card is so").click()

    mentions(known.page.locator(".changing"), "Changing card 2 in every round.")
    known.page.locator(".save").click()
    known.wait_for_table()

    reads(slots(known), ["5", "2", "9", "7", "", "", "", "", ""])
    assert known.standing.prompt.known["2"]["symbols"] == ["spade", "heart", "star"]
    expect(known.page.locator(".slot").nth(1).locator(".star")).to_have_count(1)


def test_other_symbols_that_are_taken_back_leave_the_card_as_it_is_known(known):
    tap_numbers(known, 5)
    known.page.locator(".slot").first.click()
    tap_symbols(known, "star", "star", "star")
    known.page.get_by_role("button", name="This round only").click()

    tap_numbers(known, 2)
    assert known.page.locator(".panel [name^='cards.0.0.has']:checked").count() == 0
    reads(slots(known), ["5", "2", "", "", "", "", "", "", ""])


def test_a_card_with_too_few_symbols_is_marked_and_named_and_the_button_leads_to_it(phone):
    phone.sit_down("trico", FOUR[:2], entry="symbols")
    for card, symbols in enumerate(
        [("spade", "heart", "club", "leaf"), *[("spade", "heart", "club")] * 5], start=1
    ):
        tap_numbers(phone, card)
        tap_symbols(phone, *symbols)
        phone.page.locator(".panel.active .next").click()

    row = phone.page.locator(".row", has_text="Anna")
    phone.page.locator(".slot").nth(5).click()
    mentions(row, "card 1: 4 symbols, a card has 3 or 5")
    expect(phone.page.locator(".slot.unfit")).to_have_count(1)
    reads(button(phone), "1 card needs a symbol")
    button(phone).dispatch_event("click")

    reads(question(phone), "What do Anna’s cards show?")
    expect(phone.page.locator(".slot").first).to_be_focused()
    tap_symbols(phone, "star")
    phone.wait_for_proof()


def test_a_card_that_moves_with_all_its_symbols_leaves_the_next_number_to_the_next_card(phone):
    phone.sit_down("trico", THREE, entry="symbols")
    tap_numbers(phone, 6)
    tap_symbols(phone, "heart", "bell", "star")

    phone.page.locator(".slot").nth(6).click()
    tap_numbers(phone, 6)
    mentions(phone.page.locator("#saved"), "6 moved from Anna to Carla")
    tap_numbers(phone, 7)

    reads(slots(phone), ["", "", "", "", "", "", "6", "7", ""])


def test_a_known_number_is_one_tap_and_an_unknown_one_asks_for_its_symbols(phone):
    phone.sit_down("trico", FOUR[:2], shown(ROUND[:2]), entry="symbols", target=99)

    reads(phone.page.locator("[data-guidance]"), "Tap a number: its card is known")
    tap_numbers(phone, 5, 4)
    expect(phone.page.locator(".slot").nth(1)).to_have_class("slot key open active")
    tap_symbols(phone, "spade", "leaf", "acorn")
    phone.page.locator(".panel.active .next").click()
    tap_numbers(phone, 9)

    reads(slots(phone), ["5", "4", "9", "", "", ""])
    reads(question(phone), "What do Bruno’s cards show?")


def test_numbers_are_typed_on_a_keyboard_too(known):
    known.page.locator(".slot").first.focus()

    for number in "529":
        known.page.keyboard.press(number)
        known.page.clock.fast_forward(DOUBLE_TAP)

    reads(slots(known), [*"529", *[""] * 6])


@pytest.mark.parametrize(("width", "height"), [(390, 664), (320, 640), (664, 390), (844, 390)])
def test_every_key_and_the_button_are_in_sight_and_no_symbol_leaves_its_card(known, width, height):
    page = known.page
    page.set_viewport_size({"width": width, "height": height})
    tap_numbers(known, *[n for hand in ROUND for n in hand])

    for _look in range(2):
        low = [key.bounding_box() for key in page.locator(".cards-pad .key:visible").all()]
        bar = page.locator("#prompt .bar").bounding_box()
        assert all(box["y"] + box["height"] <= bar["y"] + 1 for box in low), (width, height)
        assert all(min(box["width"], box["height"]) >= 46 for box in low), low
        assert bar["y"] + bar["height"] <= height
        assert page.evaluate(OUTSIDE) == []
        page.locator(".slot").nth(1).click()  # then with the symbols of a card


OUTSIDE = """() => [...document.querySelectorAll("button .mark")].filter((mark) => {
  const [inner, outer] = [mark, mark.closest("button")].map((it) => it.getBoundingClientRect());
  return inner.width && (inner.left < outer.left || inner.right > outer.right
    || inner.top < outer.top || inner.bottom > outer.bottom);
}).map((mark) => mark.closest("button").ariaLabel)"""
