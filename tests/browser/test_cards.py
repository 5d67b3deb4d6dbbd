"""Card rows: who took each card, who doubled it, and the panes of Complex."""

import pytest
from playwright.sync_api import expect

from testkit.browser.phone import SECOND_TAP, TREX, Phone, mentions, reads, stop_clock, wells_hold

IS_CUT = """(one) =>
  one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1"""
"""Whether a part of the page has less room than it needs."""


@pytest.fixture
def queens(phone):
    """A match of Trex that asks who took the queens."""
    phone.sit_down(*TREX, 0, "queens")
    return phone


@pytest.fixture
def complex_deal(phone):
    """A match of Trex that plays Complex."""
    phone.sit_down(*TREX, 0, "complex", complex=True)
    return phone


def row(phone, card):
    return phone.page.locator(".card-row").nth(card)


def take(phone, card, name):
    row(phone, card).locator("> .card-keys label", has_text=name).click()


def double(phone, card, name):
    row(phone, card).locator("summary").click()
    row(phone, card).locator(".strip label", has_text=name).click()


def button(phone, words):
    return phone.page.get_by_role("button", name=words, exact=True)


MIDDLES = """(keys) => keys.map((key) => key.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])"""


def middle(key):
    return key.evaluate_all(MIDDLES)[0]


def test_who_doubles_is_saved_by_its_tap_is_a_disc_on_the_key_and_is_told_in_a_word(queens):
    page, times = queens.page, row(queens, 1).locator("summary")
    take(queens, 0, "Anna")
    double(queens, 1, "Dino")

    queens.wait_for_line(4)
    assert queens.match.events[-1].answer == {"QH": 3}
    mentions(page.locator("#saved p"), "Dino doubles the Q")
    expect(page.locator("details[open]")).to_have_count(0)
    expect(row(queens, 0).locator("> .card-keys :checked")).to_have_value("0")
    reads(times.locator(".disc:visible"), ["D"])
    expect(times).to_have_accessible_name("queen of Hearts: Who doubles? Dino")
    times.click()
    expect(row(queens, 1).locator(".strip label:has(:checked)")).to_have_text("DDino")
    page.keyboard.press("Escape")
    page.clock.fast_forward(SECOND_TAP)
    double(queens, 2, "Bruno")
    queens.wait_for_line(5)
    assert queens.match.events[-1].answer == {"QH": 3, "QD": 1}


@pytest.mark.parametrize("name", ["Anna", "Dino"], ids=["over Settle", "over Save"])
def test_a_second_tap_on_who_doubled_hits_nothing_below(queens, name):
    row(queens, 1).locator("summary").click()
    queens.page.clock.fast_forward(SECOND_TAP)
    place = middle(row(queens, 1).locator(".strip label", has_text=name))
    stop_clock(queens.page)

    queens.page.mouse.click(*place)
    queens.page.clock.run_for(1)
    queens.page.mouse.click(*place)

    queens.page.clock.run_for(SECOND_TAP)
    queens.page.wait_for_selector("#match input[name=after][value='4']", state="attached")
    expect(queens.page.locator("details[open], dialog")).to_have_count(0)
    expect(queens.page.locator(".card-row > .card-keys :checked")).to_have_count(0)
    reads(row(queens, 1).locator("summary .disc:visible"), [name[0]])


def test_who_doubled_lies_over_the_foot_and_moves_nothing(complex_deal):
    page, strip = complex_deal.page, row(complex_deal, 3).locator(".strip")
    keys = page.locator(".card-row > .card-keys .card-key, .times, .bar > *, .ask")
    for width, height in ((390, 664), (390, 844), (320, 640), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        before = keys.evaluate_all(MIDDLES)
        row(complex_deal, 3).locator("summary").click()

        expect(strip).to_be_in_viewport(ratio=1)
        assert keys.evaluate_all(MIDDLES) == before
        expect(strip.locator(".cost")).to_have_text("Taker −50, doubler +25")
        covered = page.locator(".strip-of-points").bounding_box()["y"]
        assert strip.bounding_box()["y"] <= covered + 1
        if width < height:
            columns = [
                [x for x, _y in part.locator(".card-key:not(.nobody)").evaluate_all(MIDDLES)]
                for part in (row(complex_deal, 3).locator("> .card-keys"), strip)
            ]
            assert columns[0] == pytest.approx(columns[1], abs=1)
        page.clock.fast_forward(SECOND_TAP)
        page.keyboard.press("Escape")
        expect(strip).to_be_hidden()


def test_who_doubled_lies_over_the_word_on_what_was_saved(phone):
    phone.sit_down(*TREX, 0)
    phone.page.locator("button[value='queens']").click()
    phone.wait_for_line(3)
    expect(phone.page.locator("#saved")).to_be_visible()

    double(phone, 1, "Dino")

    phone.wait_for_line(4)
    reads(row(phone, 1).locator("summary .disc:visible"), ["D"])


def test_who_doubled_closes_without_an_answer_and_its_cross_takes_one_off(queens):
    page = queens.page
    for leave in (
        lambda: page.keyboard.press("Escape"),
        lambda: take(queens, 0, "Bruno"),
        lambda: row(queens, 2).locator("summary").click(),
    ):
        row(queens, 1).locator("summary").click()
        expect(row(queens, 1).locator("details[open]")).to_have_count(1)
        page.clock.fast_forward(SECOND_TAP)
        leave()

        expect(row(queens, 1).locator("details[open]")).to_have_count(0)
        expect(page.locator(".strip :checked")).to_have_count(0)
        page.clock.fast_forward(SECOND_TAP)
    page.keyboard.press("Escape")
    page.clock.fast_forward(SECOND_TAP)
    take(queens, 0, "Bruno")
    double(queens, 1, "Dino")
    queens.wait_for_line(4)
    row(queens, 0).locator("summary").click()
    row(queens, 1).locator("summary").click()
    expect(page.locator("details[open]")).to_have_count(1)
    page.clock.fast_forward(SECOND_TAP)
    row(queens, 1).locator(".strip .nobody").click()
    queens.wait_for_line(5)
    expect(page.locator("summary .disc:visible, details[open]")).to_have_count(0)
    expect(button(queens, "4 queens to place")).to_be_visible()


def test_one_touch_from_the_times_two_along_the_row_names_who_doubled(queens):
    mouse = queens.page.mouse
    row(queens, 0).locator("summary").click()
    queens.page.clock.fast_forward(SECOND_TAP)
    row(queens, 0).locator("summary").click()
    x, y = middle(row(queens, 1).locator("summary"))
    dino = middle(row(queens, 1).locator("> .card-keys label", has_text="Dino"))[0]
    anna = middle(row(queens, 1).locator("> .card-keys label", has_text="Anna"))[0]

    for line, to in ((4, anna), (5, dino)):
        mouse.move(x, y)
        mouse.down()
        mouse.move(to, y, steps=4)
        mouse.up()
        queens.wait_for_line(line)

    expect(queens.page.locator("details[open]")).to_have_count(0)
    reads(row(queens, 1).locator("summary .disc:visible"), ["D"])
    expect(queens.page.locator(".card-row > .card-keys :checked")).to_have_count(0)


def test_the_suit_of_a_card_that_was_changed_is_seen_on_its_ground(phone):
    phone.sit_down(*TREX, 0, "queens", {"QS": 0})
    match = phone.match_id
    phone.page.goto(f"/matches/{match}/deals/1/doubled")
    phone.page.locator("label:has([name='doubled.QS'][value='2'])").click()
    phone.page.locator(".save:not([aria-disabled])").click()

    ink = "all => all.map((one) => getComputedStyle(one).color)"
    phone.page.wait_for_selector("#saved .spade")
    words, spade = phone.page.locator("#saved :is(p, .spade)").evaluate_all(ink)
    assert words == spade


def test_long_names_and_large_text_stay_within_the_rows_of_cards(phone):
    phone.sit_down("trex", ["W" * 199 + end for end in "1234"], 0, "queens")
    double(phone, 1, "4")
    phone.wait_for_line(4)
    take(phone, 1, "1")
    row(phone, 1).locator("summary").click()
    expect(phone.page.locator(".cost .whole")).to_have_count(1)
    parts = "document.querySelectorAll('.card-key, .times, .strip-of-points li')"
    seen = f"[...{parts}].filter((one) => one.checkVisibility())"
    cut = f"{seen}.filter({IS_CUT}).map((one) => one.outerHTML)"

    for size in ("100%", "200%"):
        phone.page.evaluate("size => { document.documentElement.style.fontSize = size }", size)

        assert not phone.runs_over(), size
        assert phone.page.evaluate(cut) == [], size


def test_points_and_what_is_left_follow_every_tap(queens):
    for card, name in enumerate(["Carla", "Bruno", "Anna"]):
        take(queens, card, name)
    double(queens, 1, "Dino")
    queens.wait_for_line(4)

    expect(queens.page.locator("#proof li").nth(3)).to_contain_text("+25")
    reads(queens.page.locator("#proof b"), ["−25", "−50", "−25", "+25"])
    # It is worth the same after a look at the sheet.
    queens.page.get_by_role("link", name="Sheet").click()
    queens.page.get_by_role("link", name="Play").click()
    reads(queens.page.locator("#proof b"), ["−25", "−50", "−25", "+25"])
    expect(button(queens, "1 queen to place")).to_be_visible()
    take(queens, 0, "Carla")
    expect(button(queens, "2 queens to place")).to_be_visible()
    take(queens, 0, "Dino")
    take(queens, 3, "Dino")
    button(queens, "Save queens").click()
    queens.wait_for_line(5)
    assert queens.standing.totals == (-25, -50, 0, -25)


def test_arrow_keys_note_nobody_and_enter_notes_and_saves(phone):
    phone.sit_down(*TREX, 0, "king")
    keyboard, line = phone.page.keyboard, phone.match.last_line
    phone.page.locator("[name='doubled.KH']").first.focus()
    for key in ("ArrowRight", "ArrowRight"):
        keyboard.press(key)
    phone.page.clock.fast_forward(SECOND_TAP)
    assert phone.match.last_line == line
    keyboard.press("Enter")
    phone.wait_for_line(line + 1)

    assert phone.match.events[-1].answer == {"KH": 2}
    phone.page.locator("[name=king]").first.focus()
    keyboard.press("Space")
    keyboard.press("Enter")
    phone.wait_for_line(line + 2)
    assert phone.standing.totals == (-150, 0, 75, 0)


def test_before_the_first_card_the_table_is_asked_who_doubles_and_need_not_answer(phone):
    phone.sit_down(*TREX, 0, "king")
    page, line = phone.page, phone.match.last_line
    rows = page.locator(".card-row .card-key, .strip-of-points, .bar")
    before = rows.evaluate_all(MIDDLES)
    mentions(page.locator("#ask"), "King of hearts. Who doubles the K")
    mentions(page.locator(".took-it"), "who took it?")

    button(phone, "Nobody · play").click()
    mentions(page.locator("#ask:focus"), "Who took the K")
    mentions(page.locator(".doubled"), "Nobody doubled")
    page.reload()
    mentions(page.locator(".doubled"), "Nobody doubled")
    expect(page.locator(".doublers")).to_be_hidden()
    assert rows.evaluate_all(MIDDLES) == before
    page.clock.fast_forward(SECOND_TAP)
    row(phone, 0).locator("> .card-keys label", has_text="Dino").click()
    phone.save()
    phone.wait_for_line(line + 1)
    assert phone.standing.totals == (0, 0, 0, -75)


def test_a_card_that_is_taken_closes_the_band_and_change_opens_it_again(phone):
    phone.sit_down(*TREX, 0, "king")
    page, line = phone.page, phone.match.last_line
    take(phone, 0, "Dino")
    expect(page.locator(".doublers")).to_be_hidden()

    for opens, name in ((4, "Bruno"), (5, "Carla")):
        button(phone, "Change").click()
        page.clock.fast_forward(SECOND_TAP)
        page.locator(".doublers label", has_text=name).click()
        phone.wait_for_line(opens)
        mentions(page.locator("#saved p"), f"{name} doubles the K")
        mentions(page.locator(".doubled"), f"{name} doubled")
        expect(page.locator("[name=king]:checked")).to_have_value("3")
    phone.save()
    phone.wait_for_line(line + 3)
    assert phone.standing.totals == (0, 0, 75, -150)


@pytest.mark.parametrize("noted", [False, True], ids=["for the first time", "otherwise"])
def test_who_doubles_can_be_noted_without_a_network_and_goes_before_who_took(phone, noted):
    phone.sit_down(*TREX, 0, "king", *([{"KH": 0}] if noted else []))
    page, line = phone.page, phone.match.last_line
    page.context.set_offline(True)
    if noted:
        button(phone, "Change").click()
        page.clock.fast_forward(SECOND_TAP)
    page.locator(".doublers label", has_text="Bruno").click()
    page.wait_for_selector("[data-unsent]", state="attached")
    take(phone, 0, "Dino")
    phone.save()
    page.context.set_offline(False)

    phone.wait_for_line(line + 2)
    assert [event.key for event in phone.match.events[-2:]] == ["doubled", "king"]
    assert phone.standing.totals == (0, 75, 0, -150)


def test_complex_goes_from_pane_to_pane_and_back_and_is_saved_once(complex_deal):
    for card, name in enumerate(["Bruno", "Anna", "Bruno", "Carla", "Dino"]):
        take(complex_deal, card, name)
    button(complex_deal, "Next: Diamonds").click()
    complex_deal.wait_for_pane("Diamonds")
    keys = complex_deal.page.locator(".keypad button")
    for number in (3, 2, 6):
        keys.nth(number).click()

    complex_deal.page.reload()
    button(complex_deal, "Next: Diamonds").click()
    complex_deal.wait_for_pane("Diamonds")
    wells_hold(complex_deal, "3", "2", "6", "2")
    complex_deal.page.get_by_role("button", name="Back to: Cards").click()
    complex_deal.wait_for_pane("Cards")
    expect(complex_deal.page.locator(".card-keys :checked")).to_have_count(5)
    button(complex_deal, "Next: Diamonds").click()
    complex_deal.wait_for_pane("Diamonds")
    button(complex_deal, "Next: Slaps").click()
    complex_deal.wait_for_pane("Slaps")
    complex_deal.page.locator(".row", has_text="Anna").click()
    for number in (4, 2, 3):
        keys.nth(number).click()
    assert complex_deal.match.last_line == 3
    button(complex_deal, "Save the deal").click()
    complex_deal.wait_for_line(7)
    assert sum(complex_deal.standing.totals) == -500


def test_without_the_script_it_is_entered_all_the_same(new_page, server, rng):
    phone = Phone(new_page(java_script_enabled=False), server.database, scripts=False)
    phone.sit_down(*TREX, 0, "complex", complex=True)

    phone.answer_panes(rng)

    assert phone.standing.deals[0].scores is not None
