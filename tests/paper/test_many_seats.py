"""Sheets of two to ten seats, and of two teams of up to five: those of tests/round_table."""

import json
import random
import re
import shutil
from itertools import combinations, pairwise

import pytest

from app import rulebook
from app.cli import main
from app.games import GAMES, numbers
from app.matchfile import as_file
from app.ops import print_sheet
from app.paper.blank import blank_sheet
from app.paper.html import PAPERS, WHOLE_PAPERS
from app.paper.keepsake import Keepsake
from app.paper.score_sheet import ScoreSheet
from app.paths import RULES
from app.scoring import Event, Match
from app.scoring.model.seats import LETTERS
from app.scoring.sheet import COUNTS
from testkit.play import Played
from testkit.printed import SIZES, Leaves, Pdf, needs_pango, shared_renderer, words_on
from tests.round_table import GAME, ROUNDS

pytestmark = [needs_pango, pytest.mark.usefixtures("no_warnings")]

SEATS = range(2, 11)
LONG = [
    *("Maximilianne", "Bartholomäus", "Clementinaaa", "Dietrichsonn", "Emmanuelaaaa"),
    *("Ferdinandooo", "Gwendolynnnn", "Hildegardeee", "Immaculatara", "Johannathann"),
]
ARABIC = [
    "محمد",
    "فاطمة",
    "عبد الرحمن",
    "خديجة",
    "يوسف",
    "عائشة",
    "إبراهيم",
    "زينب",
    "مصطفى",
    "نور",
]
LINE = re.compile(
    r'stroke-linejoin="round"( stroke-dasharray="[^"]*")?/>'
    r'<path d="M[\d.]+ -?[\d.]+([^M"]+)[^"]*" (fill="#|stroke)'
)
"""A line of the chart: its dashes, and the outline of its marker, which is filled or not."""
ALL_NAMES = pytest.mark.parametrize("names", [LONG, ARABIC], ids=["long", "arabic"])

USUAL = [(6, "a4"), (7, "a4"), (10, "a4"), (10, "letter")]
USUAL += [(2, "a5"), (6, "a5"), (7, "a5"), (10, "a5"), (10, "a5-two-up")]


def each(papers):
    """Any number of seats on any of these papers, at length but for those with the least room."""
    return pytest.mark.parametrize(
        ("seats", "paper"),
        [
            pytest.param(seats, paper, marks=() if (seats, paper) in USUAL else pytest.mark.long)
            for seats in SEATS
            for paper in papers
        ],
    )


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The rules book with a page about the game, whose essentials stand on its blank sheets."""
    rules = shutil.copytree(RULES, tmp_path_factory.mktemp("house") / "rules")
    shutil.copy("tests/round_table/round_table.md", rules / "en")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, GAME.key, GAME)
        yield rulebook.read(rules, numbers())


def blank(pages, seats, paper, names=(), **rules):
    return blank_sheet(GAME.key, COUNTS[seats][0], paper, pages, names=names, rules=rules)


def played(seats, *, names=LONG, winners=None, **rules):
    """A match of so many that was ended after as many deals as there are `winners`."""
    table, rng = Played(GAME, names[:seats]), random.Random(3)
    table.answer(rules)
    for winner in winners or [rng.randrange(seats) for _deal in range(ROUNDS)]:
        table.answer(winner)
    match = table.match if table.standing.is_over else table.match.accept(Event("end"))
    about = {"started": "2026-11-27T18:00:00+00:00", "utc_offset": 60}
    return Match(match.game, match.players, match.log, **about)


def size_of(paper, *, is_across):
    """A page of it: what lies across is turned, and what is two of them, too."""
    return SIZES[paper][::-1] if is_across else SIZES[paper]


def size_of_leaf(leaf):
    return round(leaf.width, 1), round(leaf.height, 1)


@each(PAPERS)
def test_a_blank_sheet_is_upright_up_to_six_and_lies_across_from_seven(seats, paper, pages):
    sheet = Leaves(blank(pages, seats, paper))
    (page,) = sheet.leaves
    wide, high = size_of(paper, is_across=seats > 6)

    assert size_of_leaf(page) == (wide, high)
    assert sheet.words_cut_off() == []
    for leaf in page.all("section", "leaf"):
        (names,), (foot,) = leaf.all("tr", "names"), leaf.all("footer")
        assert names.words.split() == list(LETTERS[:seats])
        for words in ("score", "total"):
            assert [cell.words for cell in leaf.all("th")].count(words) == seats
        assert leaf.all("table", "grid")[0].bottom + 3 < foot.top, "the boxes reach the reminder"
        rows = leaf.all("tr", "row")
        assert len(rows) >= (10 if paper.startswith("a5") else ROUNDS + 2)
        assert min(row.height for row in rows) >= (6.49 if paper.startswith("a5") else 6.99)
        assert min(cell.width for row in rows for cell in row.all("td")) >= 8, "too narrow"
        assert all(word.right <= leaf.right - 9.9 for word in leaf.inside() if word.text.strip())


def test_two_small_sheets_that_lie_across_are_one_above_the_other(pages):
    (page,) = Leaves(blank(pages, 7, "a5-two-up")).leaves
    upper, lower = page.all("section", "leaf")

    assert upper.bottom <= lower.top + 0.1
    assert (upper.left, lower.bottom) == (lower.left, pytest.approx(page.height, abs=0.3))


@pytest.mark.parametrize(("seats", "paper"), [(5, "a4"), (10, "a5"), (9, "a5-two-up")])
def test_each_player_of_a_team_has_a_line_for_the_name(seats, paper, pages):
    sheet = Leaves(blank(pages, seats, paper, LONG[:seats], teams=True))
    (page,) = sheet.leaves

    assert size_of_leaf(page) == SIZES[paper]
    assert sheet.words_cut_off() == []
    for leaf in page.all("section", "leaf"):
        (row,) = leaf.all("tr", "names")
        teams = [cell.all("span", "name") for cell in row.all("th")]
        assert [[name.words for name in team] for team in teams] == [
            LONG[:seats:2],
            LONG[1:seats:2],
        ]
        for team in teams:
            assert all(b.top >= a.bottom or b.left >= a.right for a, b in pairwise(team))
            assert min(name.width for name in team) >= 18
        assert leaf.all("table", "grid")[0].bottom + 3 < leaf.all("footer")[0].top


@ALL_NAMES
@pytest.mark.parametrize("seats", [6, 10])
def test_names_stay_in_their_boxes_of_a_blank_sheet(seats, names, pages):
    for leaf in Leaves(blank(pages, seats, "a5", names[:seats])).leaves:
        for cell in leaf.all("tr", "names")[0].all("th"):
            (name,) = cell.all("span", "name")
            assert len(name.children) == 1, "a name is one line"
            assert cell.has(name)


@each(WHOLE_PAPERS)
def test_the_sheet_of_a_match_is_upright_up_to_six_and_lies_across_from_seven(
    seats, paper, tmp_path, pages
):
    page = ScoreSheet.of_match(played(seats)).lay_out(paper, watch_url="https://a.example/1")
    sheet, size = Leaves(page), size_of(paper, is_across=seats > 6)

    assert {size_of_leaf(leaf) for leaf in sheet.leaves} == {size}
    assert len(sheet.leaves) <= (2 if paper == "a5" else 1)
    for leaf, words in zip(sheet.leaves, words_on(page, tmp_path), strict=True):
        assert max(word.right for word in words) <= leaf.width - 9
        for row in leaf.all("tr"):
            for cell in row.children:
                assert row.right + 0.1 >= cell.right
    numbers_cut_off = [word for word in sheet.words_cut_off() if word.strip("+−").isdecimal()]
    assert numbers_cut_off == []


@ALL_NAMES
@pytest.mark.parametrize(("seats", "teams"), [(6, False), (10, False), (10, True)])
def test_every_page_names_all_in_its_head_and_none_over_another(seats, teams, names, pages):
    match = played(seats, names=names, winners=[0] * 10, teams=teams)
    _first, *others = Leaves(ScoreSheet.of_match(match).lay_out("a5")).leaves

    assert others
    for leaf in others:
        (head,) = leaf.all("p", "running")
        cells = head.all("span", "who")
        assert len(cells) == seats
        assert all(b.left >= a.right - 0.1 for a, b in pairwise(cells))
        assert cells[-1].right <= leaf.width - 9.9
        assert {round(cell.top, 1) for cell in cells} == {round(cells[0].top, 1)}


@pytest.mark.parametrize("deals", [2, 10])
def test_ten_lines_of_the_chart_differ_without_colour_and_their_names_stand_apart(deals, pages):
    sheet = ScoreSheet.of_match(played(10, winners=range(deals))).lay_out("a5")
    (chart,) = Leaves(sheet).all("section", "chart")
    ends = sorted(chart.all("span", "end"), key=lambda end: end.top)
    markers = [(outline, ink) for _dashes, outline, ink in LINE.findall(sheet.html)]
    dashes = [dash for dash, _outline, _ink in LINE.findall(sheet.html)]

    assert len(ends) == len(markers) == len({*markers}) == 10
    assert max(map(dashes.count, dashes)) == 2
    assert all(b.top - a.top >= 4 for a, b in pairwise(ends))
    assert ends[-1].bottom <= chart.bottom
    assert max(end.right for end in ends) <= chart.right + 0.1


@pytest.mark.parametrize("deals", [ROUNDS, 1])
@pytest.mark.parametrize(
    ("seats", "about"),
    [
        *((seats, {}) for seats in (2, 5, 8, 10)),
        *((seats, {"teams": True}) for seats in (5, 7, 10)),
        (10, {"winners": range(10)}),
        (6, {"winners": range(6), "names": ARABIC}),
    ],
)
def test_a_keepsake_is_one_page_with_every_name(seats, about, deals, pages):
    about = {"winners": [0] * deals} | about
    match = played(seats, **about)
    (page,) = Leaves(Keepsake(match).lay_out("a5")).leaves
    (article,), (foot,) = page.all("article"), page.all("footer")
    places = [row for table in page.all("table", "ranks") for row in table.all("tr")]

    for part in article.children:
        assert part is foot or part.tag == "footer" or part.bottom <= foot.top + 0.5, part.tag
        assert part.right <= article.right
    for row in places:
        told = [*row.all("span", "disc"), *row.all("span", "name"), *row.all("td", "total")]
        for one, other in combinations(told, 2):
            assert not one.crosses(other), (one.words, other.words)
    named = " ".join(row.words for row in places)
    assert [name for name in about.get("names", LONG)[:seats] if name not in named] == []
    (rows,) = page.all("div", "rows")
    columns = [column.all("td", "points") for column in rows.all("table")]
    ends = [max(cell.right for cell in cells) for cells in columns]
    starts = [min(cell.left for cell in row.all("td", "number")) for row in rows.all("table")]
    assert all(end < start for end, start in zip(ends, starts[1:], strict=False))
    assert ends[-1] <= rows.right + 0.1


def test_the_ninth_and_the_tenth_have_a_ring_in_their_colour(pages):
    page = Leaves(Keepsake(played(10)).lay_out("a4"))
    rings = {}
    for disc in page.all("span", "disc"):
        rings.setdefault(disc.style["background_color"], set()).add(disc.style["box_shadow"])

    assert sorted(map(len, rings.values())) == [1] * 6 + [2] * 2, "eight hues, two of them twice"


@pytest.mark.parametrize("seats", [2, 10])
def test_letters_of_the_lines_of_a_keepsake_stand_apart(seats, pages):
    html = Keepsake(played(seats, winners=range(2))).lay_out("a5").html
    tops = sorted(float(y) for y in re.findall(r'<text x="[\d.]+%" y="(-?[\d.]+)"', html))
    (height,) = re.findall(r'class="chart" viewBox="0 -10 520 (\d+)"', html)

    assert len(tops) == seats
    assert all(b - a >= 14 for a, b in pairwise(tops))
    assert tops[-1] <= int(height)


@pytest.mark.parametrize("teams", [False, True])
def test_the_command_prints_a_blank_sheet_and_that_of_a_match_file(
    teams, tmp_path, pages, monkeypatch
):
    monkeypatch.setattr(print_sheet, "PdfRenderer", shared_renderer)
    file, out = tmp_path / "match.json", tmp_path / "sheet.pdf"
    file.write_text(json.dumps(as_file(played(10, teams=teams))), "utf-8")
    sizes = []
    for what in ([GAME.key, "--variant", "ten"], [str(file)]):
        assert main(["sheet", *what, "-o", str(out)]) == 0
        sizes.append(Pdf(out.read_bytes()).sizes)

    assert sizes == [{(297, 210)}, {(210, 297) if teams else (297, 210)}]
