"""The sheet of a match: every deal as it was entered and scored, and how it ended."""

import json
import random
import re
from collections import Counter
from dataclasses import replace
from datetime import date
from functools import cache, partial
from itertools import pairwise

import pytest

from app.games import GAMES
from app.games.trico.house_rules import HOUSE_DECK
from app.matchfile import parse
from app.paper.score_sheet import MAX_NOTES, ScoreSheet
from app.paths import GAMES_FOLDER
from app.scoring import PLAYERS, Event, Signed, _, replay
from app.scoring.prompts import Prompt
from testkit.calls import trace_of
from testkit.match import TEN_NAMES, Match, match_file
from testkit.play import Played, large_totals, play_at_random
from testkit.printed import NAMES, Leaves, blank, every_paper, needs_pango, words_on
from tests import games
from tests.golden import demo_deck

pytestmark = [needs_pango, pytest.mark.usefixtures("no_warnings")]

IN_ROWS = [game for game in GAMES.values() if not (GAMES_FOLDER / game.key / "sheet.html").exists()]
"""Games whose sheets have no layout of their own."""
TRIBELLO = {"trump": "hearts", "tricks": [7, 4, 2]}
BEGUN = {"trump": "clubs"}
MISDEAL = {"void": "misdeal"}
QUEENS = {"QS": 2, "QH": 1, "QD": 2, "QC": 0}
TREX = [
    {"owner": 0, "contract": "queens", "doubled": {"QS": 1, "QH": 1, "QC": 3}, "queens": QUEENS},
    {"contract": "trex", "out": [3, 0, 2]},
]
SLAPS = {"owner": 0, "contract": "slaps", "tricks": [1, 2, 3, 7]}
PILED = [SLAPS | {"tricks": [8, 5]}, {"contract": "diamonds", "diamonds": [0, 6, 0, 7]}]
ROUND = {"tricks": [8, 4], "left": ["9S", "3H"]}
ROUND_BACK = {"tricks": [4, 8], "left": ["5D", "9C"]}
WON = {"tricks": [8, 4, 0], "left": ["KH", "7S", "5D"], "aside": "9C"}
TRICO = {"saved": [[5, 2, 9], [1, 3, 6], [4, 7, 8]]}
USUAL = {"kingdoms": "right", "own_double": "plain", "swapped": False, "reversed": False}
USUAL |= {"level_queens": False, "appeals": True, "complex": False}
LONG_WORDS = ["anchor", "dragonfly", "heart", "bell", "moon"]
LARGE_FACES = {str(n): {"symbols": LONG_WORDS if n % 2 else LONG_WORDS[:3]} for n in range(1, 10)}


def sheet_of(standing, paper="a4", **about):
    return Leaves(ScoreSheet(standing, **about).lay_out(paper))


def played(game, deals=(), *, ended=False, **about):
    file = match_file(game, deals, **about)
    return Match(file | {"ended": True} if ended else file).standing


later = partial(partial, played)
"""Plays it when it is called: a game that cannot be played hinders no other while tests are
collected."""


@cache
def whole(game, seed=0, *, mishaps=0.05, **rules):
    """A whole match at random, with these house rules if any are said."""
    dice = random.Random(f"{game} {seed}")
    return play_at_random(GAMES[game], dice, rules=rules or None, mishaps=mishaps).standing


def trico(players, deck):
    """A match in which each player kept three cards of the deck."""
    return played("trico", [{"saved": TRICO["saved"][:players]}], players=players, deck=deck)


def whist(deals):
    """A match of Italian Whist with so many deals, which end nothing."""
    there = {"first": [5, 3, 1], "second": [2, 3, 4]}
    back = {"first": [2, 3, 4], "second": [5, 3, 1]}
    return played("italian_whist", [there, back] * (deals // 2), upper=99, lower=-99)


@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize("game", IN_ROWS, ids=lambda game: game.key)
def test_every_deal_has_its_scores_and_totals(game, paper):
    standing = whole(game.key)
    sheet = sheet_of(standing, paper)
    rows = {row[0].split()[0]: row for row in sheet.rows if len(row) > 1 and row[0][:1].isdigit()}
    stacked_from = getattr(games.of(game.key), "SHEET_STACKED_FROM", 4)
    is_stacked = paper == "a5" and len(standing.sides) >= stacked_from
    columns = 3 if game.sheet.taken and not is_stacked else 2

    numbers = game.sheet.row_numbers(standing.deals)
    for deal in standing.finished:
        if deal.void:
            assert [str(deal.void_text)] in [row[-1:] for row in sheet.rows]
            continue
        row = rows[str(numbers[deal.number])]
        cells = row[-columns * len(standing.sides) :]
        scores, totals = cells[columns - 2 :: columns], cells[columns - 1 :: columns]
        points = [str(game.signed_points(n)) for n in deal.scores]
        assert [score.split()[-1] for score in scores] == points
        assert totals == [str(game.signed_total(total)) for total in deal.totals]
    final = next(row for row in sheet.rows if row and "otal" in row[0] and row[0] != "Totals")
    assert final[1:] == [str(game.signed_total(total)) for total in standing.totals]
    assert str(standing.outcome.why).replace(" ", "") in sheet.words.replace(" ", "")


@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize("game", GAMES)
def test_no_words_of_a_filled_sheet_leave_their_cell(game, paper):
    assert sheet_of(whole(game), paper).words_cut_off() == []


ENTERED = [
    (
        later("tribello", [TRIBELLO, BEGUN]),
        "1 | A ♥ | 7 / 6 | +1 | +1 | 4 / 4 | 0 | 0 | 2 / 3 | −1 | −1",
    ),
    (
        later("italian_whist", [{"first": [5, 3, 1], "second": [2, 3, 4]}]),
        "1 | A Pass cards left · No trumps | 5 − 2 | +3 | +3 | 3 − 3 | 0 | 0 | 1 − 4 | −3 | −3",
    ),
    (
        later("trex", TREX),
        "1 | Queens | Q♠ B Q ♥ B Q♣ D | Q♣×2 | −50 | −50 | Q ♥ ×2 | 0 | 0"
        " | Q♠×2 Q ♦ | −75 | −75 |  | +25 | +25",
        "2 | Trex |  | second out | +150 | +100 | last | +50 | +50"
        " | third out | +100 | +25 | first out | +200 | +225",
    ),
    (
        later("trex", [SLAPS], partners=True),
        "1 | Slaps |  | A 1 trick · C 3 tricks | −60 | −60 | B 2 tricks · D 7 tricks | −135 | −135",
    ),
    (
        later("trex", PILED, partners=True),
        "1 | Slaps |  | 8 tricks | −120 | −120 | 5 tricks | −75 | −75",
        "2 | Diamonds |  |  | 0 | −120 | B 6 ♦ · D 7 ♦ | −130 | −205",
    ),
    (later("tribello", [MISDEAL]), "1 1 | A | Thrown in: misdeal"),
    (
        partial(trico, 2, demo_deck()),
        "1 | 2 5 9 1 set · 0 pairs · 3 blocked · 2 large cards | +4 | 4"
        " | 1 3 6 2 sets · 0 pairs · 2 blocked · 1 large card | +5 | 5",
    ),
]


@pytest.mark.parametrize(("match", "lines"), [(match, lines) for match, *lines in ENTERED])
def test_answers_stand_as_they_were_entered_and_nothing_of_a_deal_that_goes_on(match, lines):
    standing = match()
    *told, begun = [line for line in sheet_of(standing).lines if line[:1].isdigit()]

    assert told == lines
    assert set(begun.split(" | ")[-3 * len(standing.sides) :]) == {"", "…"}


TOGETHER = later("torite", [WON], players=3)
LOST = later("torite", [WON | {"aside": "9D"}], players=3)
NEITHER = later("torite", [ROUND], players=2, ended=True)
ALONE = later("torite", [ROUND, ROUND_BACK], players=1)
NOTES = {
    1: [
        _(
            "In deal\u00a01 “Diamonds taken” was corrected from {before} to {answer}.",
            before="Anna 2, Bruno 6, Carla 0, Dino 5",
            answer="Anna 0, Bruno 0, Carla 0, Dino 13",
        )
    ]
}
NOTED = "Notes 1 Deal 1 thrown in: misdeal."
EARLY = "Ended early, after 1 of 12 deals. Anna: the highest total, +1."
LEADS = "Not finished After deal 1: Anna leads with +1."


@pytest.mark.parametrize(
    ("match", "words", "ticks", "crosses"),
    [
        (later("tribello", [TRIBELLO, BEGUN]), [LEADS, "Total so far"], 0, 0),
        (
            later("trex", [SLAPS], partners=True),
            ["After deal 1: Anna & Carla lead with −60."],
            0,
            0,
        ),
        (later("tribello", [MISDEAL]), ["No deal is finished yet.", NOTED], 0, 0),
        (later("trex"), ["No deal is finished yet."], 0, 0),
        (later("tribello", [TRIBELLO, BEGUN], ended=True), ["Anna wins", EARLY], 0, 0),
        (TOGETHER, ["Won together", "Won with 20", "card left", "Card set aside"], 2, 0),
        (LOST, ["Lost together", "2 × Diamonds"], 1, 1),
        (NEITHER, ["Neither won nor lost", "Ended early, after 1 of 2 deals."], 0, 0),
        (ALONE, ["Won Won with 16"], 2, 0),
    ],
)
def test_a_sheet_says_how_the_match_ended_or_stands_and_marks_what_a_win_needed(
    match, words, ticks, crosses
):
    page = ScoreSheet(match()).lay_out("a4")
    sheet = Leaves(page).words

    assert [said for said in words if said not in sheet] == []
    assert page.html.count("<title>yes</title>") == ticks
    assert page.html.count("<title>no</title>") == crosses


def test_cards_are_drawn_and_called_as_on_a_blank_sheet():
    playing = sheet_of(TOGETHER()).all("span", "playing")
    faces = sheet_of(trico(2, demo_deck())).all("span", "face")
    words = Leaves(blank("torite", "three", "a4")).words

    assert [card.words for card in playing] == ["K", "7", "5", "9"]
    assert [face.words[0] for face in faces] == [*"123456789", *"259", *"136"]
    assert "card left" in words
    assert "card set aside" in words


def test_corrections_and_void_deals_are_noted_in_the_order_of_the_deals():
    corrected = {1: [_("Anna had 7, not 6.")], 0: [_("The rules were others.")]}
    sheet = sheet_of(played("tribello", [TRIBELLO, MISDEAL]), corrected=corrected)

    assert "House rules 1" in sheet.words
    assert [row[0] for row in sheet.rows if row[0][:1].isdigit()] == ["1 2", "2 3", "3"]
    notes = "1 The rules were others. 2 Anna had 7, not 6. 3 Deal 2 thrown in: misdeal."
    assert notes in sheet.words
    notes = [_("Anna had 7, not 6.")] * (MAX_NOTES + 12)
    html = ScoreSheet(played("tribello", [TRIBELLO]), corrected={1: notes}).lay_out("a4").html
    assert html.count("Anna had 7, not 6.") == MAX_NOTES, "only so much is said"
    assert "12 more changes stand in the history of the match." in html


def test_a_kingdom_is_headed_by_who_began_it_also_when_somebody_takes_over():
    table = Played(GAMES["trex"], ["Anna", "Bruno", "Carla", "Dino"])
    for answer in ({}, 0, "slaps", [13, 0, 0, 0], "diamonds", [0, 13, 0, 0]):
        table.answer(answer)
    names = table.match.seating.rename_to(2, ["Ida", "Bruno", "Carla", "Dino"])

    taken_over = table.match.with_events(Event("correction", 2, PLAYERS, names))

    assert "Kingdom 1: Anna" in Leaves(ScoreSheet.of_match(taken_over).lay_out("a4")).words


def test_answers_that_were_checked_when_they_were_saved_are_not_checked_again():
    match = play_at_random(GAMES["tribello"], random.Random(1), mishaps=0).match
    assert match.standing.is_over

    sheet = trace_of(lambda: ScoreSheet.of_match(match).lay_out("a4"))

    assert sheet.times(Prompt.problems) == 0


@pytest.mark.parametrize(
    ("game", "rules", "lines"),
    [
        ("tribello", {}, ["Everything as in the book."]),
        ("italian_whist", {"upper": 21}, ["The match ends when a total reaches: +21"]),
        ("trex", {"swapped": True}, ["Diamonds cost 15, tricks 10: yes"]),
        ("trex", {"partners": True}, ["Partners, opposite seats: yes"]),
    ],
)
def test_of_the_house_rules_only_those_are_said_that_differ_from_the_book(game, rules, lines):
    (house,) = sheet_of(played(game, **rules)).all("section", "rules")

    others = ["All others as in the book."] if rules else []
    assert [line.words for line in house.all("li")] == lines + others


def test_the_head_tells_title_date_and_note_and_a_file_brings_them():
    about = {"title": "Friday", "started": "2026-11-20T19:30:00Z", "note": "by the fire"}
    file = match_file("italian_whist") | about
    sheet = ScoreSheet.of_file(parse(json.dumps(file).encode()))
    words = Leaves(sheet.lay_out("a4")).words

    assert (sheet.title, sheet.started) == ("Friday", date(2026, 11, 20))
    assert "Friday Italian Whist · Score sheet · 20 November 2026" in words
    assert "by the fire" in words
    odd = ScoreSheet.of_file(parse(json.dumps(file | {"title": 7, "started": "soon"}).encode()))
    assert (odd.title, odd.started) == ("", None)


def test_a_watch_link_is_a_qr_code_and_there_is_no_other_paper():
    sheet = ScoreSheet(played("tribello"))
    addresses = (None, "https://a.example/1", "https://a.example/2")
    pages = [sheet.lay_out("a4", watch_url=address).html for address in addresses]
    codes = [re.findall(r'class="watch"><svg.*?</svg>', page) for page in pages]

    assert [len(found) for found in codes] == [0, 1, 1]
    assert codes[1] != codes[2]
    with pytest.raises(LookupError):
        sheet.lay_out("a5-two-up")


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_the_chart_of_a_short_match_is_no_larger_than_the_match(paper):
    sheet = sheet_of(played("tribello", [TRIBELLO, {"tricks": [5, 6, 2]}]), paper)
    (table,), (plot,) = sheet.all("table", "deals"), sheet.all("div", "plot")

    assert plot.height <= table.height
    assert max(end.left for end in sheet.all("span", "end")) - plot.left < table.width / 2


def test_the_chart_names_each_line_at_its_end_and_counts_deals_as_the_table_does():
    standing = whist(12)
    ends = sheet_of(standing).all("span", "end")
    voids = sheet_of(played("tribello", [TRIBELLO, MISDEAL, MISDEAL, TRIBELLO, TRIBELLO]))

    assert [at.words for at in voids.all("span", "at")] == ["1", "4", "5"]
    assert [end.words for end in ends] == ["Anna", "Bruno", "Carla"]
    assert all(b - a >= 4 for a, b in pairwise(sorted(end.top for end in ends)))
    html = ScoreSheet(standing).lay_out("a4").html
    assert html.count('stroke-dasharray="') == 2, "all lines but the first are dashed"


def test_no_number_of_the_chart_is_lost_at_the_foot_of_a_page():
    standing = played("tribello", [{"tricks": [7, 4, 2]}, {"tricks": [0, 13, 0]}] * 6)
    (whole,) = sheet_of(standing).all("p", "heights")

    assert len(whole.words.split()) > 3
    for notes in range(3, 11):
        sheet = sheet_of(standing, corrected={1: [_("Anna had 7, not 6.")] * notes})
        (heights,) = sheet.all("p", "heights")
        assert heights.words == whole.words, notes


def test_a_long_match_repeats_its_heads_and_splits_no_row():
    sheet = sheet_of(whist(60))
    pages = len(sheet.leaves)

    deals = [row[0] for row in sheet.rows if row[0].isdigit()]
    assert deals == [*map(str, range(1, 62))], "each deal once, and in order"
    assert pages >= 2
    for number, leaf in enumerate(sheet.leaves, start=1):
        assert f"{number} of {pages}" in leaf.words
        assert "A Anna B Bruno C Carla" in [row.words for row in leaf.all("tr")]
        assert all(row.bottom <= leaf.height - 14 for row in leaf.all("tr"))
    heads = [head.words for head in sheet.all("p", "running")]
    assert len(heads) == pages - 1
    assert all("Anna Bruno Carla" in head for head in heads)


def test_the_owner_and_the_contract_meet_in_the_deal():
    standing = whole("trex", mishaps=0, partners=False, **USUAL)
    grid = {row[0]: row[1:] for row in sheet_of(standing).rows if len(row) == 6}

    for seat, named in standing.table.contract_grid.rows.items():
        columns = standing.table.contract_grid.columns
        deals = [standing.deals[named[column] - 1] for column in columns]
        told = [f"deal {deal.number}: {Signed(deal.scores[seat.index])}" for deal in deals]
        assert grid[f"{'ABCD'[seat.index]} {seat}"] == told


@pytest.mark.parametrize(("paper", "pages"), [("a4", 1), ("letter", 1), ("a5", 2)])
def test_a_whole_match_of_trex_fits_its_paper_and_its_chart_names_partners_whole(
    paper, pages, tmp_path
):
    alone, partners = (whole("trex", mishaps=0, partners=of, **USUAL) for of in (False, True))
    words = words_on(ScoreSheet(partners).lay_out(paper), tmp_path)
    text = " ".join(word.text for leaf in words for word in leaf)
    _before, course = text.split("The totals, deal by deal")
    chart, _deals = course.split("Final total", 1)

    assert len(alone.deals) == len(partners.deals) == 20
    assert len(sheet_of(alone, paper).leaves) == len(words) == pages
    for one, other in (side.seats for side in partners.sides):
        assert f"{one} & {other}" in chart


def test_the_sheet_opens_with_how_it_went_and_says_once_what_adds_up_and_ends_with_the_notes():
    match = play_at_random(GAMES["trex"], random.Random("story"), mishaps=0).match
    sheet = replace(ScoreSheet.of_match(match, place="Old Georg’s"), corrected=NOTES)
    words = Leaves(sheet.lay_out("a4")).words
    assert match.standing.is_over

    first = [words.index(told) for told in (str(sheet.story[0]), "The totals, deal by deal")]
    places = [*first, words.index("Kingdom 1"), words.index("Final total "), words.index("Notes")]
    assert places == sorted(places)
    assert "Old Georg’s" in words
    assert words.count("adds up to") + words.count("add up to") == 1


@pytest.mark.parametrize("notes", [0, 1, 5])
def test_a_whole_trex_with_a_few_notes_is_one_page_of_a4(notes):
    standing = whole("trex", mishaps=0, partners=False, **USUAL)
    corrected = dict.fromkeys(range(1, notes + 1), NOTES[1])

    assert len(sheet_of(standing, "a4", corrected=corrected).leaves) == 1


@pytest.mark.parametrize("notes", [10, 30])
def test_more_notes_are_never_alone_on_a_page(notes):
    standing = whole("trex", mishaps=0, partners=False, **USUAL)
    corrected = dict.fromkeys(range(1, 11), NOTES[1] * (notes // 10))
    last = sheet_of(standing, "a4", corrected=corrected).leaves[-1]

    assert last.all("tr", "group")


@every_paper
def test_a_kingdom_is_never_torn_apart(paper, rng):
    standing = play_at_random(GAMES["trex"], rng).standing
    for notes in range(0, 12, 3):
        sheet = sheet_of(standing, paper, note="Played at the kitchen table. " * 8 * notes)
        kingdoms = [table for table in sheet.all("table") if table.all(kind="begins")]
        kinds = [[row.kind for row in table.all("tr")] for table in kingdoms]

        assert kinds
        assert all(rows[:3] == ["names", "labels", "group"] for rows in kinds), notes
        assert all(rows[-1] != "group" for rows in kinds), notes


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_long_words_stay_in_their_columns_and_no_line_begins_with_the_dot_of_partners(paper):
    large = sheet_of(large_totals().match.standing, paper)
    about = sheet_of(whist(12), paper).all("td", "about")

    assert any("−1,250" in row for row in large.rows)
    assert large.words_cut_off() == []
    for cell in about:
        assert max(word.right for word in cell.inside() if word.text) < cell.right - 0.5
    for seed in range(4):
        sheet = sheet_of(whole("trex", seed, partners=True, complex=True), paper)
        assert sheet.words_cut_off("taken") == [], seed
        cells = sheet.all("td", "taken")
        assert any("·" in cell.words for cell in cells)
        for words in [[word for word in cell.inside() if word.text.strip()] for cell in cells]:
            for dot in [word for word in words if word.text.strip() == "·"]:
                assert any(abs(word.top - dot.top) < 1 and word.left < dot.left for word in words)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_a_card_is_as_large_as_what_is_on_it_and_nothing_is_left_alone_on_a_line(paper, players):
    for deck in (LARGE_FACES, HOUSE_DECK):
        faces = sheet_of(trico(players, deck), paper).all("span", "face")
        for face in faces:
            for inside in face.inside():
                if inside.text or inside.kind == "symbol":
                    assert inside.bottom <= face.bottom + 0.1
                    assert inside.right <= face.right + 0.1
    for face in faces:
        middles = [each.top + each.height / 2 for each in face.all(kind="symbol")]
        assert min(Counter(round(middle - face.top) for middle in middles).values()) > 1
    for piece in sheet_of(trico(players, HOUSE_DECK), paper).all("span", "piece"):
        assert len({round(word.top, 1) for word in piece.inside() if word.text.strip()}) == 1


def is_in(word, cell):
    """Whether a word begins in a cell."""
    middle = word.top + word.height / 2
    return cell.left < word.left < cell.right and cell.top < middle < cell.bottom


@pytest.mark.parametrize("partners", [False, True])
@every_paper
def test_names_of_any_kind_stay_on_the_sheet(paper, partners, tmp_path):
    match = play_at_random(GAMES["trex"], random.Random(2), rules={"partners": partners})
    standing = replay(match.game, NAMES, match.answers)
    page = ScoreSheet(standing, title="<i>T</i> " * 60).lay_out(paper)

    assert "<b>Bob" not in page.html
    assert "<i>T" not in page.html
    sheet = Leaves(page)
    assert sheet.all("tr", "names")
    assert len(sheet.all("tr", "group")) == 4
    for leaf, words in zip(sheet.leaves, words_on(page, tmp_path), strict=True):
        assert all(word.right <= leaf.width - 9 for word in words)
        for cell in [cell for row in leaf.all("tr", "names") for cell in row.all("th")]:
            seen = [word for word in words if is_in(word, cell)]
            assert seen, "something of each name can be read"
            assert all(word.right <= cell.right for word in seen)
        for row in leaf.all("tr", "group"):
            assert any(is_in(word, row) for word in words)


PHASE_10 = {"title": "Phase 10", "wins": "lowest", "ends": "rounds", "rounds": 3, "tick": "Phase"}
PHASE_10 |= {"names": ["two sets of 3", "set of 3 + run of 4"]}
ROUNDS = [
    {"points": [[12, 11, 7], 0, 25], "ticked": [0, 2]},
    {"points": [5, -10, 0], "note": "Anna was late"},
    {"points": [1, 2, 3]},
]


@every_paper
def test_a_pad_has_its_title_set_up_names_ticks_sums_and_notes(paper):
    standing = played("any_game", ROUNDS, players=3, **PHASE_10)

    sheet = sheet_of(standing, paper)
    assert "Score sheet · 3 rounds · lowest wins" in sheet.words
    first, second, third = (row for row in sheet.rows if row[0][:1].isdigit() and len(row) > 4)
    assert [cell.split()[-1] for cell in first[2:]] == ["30", "30", "0", "0", "25", "25"]
    assert (first[1], second[1]) == ("two sets of 3", "set of 3 + run of 4")
    assert second[-4:] == ["−10", "−10", "0", "25"]
    assert third[0] == "3"
    assert "Anna 12 + 11 + 7" in sheet.words
    assert "“Anna was late”" in sheet.words
    assert [row[2].split()[0] for row in (first, second)] == ["✓", "5"], "who has it, and who not"
    assert sheet.words.count("✓") == 2
    assert "book" not in sheet.words, "a pad is played by none"


@pytest.mark.parametrize("seats", [2, 6, 7, 10])
def test_the_longest_names_of_rounds_and_points_stay_in_their_cells(seats):
    points = [[-99_999 * (n % 2), *(seats - 1) * [99_999]] for n in range(8)]
    rounds = [{"points": each, "ticked": [0], "note": 80 * "W"} for each in points]
    rules = {"title": 40 * "W", "names": 8 * ["Wwwwwww mmmmmmmmmmm 234"], "tick": 24 * "W"}

    standing = played("any_game", rounds, ended=True, players=TEN_NAMES[:seats], **rules)

    for paper in ("a4", "a5"):
        assert sheet_of(standing, paper).words_cut_off() == []


def test_a_pad_that_the_table_has_ended_has_no_row_for_the_round_that_nobody_plays():
    sheet = sheet_of(played("any_game", ROUNDS[2:], ended=True, players=3))

    assert [row[0] for row in sheet.rows if row[0][:1].isdigit() and len(row) > 4] == ["1"]
