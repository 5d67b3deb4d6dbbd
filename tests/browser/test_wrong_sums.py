"""A pencil: any key writes its number, and where the numbers do not add up, each row shows the one
that would make them."""

import re

import pytest

from testkit.browser.phone import FOUR, TREX, TRIBELLO, expect, mentions, reads, tap, wells_hold

CHOSEN = 510  # ms after which a tap on the well that is asked for empties it
QUEENS = {"QS": 0, "QH": 1, "QD": 2, "QC": 3}
COUNTS = {
    "Tribello": (*TRIBELLO, "hearts"),
    "The Torite": ("torite", FOUR[:3]),
    "Slaps": (*TREX, 0, "slaps"),
    "Diamonds": (*TREX, 0, "diamonds"),
    "first hand": ("italian_whist", FOUR[:3]),
    "second hand": ("italian_whist", FOUR[:3], [5, 3, 1]),
}
MATCH = re.compile(r"/matches/\d+$")
SIZES = [(390, 664), (320, 640), (390, 844), (664, 390)]


def row(phone, name):
    return phone.page.locator(".row", has_text=name)


def choose(phone, name):
    row(phone, name).locator(".who").click()


def fits(phone):
    return phone.page.locator(".fit:visible")


def save(phone):
    return phone.page.locator(".save")


def guidance(phone):
    return phone.page.locator("[data-guidance]")


def says(phone, words):
    reads(phone.page.locator("#says"), words)


@pytest.fixture
def three_seven(phone):
    """Tribello with 3 tricks of Anna, 7 of Bruno and the rest, 3, of Carla."""
    phone.sit_down(*TRIBELLO, "hearts")
    tap(phone, 3, 7)
    return phone


@pytest.fixture
def correcting(phone):
    """A correction of Tribello with 3 tricks of Anna, 7 of Bruno and 3 of Carla."""
    phone.sit_down(*TRIBELLO, "hearts", [3, 7, 3])
    phone.page.goto(f"{phone.page.url}/deals/1/tricks?back=play")
    phone.page.wait_for_selector("html[data-ready]")
    phone.page.clock.fast_forward(CHOSEN)
    return phone


def test_two_counts_are_exchanged_by_a_key_and_the_one_beside_the_other_row(three_seven):
    choose(three_seven, "Anna")
    tap(three_seven, 7)
    wells_hold(three_seven, "7", "7", "3")
    says(three_seven, "Anna 7. 17 of 13, 4 too many. Bruno would fit with 3.")
    reads(fits(three_seven), ["3", "3"])
    reads(save(three_seven), "4 too many")
    reads(three_seven.page.locator(".sum"), "Together 17 of 13 4 too many")
    mentions(guidance(three_seven), "Anna 7, Bruno 7: one of them is 3")
    for name, words in {"Anna": "had 3", "Bruno": "3 exchanges", "Carla": "had the rest"}.items():
        mentions(row(three_seven, name), words)
    expect(three_seven.page.locator(".fault, .below, .rest")).to_have_count(0)

    three_seven.page.get_by_role("button", name="Bruno, write 3 instead of 7").click()

    wells_hold(three_seven, "7", "3", "3")
    says(three_seven, "Bruno 3, minus 1. Ready to save.")
    expect(fits(three_seven)).to_have_count(0)
    three_seven.save()
    three_seven.wait_for_line(3)
    assert three_seven.standing.totals == (1, -1, 0)


def test_the_rest_gives_way_until_it_cannot_and_is_a_rest_again_once_it_is_emptied(three_seven):
    choose(three_seven, "Anna")
    tap(three_seven, 5)
    wells_hold(three_seven, "5", "7", "1")
    says(three_seven, "Anna 5, minus 1. Carla gets the rest, 1, minus 2. Ready to save.")
    choose(three_seven, "Anna")
    tap(three_seven, 8)
    wells_hold(three_seven, "8", "7", "1")
    expect(row(three_seven, "Carla")).not_to_contain_class("rest")

    choose(three_seven, "Bruno")
    tap(three_seven, 4)
    wells_hold(three_seven, "8", "4", "1")
    choose(three_seven, "Carla")
    three_seven.page.clock.fast_forward(CHOSEN)
    row(three_seven, "Carla").locator(".well").click()

    expect(row(three_seven, "Carla")).to_contain_class("rest")
    choose(three_seven, "Bruno")
    tap(three_seven, 3)
    wells_hold(three_seven, "8", "3", "2")


def test_in_a_correction_keys_write_and_go_on_as_in_play(correcting):
    tap(correcting, 7)
    reads(save(correcting), "4 too many")
    expect(row(correcting, "Bruno")).to_contain_class("active")
    expect(save(correcting)).to_be_disabled()
    save(correcting).click(force=True)
    says(correcting, "17 of 13, 4 too many. Anna 3 or Bruno 3 would fit.")

    tap(correcting, 3)

    wells_hold(correcting, "7", "3", "3")
    reads(save(correcting), "Save the change")
    save(correcting).click()
    correcting.page.wait_for_url(MATCH)
    assert correcting.standing.totals == (1, -1, 0)


def put_right(phone):
    """Write 7 over Anna's 3, and what would fit then over Bruno's 7, and save that: three taps."""
    page = phone.page
    page.wait_for_selector("html[data-ready] .correction")
    expect(row(phone, "Anna")).to_contain_class("active")
    tap(phone, 7)
    fits(phone).nth(1).click()
    expect(save(phone)).to_be_enabled()
    save(phone).click()
    expect(page.locator("form.correction")).to_have_count(0)


def test_a_wrong_deal_is_right_five_taps_after_the_sheet_though_two_more_were_played(phone):
    two_more = ["spades", [6, 4, 3], "diamonds", [6, 4, 3]]
    phone.sit_down(*TRIBELLO, "hearts", [3, 7, 3], *two_more)
    page, play = phone.page, phone.page.url
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(f"{play}/sheet")

    page.locator("#deal1-1 > a").click()
    page.locator("td:target > .reason").get_by_role("link", name="Change").click()
    put_right(phone)

    assert page.url.startswith(f"{play}/sheet")
    page.goto(play)
    assert phone.match.answers[1]["tricks"] == [7, 3, 3]


@pytest.mark.parametrize("size", SIZES[:2])
def test_a_wrong_deal_is_right_five_taps_after_the_question_though_two_more_were_played(
    size, phone
):
    two_more = ["spades", [6, 4, 3], "diamonds", [6, 4, 3]]
    phone.sit_down(*TRIBELLO, "hearts", [3, 7, 3], *two_more)
    page, play = phone.page, phone.page.url
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))

    page.get_by_role("link", name=re.compile("4.+12")).click()
    line = page.locator("li", has_text="Deal 1 · Tricks taken")
    expect(line).to_be_in_viewport(ratio=1)
    line.get_by_role("link", name="Change this").click()
    put_right(phone)

    page.goto(play)
    assert phone.match.answers[1]["tricks"] == [7, 3, 3]


def test_what_was_saved_last_is_undone_two_taps_after_any_question(phone):
    phone.sit_down("italian_whist", FOUR[:3], [5, 3, 1], [1, 4, 4])
    page, play = phone.page, phone.page.url
    page.set_viewport_size({"width": 390, "height": 664})

    page.get_by_role("link", name="Deal 2").click()
    page.get_by_role("button", name="Undo").first.click()

    expect(page.get_by_role("button", name="Redo").first).to_be_visible()
    page.goto(play)
    assert phone.standing.prompt.key == "second"


def test_a_correction_says_which_of_two_hands_it_is_and_leads_to_the_other(phone):
    phone.sit_down("italian_whist", FOUR[:3], [5, 3, 1], [1, 4, 4])
    page = phone.page
    page.goto(f"{page.url}/deals/1/second?back=sheet")
    reads(page.locator(".changing b"), "Changing: Second hand")

    page.get_by_role("link", name="First hand").click()

    reads(page.locator(".changing b"), "Changing: First hand")
    wells_hold(phone, "5", "3", "1")
    page.get_by_role("link", name="Leave it").click()
    page.wait_for_url("**/sheet*")


def test_what_was_undone_comes_back_to_be_written_over(phone):
    phone.sit_down("torite", FOUR[:3])
    tap(phone, 7, 5)
    phone.save()  # this loses the game
    phone.page.get_by_role("button", name="Undo the last answer").click()
    phone.page.wait_for_selector("[data-back]")
    phone.wait_for_table()

    wells_hold(phone, "7", "5", "0")
    expect(phone.page.locator(".row.rest")).to_have_count(0)
    expect(row(phone, "Anna")).to_contain_class("active")
    mentions(guidance(phone), "Comes back as it was: write over it")
    tap(phone, 8)
    mentions(guidance(phone), "Anna 7 or Bruno 4: each makes 12")
    mentions(row(phone, "Carla"), "nothing to give")
    tap(phone, 4)
    wells_hold(phone, "8", "4", "0")
    phone.page.reload()
    wells_hold(phone, "8", "4", "0")  # what is written over it outlives a reload
    phone.save()
    phone.wait_for_line(4)


def test_too_many_is_said_while_rows_are_empty_and_too_few_once_none_is(phone):
    phone.sit_down(*TRIBELLO, "hearts")
    tap(phone, 7)
    reads(save(phone), "6 tricks to place")
    tap(phone, 8)
    reads(save(phone), "2 too many")
    reads(fits(phone), ["5", "6"])
    expect(row(phone, "Carla")).to_contain_class("active")

    fits(phone).first.click()
    wells_hold(phone, "5", "8", "0")
    for number, well in zip("137", phone.page.locator(".well").all(), strict=True):
        well.fill(number)
    reads(save(phone), "2 too few")
    reads(fits(phone), ["3", "5", "9"])
    mentions(guidance(phone), "2 too few: tap what would fit")


def test_save_waits_and_leads_to_what_would_fit(three_seven):
    choose(three_seven, "Anna")
    tap(three_seven, 7)

    save(three_seven).click(force=True)

    says(three_seven, "17 of 13, 4 too many. Anna 3 or Bruno 3 would fit.")
    expect(fits(three_seven).first).to_be_focused()
    assert three_seven.match.last_line == 2
    three_seven.page.keyboard.press("Tab")
    three_seven.page.keyboard.press("Tab")
    expect(fits(three_seven).nth(1)).to_be_focused()  # after its row
    three_seven.page.keyboard.press("Enter")
    expect(save(three_seven)).to_be_focused()
    three_seven.page.keyboard.press("Enter")
    three_seven.wait_for_line(3)


def test_the_well_that_is_asked_for_is_emptied_by_a_tap_and_a_double_tap_only_chooses(three_seven):
    well = row(three_seven, "Anna").locator(".well")

    well.click(click_count=2)
    wells_hold(three_seven, "3", "7", "3")
    three_seven.page.clock.fast_forward(CHOSEN)
    choose(three_seven, "Anna")
    wells_hold(three_seven, "3", "7", "3")
    well.click()

    wells_hold(three_seven, "", "7", "")
    reads(save(three_seven), "6 tricks to place")


def test_the_key_that_erases_empties_one_row_after_the_other_upwards(three_seven):
    three_seven.page.set_viewport_size({"width": 320, "height": 640})
    erase = three_seven.page.locator(".keypad .erase")

    erase.click()
    wells_hold(three_seven, "3", "", "")
    erase.click()
    wells_hold(three_seven, "", "", "")
    expect(row(three_seven, "Anna")).to_contain_class("active")


def test_less_than_somebody_took_stays_written_and_says_why(phone):
    phone.sit_down(*TREX, 0, "complex", None, 1, QUEENS, complex=True)
    tap(phone, 13)
    reads(save(phone), "1 too many")  # Carla has the Q♦
    reads(fits(phone), ["12"])

    choose(phone, "Anna")
    tap(phone, 10, 2, 0)

    wells_hold(phone, "10", "2", "0", "1")
    reads(save(phone), "1 row below what it took")
    expect(row(phone, "Carla")).to_contain_class("below")
    mentions(guidance(phone), "Carla · at least 1: the Q")
    save(phone).click(force=True)
    says(phone, "1 row below what it took")
    expect(row(phone, "Carla").locator(".well")).to_be_focused()


def boxes(phone):
    """Where everything that is touched lies, and how far the page is scrolled."""
    return phone.page.evaluate(
        "[...document.querySelectorAll('.keypad .key, .bar > *, .tabs a, .row, .row .well')]"
        ".map(e => { const {x, y, width, height} = e.getBoundingClientRect();"
        " return [e.tagName, x, y, width, height].join(' '); })"
    )


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("question", COUNTS.values(), ids=COUNTS)
def test_whatever_is_tapped_nothing_moves(question, size, phone):
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    phone.sit_down(*question)
    page = phone.page
    page.emulate_media(reduced_motion="reduce")
    before = boxes(phone)
    keys = page.locator(".keypad button:visible")
    rows = page.locator(".row").count()
    wrong = 0

    for at in range(keys.count()):
        keys.nth(at).click()
        page.clock.fast_forward(CHOSEN)
        assert boxes(phone) == before, keys.nth(at).inner_text()
        wrong += page.locator(".wrong").count()
        expect(page.locator(".keypad button:disabled")).to_have_count(0)
        if at % rows == rows - 1:
            page.locator(".row .who").first.click()

    assert wrong


def test_what_lies_over_the_rows_goes_with_the_next_tap(phone):
    phone.sit_down(*TRIBELLO, "hearts")
    panel = phone.page.locator(".tell")
    panel.locator("summary").click()
    expect(panel).to_have_attribute("open", "")

    tap(phone, 7)

    wells_hold(phone, "7", "", "")
    expect(panel).not_to_have_attribute("open", "")


def test_two_thumbs_at_once_write_two_rows_and_a_key_held_down_one(phone):
    phone.sit_down(*TRIBELLO, "hearts")
    page = phone.page
    page.evaluate(
        "for (const type of ['pointerdown', 'pointerup', 'click']) for (const n of [7, 4])"
        " document.querySelector(`.keypad [value='${n}']`)"
        ".dispatchEvent(new PointerEvent(type, {bubbles: true, detail: 1, clientX: n * 60}))"
    )
    wells_hold(phone, "7", "4", "2")

    page.locator(".well").first.focus()
    for _repeat in range(5):
        page.keyboard.down("1")
    page.keyboard.up("1")
    wells_hold(phone, "1", "4", "8")


def test_digits_of_a_keyboard_close_together_are_one_number_and_later_ones_another(phone):
    phone.sit_down(*TRIBELLO, "hearts")
    press, wait = phone.page.keyboard.press, phone.page.clock.fast_forward

    press("1")  # nothing is focused yet
    wait(100)
    press("0")
    wells_hold(phone, "10", "", "")
    wait(700)
    press("2")
    wells_hold(phone, "2", "", "")
    press("9")  # there are no 29
    wells_hold(phone, "9", "", "")
    press("Enter")
    press("3")
    wells_hold(phone, "9", "3", "1")
    press("Backspace")
    press("Backspace")
    wells_hold(phone, "", "", "")
    for key in ("9", "Enter", "3", "Enter", "Enter"):
        press(key)
    expect(save(phone)).to_be_focused()


def test_a_number_that_is_pasted_is_read_in_the_digits_of_any_script(phone):
    phone.sit_down(*TRIBELLO, "hearts")

    phone.page.locator(".well").first.fill("\u0661\u0662")

    wells_hold(phone, "12", "", "")
    phone.page.locator(".well").nth(1).fill("45")
    reads(save(phone), "44 too many")
    mentions(guidance(phone), "Bruno 1 makes 13")


def test_a_draft_that_does_not_add_up_says_so(phone):
    phone.sit_down(*TRIBELLO, "hearts")
    tap(phone, 9, 9)
    phone.page.reload()

    wells_hold(phone, "9", "9", "")
    reads(save(phone), "5 too many")
    reads(fits(phone), ["4", "4"])


def test_letters_twice_as_large_hide_no_number_and_no_key(three_seven):
    page = three_seven.page
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    choose(three_seven, "Anna")
    tap(three_seven, 7)

    width = page.evaluate("document.documentElement.scrollWidth")
    assert width == page.viewport_size["width"]
    for name in ("Anna", "Bruno"):
        parts = [row(three_seven, name).locator(part).bounding_box() for part in (".fit", ".well")]
        inside = row(three_seven, name).bounding_box()
        for box in parts:
            assert inside["y"] <= box["y"] + 1
            assert box["y"] + box["height"] <= inside["y"] + inside["height"] + 1
        assert parts[1]["x"] + parts[1]["width"] <= parts[0]["x"] + 1
