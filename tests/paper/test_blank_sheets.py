"""Blank score sheets: one page of boxes that a pen can fill in, on every paper."""

from __future__ import annotations

import re

import pytest

from app.games import GAMES
from app.games.tribello import play as tribello
from app.paper.blank import blank_spec, variant_of
from app.scoring import replay
from tests.paper.pdf import SIZES, needs_pango
from tests.paper.printed import Leaves, blank, every_paper, pdf_text, words_cut_off

pytestmark = [needs_pango, pytest.mark.usefixtures("no_warnings")]

EVERY = [(key, variant) for key, game in GAMES.items() for variant in game.variants]
NAMES = [
    "Maximiliana " * 16,
    "<b>Bob</b> {{7*7}} url(file:///etc/passwd)",
    "محمد عبد الرحمن بن علي",
    "Đ",
]
FACES = ("spade heart acorn", "club diamond leaf star bell", "moon sun rune")
DECK = {
    str(n): {"symbols": face.split(), "large": face.split()[: n % 2]}
    for n, face in enumerate(FACES * 3, start=1)
}


def ids(value: object) -> str:
    return str(getattr(value, "key", value))


@every_paper
@pytest.mark.parametrize(("game", "variant"), EVERY, ids=ids)
def test_a_sheet_fits_its_paper(game, variant, paper):
    page = blank(game, variant.key, paper)
    sheet = Leaves(page)
    pages = 2 if paper == "a5" and game == "trex" and "complex" not in variant.key else 1
    width, height = SIZES[paper]

    assert str(GAMES[game].name) in page.title
    assert len(sheet.leaves) == pages
    for leaf in sheet.leaves:
        assert (round(leaf.width, 1), round(leaf.height, 1)) == (width, height)
        assert str(GAMES[game].name) in leaf.words
        grid, foot = leaf.all("table", "grid")[0], leaf.all("footer")[0]
        notes = leaf.all("p", "note") or [grid]
        assert notes[-1].bottom + 3 < foot.top, "the boxes reach into the reminder"
        for box in leaf.inside():
            if box.text.strip():
                assert box.left >= 9.9, box.text
                assert box.right <= width - 9.9, box.text
                assert box.bottom <= height - 4, box.text
        assert not words_cut_off(leaf)
        if paper != "a5":
            assert min(row.height for row in leaf.all("tr", "row")) >= 6.99, "too low for a pen"


@pytest.mark.parametrize(
    ("game", "variant"), [("tribello", "standard"), ("trex", "alone"), ("torite", "one")]
)
def test_two_small_sheets_share_a_page(game, variant):
    (leaf,) = Leaves(blank(game, variant, "a5-two-up")).leaves
    left, right = leaf.all("section", "leaf")

    assert (round(leaf.width), round(leaf.height)) == (297, 210)
    assert left.right <= right.left + 0.1
    assert "second" in right.kind
    numbers = [re.findall(r"\b[12] of 2\b", each.words) for each in (left, right)]
    assert numbers == ([["1 of 2"], ["2 of 2"]] if game == "trex" else [[], []])


@pytest.mark.parametrize(
    ("game", "variant"),
    [("trex", "alone"), ("trex", "complex-partners"), ("trico", "three"), ("torite", "four")],
)
def test_names_of_any_kind_stay_in_their_boxes(game, variant):
    players = next(each.players for each in GAMES[game].variants if each.key == variant)
    page = blank(game, variant, "a5", names=NAMES[:players], rules={})

    assert "<b>Bob" not in page.html
    for leaf in Leaves(page).leaves:
        assert "url(file:///etc/passwd)" in page.html
        (head,) = leaf.all("tr", "names")
        for cell in head.children:
            for name in cell.all("span", "name"):
                assert name.children, "the name is missing"
                assert len(name.children) == 1, "a name is one line"
                assert name.right <= cell.right + 0.1
                assert name.bottom <= cell.bottom + 0.1
        assert leaf.all("p", "note" if game != "trico" else "imprint")


@pytest.mark.parametrize("paper", ["a5", "a5-two-up"])
@pytest.mark.parametrize("variant", ["alone", "partners"])
def test_trex_on_two_small_leaves_begins_with_its_rules_and_carries_totals_over(variant, paper):
    sheet = Leaves(blank("trex", variant, paper))
    first, second = [part for leaf in sheet.leaves for part in leaf.all("section", "leaf")]

    assert "Doubling comes before the lead" in first.words
    assert "begin with the jacks" in first.words
    assert not first.all("tr", "carried")
    (carried,) = second.all("tr", "carried")
    (last,) = first.all("tr", "sum")
    assert carried.words.startswith("Carried over")
    assert last.words.startswith("Carried over")
    assert len(carried.children) == len(last.children)
    assert carried.height >= 6.99


def test_tribello_prints_the_dealer_and_the_targets_that_the_app_asks_for():
    rows = Leaves(blank("tribello", "standard", "a4")).rows
    deals = {row[0]: row for row in rows if re.fullmatch(r"\d+", row[0])}
    given = {0: {"rules": {}}} | {n: {"tricks": [6, 4, 3]} for n in range(1, 13)}
    played = replay(GAMES["tribello"], "ABC", given, deals_on_file=12).deals

    assert len(deals) == tribello.DEALS == len(played)
    for deal in played:
        row = deals[str(deal.number)]
        targets = {str(seat): str(target) for seat, target in deal.targets.items()}
        assert row[1] == str(deal.dealer)
        assert [row[3], row[7], row[11]] == [targets["A"], targets["B"], targets["C"]]


def test_tribello_says_that_nullo_turns_targets_into_limits():
    words = Leaves(blank("tribello", "standard", "a4")).words

    assert "limits: dealer 3, left 4, right 6" in words
    assert words.count("targets: dealer 6, left 4, right 3") == 3


def test_trex_has_a_row_for_every_deal_and_what_each_contract_costs():
    rows = Leaves(blank("trex", "alone", "a4")).rows
    deals = [row for row in rows if re.fullmatch(r"\d+", row[0])]

    assert [row[0] for row in deals] == [str(n) for n in range(1, 21)]
    assert all(row[1:6] == ["−75", "−25", "−10", "−15", "+500"] for row in deals)


def test_trex_prices_follow_the_house_rules():
    rules = {"swapped": True, "reversed": True}
    sheet = Leaves(blank("trex", "alone", "a4", names=["A", "B", "C", "D"], rules=rules))
    deal = next(row for row in sheet.rows if row[0] == "1")

    assert deal[1:6] == ["+75", "+25", "+15", "+10", "−500"]
    assert "Diamonds cost 15, tricks 10: yes" in sheet.words
    assert "the lowest total wins" in sheet.words


def test_partners_share_a_column():
    words = [
        row
        for row in Leaves(blank("trex", "partners", "a4", names=["Ana", "Ben", "Cleo", "Dan"])).rows
        if row[0].startswith("Names")
    ]

    assert words[0][1:3] == ["A Ana C Cleo", "B Ben D Dan"]


def test_the_cycle_of_italian_whist_repeats_for_as_long_as_the_page():
    rows = Leaves(blank("italian_whist", "standard", "a4")).rows
    deals = [row for row in rows if re.fullmatch(r"\d+", row[0])]

    assert len(deals) == 24
    assert deals[4][:6] == ["5", "B", "", "Pass cards right", "C", "A"]
    for deal, later in zip(deals, deals[6:], strict=False):
        assert deal[1:6] == later[1:6]


def test_the_limits_of_a_table_are_on_its_sheet():
    words = Leaves(
        blank("italian_whist", "standard", "a4", names="XYZ", rules={"upper": 21, "lower": -7})
    ).words

    assert "until a total reaches +21 or −7" in words
    assert "reaches +21 or −7; the highest total wins" in words


@pytest.mark.parametrize(
    ("variant", "pattern", "low", "high"),
    [("four", "6 – 4 – 2 – 0", 0, 24), ("three", "8 – 4 – 0", 3, 21), ("two", "8 – 4", 0, 24)],
)
def test_the_torite_says_what_to_aim_for(variant, pattern, low, high):
    words = Leaves(blank("torite", variant, "a4")).words

    assert pattern in words
    assert f"{low} to {high}" in words
    assert "J 11 · Q 12 · K 13 · A 14" in words


def test_a_trico_sheet_shows_the_deck_of_the_table():
    sheet = Leaves(
        blank("trico", "two", "a4", names=["Ana", "Ben"], rules={"deck": DECK, "target": 21})
    )
    (leaf,) = sheet.leaves

    assert len(leaf.all("span", "face")) == 9
    assert "to 21 points" in sheet.words
    assert "rune" in sheet.words
    assert leaf.all("p", "deck")[0].bottom + 2 < leaf.all("footer")[0].top


@every_paper
@pytest.mark.parametrize("variant", ["two", "three"])
def test_a_deck_of_long_words_stays_clear_of_the_reminder(variant, paper):
    words = ["anchor", "dragonfly", "heart", "bell", "moon"]
    deck = {str(n): {"symbols": words, "large": ["heart"]} for n in range(1, 10)}
    names = ["Ana", "Ben", "Cleo"][: 2 if variant == "two" else 3]

    sheet = Leaves(blank("trico", variant, paper, names=names, rules={"deck": deck}))

    for leaf in sheet.leaves:
        for line in leaf.all("p", "deck"):
            assert line.bottom < leaf.all("footer")[0].top


@pytest.mark.parametrize(
    ("game", "players", "rules", "variant"),
    [
        ("trex", 4, {}, "alone"),
        ("trex", 4, {"complex": True, "partners": True}, "complex-partners"),
        ("torite", 1, {}, "one"),
        ("trico", 3, {"entry": "counts"}, "three"),
    ],
)
def test_the_sheet_that_goes_with_a_match(game, players, rules, variant):
    assert variant_of(game, players, rules).key == variant


@pytest.mark.parametrize(
    ("game", "variant", "paper"),
    [("bridge", "standard", "a4"), ("trex", "five", "a4"), ("trex", "alone", "a3")],
)
def test_a_sheet_that_there_is_not(game, variant, paper):
    with pytest.raises(LookupError):
        blank(game, variant, paper)


def test_the_pdf_can_be_read_aloud(tmp_path):
    text = pdf_text(blank("tribello", "standard", "a4"), tmp_path)

    assert re.search(r"^\s*1\s+Cut trump\s+win tricks", text, re.M)
    assert "Final total" in text
    assert "In short" in text


@pytest.mark.parametrize("variant", ["complex", "complex-partners"])
@pytest.mark.parametrize("swapped", [False, True])
def test_a_sheet_of_complex_says_what_everything_costs(variant, swapped):
    words = Leaves(blank("trex", variant, "a4", rules={"swapped": swapped})).words
    diamond, trick = (15, 10) if swapped else (10, 15)

    assert "♥ −75, each queen −25" in words
    assert f"each diamond −{diamond} and each trick −{trick}" in words


def test_a_kingdom_that_may_add_up_to_anything_claims_no_sum():
    words = Leaves(blank("trex", "alone", "a4", rules={"own_double": "doubled"})).words

    assert "Σ" not in words
    assert "when nobody takes their own doubled card" in words
    assert "Σ 0" in Leaves(blank("trex", "alone", "a4")).words


def test_made_up_answers_that_end_the_match_shorten_no_sheet():
    game = GAMES["italian_whist"]
    spec = blank_spec(game, game.variants[0], "a4", [], {})

    with pytest.raises(AssertionError, match="italian_whist ends after 2 of 24 deals"):
        spec.play({"first": [9, 0, 0], "second": [3, 3, 3]}, 24)
