"""A round of a pad, by its keys: digits, signs, sums, steps, the rest, ticks and a note."""

import pytest

from testkit.browser.phone import expect, reads, wells_hold

SKYJO = {"title": "Skyjo", "wins": "lowest", "ends": "points", "target": 100}
FOUR_PLAYERS = ["Anna", "Bruno", "Carla", "Dino"]
TEN_PLAYERS = [*FOUR_PLAYERS, "Eva", "Farid", "Gita", "Hugo", "Ida", "Jonas"]


def press(phone, *keys):
    for key in keys:
        phone.page.locator(f".amount-keys button[value='{key}']").first.click()


def save(phone):
    return phone.page.locator(".save")


def so_far(phone):
    return phone.page.locator("[data-so-far]")


@pytest.fixture
def four(phone):
    """Four players before their first round, to the lowest of 100."""
    phone.page.set_viewport_size({"width": 390, "height": 664})
    phone.sit_down("any_game", FOUR_PLAYERS, **SKYJO)
    return phone


@pytest.fixture
def of_nothing(phone):
    """Four players whose rounds add up to 0."""
    phone.sit_down("any_game", FOUR_PLAYERS, sum=0)
    return phone


def test_digits_fill_the_row_next_goes_on_and_the_total_follows(four):
    reads(save(four), "4 numbers to enter")

    press(four, "1", "4", "next", "2", "sign", "next", "zero", "next")
    wells_hold(four, "14", "−2", "0", "")
    reads(save(four), "1 number to enter")
    press(four, "3", "erase", "7")

    wells_hold(four, "14", "−2", "0", "7")
    reads(four.page.locator(".row .points"), ["14", "−2", "0", "7"])
    save(four).click()
    four.wait_for_line(2)
    assert four.match.answers[1] == {"points": [14, -2, 0, 7]}
    expect(four.page.locator(".toast")).to_contain_text("Round 1 saved")


def test_steps_and_plus_add_up_and_the_sum_stays_to_be_seen(four):
    press(four, "1", "2", "plus", "1", "1", "plus", "7", "next", "add.10", "add.25", "next")
    press(four, "2", "0", "plus", "5", "sign", "next", "add.5", "next")

    wells_hold(four, "12 + 11 + 7", "10 + 25", "20 − 5", "5")
    reads(four.page.locator(".row .points"), ["30", "35", "15", "5"])
    save(four).click()
    four.wait_for_line(2)
    assert four.match.answers[1]["points"] == [[12, 11, 7], [10, 25], [20, -5], 5]


def test_a_total_is_written_as_on_the_board(phone):
    no_note = None
    phone.sit_down("any_game", FOUR_PLAYERS, no_note, [1250, -1250, 0, 0])

    press(phone, "5", "next", "5", "sign")

    reads(phone.page.locator(".row .points"), ["1,255", "−1,255", "0", "0"])


def test_a_sum_that_is_begun_is_no_number_yet(four):
    press(four, "1", "2", "plus", "next", "3", "next", "3", "next", "3", "next")

    reads(save(four), "1 number to enter")
    press(four, "8")
    wells_hold(four, "12 + 8", "3", "3", "3")
    reads(save(four), "Save the round")


def test_a_number_that_stands_is_replaced_by_the_next_digit_once_it_is_looked_at(four):
    press(four, "1", "4", "next", "5")
    four.page.locator(".row", has_text="Anna").locator(".who").click()

    press(four, "9")

    wells_hold(four, "9", "5", "", "")


def test_the_last_number_of_a_sum_fills_itself_and_glows(of_nothing):
    press(of_nothing, "6", "next", "2", "sign")
    expect(so_far(of_nothing)).to_have_text("4 too many")
    press(of_nothing, "next", "2", "sign")

    wells_hold(of_nothing, "6", "−2", "−2", "−2")
    expect(of_nothing.page.locator(".row.rest")).to_contain_text("Dino")
    reads(save(of_nothing), "Save the round")


def test_the_rest_goes_to_all_who_are_open_alike_or_says_why_not(of_nothing):
    press(of_nothing, "7", "rest")
    expect(so_far(of_nothing)).to_have_text("−7 cannot be shared by 3")
    wells_hold(of_nothing, "7", "", "", "")

    press(of_nothing, "erase", "6", "rest")
    wells_hold(of_nothing, "6", "−2", "−2", "−2")
    expect(so_far(of_nothing)).to_have_text("")
    save(of_nothing).click()
    of_nothing.wait_for_line(2)
    assert of_nothing.match.answers[1] == {"points": [6, -2, -2, -2]}


def test_a_round_whose_sum_is_wrong_waits_with_how_much(of_nothing):
    press(of_nothing, "6", "next", "1", "next", "1")
    of_nothing.page.locator(".row", has_text="Dino").locator(".who").click()
    press(of_nothing, "1")

    expect(save(of_nothing)).to_contain_text("9 too many")


def test_ticks_and_a_note_go_with_the_round(phone):
    phone.sit_down("any_game", FOUR_PLAYERS, tick="Solo")
    phone.page.get_by_label("Solo: who? Carla").locator("xpath=..").click()
    phone.page.locator(".note-of > summary").click()
    phone.page.locator(".note-of input").fill("by hand")
    phone.page.keyboard.press("Enter")
    press(phone, "1", "next", "2", "next", "3", "next", "4")

    save(phone).click()

    phone.wait_for_line(4)
    assert phone.match.answers[1] == {"ticked": [2], "note": "by hand", "points": [1, 2, 3, 4]}
    expect(phone.page.locator(".board")).to_contain_text("✓1")


@pytest.mark.parametrize(
    ("total", "last"), [({}, ["next", "4"]), ({"sum": 10}, [])], ids=["any sum", "one sum"]
)
def test_enter_after_a_note_leads_to_what_is_missing_and_saves_once_all_is_there(
    total, last, phone
):
    phone.sit_down("any_game", FOUR_PLAYERS, **total)
    note = phone.page.locator(".note-of input")
    phone.page.locator(".note-of > summary").click()
    note.fill("by hand")
    press(phone, "1", "next", "2", "next")
    phone.page.context.set_offline(True)
    note.press("Enter")
    expect(phone.page.locator(".row", has_text="Carla").locator(".well")).to_be_focused()
    expect(phone.page.locator("#offline")).not_to_contain_text("Kept on this phone")
    phone.page.context.set_offline(False)

    press(phone, "3", *last)
    note.press("Enter")

    phone.wait_for_line(3)
    assert phone.match.answers[1] == {"note": "by hand", "points": [1, 2, 3, 4]}


@pytest.mark.parametrize(("width", "height"), [(390, 664), (320, 640), (664, 390)])
def test_ten_have_the_row_that_is_asked_for_and_every_key_in_sight(width, height, phone):
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.sit_down("any_game", TEN_PLAYERS, tick="Phase", ends="rounds", rounds=10)

    for _player in range(9):
        press(phone, "5", "next")

    jonas = phone.page.locator(".row.active")
    expect(jonas).to_contain_text("Jonas")
    expect(jonas).to_be_in_viewport(ratio=0.9)
    keys = phone.page.locator(".amount-keys button")
    for key in keys.all():
        expect(key).to_be_in_viewport(ratio=0.9)
    expect(save(phone)).to_be_in_viewport(ratio=0.9)


def test_in_a_correction_the_rows_of_ten_slide_above_their_keys(phone):
    phone.page.set_viewport_size({"width": 390, "height": 664})
    no_note = None
    phone.sit_down("any_game", TEN_PLAYERS, no_note, [0, 25, 5, 0, 55, 15, 5, 5, 10, 20])

    phone.page.goto(f"{phone.page.url}/deals/1/points")

    key = phone.page.locator(".amount-keys button").first.bounding_box()
    bar = phone.page.locator(".bar").bounding_box()
    assert key["y"] + key["height"] <= bar["y"]


def test_a_keyboard_types_signs_and_sums_as_well(four):
    well = four.page.locator(".row .well").first
    well.focus()
    four.page.keyboard.type("12")
    four.page.keyboard.press("+")
    four.page.keyboard.type("3")
    four.page.keyboard.press("Enter")
    four.page.keyboard.type("-4")

    wells_hold(four, "12 + 3", "−4", "", "")


def test_a_guidance_that_is_cut_short_is_read_whole_once_it_is_opened(phone):
    phone.page.set_viewport_size({"width": 320, "height": 640})
    phone.sit_down("any_game", FOUR_PLAYERS[:2], **SKYJO | {"target": 10_000})
    said = phone.page.locator("[data-guidance] > span")
    cut = "said => said.scrollWidth > said.clientWidth"

    assert said.evaluate(cut)
    phone.page.locator(".tell > summary").click()

    reads(said, "Anna deals · the lowest total wins at 10,000")
    assert not said.evaluate(cut)
