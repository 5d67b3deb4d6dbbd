"""A phone on its side is a layout of its own: two panes, of which none is empty while the other is
squeezed."""

import pytest
from playwright.sync_api import expect

from app.games import GAMES
from app.games.trico.house_rules import HOUSE_DECK
from testkit.browser.phone import FOUR, TREX, tap
from testkit.play import Played, keep_in
from tools.screens.games.trex import A_KINGDOM, LAST_KINGDOM, SOME_WAY

SIZES = (664, 390), (844, 390)
TOAST = 6000  # ms after which what is said of the last answer is gone
EIGHT_LETTERS = ["Marianne", "Wolfgang", "Benjamin", "Margaret"]

SMALL = """() => [...document.querySelectorAll(
    '#prompt :is(.key, .tool, .save, .plain, .slot.key, .card-well), .seat, .bar .save')]
  .filter((key) => key.checkVisibility() && key.getBoundingClientRect().width)
  .filter((key) => {
    const { width, height } = key.getBoundingClientRect();
    return width < 47.9 || height < 47.9;
  }).map((key) => key.textContent.trim())"""
"""What is tapped to answer and is smaller than a thumb."""

CUT = """() => [...document.querySelectorAll(
    '#prompt .name, #prompt .who b, .sitter b, .seat input')]
  .filter((name) => name.checkVisibility() && name.scrollWidth > name.clientWidth)
  .map((name) => `${name.textContent || name.value} ${name.scrollWidth} > ${name.clientWidth}`)"""

COVERED = """() => [...document.querySelectorAll('#prompt :is(.key, .tool, .save), .seat')]
  .filter((key) => key.checkVisibility())
  .filter((key) => {
    const { left, right, top, bottom } = key.getBoundingClientRect();
    return [[left + 4, (top + bottom) / 2], [right - 4, (top + bottom) / 2],
      [(left + right) / 2, top + 4], [(left + right) / 2, bottom - 4]].some(
      ([x, y]) => !key.contains(document.elementFromPoint(x, y)));
  }).map((key) => key.textContent.trim())"""
"""What is tapped, and is hidden in part or out of sight."""

WITH_DECK = {"entry": "deck", "deck": HOUSE_DECK}
SYMBOLS = [
    [{"symbols": ["spade", "heart", "acorn"]}] * 3,
    [{"symbols": ["club", "leaf", "bell"]}] * 3,
]
QUESTIONS = {
    "the owner": ("trex", [], {}),
    "the contract": ("trex", [0], {}),
    "the king, who doubles": ("trex", [0, "king"], {}),
    "the king, doubled": ("trex", [0, "king", {"KH": 1}], {}),
    "the queens": ("trex", [0, "queens"], {}),
    "the diamonds": ("trex", [0, "diamonds"], {}),
    "the order": ("trex", [0, "trex"], {}),
    "a Complex": ("trex", [0, "complex"], {"complex": True}),
    "the king of partners": ("trex", [0, "king"], {"partners": True}),
    "the tricks of partners": ("trex", [0, "slaps"], {"partners": True}),
    "the trump": ("tribello", [], {}),
    "the tricks": ("tribello", ["hearts"], {}),
    "the tricks of the Torite": ("torite", [], {}),
    "the cards left": ("torite", [[6, 4, 2, 0]], {}),
    "the first hand": ("italian_whist", [], {}),
    "symbols": ("trico", [], {"entry": "symbols"}),
    "the cards of a deck": ("trico", [], WITH_DECK),
    "sets and pairs": ("trico", [], {"entry": "counts"}),
}
CORRECTIONS = {
    "the king": ("trex", A_KINGDOM, {}, "/deals/1/king"),
    "the queens": ("trex", A_KINGDOM, {}, "/deals/2/queens"),
    "the tricks": ("trex", A_KINGDOM, {}, "/deals/4/tricks"),
    "the order": ("trex", A_KINGDOM, {}, "/deals/5/out"),
    "symbols": ("trico", [SYMBOLS], {"entry": "symbols"}, "/deals/1/cards"),
    "sets and pairs": (
        "trico",
        [[{"sets": 2, "pairs": 0, "large": 1}, {"sets": 0, "pairs": 1, "large": 0}]],
        {"entry": "counts"},
        "/deals/1/counts",
    ),
}


@pytest.fixture(params=SIZES, ids=str)
def sideways(request, phone):
    """A phone that is turned."""
    width, height = request.param
    phone.page.set_viewport_size({"width": width, "height": height})
    return phone


def sit_down(phone, game, answers, rules):
    people = EIGHT_LETTERS[: max(GAMES[game].players)]
    if game == "trico" and answers:
        people = people[: len(answers[0])]
    phone.sit_down(game, people, *answers, **rules)
    phone.page.clock.fast_forward(TOAST)
    expect(phone.page.locator("#saved")).to_have_count(0)


def is_whole(page):
    """Nothing to tap is smaller than a thumb or covered, and no name is cut."""
    assert page.evaluate(SMALL) == []
    assert page.evaluate(CUT) == []
    assert page.evaluate(COVERED) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("question", QUESTIONS)
def test_each_question_has_whole_names_and_keys_for_a_thumb_that_nothing_covers(sideways, question):
    sit_down(sideways, *QUESTIONS[question])

    is_whole(sideways.page)


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_each_correction_has_whole_names_and_keys_for_a_thumb(sideways, correction):
    *table, path = CORRECTIONS[correction]
    sit_down(sideways, *table)

    sideways.page.goto(f"/matches/{sideways.match_id}{path}")
    sideways.page.wait_for_selector("html[data-ready] .correction")

    is_whole(sideways.page)


def box(phone, part):
    found = phone.page.locator(part).first.bounding_box()
    assert found is not None, part
    return found


@pytest.mark.parametrize(
    ("answers", "rules", "rows", "key"),
    [
        ([0, "king", {"KH": 1}], {}, 1, 62),
        ([0, "queens"], {}, 4, 62),
        ([0, "complex"], {"complex": True}, 5, 56),
    ],
)
def test_rows_of_cards_have_the_wide_pane_and_share_its_height(sideways, answers, rules, rows, key):
    sideways.sit_down(*TREX, *answers, **rules)
    bar, taken, screen = box(sideways, ".bar"), box(sideways, ".taken"), sideways.page.viewport_size

    assert bar["width"] == pytest.approx(236, abs=1)
    assert taken["width"] > bar["width"]
    assert sideways.page.locator(".card-row").count() == rows
    last = sideways.page.locator(".card-row").last.bounding_box()
    assert last["y"] + last["height"] == pytest.approx(screen["height"], abs=1)
    assert 60 <= last["height"] <= 75.5
    card_key = box(sideways, ".card-row .card-key")
    assert card_key["width"] >= 54
    assert card_key["height"] == pytest.approx(key, abs=2)


def test_a_notch_takes_from_the_narrow_pane_and_leaves_keys_for_a_thumb(phone):
    page = phone.page
    page.set_viewport_size({"width": 844, "height": 390})
    insets = {"top": 0, "bottom": 21, "left": 47, "right": 47}
    page.context.new_cdp_session(page).send(
        "Emulation.setSafeAreaInsetsOverride", {"insets": insets}
    )
    sit_down(phone, "trex", [0, "complex"], {"complex": True})

    is_whole(page)
    assert box(phone, ".bar .save")["width"] + box(phone, ".bar .save")["x"] <= 844 - 47
    assert box(phone, ".strip-of-points")["width"] == pytest.approx(228, abs=1)


def test_who_doubled_lies_over_the_narrow_pane_and_over_no_row(sideways):
    sideways.sit_down(*TREX, 0, "complex", complex=True)

    sideways.page.locator(".times").nth(2).click()

    strip, rows = box(sideways, ".strip:visible"), box(sideways, ".taken")
    assert strip["x"] >= rows["x"] + rows["width"] - 1.5
    keys = [key.bounding_box() for key in sideways.page.locator(".strip .key:visible").all()]
    assert all(key["width"] >= 48 and key["height"] >= 48 for key in keys)


def test_what_was_just_done_lies_over_no_row(sideways):
    sideways.sit_down(*TREX, 0)
    sideways.answer(sideways.standing.prompt, "king")

    toast, rows = sideways.page.locator("#saved"), box(sideways, ".taken")
    expect(toast).to_be_visible()

    assert toast.bounding_box()["x"] >= rows["x"] + rows["width"] - 1.5


@pytest.mark.parametrize("size", [(390, 664), (664, 390)], ids=str)
@pytest.mark.parametrize("contract", ["king", "queens"])
def test_the_keys_of_partners_stand_side_by_side(phone, size, contract):
    phone.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    phone.sit_down(*TREX, 0, contract, partners=True)

    rows = phone.page.locator("#prompt .card-keys:has(.name)")
    expect(rows).to_have_count({"king": 2, "queens": 8}[contract])  # who took it, and who doubled
    for row in rows.all():
        expect(row.locator(".name")).to_have_text(["Anna", "Carla", "Bruno", "Dino"])


def test_the_table_stays_beside_names_that_scroll_and_so_does_the_key_that_begins(sideways):
    keep_in(sideways.database, Played(GAMES["trex"], FOUR).match)
    sideways.page.goto("/matches/new?game=trex")
    for place, name in enumerate(["Old Georg", "Margarete", "Sebastian", "Christian"]):
        sideways.page.fill(f"#player-{place}", name)
    sideways.page.locator(".house > summary").click()

    for _scrolled in range(2):
        expect(sideways.page.locator(".bar .save")).to_be_in_viewport(ratio=1)
        for seat in sideways.page.locator(".table .seat").all():
            expect(seat).to_be_in_viewport(ratio=1)
        sideways.page.mouse.move(sideways.page.viewport_size["width"] - 100, 150)
        sideways.page.evaluate("scrollTo(0, 400)")
    assert sideways.page.evaluate(SMALL) == []
    assert sideways.page.evaluate(CUT) == []
    chips = [
        chip.bounding_box()["x"] for chip in sideways.page.locator(".known-names button").all()
    ]
    assert max(chips) < sideways.page.viewport_size["width"] - 48


def test_seats_that_are_put_right_stand_beside_what_is_asked(sideways):
    sideways.sit_down("trex", ["Old Georg", "Margarete", "Sebastian", "Christian"], 0)
    sideways.page.goto(f"/matches/{sideways.match_id}/seats")
    sideways.page.wait_for_selector("html[data-ready] .sitters")

    is_whole(sideways.page)


def test_the_sheet_opens_with_the_latest_deal_above_the_total(sideways):
    sideways.sit_down(*TREX, *SOME_WAY)

    sideways.page.locator(".tabs a", has_text="Sheet").click()
    sideways.page.wait_for_selector("html[data-ready] .score-sheet")

    latest, total = box(sideways, "tr:has(#latest)"), box(sideways, ".score-sheet tfoot th")
    assert latest["y"] >= 48
    assert latest["y"] + latest["height"] <= total["y"] + 1


def test_what_is_said_of_a_row_and_of_all_is_whole_too(sideways):
    sit_down(sideways, "tribello", ["hearts"], {})
    tap(sideways, 3, 7)

    for words in sideways.page.locator(".counts small:visible, .counts .sum > *").all():
        assert words.evaluate("(it) => it.scrollWidth <= it.clientWidth + 1"), words.inner_text()


def test_the_question_about_cards_stands_in_the_middle_of_its_pane(sideways):
    sit_down(sideways, "trex", [0, "queens"], {})
    sideways.page.locator("[data-play]").click()

    pane, question, guidance = (box(sideways, part) for part in (".ask", ".ask h2", ".guidance"))
    above = question["y"] - pane["y"]
    below = pane["y"] + pane["height"] - guidance["y"] - guidance["height"]
    assert abs(above - below) <= 8


def test_whom_one_follows_and_what_leads_on_are_in_sight_beside_the_numbers(sideways):
    sit_down(sideways, "trex", LAST_KINGDOM, {})
    home = box(sideways, ".home")
    sideways.page.goto(f"/matches/{sideways.match_id}/follow?seat=2")

    assert box(sideways, ".home") == home
    for key in sideways.page.locator(".tools .key").all():
        expect(key).to_be_in_viewport(ratio=1)
    words = sideways.page.locator(".need > *").last.bounding_box()
    assert words["y"] + words["height"] <= box(sideways, ".tools")["y"]
    assert box(sideways, ".sums")["x"] >= box(sideways, ".need")["width"]
