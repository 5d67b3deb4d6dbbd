"""The rules in a real browser: a sheet over the match that leaves no trace, search, and words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.phone import FOUR, Phone, press, stop_clock
from tests.components import DECK

pytestmark = pytest.mark.browser

SETTLE = "#prompt .bar .tool >> nth=0"
SETTLED = 1000  # ms after which no tap is taken for the second half of a double tap


@pytest.fixture
def counting(phone: Phone) -> Phone:
    """A match of Tribello in which some tricks of the first deal are tapped, but not saved."""
    phone.page.goto("/matches/new?game=tribello")
    phone.sit_down("tribello", ["Anna", "Bruno", "Carla"], "hearts")
    phone.page.clock.fast_forward(SETTLED)
    key(phone.page, 7).click()
    expect(well(phone.page, 0)).to_have_value("7")
    return phone


def key(page: Page, number: int) -> Locator:
    return page.locator(f".keypad button[value='{number}']")


def well(page: Page, seat: int) -> Locator:
    return page.locator(f"[name='tricks.{seat}']")


def sheet(page: Page) -> Locator:
    return page.locator("dialog.rules")


def open_rule(page: Page, link: str = "#prompt .guidance .rule") -> Locator:
    page.locator(link).click()
    expect(sheet(page).locator("h1")).to_be_focused()
    return sheet(page)


IN_ROWS = """(links) => links.map((link) => [
  getComputedStyle(link).textDecorationLine, getComputedStyle(link).display,
  Math.min(48, link.getBoundingClientRect().height),
  getComputedStyle(link.closest("ul")).borderTopStyle,
  getComputedStyle(link.closest("ul")).listStyleType,
])"""


@pytest.mark.parametrize(
    ("game", "people", "rules"),
    [
        ("tribello", 3, {}),
        ("trex", 4, {}),
        ("italian_whist", 3, {}),
        ("torite", 3, {}),
        ("trico", 2, {"deck": DECK}),
    ],
)
def test_what_can_be_settled_stands_in_rows_over_every_match(
    phone: Phone, game: str, people: int, rules: dict[str, Any]
) -> None:
    phone.sit_down(game, FOUR[:people], **rules)

    links = open_rule(phone.page, SETTLE).locator("nav > ul a")

    looks = links.evaluate_all(IN_ROWS)
    assert looks
    assert all(look == ["none", "flex", 48, "solid", "none"] for look in looks), looks


def tap_outside(page: Page) -> None:
    page.clock.fast_forward(SETTLED)
    page.mouse.click(195, 5)


WAYS_OUT: dict[str, Callable[[Page], object]] = {
    "button": lambda page: page.get_by_role("button", name="Close the rules").click(),
    "Esc": lambda page: page.keyboard.press("Escape"),
    "tap outside": tap_outside,
    "Back": lambda page: page.go_back(),
}


def wait_for_history(page: Page) -> None:
    """Until the browser has forgotten that the sheet was there."""
    for _attempt in range(200):
        if not page.evaluate("history.state?.rules ?? false"):
            return
        page.wait_for_timeout(20)
    raise AssertionError("the sheet stays in the history")


def what_stands(page: Page) -> dict[str, object]:
    """Everything a scorer would miss."""
    return {
        "address": page.url,
        "tapped": page.evaluate("[...new FormData(document.getElementById('prompt'))].join(' ')"),
        "scrolled": page.evaluate("scrollY"),
        "focus": page.evaluate("document.activeElement.outerHTML"),
    }


@pytest.mark.parametrize("way", WAYS_OUT)
def test_the_sheet_closes_to_exactly_where_the_scorer_was(counting: Phone, way: str) -> None:
    page, lines = counting.page, counting.match.last_line
    page.set_viewport_size({"width": 390, "height": 500})
    page.locator(SETTLE).focus()
    page.evaluate("scrollTo(0, 120)")
    before = what_stands(page)

    page.keyboard.press("Enter")
    shown = sheet(page)
    expect(shown.get_by_role("heading", name="What may I do now?")).to_be_visible()
    WAYS_OUT[way](page)
    expect(shown).to_be_hidden()

    wait_for_history(page)
    assert what_stands(page) == before
    assert counting.match.last_line == lines


def test_a_page_loaded_anew_forgets_the_sheet_that_lay_over_it(counting: Phone) -> None:
    page = counting.page
    open_rule(page)

    page.reload()
    counting.wait_for_table()
    wait_for_history(page)
    page.go_back()

    page.wait_for_url("**/matches/new?game=tribello")


def test_a_double_tap_on_a_rule_opens_the_sheet_once(counting: Phone) -> None:
    """The second tap falls outside the sheet, which lies over the link by then."""
    page = counting.page
    stop_clock(page, 5 * SETTLED)
    open_rule(page, SETTLE)

    page.mouse.click(195, 5)
    expect(sheet(page)).to_be_visible()

    tap_outside(page)
    expect(sheet(page)).to_be_hidden()


def test_while_one_searches_the_hits_stand_above_the_keyboard(counting: Phone) -> None:
    """A phone of 844 px keeps some 500 for the page."""
    page, shown = counting.page, open_rule(counting.page, SETTLE)

    shown.get_by_role("searchbox").press_sequentially("cut shufle")
    page.clock.fast_forward(SETTLED)

    answer = shown.get_by_text("so nobody knows who gets it")
    expect(answer).to_be_visible()
    box = answer.bounding_box()
    assert box
    assert box["y"] + box["height"] < 500


def test_a_ruling_is_a_search_away_and_the_count_waits_for_it(counting: Phone) -> None:
    page, shown = counting.page, open_rule(counting.page, SETTLE)

    shown.get_by_role("searchbox").press_sequentially("swap all")
    page.clock.fast_forward(SETTLED)
    shown.locator(".hits a").first.click()
    page.wait_for_url("**/matches/*/rules/settle/tribello/widow")
    page.get_by_role("link", name="Back to the table").click()
    counting.wait_for_table()

    expect(well(page, 0)).to_have_value("7")


def test_back_leads_away_as_if_the_sheet_had_never_been_there(counting: Phone) -> None:
    page = counting.page
    open_rule(page)
    WAYS_OUT["button"](page)
    wait_for_history(page)

    page.go_back()

    page.wait_for_url("**/matches/new?game=tribello")


def test_the_sheet_opens_again_and_again(counting: Phone) -> None:
    page = counting.page

    for way in [*WAYS_OUT.values(), *WAYS_OUT.values()]:
        open_rule(page)
        way(page)
        expect(sheet(page)).to_be_hidden()
        wait_for_history(page)

    assert page.url.endswith(f"/matches/{counting.match_id}")


def test_the_live_count_goes_on_where_it_was(phone: Phone) -> None:
    page = phone.page
    phone.sit_down("tribello", ["Anna", "Bruno", "Carla"], "hearts")
    page.clock.fast_forward(SETTLED)
    page.locator(".ways label", has_text="Trick by trick").click()
    bruno = page.locator(".taker", has_text="Bruno")
    press(bruno)
    press(bruno)

    open_rule(page, SETTLE)
    WAYS_OUT["Back"](page)
    expect(sheet(page)).to_be_hidden()

    expect(well(page, 1)).to_have_value("2")
    press(bruno)
    expect(well(page, 1)).to_have_value("3")


def test_names_of_a_new_match_stay_while_a_house_rule_is_looked_up(new_page) -> None:
    page = new_page()
    page.goto("/matches/new?game=trex")
    page.fill("#player-2", "Carla")
    page.locator("details.house > summary").click()

    shown = open_rule(page, "fieldset:has([name=level_queens]) .rule")
    expect(shown.locator("#redeals")).to_be_visible()
    WAYS_OUT["button"](page)

    expect(page.locator("#player-2")).to_have_value("Carla")
    expect(page.locator("details.house[open]")).to_have_count(1)


def test_every_piece_of_a_score_opens_its_rule(counting: Phone) -> None:
    page = counting.page
    key(page, 4).click()
    counting.save()
    counting.wait_for_line(3)
    page.clock.fast_forward(SETTLED)
    page.goto(f"/matches/{counting.match_id}/deals/1")

    expect(open_rule(page, ".reasons .rule >> nth=0").locator("#targets")).to_be_visible()


def test_what_may_i_do_now_says_it_over_the_match(counting: Phone) -> None:
    shown = open_rule(counting.page, SETTLE)

    expect(shown.get_by_text("Anna leads · win tricks")).to_be_visible()
    expect(shown.locator("#targets")).to_be_visible()


def test_one_walks_through_the_book_within_the_sheet(counting: Phone) -> None:
    page, shown = counting.page, open_rule(counting.page)

    shown.get_by_role("link", name="→").click()
    expect(shown.locator("#playing-the-tricks")).to_be_visible()
    shown.get_by_role("link", name="The whole page").click()
    shown.locator(".chips").get_by_role("link", name="Nullo", exact=True).click()
    expect(shown.locator("#nullo")).to_be_in_viewport()

    WAYS_OUT["Back"](page)
    expect(shown).to_be_hidden()
    expect(well(page, 0)).to_have_value("7")


def test_one_searches_in_the_sheet_as_one_types(counting: Phone) -> None:
    page, shown = counting.page, open_rule(counting.page, SETTLE)

    shown.get_by_role("searchbox").press_sequentially("widdow")
    page.clock.fast_forward(SETTLED)
    expect(shown.locator(".hits li").first).to_be_visible()
    expect(shown.locator(".leaf")).to_be_hidden()
    shown.locator(".hits a", has_text="The deal and the widow").first.click()

    expect(shown.locator("#the-deal-and-the-widow")).to_be_visible()
    assert page.url.endswith(f"/matches/{counting.match_id}")


def test_a_word_is_explained_within_the_sheet_and_esc_closes_one_thing_at_a_time(
    counting: Phone,
) -> None:
    page, shown = counting.page, open_rule(counting.page)
    word = shown.locator(".leaf .term").first

    word.click()
    expect(page.locator(".meaning dfn")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".meaning")).to_be_hidden()
    expect(shown).to_be_visible()
    expect(word).to_be_focused()
    word.click()
    page.get_by_role("link", name="In the glossary").click()

    expect(shown.get_by_role("heading", name="Glossary")).to_be_visible()
    expect(page.locator(".meaning")).to_be_hidden()


def test_an_older_browser_shows_a_word_in_the_whole_glossary(counting: Phone) -> None:
    counting.page.evaluate("delete HTMLElement.prototype.popover")
    shown = open_rule(counting.page)

    shown.locator(".leaf .term").first.click()

    expect(shown.get_by_role("heading", name="Glossary")).to_be_visible()


def test_where_the_book_cannot_be_reached_nothing_is_lost_and_it_is_asked_for_again(
    counting: Phone,
) -> None:
    page = counting.page
    page.context.set_offline(True)
    page.locator("#prompt .guidance .rule").click()
    expect(page.locator("#offline")).to_be_visible()
    expect(well(page, 0)).to_have_value("7")

    page.context.set_offline(False)
    shown = open_rule(page)
    page.context.set_offline(True)
    shown.get_by_role("link", name="The whole page").click()

    expect(shown.get_by_text("No connection")).to_be_visible()
    page.context.set_offline(False)
    WAYS_OUT["Esc"](page)
    expect(well(page, 0)).to_have_value("7")


def test_without_scripts_a_rule_is_a_page_at_its_section(new_page, server) -> None:
    page = new_page(java_script_enabled=False)
    phone = Phone(page, server.database, scripts=False)
    phone.sit_down("tribello", ["Anna", "Bruno", "Carla"])

    with page.context.expect_page() as opened:
        page.locator("#prompt .guidance .rule").click()

    opened.value.wait_for_load_state()
    expect(opened.value.locator("#cutting-and-trumps")).to_be_in_viewport()
    opened.value.locator("a.term").first.click()
    expect(opened.value.get_by_role("heading", name="Glossary")).to_be_visible()


# --- pages of the book --------------------------------------------------------------------------


def test_a_word_on_a_page_is_explained_by_the_keyboard_too(new_page) -> None:
    page = new_page()
    page.goto("/rules/tribello")
    word = page.locator("a.term").first

    word.focus()
    page.keyboard.press("Enter")

    expect(page.locator(".meaning")).to_be_focused()
    assert page.url.endswith("/rules/tribello")
    page.keyboard.press("Escape")
    expect(page.locator(".meaning")).to_be_hidden()
    expect(word).to_be_focused()


@pytest.mark.parametrize("width", [320, 1200])
def test_what_a_word_means_stays_on_the_screen(new_page, width: int) -> None:
    page = new_page(width=width, height=640)
    page.goto("/rules/trex")

    for word in page.locator("a.term").all()[:12]:
        word.click()
        expect(page.locator(".meaning dfn")).to_be_visible()
        box = page.locator(".meaning").bounding_box()
        assert box
        assert 0 <= box["x"] <= width - box["width"]
        assert 0 <= box["y"] <= 640 - box["height"]
        page.keyboard.press("Escape")


def test_a_page_is_searched_as_one_types_and_comes_back_when_nothing_is_typed(new_page) -> None:
    page = new_page()
    page.goto("/rules/trex")
    box = page.get_by_role("searchbox")

    box.press_sequentially("lutush")
    expect(page.locator(".hits a").first).to_contain_text("Slap")
    expect(page.locator(".leaf")).to_be_hidden()
    box.fill("")
    expect(page.get_by_role("heading", name="Trex", exact=True)).to_be_visible()
    box.fill("redeal")
    page.locator(".hits a", has_text="Redeals").first.click()

    expect(page.locator("#redeals")).to_be_in_viewport()
    expect(page.locator(".leaf")).to_be_visible()


def test_a_page_from_a_cold_start_needs_its_looks_and_no_more_to_be_read(new_page) -> None:
    """The script and the icon are asked for as well, but nobody waits for them."""
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.resource_type))

    page.goto("/rules/trex", wait_until="networkidle")

    assert sorted(kind for kind in asked if kind not in ("other", "script")) == [
        "document",
        "stylesheet",
    ]
    assert asked.count("script") == 1
