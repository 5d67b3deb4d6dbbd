"""The rules in a real browser: a sheet over the match that leaves no trace, search, and words."""

import json

import pytest
from playwright.sync_api import expect

from app.games import GAMES
from testkit.browser.phone import FOUR, TRIBELLO, comes_true, stop_clock, tap_key
from testkit.browser.phone import tap as tap_keys
from tests.rules_pages import TRANSLATED
from tools.screens.table import asked_in
from tools.screens.visitor import played

RULE = "#prompt .guidance .rule"
SETTLE = "#prompt .bar .tool >> nth=0"
SETTLED = 1000  # ms after which no tap is taken for the second half of a double tap


@pytest.fixture
def counting(phone):
    """A match of Tribello in which some tricks of the first deal are tapped, but not saved."""
    phone.page.goto("/matches/new?game=tribello")
    phone.sit_down(*TRIBELLO, "hearts")
    tap_keys(phone, 7)
    still_counts(phone, 7)
    return phone


def still_counts(phone, number, seat=0):
    """Wait until what was tapped stands there."""
    expect(phone.page.locator(f"[name='tricks.{seat}']")).to_have_value(str(number))


def sheet(page):
    return page.locator("dialog.rules")


def open_rule(page, link=RULE):
    page.locator(link).click()
    expect(sheet(page).locator("h1")).to_be_focused()
    return sheet(page)


def search(page, words):
    """Type into the search of the sheet, and let it answer."""
    # The clock of the page goes on meanwhile, so the answer may come before it is put forward.
    with page.expect_response("**/rules/search*"):
        sheet(page).get_by_role("searchbox").fill(words)
        page.clock.fast_forward(SETTLED)


IN_ROWS = """(links) => links.map((link) => [
  getComputedStyle(link).textDecorationLine, getComputedStyle(link).display,
  Math.min(48, link.getBoundingClientRect().height),
  getComputedStyle(link.closest("ul")).borderTopStyle,
  getComputedStyle(link.closest("ul")).listStyleType,
])"""


def test_what_can_be_settled_stands_in_rows_over_every_match(phone):
    for key in [key for key, game in GAMES.items() if game.rulings]:
        about = asked_in(GAMES[key])
        phone.open(played(key, about["answers"], FOUR[: about["people"]], about["rules"]))

        looks = open_rule(phone.page, SETTLE).locator("nav > ul a").evaluate_all(IN_ROWS)

        assert looks, key
        assert all(look == ["none", "flex", 48, "solid", "none"] for look in looks), (key, looks)


# --- over a match --------------------------------------------------------------------------------


def tap_outside(page):
    page.clock.fast_forward(SETTLED)
    page.mouse.click(195, 5)


def close(page):
    page.get_by_role("button", name="Close the rules").click()


WAYS_OUT = {
    "button": close,
    "Esc": lambda page: page.keyboard.press("Escape"),
    "tap outside": tap_outside,
    "Back": lambda page: page.go_back(),
}
STANDS = """[
  location.href, [...new FormData(document.getElementById('prompt'))].join(' '), scrollY,
  document.activeElement.outerHTML,
]"""
"""Everything a scorer would miss."""


def wait_for_history(page):
    """Until the browser has forgotten that the sheet was there."""
    comes_true(page, "!(history.state?.rules ?? false)")


def test_the_sheet_closes_to_exactly_where_the_scorer_was_and_back_leads_away(counting):
    page, lines = counting.page, counting.match.last_line
    page.set_viewport_size({"width": 390, "height": 500})
    page.locator(SETTLE).focus()
    page.evaluate("scrollTo(0, 120)")
    before = page.evaluate(f"JSON.stringify({STANDS})")

    for way in [*WAYS_OUT, *WAYS_OUT]:
        page.keyboard.press("Enter")
        expect(sheet(page).get_by_role("heading", name="What may I do now?")).to_be_visible()
        WAYS_OUT[way](page)
        expect(sheet(page)).to_be_hidden()
        wait_for_history(page)
        comes_true(page, f"JSON.stringify({STANDS}) === {json.dumps(before)}")

    assert counting.match.last_line == lines
    page.go_back()
    page.wait_for_url("**/matches/new?game=tribello")


def test_a_page_loaded_anew_forgets_the_sheet_that_lay_over_it(counting):
    page = counting.page
    open_rule(page)

    page.reload()
    counting.wait_for_table()
    wait_for_history(page)
    page.go_back()

    page.wait_for_url("**/matches/new?game=tribello")


def test_a_double_tap_on_a_rule_opens_the_sheet_once(counting):
    """The second tap falls outside the sheet, which lies over the link by then."""
    page = counting.page
    stop_clock(page, 5 * SETTLED)
    open_rule(page, SETTLE)

    page.mouse.click(195, 5)
    expect(sheet(page)).to_be_visible()
    tap_outside(page)
    expect(sheet(page)).to_be_hidden()


def test_hits_stand_above_the_keyboard_and_lead_to_a_section_or_a_ruling_and_back(counting):
    """A phone of 844 px keeps some 500 for the page."""
    page, shown = counting.page, open_rule(counting.page, SETTLE)
    search(page, "cut shufle")
    answer = shown.get_by_text("so nobody knows who gets it")
    expect(answer).to_be_visible()
    box = answer.bounding_box()
    assert box["y"] + box["height"] < 500

    search(page, "widdow")
    expect(shown.locator(".hits li").first).to_be_visible()
    expect(shown.locator(".leaf")).to_be_hidden()
    shown.locator(".hits a", has_text="The deal and the widow").first.click()

    expect(shown.locator("#the-deal-and-the-widow")).to_be_visible()
    assert page.url.endswith(f"/matches/{counting.match_id}")

    search(page, "swap all")
    shown.locator(".hits a").first.click()
    page.wait_for_url("**/matches/*/rules/settle/tribello/widow")
    page.get_by_role("link", name="Back to the table").click()
    counting.wait_for_table()
    still_counts(counting, 7)


def test_the_live_count_goes_on_where_it_was(phone):
    page = phone.page
    phone.sit_down(*TRIBELLO, "hearts")
    page.locator(".ways label", has_text="Trick by trick").click()
    bruno = page.locator(".taker", has_text="Bruno")
    tap_key(bruno)
    tap_key(bruno)

    open_rule(page, SETTLE)
    page.go_back()
    expect(sheet(page)).to_be_hidden()

    still_counts(phone, 2, seat=1)
    tap_key(bruno)
    still_counts(phone, 3, seat=1)


def test_one_walks_through_the_book_within_the_sheet(counting):
    page = counting.page
    shown = open_rule(page, SETTLE)
    expect(shown.get_by_text("Anna swaps first · Anna leads, win tricks")).to_be_visible()
    expect(shown.locator("#targets")).to_be_visible()
    close(page)

    open_rule(page)
    shown.get_by_role("link", name="→").click()
    expect(shown.locator("#playing-the-tricks")).to_be_visible()
    shown.get_by_role("link", name="The whole page").click()
    shown.locator(".chips").get_by_role("link", name="Nullo", exact=True).click()
    expect(shown.locator("#nullo")).to_be_in_viewport()

    page.go_back()
    expect(shown).to_be_hidden()
    still_counts(counting, 7)


def test_a_word_is_explained_within_the_sheet_and_esc_closes_one_thing_at_a_time(counting):
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

    glossary = shown.get_by_role("heading", name="Glossary")
    expect(glossary).to_be_visible()
    expect(page.locator(".meaning")).to_be_hidden()
    close(page)
    # An older browser has no pop-ups: it shows a word in the whole glossary.
    page.evaluate("delete HTMLElement.prototype.popover")
    open_rule(page)
    expect(glossary).to_be_hidden()
    word.click()
    expect(glossary).to_be_visible()


def test_where_the_book_cannot_be_reached_nothing_is_lost_and_it_is_asked_for_again(counting):
    page = counting.page
    page.context.set_offline(True)
    page.locator(RULE).click()
    expect(page.locator("#offline")).to_be_visible()
    still_counts(counting, 7)

    page.context.set_offline(False)
    shown = open_rule(page)
    page.context.set_offline(True)
    shown.get_by_role("link", name="The whole page").click()

    expect(shown.get_by_text("No connection")).to_be_visible()
    page.context.set_offline(False)
    page.keyboard.press("Escape")
    still_counts(counting, 7)


# --- pages of the book ---------------------------------------------------------------------------


def test_a_word_on_a_page_is_explained_by_the_keyboard_too(new_page):
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


MEANINGS = """async (words) => {
  const boxes = [];
  for (const word of words.slice(0, 12)) {
    word.scrollIntoView({ block: "nearest" });
    word.click();
    while (!document.querySelector(".meaning:popover-open dfn"))
      await new Promise((drawn) => requestAnimationFrame(drawn));
    const meaning = document.querySelector(".meaning");
    boxes.push(meaning.getBoundingClientRect().toJSON());
    meaning.hidePopover();
  }
  return boxes;
}"""


def test_what_a_word_means_stays_on_the_screen(new_page):
    page = new_page()
    for width in (320, 1200):
        page.set_viewport_size({"width": width, "height": 640})
        page.goto("/rules/trex")
        boxes = page.locator("a.term").evaluate_all(MEANINGS)
        assert len(boxes) == 12
        for box in boxes:
            assert 0 <= box["left"] < box["right"] <= width
            assert 0 <= box["top"] < box["bottom"] <= 640


def test_a_page_is_searched_as_one_types_and_comes_back_when_nothing_is_typed(new_page):
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


OUTSIDE = """(texts) => texts.filter((text) => {
  const [words, drawing] = [text, text.ownerSVGElement].map((it) => it.getBoundingClientRect());
  return words.left < drawing.left || words.right > drawing.right;
}).map((text) => text.textContent)"""


@pytest.mark.parametrize(("tag", "page"), TRANSLATED)
def test_the_translated_words_of_a_drawing_have_room_in_it(phone, tag, page):
    phone.page.goto(f"/rules/{page}?lang={tag}")

    expect(phone.page.locator("html")).to_have_attribute("lang", tag)
    assert phone.page.locator("figure svg text").evaluate_all(OUTSIDE) == []


PLACES_OF_SCORES = """() => [...document.querySelectorAll("td")]
  .filter((cell) => cell.textContent.includes("/"))
  .map((cell) => {
    const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), places = [];
    for (let node; (node = words.nextNode()); )
      [...node.data].forEach((sign, at) => {
        if (!/[+\\u2212/\\u0660-\\u0669]/.test(sign)) return;
        const range = new Range();
        range.setStart(node, at), range.setEnd(node, at + 1);
        places.push(Math.round(range.getBoundingClientRect().left));
      });
    return places;
  })"""
"""Where each sign and digit of the scores in a cell begins, in the order in which they are said."""


def test_scores_stand_under_the_letters_of_their_players_in_arabic_digits(phone):
    phone.page.context.set_extra_http_headers({"Accept-Language": "ar-JO"})
    phone.page.set_viewport_size({"width": 1200, "height": 800})
    phone.page.goto("/rules/trex")

    scores = phone.page.evaluate(PLACES_OF_SCORES)
    assert len(scores) > 20
    assert scores == [sorted(places) for places in scores]
    expect(phone.page.locator("main")).to_contain_text("٥٫٩٧")
