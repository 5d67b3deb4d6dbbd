"""The sheet of a match: every deal as it was entered and scored, and how it ended."""

from __future__ import annotations

import random
import re
from collections import Counter
from datetime import date
from itertools import pairwise

import pytest

from app.games import GAMES
from app.games.trico.house_rules import HOUSE_DECK
from app.matchfile import parse
from app.paper.score_sheet import MAX_NOTES, ScoreSheet
from app.scoring import Signed, _, replay
from tests.front_door import Match, match_file
from tests.golden import demo_deck
from tests.paper.pdf import needs_pango
from tests.paper.printed import Leaves, blank, every_paper, pdf_text, pdf_words, words_cut_off
from tests.play import large_totals, play_at_random

pytestmark = [needs_pango, pytest.mark.usefixtures("no_warnings")]

NAMES = [
    "Maximiliana Wolfeschlegelsteinhausen " * 5,
    "<b>Bob</b> {{7*7}} url(file:///etc/passwd)",
    "محمد عبد الرحمن بن علي بن أبي طالب",
    "Đorđe",
]


def sheet_of(standing, paper="a4", **about):
    return Leaves(ScoreSheet(standing, **about).lay_out(paper))


def played(game, deals, **about):
    return Match(match_file(game, deals, **about)).standing


def whist(deals, *, upper=99):
    """A match of Italian Whist with so many deals, which end nothing."""
    dice = random.Random(4)

    def hand():
        first = dice.randint(0, 9)
        second = dice.randint(0, 9 - first)
        return [first, second, 9 - first - second]

    answers = {0: {"rules": {"upper": upper, "lower": -99}}}
    answers |= {n: {"first": hand(), "second": hand()} for n in range(1, deals + 1)}
    return replay(GAMES["italian_whist"], ["Anna", "Bruno", "Carla"], answers)


@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize("game", ["tribello", "trex", "italian_whist", "trico"])
def test_every_deal_has_its_scores_and_totals(game, paper, rng):
    standing = play_at_random(GAMES[game], rng).standing
    sheet = sheet_of(standing, paper)
    rows = {
        found[1]: row
        for row in sheet.rows
        if row and (found := re.match(r"(\d+)(?: \d+)*$", row[0])) and len(row) > 1
    }
    sides = len(standing.sides)

    for deal in standing.finished:
        row = rows[str(deal.number)]
        if deal.void:
            assert row[-1] == f"does not count: {deal.void_words}"
            continue
        stacked = paper == "a5" and (sides == 4 or (game == "trico" and sides == 3))
        columns = 2 if stacked else 3
        for side in standing.sides:
            end = len(row) - columns * (sides - 1 - side.index)
            assert row[end - 1] == str(Signed(deal.totals[side.index]))
            assert row[end - 2].endswith(str(Signed(deal.scores[side.index])))
    final = next(row for row in sheet.rows if row and "otal" in row[0] and row[0] != "Totals")
    assert final[1:] == [str(Signed(total)) for total in standing.totals]
    assert str(standing.outcome.why).replace(" ", "") in sheet.words.replace(" ", "")


def test_counts_stand_as_they_were_entered():
    tribello = sheet_of(played("tribello", [{"trump": "hearts", "tricks": [7, 4, 2]}]))
    whist = sheet_of(played("italian_whist", [{"first": [5, 3, 1], "second": [2, 3, 4]}]))

    assert [
        "1",
        "A ♥",
        "7 / 6",
        "+1",
        "+1",
        "4 / 4",
        "0",
        "0",
        "2 / 3",
        "−1",
        "−1",
    ] in tribello.rows
    assert ["1", "A Pass cards left · No trumps", "5 − 2", "+3", "+3"] in [
        row[:5] for row in whist.rows
    ]


def test_trex_tells_who_doubled_what_and_who_took_it():
    deals = [
        {"owner": 0, "contract": "queens", "doubled": {"QS": 1, "QH": 1, "QC": 3}}
        | {"queens": {"QS": 2, "QH": 1, "QD": 2, "QC": 0}},
        {"contract": "trex", "out": [3, 0, 2]},
    ]
    rows = sheet_of(played("trex", deals)).rows
    first = next(row for row in rows if row[:2] == ["1", "Queens"])
    second = next(row for row in rows if row[:2] == ["2", "Trex"])

    assert first[2:] == ["Q♠ B Q ♥ B Q♣ D", *("Q♣×2", "−50", "−50"), *("Q ♥ ×2", "0", "0"),
                         *("Q♠×2 Q ♦", "−75", "−75"), *("", "+25", "+25")]  # fmt: skip
    assert second[3::3] == ["second out", "last", "third out", "first out"]


@every_paper
def test_no_line_of_a_cell_begins_with_the_dot_between_partners(paper, rng):
    rules = {"partners": True, "complex": True}
    sheet = sheet_of(play_at_random(GAMES["trex"], rng, rules=rules).standing, paper)
    cells = [cell for leaf in sheet.leaves for cell in leaf.all("td", "taken")]

    assert any("·" in cell.words for cell in cells)
    for cell in cells:
        words = [word for word in cell.inside() if word.text.strip()]
        for dot in [word for word in words if word.text.strip() == "·"]:
            assert any(abs(word.top - dot.top) < 1 and word.left < dot.left for word in words)


@every_paper
def test_a_kingdom_is_never_torn_apart(paper, rng):
    standing = play_at_random(GAMES["trex"], rng).standing
    for notes in range(0, 12, 3):
        sheet = sheet_of(standing, paper, note="Played at the kitchen table. " * 8 * notes)
        for leaf in sheet.leaves:
            for table in [table for table in leaf.all("table") if "begins" in all_kinds(table)]:
                names, labels, first = table.all("tr")[:3]
                assert names.kind.split() == ["names"]
                assert labels.kind.split() == ["labels"]
                assert first.kind.split() == ["group"], notes
                assert table.all("tr")[-1].kind.split() != ["group"], notes


def all_kinds(box):
    return {kind for inside in box.inside() for kind in inside.kind.split()}


USUAL = {"kingdoms": "right", "own_double": "plain", "swapped": False, "reversed": False}
USUAL |= {"level_queens": False, "appeals": True}


@pytest.mark.parametrize(("paper", "pages"), [("a4", 1), ("letter", 1), ("a5", 2)])
@pytest.mark.parametrize("partners", [False, True])
def test_a_whole_match_of_trex_fits_its_paper(paper, pages, partners, rng):
    rules = USUAL | {"partners": partners, "complex": False}
    standing = play_at_random(GAMES["trex"], rng, rules=rules, mishaps=0).standing

    assert len(standing.deals) == 20
    assert len(sheet_of(standing, paper).leaves) == pages


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_the_chart_of_a_short_match_is_no_larger_than_the_match(paper):
    standing = played("tribello", [{"tricks": [7, 4, 2]}, {"tricks": [5, 6, 2]}])
    (leaf,) = sheet_of(standing, paper).leaves
    (table,) = leaf.all("table", "deals")
    (plot,) = leaf.all("div", "plot")
    ends = leaf.all("span", "end")

    assert plot.height <= table.height
    assert max(end.left for end in ends) - plot.left < table.width / 2


@pytest.mark.parametrize(
    ("game", "rules", "lines"),
    [
        ("tribello", {}, ["Everything as in the book."]),
        ("italian_whist", {}, ["Everything as in the book."]),
        (
            "italian_whist",
            {"upper": 21},
            ["The match ends when a total reaches: +21", "All others as in the book."],
        ),
        (
            "trex",
            {"partners": True, "swapped": True},
            [
                "Partners, opposite seats: yes",
                "Diamonds cost 15, tricks 10: yes",
                "All others as in the book.",
            ],
        ),
    ],
)
def test_of_the_house_rules_only_those_are_said_that_differ_from_the_book(game, rules, lines):
    (leaf, *_more) = sheet_of(played(game, [], **rules)).leaves
    (house,) = leaf.all("section", "rules")

    assert [line.words for line in house.all("li")] == lines


def test_partners_are_told_apart_by_their_seats():
    deals = [{"owner": 0, "contract": "slaps", "tricks": [1, 2, 3, 7]}]
    rows = sheet_of(played("trex", deals, partners=True)).rows

    assert ["A 1 trick · C 3 tricks", "−60", "−60", "B 2 tricks · D 7 tricks", "−135", "−135"] in [
        row[3:] for row in rows
    ]


def test_what_partners_piled_together_stands_once_in_their_column():
    deals = [
        {"owner": 0, "contract": "slaps", "tricks": [8, 5]},
        {"contract": "diamonds", "diamonds": [0, 6, 0, 7]},
    ]
    sheet = sheet_of(played("trex", deals, partners=True))

    slaps, diamonds = (row for row in sheet.rows if row and row[0] in ("1", "2"))
    assert "8 tricks" in slaps
    assert "5 tricks" in slaps
    assert "B 6 ♦ · D 7 ♦" in diamonds


def test_the_owner_and_the_contract_meet_in_the_deal(rng):
    rules = {"partners": False, "complex": False, "reversed": False}
    standing = play_at_random(GAMES["trex"], rng, rules=rules).standing
    words = sheet_of(standing).rows
    grid = {row[0]: row[1:] for row in words if len(row) == 6}

    for seat, named in standing.table.contract_grid.rows.items():
        told = grid[f"{'ABCD'[seat.index]} {seat}"]
        for cell, key in zip(told, standing.table.contract_grid.columns, strict=True):
            deal = standing.deals[named[key] - 1]
            assert cell == f"deal {deal.number}: {Signed(deal.scores[seat.index])}"


def test_trico_shows_the_cards_that_were_kept_and_what_they_score():
    saved = {"saved": [[5, 2, 9], [1, 3, 6]]}
    sheet = sheet_of(played("trico", [saved], players=2, deck=demo_deck()))
    row = next(row for row in sheet.rows if row[0] == "1")
    faces = [face for leaf in sheet.leaves for face in leaf.all("span", "face")]

    assert [face.words[0] for face in faces] == [*"123456789", *"259", *"136"]
    assert "1 set · 0 pairs · 3 blocked · 2 large cards" in row[1]
    assert row[2:4] == ["+4", "+4"]


def test_a_won_torite_shows_the_cards_left_and_where_the_score_comes_from():
    deal = {"tricks": [8, 4, 0], "left": ["KH", "7S", "5D"], "aside": "9C"}
    sheet = sheet_of(played("torite", [deal], players=3))
    cards = [card.words for leaf in sheet.leaves for card in leaf.all("span", "playing")]

    assert cards == ["K", "7", "5", "9"]
    assert "Won together" in sheet.words
    assert "Won with 20" in sheet.words


@pytest.mark.parametrize("heading", ["card left", "card set aside"])
def test_both_sheets_of_the_torite_call_a_card_the_same(heading):
    deal = {"tricks": [8, 4, 0], "left": ["KH", "7S", "5D"], "aside": "9C"}
    sheet = sheet_of(played("torite", [deal], players=3))

    assert heading in Leaves(blank("torite", "three", "a4")).words
    assert heading in sheet.words.casefold()


def test_a_lost_torite_says_what_failed():
    deal = {"tricks": [8, 4, 0], "left": ["KH", "7S", "5D"], "aside": "9D"}
    page = ScoreSheet(played("torite", [deal], players=3)).lay_out("a4")

    assert "Lost together" in Leaves(page).words
    assert "2 × Diamonds" in Leaves(page).words
    assert page.html.count("<title>yes</title>") == 1, "the tricks were right"
    assert page.html.count("<title>no</title>") == 1, "the suits were not"


def test_a_match_that_goes_on_says_who_leads():
    sheet = sheet_of(played("tribello", [{"tricks": [7, 4, 2]}, {"trump": "clubs"}]))

    assert "Not finished After deal 1: Anna leads with +1." in sheet.words
    assert "Total so far" in sheet.words
    assert any(row[0] == "2" and row[-1] == "…" for row in sheet.rows)


def test_a_match_that_was_ended_early_says_so_and_what_counts():
    deals = [{"trump": "hearts", "tricks": [7, 4, 2]}, {"trump": "clubs"}]
    sheet = sheet_of(Match(match_file("tribello", deals) | {"ended": True}).standing)

    assert "Anna wins" in sheet.words
    assert "Ended early, after 1 of 12 deals. Anna: the highest total, +1." in sheet.words


def test_a_torite_that_was_ended_early_is_neither_won_nor_lost():
    round_one = {"tricks": [8, 4], "left": ["9S", "3H"]}
    ended = Match(match_file("torite", [round_one], players=2) | {"ended": True}).standing
    page = ScoreSheet(ended).lay_out("a4")

    assert "Neither won nor lost" in Leaves(page).words
    assert "Ended early, after 1 of 2 deals." in Leaves(page).words
    assert "<title>yes</title>" not in page.html, "nothing is known of what a win needs"


def test_partners_who_lead_are_two():
    deals = [{"owner": 0, "contract": "slaps", "tricks": [1, 2, 3, 7]}]
    words = sheet_of(played("trex", deals, partners=True)).words

    assert re.search(r"After deal 1: \S+ & \S+ lead with −60", words)


def test_a_misdeal_is_no_deal_that_is_finished():
    words = sheet_of(played("tribello", [{"void": "misdeal"}])).words

    assert "No deal is finished yet." in words


def test_a_match_that_has_not_begun_has_a_sheet():
    words = sheet_of(played("trex", [])).words

    assert "No deal is finished yet." in words


def test_a_void_deal_is_marked_and_noted():
    deals = [{"tricks": [7, 4, 2]}, {"void": "misdeal"}, {"tricks": [6, 4, 3]}]
    sheet = sheet_of(played("tribello", deals))

    assert ["2 1", "B", "does not count: Misdeal"] in sheet.rows
    assert "Notes 1 Deal 2 does not count: Misdeal." in sheet.words


def test_corrections_are_numbered_in_the_order_of_the_deals():
    standing = played("tribello", [{"tricks": [7, 4, 2]}, {"void": "misdeal"}])
    corrected = {1: [_("Anna had 7, not 6.")], 0: [_("The rules were others.")]}
    sheet = sheet_of(standing, corrected=corrected)

    assert "House rules 1" in sheet.words
    assert any(row[0] == "1 2" for row in sheet.rows)
    assert (
        "1 The rules were others. 2 Anna had 7, not 6. 3 Deal 2 does not count: Misdeal."
        in sheet.words
    )


def test_a_long_match_repeats_its_heads_and_splits_no_row():
    sheet = sheet_of(whist(60))
    numbers = [row[0] for row in sheet.rows if row and re.fullmatch(r"\d+", row[0])]

    assert numbers == [*map(str, range(1, 62))], "each deal once, and in order"
    assert len(sheet.leaves) >= 2
    for number, leaf in enumerate(sheet.leaves, start=1):
        assert f"{number} of {len(sheet.leaves)}" in leaf.words
        assert any("A Anna" in row.words and "C Carla" in row.words for row in leaf.all("tr"))
        for row in leaf.all("tr"):
            assert row.bottom <= leaf.height - 14
    for leaf in sheet.leaves[1:]:
        (head,) = leaf.all("p", "running")
        assert "Anna Bruno Carla" in head.words


def test_the_chart_names_each_line_at_its_end():
    standing = whist(12)
    sheet = sheet_of(standing)
    ends = [end for leaf in sheet.leaves for end in leaf.all("span", "end")]
    page = ScoreSheet(standing).lay_out("a4")

    assert [end.words for end in ends] == ["Anna", "Bruno", "Carla"]
    tops = sorted(end.top for end in ends)
    assert all(below - above >= 4 for above, below in pairwise(tops))
    assert page.html.count('stroke-dasharray="') == 2, "all lines but the first are dashed"


def test_no_number_of_the_chart_is_lost_at_the_foot_of_a_page():
    standing = played("tribello", [{"tricks": [7, 4, 2]}, {"tricks": [0, 13, 0]}] * 6)
    (whole,) = sheet_of(standing).leaves[-1].all("p", "heights")

    assert len(whole.words.split()) > 3
    for notes in range(3, 11):
        sheet = sheet_of(standing, corrected={1: [_("Anna had 7, not 6.")] * notes})
        (heights,) = [found for leaf in sheet.leaves for found in leaf.all("p", "heights")]
        assert heights.words == whole.words, notes


def test_a_sheet_says_only_so_much_of_what_was_corrected():
    standing = played("tribello", [{"tricks": [7, 4, 2]}])
    notes = [_("Anna had 7, not 6.")] * (MAX_NOTES + 12)

    page = ScoreSheet(standing, corrected={1: notes}).lay_out("a4")

    assert page.html.count("Anna had 7, not 6.") == MAX_NOTES
    assert "12 more changes stand in the history of the match." in page.html


def test_the_chart_counts_deals_as_the_table_does():
    deal, void = {"tricks": [7, 4, 2]}, {"void": "misdeal"}
    sheet = sheet_of(played("tribello", [deal, void, void, deal, deal]))
    numbers = [at.words for leaf in sheet.leaves for at in leaf.all("span", "at")]

    assert numbers == ["1", "4", "5"]


@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize("game", GAMES)
def test_no_words_of_a_filled_sheet_leave_their_cell(game, paper, rng):
    standing = play_at_random(GAMES[game], rng, mishaps=0).standing
    for leaf in sheet_of(standing, paper).leaves:
        assert words_cut_off(leaf) == []


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_trumps_of_italian_whist_stay_clear_of_the_next_column(paper):
    for leaf in sheet_of(whist(12), paper).leaves:
        for cell in leaf.all("td", "about"):
            assert max(word.right for word in cell.inside() if word.text) < cell.right - 0.5


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_totals_of_four_digits_stay_in_their_column(paper):
    sheet = sheet_of(large_totals().match.standing, paper)

    assert any("−1,250" in row for row in sheet.rows)
    for leaf in sheet.leaves:
        assert words_cut_off(leaf) == []


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_what_partners_took_stays_in_its_column(paper):
    for seed in range(4):
        rules = {"partners": True, "complex": True}
        standing = play_at_random(GAMES["trex"], random.Random(seed), rules=rules).standing
        for leaf in sheet_of(standing, paper).leaves:
            assert words_cut_off(leaf, "taken") == []


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_a_card_is_as_large_as_what_is_on_it(paper, players):
    words = ["anchor", "dragonfly", "heart", "bell", "moon"]
    deck = {str(n): {"symbols": words if n % 2 else words[:3]} for n in range(1, 10)}
    for faces in (deck, HOUSE_DECK):
        sheet = sheet_of(played("trico", [kept(players)], players=players, deck=faces), paper)
        for face in [face for leaf in sheet.leaves for face in leaf.all("span", "face")]:
            for inside in face.inside():
                if inside.text or inside.kind == "symbol":
                    assert inside.bottom <= face.bottom + 0.1
                    assert inside.right <= face.right + 0.1


def kept(players):
    """The deal of Trico in which each player kept three cards."""
    return {"saved": [[5, 2, 9], [1, 3, 6], [4, 7, 8]][:players]}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_nothing_of_trico_is_left_alone_on_a_line(paper, players):
    sheet = sheet_of(played("trico", [kept(players)], players=players, deck=HOUSE_DECK), paper)

    for leaf in sheet.leaves:
        for face in leaf.all("span", "face"):
            symbols = face.all(kind="symbol")
            lines = Counter(round(each.top + each.height / 2 - face.top) for each in symbols)
            assert min(lines.values()) > 1, face.words
        for piece in leaf.all("span", "piece"):
            assert len({round(word.top, 1) for word in piece.inside() if word.text.strip()}) == 1


@pytest.mark.parametrize("partners", [False, True])
@every_paper
def test_names_of_any_kind_stay_on_the_sheet(paper, partners, tmp_path):
    match = play_at_random(GAMES["trex"], random.Random(2), rules={"partners": partners})
    standing = replay(match.game, NAMES, match.answers)
    page = ScoreSheet(standing, title="<i>T</i> " * 60).lay_out(paper)

    assert "<b>Bob" not in page.html
    assert "<i>T" not in page.html
    heads = 0
    leaves = Leaves(page).leaves
    for leaf, words in zip(leaves, pdf_words(page, tmp_path), strict=True):
        assert all(word.right <= leaf.width - 9 for word in words)
        for row in leaf.all("tr", "names"):
            heads += 1
            for cell in row.all("th"):
                seen = [word for word in words if is_in(word, cell)]
                assert seen, "something of each name can be read"
                assert all(word.right <= cell.right for word in seen)
    assert heads


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_partners_are_named_whole_at_the_end_of_their_line(paper, rng, tmp_path):
    standing = play_at_random(GAMES["trex"], rng, rules={"partners": True}).standing
    text = " ".join(pdf_text(ScoreSheet(standing).lay_out(paper), tmp_path).split())
    _before, chart = text.split("The totals, deal by deal")

    for one, other in (side.seats for side in standing.sides):
        assert f"{one} & {other}" in chart


@every_paper
@pytest.mark.parametrize("name", [NAMES[0].strip(), NAMES[2] * 6])
def test_the_sum_of_a_kingdom_can_be_read_behind_a_long_name(paper, name, rng, tmp_path):
    match = play_at_random(GAMES["trex"], rng)
    standing = replay(GAMES["trex"], [name[:200], "Bruno", "Carla", "Dino"], match.answers)
    words = pdf_words(ScoreSheet(standing).lay_out(paper), tmp_path)
    rows = [
        [word.text for word in leaf_words if is_in(word, row)]
        for leaf, leaf_words in zip(sheet_of(standing, paper).leaves, words, strict=True)
        for row in leaf.all("tr", "group")
    ]

    assert len(rows) == 4
    for row in rows:
        assert any(re.fullmatch(r"[+−]?\d+\.", word) for word in row), row


def is_in(word, cell):
    """Whether a word begins in a cell."""
    middle = word.top + word.height / 2
    return cell.left < word.left < cell.right and cell.top < middle < cell.bottom


def test_the_head_tells_title_date_and_rules():
    standing = played("italian_whist", [], upper=21)
    sheet = sheet_of(standing, title="Friday", started=date(2026, 11, 20), note="by the fire")

    assert "Friday Italian Whist · Score sheet · 20 November 2026" in sheet.words
    assert "The match ends when a total reaches: +21" in sheet.words
    assert "by the fire" in sheet.words


def test_a_file_brings_its_title_and_its_day():
    file = match_file("tribello") | {"title": "Friday", "started": "2026-11-20T19:30:00Z"}
    kept = ScoreSheet.of_file(parse(str(file).replace("'", '"').encode()))

    assert (kept.title, kept.started) == ("Friday", date(2026, 11, 20))
    odd = parse(str(file | {"title": 7, "started": "soon"}).replace("'", '"').encode())
    assert ScoreSheet.of_file(odd).started is None


def test_a_watch_link_is_a_qr_code_and_without_one_there_is_none():
    standing = played("tribello", [])
    sheet = ScoreSheet(standing)
    codes = [
        re.findall(r'class="watch"><svg.*?</svg>', sheet.lay_out("a4", watch_url=url).html)
        for url in (None, "https://a.example/1", "https://a.example/2")
    ]

    assert [len(found) for found in codes] == [0, 1, 1]
    assert codes[1] != codes[2]


def test_there_is_no_filled_sheet_on_other_paper():
    standing = played("tribello", [])

    with pytest.raises(LookupError):
        ScoreSheet(standing).lay_out("a5-two-up")


def test_the_pdf_has_the_numbers_of_the_match(tmp_path):
    standing = played("tribello", [{"tricks": [7, 4, 2]}])
    text = pdf_text(ScoreSheet(standing).lay_out("a4"), tmp_path)

    assert re.search(r"1\s+A\s+7 ?/ ?6\s+\+1\s+\+1\s+4 ?/ ?4\s+0\s+0\s+2 ?/ ?3\s+−1\s+−1", text)
