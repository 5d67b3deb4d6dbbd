"""Counting: a row for each player, one keypad, and the points in the same row."""

import re

import pytest

from testkit.browser.phone import (
    FOUR,
    SECOND_TAP,
    TREX,
    TRIBELLO,
    comes_true,
    expect,
    mentions,
    reads,
    stop_clock,
    tap,
    wells_hold,
)


@pytest.fixture
def slaps(phone):
    """A match of Trex that asks for the tricks of Slaps."""
    phone.sit_down(*TREX, 0, "slaps")
    return phone


def row(phone, name):
    return phone.page.locator(".row", has_text=name)


def points(phone):
    return phone.page.locator(".row .points")


def save(phone):
    return phone.page.locator(".save")


def test_keys_fill_one_row_after_the_other_and_the_last_one_by_itself_and_save_nothing(slaps):
    tap(slaps, 2, 5)
    wells_hold(slaps, "2", "5", "", "")
    reads(points(slaps), ["−30", "−75", "–", "–"])
    expect(row(slaps, "Carla")).to_contain_class("active")
    reads(slaps.page.locator(".sum"), "Together 7 of 13 −105")
    reads(save(slaps), "6 tricks to place")

    tap(slaps, 1)
    wells_hold(slaps, "2", "5", "1", "5")
    mentions(row(slaps, "Dino"), "the rest")
    says = slaps.page.locator("#says")
    reads(says, "Carla 1, minus 15. Dino gets the rest, 5, minus 75. Ready to save.")
    reads(save(slaps), "Save slaps")
    assert slaps.match.last_line == 3
    slaps.save()
    slaps.wait_for_line(4)
    assert slaps.standing.totals == (-30, -75, -15, -75)


def test_with_nothing_left_others_have_none(slaps):
    tap(slaps, 13)

    wells_hold(slaps, "13", "0", "0", "0")
    expect(slaps.page.locator(".row.rest")).to_have_count(3)
    reads(save(slaps), "Save slaps")


def test_a_row_is_put_right_and_the_rest_follows(counting):
    tap(counting, 7, 4)
    row(counting, "Anna").click()

    tap(counting, 8)

    wells_hold(counting, "8", "4", "1")
    reads(points(counting), ["+2", "0", "−2"])


def test_a_number_said_for_the_row_that_has_filled_itself_changes_no_other(slaps):
    tap(slaps, 3, 4, 5)
    tap(slaps, 1)

    wells_hold(slaps, "3", "4", "5", "1")
    reads(save(slaps), "Save slaps")
    # It still follows the others, and what is said for it by mistake stays where it is said.
    row(slaps, "Bruno").click()
    tap(slaps, 3)
    wells_hold(slaps, "3", "3", "5", "2")
    expect(row(slaps, "Carla")).to_contain_class("active")
    # Another number for it is written, and follows no more.
    row(slaps, "Dino").click()
    tap(slaps, 1)
    wells_hold(slaps, "3", "3", "5", "1")
    reads(save(slaps), "1 too few")


def test_the_same_key_again_keeps_the_number_and_goes_on(counting):
    tap(counting, 7)
    row(counting, "Anna").click()

    tap(counting, 7)

    wells_hold(counting, "7", "", "")
    expect(row(counting, "Bruno")).to_contain_class("active")
    # Only the key that takes back takes back; it has its place where the keypad is narrow.
    counting.page.set_viewport_size({"width": 320, "height": 640})
    row(counting, "Anna").click()
    counting.page.locator(".keypad .erase").click()
    wells_hold(counting, "", "", "")
    expect(row(counting, "Anna")).to_contain_class("active")


def test_what_is_typed_is_said_and_so_is_what_is_too_much(slaps):
    wells = slaps.page.locator(".well")
    wells.first.fill("9")
    wells.first.press("Enter")
    reads(slaps.page.locator("#says"), "Anna 9, minus 135.")

    wells.nth(1).fill("6")

    reads(save(slaps), "2 too many")


def test_a_double_tap_is_one_tap_and_two_keys_as_quick_as_can_be_are_two(slaps):
    stop_clock(slaps.page, 5_000)
    key = slaps.page.locator(".keypad button")

    key.nth(3).click(click_count=2)
    key.nth(4).click()
    key.nth(3).click()

    wells_hold(slaps, "3", "4", "3", "3")


def test_pressed_too_early_the_button_leads_to_what_is_missing(counting):
    tap(counting, 4)

    counting.page.get_by_role("button", name="9 tricks to place").click(force=True)

    expect(counting.page.locator("[name='tricks.1']")).to_be_focused()
    assert counting.match.last_line == 2


def test_digits_and_arrows_of_a_keyboard_fill_the_rows(slaps):
    row(slaps, "Anna").locator("input").focus()

    for key in ("1", "0", "Enter", "2", "ArrowDown", "1"):
        slaps.page.keyboard.press(key)

    wells_hold(slaps, "10", "2", "1", "0")
    for _dino_save_saves in range(3):
        slaps.page.keyboard.press("Enter")
    slaps.wait_for_line(4)


# --- trick by trick ------------------------------------------------------------------------------


def trick_by_trick(phone):
    phone.page.locator(".ways label").nth(1).click()


def take(phone, *names):
    for name in names:
        phone.page.locator(".taker", has_text=name).click()
        phone.page.clock.fast_forward(SECOND_TAP)


def test_tricks_can_be_counted_while_they_are_played_and_in_the_next_deal_too(counting):
    page = counting.page
    trick_by_trick(counting)
    take(counting, *["Anna"] * 7, *["Bruno"] * 4)

    mentions(row(counting, "Anna"), "over by 1")
    mentions(row(counting, "Bruno"), "exact")
    mentions(row(counting, "Carla"), "3 short")
    assert page.locator(".strokes .five").bounding_box()["height"] < 30
    mentions(page.locator("#ask"), "Who took trick 12?")
    expect(page.get_by_text("Bruno took trick 11 and leads")).to_be_visible()
    reads(save(counting), "2 tricks to play")
    expect(page.locator(".sum").get_by_text("2 left")).to_be_visible()
    reads(page.locator(".sides li:has(.leads) .name"), re.compile(r"^Bruno\b"))
    page.get_by_role("button", name="Take back one trick").click()
    wells_hold(counting, "7", "3", "")
    take(counting, "Bruno", "Carla", "Carla")
    expect(page.get_by_text("Carla took the last trick")).to_be_visible()
    take(counting, "Anna")
    wells_hold(counting, "7", "4", "2")
    reads(page.locator("#says"), "All 13 are played · take one back")
    counting.save()
    counting.wait_for_line(3)
    assert counting.standing.totals == (1, 0, -1)

    counting.answer(counting.standing.prompt, "clubs")
    expect(page.locator(".taker").first).to_be_visible()


CUT = """() => [...document.querySelectorAll(".taker .name, .row .who b")]
  .filter((name) => {
    const key = name.closest(".taker, .who").getBoundingClientRect();
    return name.scrollWidth > name.clientWidth || name.getBoundingClientRect().bottom > key.bottom;
  })
  .map((name) => name.textContent.trim())"""


@pytest.mark.parametrize(("game", "people"), [("torite", 4), ("tribello", 3)])
def test_trick_by_trick_names_of_nine_letters_are_whole_on_a_narrow_phone(game, people, phone):
    phone.page.set_viewport_size({"width": 320, "height": 640})
    phone.sit_down(game, ["Marlene", "Old Georg", "Dua", "Sami"][:people], *["clubs"][people - 3 :])

    trick_by_trick(phone)

    assert phone.page.evaluate(CUT) == []


def test_trick_by_trick_what_is_still_to_be_played_is_no_mistake(counting):
    trick_by_trick(counting)

    take(counting, "Anna", "Bruno", "Carla", "Anna", "Anna")

    wells_hold(counting, "3", "1", "1")
    expect(counting.page.locator(".fit:visible")).to_have_count(0)
    reads(points(counting), ["−3", "−3", "−2"])
    reads(counting.page.locator(".sum"), "Together 5 of 13 8 left")
    counting.page.locator(".ways label").nth(0).click()
    reads(counting.page.locator(".fit"), ["11", "9", "9"])


def test_tricks_counted_so_far_outlive_a_reload_and_to_stop_counting_invents_none(counting):
    trick_by_trick(counting)
    take(counting, "Anna", "Anna")

    counting.page.reload()
    counting.page.get_by_text("Anna took trick 2 and leads").wait_for()

    wells_hold(counting, "2", "", "")
    counting.page.locator(".ways label").nth(0).click()
    wells_hold(counting, "2", "", "")
    reads(save(counting), "11 tricks to place")


# --- whatever happens to a phone -----------------------------------------------------------------


def test_what_was_entered_outlives_a_reload_and_another_match(counting):
    first = counting.page.url
    tap(counting, 7)
    counting.sit_down(*TRIBELLO, "clubs")
    tap(counting, 3)

    counting.page.goto(first)
    comes_true(counting.page, "document.querySelector('.well').value === '7'")
    counting.page.reload()
    comes_true(counting.page, "document.querySelector('.well').value === '7'")
    tap(counting, 4)
    counting.save()
    counting.wait_for_line(3)
    assert counting.standing.totals == (1, 0, -1)


def test_what_was_undone_stands_there_again(counting):
    counting.answer(counting.standing.prompt, [7, 4, 2])
    counting.page.locator("#saved").get_by_role("button", name="Undo").click()
    counting.wait_for_line(4)

    wells_hold(counting, "7", "4", "2")
    counting.save()  # what says so does not lie on it
    counting.wait_for_line(5)
    assert counting.standing.totals == (1, 0, -1)


def test_what_was_saved_is_named_once_for_five_seconds_and_not_again_on_every_tab(counting):
    toast, play = counting.page.locator("#saved"), counting.page.url
    counting.answer(counting.standing.prompt, [7, 4, 2])
    mentions(toast, "Deal 1 of 12 saved · Anna +1")

    for address in (f"{play}/sheet", f"{play}/log", play):
        counting.page.goto(address)
        counting.page.wait_for_selector("html[data-ready]")
        expect(toast).to_have_count(0)
    counting.answer(counting.standing.prompt, "clubs")
    expect(toast).to_be_visible()
    # Were the clock to go on, it would be gone in time however long it stays.
    stop_clock(counting.page, 5_000)
    expect(toast).to_have_count(0)


def test_a_double_tap_on_a_player_counts_one_trick(counting):
    page = counting.page
    trick_by_trick(counting)
    stop_clock(page)
    page.locator(".taker").first.dblclick()

    wells_hold(counting, "1", "", "")


def test_save_says_that_the_answer_ends_the_game(phone):
    phone.sit_down("torite", FOUR)
    tap(phone, 7, 3, 2)

    reads(phone.page.locator(".save"), "Save: this loses the game")
    phone.page.locator(".row").first.click()  # to look at one enters nothing
    expect(row(phone, "Anna")).to_contain_class("active")
    reads(phone.page.locator(".save"), "Save: this loses the game")


PLAYERS = "&".join(f"players.{at}={name}" for at, name in enumerate("ABCD"))
KEYBOARDS = {
    "Arabic": ("\u0660", "-"),
    "Persian": ("\u06f0", "\u2212"),
    "full-width": ("\uff10", "\uff0d"),
}
"""What keyboards have for nought and for minus."""


@pytest.mark.parametrize(("zero", "minus"), KEYBOARDS.values(), ids=KEYBOARDS)
def test_digits_of_any_keyboard_are_digits(zero, minus, counting):
    page, seven = counting.page, chr(ord(zero) + 7)

    well = page.locator(".well").first
    well.fill(seven)
    expect(well).to_have_value("7")

    page.goto(f"/matches/typed/sheet?game=trex&date=2024-05-03&{PLAYERS}")
    cell = page.locator("[name='1.points.0']")
    cell.fill(f"{minus}{seven}{zero}")
    expect(cell).to_have_value("\u221270")

    page.goto("/matches/new?game=italian_whist")
    page.locator("details.house > summary").click()
    limit = page.locator(".stepper:has([name=lower])")
    limit.locator("input").fill(seven)
    limit.locator("button[value='1']").click()
    expect(limit.locator("input")).to_have_value("8")
