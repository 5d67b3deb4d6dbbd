"""The sheet and what it leads to: reasons behind a tap, and an earlier deal changed in its rows."""

import re
from itertools import product

import pytest
from playwright.sync_api import expect

from testkit.browser.phone import (
    FOUR,
    TREX,
    TRIBELLO,
    comes_true,
    mentions,
    reads,
    stop_clock,
    wells_hold,
)
from tools.screens.games.trex import FOUR_CONTRACTS, OF_QUEENS, SOME_WAY

KINGDOM = (
    *(0, "king", {"KH": 3}, 1, "diamonds", [2, 6, 0, 5], "slaps", [1, 3, 4, 5]),
    *("queens", None, {"QS": 2, "QH": 0, "QD": 0, "QC": 3}, [3, 0, 2, 1]),
)
REASON = "td:target > .reason"


@pytest.fixture
def played(phone):
    """Trex after Anna's kingdom."""
    phone.sit_down("trex", FOUR, *KINGDOM)
    return phone


@pytest.fixture
def changing(played):
    """Deal 3, Slaps, to be changed from the sheet."""
    played.page.goto(f"/matches/{played.match_id}/sheet")
    played.page.locator("#deal3-2 > a").click()
    played.page.locator(REASON).get_by_role("link", name="Change").click()
    played.page.wait_for_selector("html[data-ready] .correction")  # the sheet was ready before
    return played


def tap(phone, place, number):
    phone.page.locator(".row").nth(place).click()
    phone.page.locator(f".keypad button[value='{number}']").click()


def says(phone, words):
    phone.page.locator(".save", has_text=words).wait_for()


def stays(phone):
    """Where the page is scrolled to."""
    return phone.page.evaluate("[scrollX, scrollY]")


def test_a_tap_on_a_score_says_why_and_the_next_one_hides_it_and_nothing_moves(played):
    page = played.page
    page.goto(f"/matches/{played.match_id}/sheet")
    before = stays(played)

    page.locator("#deal1-2 > a").click()
    mentions(page.locator(REASON), "Deal 1, King of hearts: Bruno took the K")
    assert stays(played) == before
    page.locator("#deal2-1 > a").click()
    mentions(page.locator(REASON), "Deal 2, Diamonds: Anna 2 diamonds")
    page.locator("#deal2-1 > a").click()

    expect(page.locator(REASON)).to_have_count(0)
    assert stays(played) == before


@pytest.mark.parametrize(("width", "height"), [(390, 664), (320, 640)])
def test_no_score_in_sight_moves_under_the_thumb_that_taps_it(width, height, played):
    page = played.page
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/matches/{played.match_id}/sheet")

    for cell in page.locator(".score-sheet td:has(> a[href^='#'])").all()[:12]:
        before = cell.bounding_box()
        cell.locator("> a").click()
        expect(page.locator(REASON)).to_have_count(1)
        page.evaluate("() => new Promise((f) => requestAnimationFrame(() => setTimeout(f)))")

        assert cell.bounding_box() == before


def test_the_reason_hides_neither_its_score_nor_the_totals(played):
    page = played.page
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"/matches/{played.match_id}/sheet")

    page.locator("#deal5-4 > a").click()

    card = page.locator(REASON).bounding_box()["y"]
    for place in ("#deal5-4", "tfoot td >> nth=0"):
        box = page.locator(place).bounding_box()
        assert box["y"] + box["height"] <= card + 1, place


def test_no_score_lies_behind_its_own_reason(phone):
    phone.sit_down(*TREX, *SOME_WAY)
    page = phone.page
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(f"/matches/{phone.match_id}/sheet")

    for cell in page.locator(".score-sheet td[id$='-1']").all():
        page.reload()
        page.wait_for_selector("html[data-ready]")
        cell.locator("> a").click()
        page.wait_for_selector("td:target")
        page.evaluate("() => new Promise((f) => requestAnimationFrame(() => setTimeout(f)))")

        box, total = cell.bounding_box(), page.locator("tfoot td").first.bounding_box()
        assert box["y"] + box["height"] <= total["y"] + 1


def test_a_deal_that_was_changed_is_in_sight_on_the_sheet_again(phone):
    phone.sit_down(*TREX, *SOME_WAY)
    page = phone.page
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(f"/matches/{phone.match_id}/sheet")
    page.locator("#deal7-1 > a").click()
    page.locator("td:target").get_by_role("link", name="Change").click()
    page.wait_for_selector("html[data-ready] .correction")
    tap(phone, 0, 5)
    tap(phone, 1, 3)
    page.locator(".save:not([aria-disabled])").click()
    page.wait_for_url("**/sheet*")
    page.wait_for_selector("html[data-ready] #saved")

    changed = page.locator("tr:has(#deal7-1)")
    expect(changed.locator(".corrected").first).to_be_in_viewport(ratio=1)
    box, total = changed.bounding_box(), page.locator("tfoot td").first.bounding_box()
    assert box["y"] + box["height"] <= total["y"] + 1


def test_the_sheet_opens_at_the_latest_deal(played):
    page = played.page
    page.set_viewport_size({"width": 390, "height": 400})
    page.get_by_role("link", name="Sheet").click()

    totals = page.locator("tfoot").bounding_box()["y"]
    latest = page.locator("tr:has(#latest)").bounding_box()
    assert 0 < latest["y"] < latest["y"] + latest["height"] <= totals
    page.wait_for_load_state()
    assert page.evaluate("document.activeElement.localName") == "body"  # none looks chosen


def test_what_a_correction_changes_is_seen_while_it_is_tapped(changing):
    page = changing.page
    says(changing, "Nothing changed yet")
    # The player whose score was tapped is asked for first, and then the next one.
    expect(page.locator(".row.active")).to_contain_text("Bruno")

    tap(changing, 1, 2)
    wells_hold(changing, "1", "2", "4", "5")
    says(changing, "1 too few")
    expect(page.locator(".row").nth(2)).to_contain_class("active")
    tap(changing, 3, 6)
    says(changing, "Save the change")

    moves = page.locator(".moves li")
    reads(moves, [re.compile(rf"^{name}\b") for name in FOUR])
    mentions(moves.first, "same")
    expect(page.locator(".row.moved")).to_have_count(2)
    reads(page.locator(".row").nth(1).locator(".was"), ["3", "−45"])
    expect(page.locator(".save:not([aria-disabled])")).to_have_count(1)
    # What is typed is looked at without a page of its own, so Back leads where one came from.
    page.go_back()
    page.wait_for_url("**/sheet*")


def test_what_is_typed_over_an_answer_outlives_a_reload_until_it_is_left(changing):
    page, address, wells = changing.page, changing.page.url, changing.page.locator(".well")
    for place, number in ((1, "2"), (2, "5")):
        wells.nth(place).fill(number)
        wells.nth(place).press("Enter")
    expect(wells.nth(3)).to_be_focused()
    says(changing, "Save the change")

    page.reload()
    says(changing, "Save the change")
    wells_hold(changing, "1", "2", "5", "5")
    expect(page.locator(".moves s")).to_have_count(2)
    page.get_by_role("link", name="Leave it").click()
    page.wait_for_url("**/sheet*")
    page.goto(address)

    says(changing, "Nothing changed yet")
    wells_hold(changing, "1", "3", "4", "5")


def test_who_doubled_is_put_right_beside_who_took_it_by_one_save(played):
    page, match = played.page, played.match_id
    page.goto(f"/matches/{match}/deals/1/king?back=sheet")

    page.locator(".doublers label", has_text="Bruno").click()
    page.locator(".card-row .card-keys label", has_text="Carla").click()
    says(played, "Save the change")
    page.locator(".save").click()

    page.wait_for_url("**/sheet*")
    page.goto(f"/matches/{match}")
    assert [event.answer for event in played.match.events[-2:]] == [{"KH": 1}, 2]
    assert played.standing.deals[0].scores == (0, 75, -150, 0)


PLACES = "parts => parts.map((part) => part.getBoundingClientRect().toJSON())"


@pytest.mark.parametrize("size", [(390, 664), (320, 640), (664, 390)])
def test_a_contract_that_was_played_is_struck_and_says_so_without_moving_a_key(phone, size):
    page = phone.page
    phone.sit_down(*TREX, 0, "queens", None, OF_QUEENS, "king", None, 2)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{page.url}/deals/2/contract?back=sheet")
    keys = page.locator("label.option, .bar, .save")
    before = keys.evaluate_all(PLACES)
    reads(page.locator("label.option s"), "Queens")

    page.locator("label.option", has_text="Queens").click()
    says(phone, "Played in deal 1")

    assert keys.evaluate_all(PLACES) == before
    expect(page.get_by_role("button", name="Swap deals 2 and 1")).to_be_in_viewport(ratio=1)


def test_a_question_is_answered_again_or_passed_over(counting):
    page = counting.page
    page.goto(f"{page.url}/deals/1/trump")
    skip, suit = page.locator("[name=skip]"), page.locator("[name=trump][value=clubs]")

    page.locator("label:has([name=skip])").click()
    expect(page.locator("[name=trump]:checked")).to_have_count(0)
    page.locator("label:has([value=clubs])").click()

    expect(suit).to_be_checked()
    expect(skip).not_to_be_checked()
    says(counting, "Save the change")


def test_a_change_is_named_where_one_was_and_taken_back_there(changing):
    page = changing.page
    tap(changing, 1, 2)
    tap(changing, 3, 6)
    says(changing, "Save the change")

    page.locator(".save").click()
    page.wait_for_url("**/sheet*")
    stop_clock(page)  # it is named for five seconds
    expect(page.locator(".corrected")).to_have_count(2)
    reads(page.locator("#saved p"), re.compile("^Changed: Deal 3 · Tricks taken"))
    toast = page.locator("#saved").bounding_box()
    totals = page.locator("tfoot td").first.bounding_box()
    assert totals["y"] + totals["height"] <= toast["y"]
    assert page.locator(".share").bounding_box()["y"] < toast["y"]
    page.locator("#saved").get_by_role("button", name="Undo").click()
    page.wait_for_url("**/sheet*")

    reads(page.locator("#saved p"), re.compile("^Undone: the change of deal 3"))
    expect(page.locator(".corrected")).to_have_count(0)


def test_what_is_entered_outlives_a_correction_of_an_earlier_deal(phone):
    phone.sit_down("trex", FOUR, *KINGDOM, "slaps")
    page, match = phone.page, phone.page.url
    tap(phone, 0, 2)
    tap(phone, 1, 1)

    page.goto(f"{match}/deals/3/tricks")
    page.wait_for_selector("html[data-ready]")
    tap(phone, 1, 2)
    tap(phone, 3, 6)
    says(phone, "Save the change")
    page.locator(".save").click()
    page.wait_for_url(match)
    page.wait_for_selector("html[data-ready]")

    wells_hold(phone, "2", "1", "", "")


def change(phone, named, to):
    page = phone.page
    page.locator(".board").get_by_role("link", name=f"{named} Change").click()
    reads(page.locator(".changing"), re.compile("Changing this deal"))
    expect(page.locator(".moves")).to_have_count(0)
    page.locator("label.option", has_text=to).click()
    page.get_by_role("button", name="Save the change").click()
    phone.wait_for_table()


def test_a_wrong_owner_or_contract_can_be_changed_until_its_deal_is_scored(phone):
    phone.sit_down(*TREX, 0)
    page = phone.page
    change(phone, "Anna", "Carla")
    reads(page.locator("#ask"), "Carla, name the contract")

    page.locator("button.option", has_text="Slaps").click()
    phone.wait_for_line(4)
    tap(phone, 0, 2)
    change(phone, "Slaps", "Diamonds")
    reads(page.locator(".board .named b"), "Diamonds")
    reads(page.locator("#ask"), "Diamonds: how many each?")
    assert page.url.endswith(f"/matches/{phone.match_id}")
    # The contract that is left at the end cannot be named otherwise.
    phone.sit_down(*TREX, 0, *FOUR_CONTRACTS)
    reads(page.locator(".board .deal b"), "Trex")
    expect(page.locator(".board .named")).to_have_count(0)


def test_back_closes_the_reason_before_it_leaves_the_sheet(phone):
    phone.sit_down(*TRIBELLO, "hearts", [7, 4, 2])
    page = phone.page
    page.locator(".tabs a", has_text="Sheet").click()
    cells = page.locator(".score-sheet td > a")
    cells.nth(0).click()
    cells.nth(1).click()
    expect(page.locator(".reason").nth(1)).to_be_visible()
    page.go_back()

    expect(page.locator(".reason").nth(1)).to_be_hidden()
    comes_true(page, "location.pathname.endsWith('/sheet')")
    page.locator(".score-sheet td > a").nth(0).click()
    page.locator(".reason .close").nth(0).click()
    expect(page.locator(".reason").nth(0)).to_be_hidden()
    page.go_back()
    page.wait_for_selector("#match")


COVERED = """heads => heads.filter((head) => {
  const hidden = (node) => node.parentElement.closest(".hidden");
  const walker = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
  for (const words = document.createRange(); walker.nextNode(); ) {
    words.selectNodeContents(walker.currentNode);
    const { right } = words.getBoundingClientRect();
    if (!hidden(walker.currentNode) && right > head.getBoundingClientRect().right) return true;
  }
}).map((head) => head.textContent.trim())"""
"""Heads of a row whose words run under the column beside them."""


def test_large_text_stays_in_the_column_of_deals(phone):
    phone.sit_down("trex", FOUR, *SOME_WAY)
    phone.page.goto(f"/matches/{phone.match_id}/sheet")
    heads = phone.page.locator(".score-sheet tr > th:first-child:not([colspan])")

    for text, (width, height) in product(("100%", "200%"), ((390, 664), (320, 640), (664, 390))):
        phone.page.evaluate("size => { document.documentElement.style.fontSize = size; }", text)
        phone.page.set_viewport_size({"width": width, "height": height})
        assert heads.evaluate_all(COVERED) == [], (text, width)
