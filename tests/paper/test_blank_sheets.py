"""Blank score sheets: one page of boxes that a pen can fill in, on every paper."""

import re

import pytest

from app.games import GAMES
from app.games.tribello import play as tribello
from app.paper.blank import blank_spec, variant_of
from app.scoring import replay
from app.scoring.sheet import COUNTS, MOST_UPRIGHT
from testkit.printed import NAMES, SIZES, Leaves, blank, every_paper, needs_pango
from tests import games

pytestmark = [needs_pango, pytest.mark.usefixtures("no_warnings")]

EVERY = [
    pytest.param(game, variant, id=f"{game.key}-{variant.key}")
    for game in GAMES.values()
    for variant in game.variants
]
FACES = ("spade heart acorn", "club diamond leaf star bell", "moon sun rune")
DECK = {
    str(n): {"symbols": face.split(), "large": face.split()[: n % 2]}
    for n, face in enumerate(FACES * 3, start=1)
}
LONG_WORDS = ["anchor", "dragonfly", "heart", "bell", "moon"]
LONG_DECK = {str(n): {"symbols": LONG_WORDS, "large": ["heart"]} for n in range(1, 10)}


def sheet_of(game, variant, paper="a4", **about):
    return Leaves(blank(game, variant, paper, **about))


def size_for(players, paper):
    """The width and the height of a page: it lies across for so many."""
    width, height = SIZES[paper]
    return (height, width) if players > MOST_UPRIGHT else (width, height)


def deals_of(sheet):
    """The rows of the deals, without the totals of kingdoms and phases."""
    return [row for row in sheet.rows if row[0].isdigit()]


@every_paper
@pytest.mark.parametrize(("game", "variant"), EVERY)
def test_a_sheet_fits_its_paper(game, variant, paper):
    page = blank(game.key, variant.key, paper)
    sheet = Leaves(page)
    on_two_pages = getattr(games.of(game.key), "BLANKS_ON_TWO_PAGES", ())
    width, height = size_for(variant.players, paper)

    assert str(game.name) in page.title
    assert len(sheet.leaves) == (2 if (variant.key, paper) in on_two_pages else 1)
    assert sheet.words_cut_off() == []
    for leaf in sheet.leaves:
        assert (round(leaf.width, 1), round(leaf.height, 1)) == (width, height)
        assert str(game.name) in leaf.words
        grid, foot = leaf.all("table", "grid")[0], leaf.all("footer")[0]
        notes = leaf.all("p", "note") or [grid]
        assert notes[-1].bottom + 3 < foot.top, "the boxes reach into the reminder"
        for box in leaf.inside():
            if box.text.strip():
                assert box.left >= 9.9, box.text
                assert box.right <= width - 9.9, box.text
                assert box.bottom <= height - 4, box.text
        if paper != "a5":
            assert min(row.height for row in leaf.all("tr", "row")) >= 6.99, "too low for a pen"


TWO_UP = [("torite", "one", ["", ""]), ("trex", "alone", ["1 of 2", "2 of 2"])]


@pytest.mark.parametrize(("game", "variant", "numbers"), TWO_UP)
def test_two_small_sheets_share_a_page(game, variant, numbers):
    (leaf,) = sheet_of(game, variant, "a5-two-up").leaves
    left, right = leaf.all("section", "leaf")

    assert (round(leaf.width), round(leaf.height)) == (297, 210)
    assert left.right <= right.left + 0.1
    assert "second" in right.kind
    told = [re.findall(r"\b[12] of 2\b", each.words) for each in (left, right)]
    assert ["".join(each) for each in told] == numbers


FEET = [("trex", "complex-partners", "note"), ("trico", "three", "imprint")]


@pytest.mark.parametrize(("game", "variant", "foot"), [*FEET, ("torite", "four", "note")])
def test_names_of_any_kind_stay_in_their_boxes(game, variant, foot):
    names = NAMES[: 3 if variant == "three" else 4]
    page = blank(game, variant, "a5", names=names, rules={})

    assert "<b>Bob" not in page.html
    assert "url(file:///etc/passwd)" in page.html
    for leaf in Leaves(page).leaves:
        (head,) = leaf.all("tr", "names")
        for cell in head.children:
            for name in cell.all("span", "name"):
                assert len(name.children) == 1, "a name is one line"
                assert name.right <= cell.right + 0.1
                assert name.bottom <= cell.bottom + 0.1
        assert leaf.all("p", foot)


@pytest.mark.parametrize("paper", ["a5", "a5-two-up"])
@pytest.mark.parametrize("variant", ["alone", "partners"])
def test_trex_on_two_small_leaves_begins_with_its_rules_and_carries_totals_over(variant, paper):
    first, second = sheet_of("trex", variant, paper).all("section", "leaf")

    assert "Doubling comes before the lead" in first.words
    assert "begin with the jacks" in first.words
    assert not first.all("tr", "carried")
    (carried,), (last,) = second.all("tr", "carried"), first.all("tr", "sum")
    assert carried.words.startswith("Carried over")
    assert last.words.startswith("Carried over")
    assert len(carried.children) == len(last.children)
    assert carried.height >= 6.99


def test_tribello_prints_the_dealer_and_the_targets_that_the_app_asks_for():
    sheet = sheet_of("tribello", "standard")
    given = {0: {"rules": {}}} | {n: {"tricks": [6, 4, 3]} for n in range(1, 13)}
    played = replay(GAMES["tribello"], "ABC", given, deals_on_file=12).deals

    printed = [(row[0], row[1], row[3], row[7], row[11]) for row in deals_of(sheet)]
    asked = [(d.number, d.dealer, *(d.targets[seat] for seat in d.seats)) for d in played]
    assert printed == [tuple(map(str, row)) for row in asked]
    assert len(printed) == tribello.DEALS
    assert sheet.words.count("targets: dealer 6, left 4, right 3") == 3
    assert "limits: dealer 3, left 4, right 6" in sheet.words


PRICES = ["−75", "−25", "−10", "−15", "+500"]
REVERSED, OWN_DOUBLED = {"swapped": True, "reversed": True}, {"own_double": "doubled"}


@pytest.mark.parametrize(
    ("rules", "prices"), [({}, PRICES), (REVERSED, ["+75", "+25", "+15", "+10", "−500"])]
)
def test_trex_has_a_row_for_every_deal_and_what_each_contract_costs(rules, prices):
    deals = deals_of(sheet_of("trex", "alone", rules=rules))

    assert [row[:6] for row in deals] == [[str(n), *prices] for n in range(1, 21)]


def test_the_cycle_of_italian_whist_repeats_for_as_long_as_the_page():
    deals = deals_of(sheet_of("italian_whist", "standard"))

    assert len(deals) == 24
    assert deals[4][:6] == ["5", "B", "", "Pass cards right", "C", "A"]
    assert [row[1:6] for row in deals[6:]] == [row[1:6] for row in deals[:-6]]


def test_partners_share_a_column():
    sheet = sheet_of("trex", "partners", names=["Ana", "Ben", "Cleo", "Dan"])

    (names,) = (row for row in sheet.rows if row[0].startswith("Names"))
    assert names[1:3] == ["A Ana C Cleo", "B Ben D Dan"]


CARDS = "♥ −75, each queen −25"
BACKWARDS = ["Diamonds cost 15, tricks 10: yes", "the lowest total wins"]
TO_21 = ["until a total reaches +21 or −7", "+21 or −7; the highest total wins"]


@pytest.mark.parametrize(
    ("game", "variant", "rules", "words"),
    [
        ("trex", "alone", REVERSED, BACKWARDS),
        ("trex", "alone", {}, ["Σ 0"]),
        ("trex", "alone", OWN_DOUBLED, ["when nobody takes their own doubled card"]),
        ("trex", "complex", {}, [CARDS, "each diamond −10 and each trick −15"]),
        ("trex", "complex", {"swapped": True}, ["each diamond −15 and each trick −10"]),
        ("trex", "complex-partners", {}, [CARDS]),
        ("italian_whist", "standard", {"upper": 21, "lower": -7}, TO_21),
        ("torite", "four", {}, ["6 – 4 – 2 – 0", "0 to 24"]),
        ("torite", "three", {}, ["8 – 4 – 0", "3 to 21"]),
        ("torite", "two", {}, ["8 – 4", "0 to 24", "J 11 · Q 12 · K 13 · A 14"]),
        ("trico", "two", {"deck": DECK, "target": 21}, ["to 21 points", "rune"]),
    ],
)
def test_a_sheet_says_how_this_table_plays(game, variant, rules, words):
    sheet = sheet_of(game, variant, rules=rules).words

    assert [said for said in words if said not in sheet] == []


def test_a_kingdom_that_may_add_up_to_anything_claims_no_sum():
    assert "Σ" not in sheet_of("trex", "alone", rules=OWN_DOUBLED).words


@every_paper
@pytest.mark.parametrize("variant", ["two", "three"])
def test_a_deck_is_shown_and_stays_clear_of_the_reminder(variant, paper):
    sheet = sheet_of("trico", "two", rules={"deck": DECK})
    assert len(sheet.all("span", "face")) == 9
    assert sheet.all("p", "deck")[0].bottom + 2 < sheet.all("footer")[0].top
    for leaf in sheet_of("trico", variant, paper, rules={"deck": LONG_DECK}).leaves:
        assert all(line.bottom < leaf.all("footer")[0].top for line in leaf.all("p", "deck"))


PARTNERS = {"complex": True, "partners": True}
OF_A_MATCH = [("trex", 4, {}, "alone"), ("trex", 4, PARTNERS, "complex-partners")]
OF_A_MATCH += [("torite", 1, {}, "one"), ("trico", 3, {"entry": "counts"}, "three")]


def test_every_match_has_its_sheet_and_what_there_is_not_has_none():
    for game, players, rules, variant in OF_A_MATCH:
        assert variant_of(game, players, rules).key == variant
    for missing in (("bridge", "standard", "a4"), ("trex", "five", "a4"), ("trex", "alone", "a3")):
        with pytest.raises(LookupError):
            blank(*missing)


def test_made_up_answers_that_end_the_match_shorten_no_sheet():
    game = GAMES["italian_whist"]
    spec = blank_spec(game, game.variants[0], "a4", [], {})

    with pytest.raises(AssertionError, match="italian_whist ends after 2 of 24 deals"):
        spec.play({"first": [9, 0, 0], "second": [3, 3, 3]}, 24)


def pad(players, paper="a4", **rules):
    """A blank sheet of a pad, by its first names of round."""
    return sheet_of("any_game", COUNTS[players][0], paper, rules=rules)


def rounds_of(sheet):
    return [row for leaf in sheet.leaves for row in leaf.all("tr", "row")]


@pytest.mark.parametrize("players", range(2, 11))
def test_a_pad_has_a_score_and_a_total_for_each_of_two_to_ten(players):
    (leaf,) = pad(players).leaves

    assert leaf.all("tr", "labels")[0].words.split() == ["Round", *players * ["score", "total"]]
    assert "Title" in leaf.words, "a line for it, where none is printed"


def test_a_pad_of_so_many_rounds_has_a_row_for_each_with_its_name_and_a_box_for_the_tick():
    names = ["two sets of 3", "set of 3 + run of 4"]
    rules = {"ends": "rounds", "rounds": 4, "names": names, "title": "Phase 10", "tick": "Phase"}

    sheet = pad(4, wins="lowest", **rules)

    (leaf,) = sheet.leaves
    assert "Phase 10 Four players · 4 rounds · lowest wins" in leaf.words
    assert [row.words.strip() for row in rounds_of(sheet)] == [
        *("1 two sets of 3", "2 set of 3 + run of 4", "3", "4")
    ]
    assert len(leaf.all("span", "tick")) == 4 * 4 + 1


@every_paper
def test_the_longest_title_and_names_leave_no_cell_and_more_rounds_go_on_another_page(paper):
    rules = {"title": 40 * "W", "names": 60 * ["Wwwwwww mmmmmmmmmmm 234"]}

    sheet = pad(6, paper, **rules)

    assert sheet.words_cut_off() == []
    assert len(rounds_of(sheet)) == 60
    assert len(sheet.leaves) > 1
    for leaf in sheet.leaves:
        assert leaf.all("table", "grid")[0].bottom < leaf.all("footer")[0].top


def test_the_set_up_of_a_match_is_printed_in_without_what_stands_there_anyway():
    rules = {"title": "Skyjo", "names": ["one"], "keys": ["7"], "wins": "lowest", "sum": 0}
    rules["dealer"] = "nobody"

    (leaf,) = pad(3, **rules).leaves

    assert "Skyjo Three players · lowest wins · a round adds up to 0" in leaf.words
    assert "This table: Who deals: nobody Tricktally" in leaf.words
