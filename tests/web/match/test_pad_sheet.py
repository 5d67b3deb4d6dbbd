"""The sheet of a pad: who is where, and below it round by round what everybody has scored."""

import re
from html import unescape

import pytest

from app.games import GAMES
from app.scoring import Event
from testkit.play import Played
from testkit.web.table import keep

TEN = ["Anna", "Bruno", "Carla", "Dino", "Eva", "Farid", "Gita", "Hugo", "Ida", "Jonas"]
PHASE_10 = {"title": "Phase 10", "wins": "lowest", "ends": "rounds", "rounds": 10}


@pytest.fixture
def pad(app):
    """Open a pad on which these rounds were entered: points, a tick and a note."""

    def enter(players, *rounds, **rules):
        played = Played(GAMES["any_game"], TEN[:players])
        played.answer(rules)
        for number, given in enumerate(rounds, start=1):
            answers = given if isinstance(given, dict) else {"points": given}
            for key, answer in answers.items():
                played.match = played.match.accept(Event("entry", number, key, answer))
        assert not played.standing.problems
        return keep(app, played)

    return enter


def places(page):
    """The lines of the standing: place, name, how far behind, total."""
    lines = re.findall(r"<li class=\"aligned[^>]*>(.*?)</li>", page.html, re.S)
    return [" ".join(unescape(re.sub(r"<[^>]*>", " ", line)).split()) for line in lines]


def best(page):
    """The cells that are marked as the winner's of their round."""
    cell = r'<td id="(deal[\d-]+)"[^>]*>\s*<a [^>]*>\s*<b[^>]* class="best"'
    return re.findall(cell, page.html)


def test_the_head_says_how_far_the_match_is_and_which_total_wins(pad):
    assert pad(3, [5, 0, 9], **PHASE_10).open("/sheet").says("after round 1 of 10 · lowest wins")
    table = pad(3, [5, 0, 9], [1, 2, 3], ends="points", target=50)
    assert table.open("/sheet").says("after round 2 · to 50 · highest wins")
    assert pad(3).open("/sheet").says("highest wins")
    assert not pad(3).open("/sheet").says("after round")


def test_the_standing_has_places_that_equal_totals_share_and_how_far_each_is_behind(pad):
    lowest = places(pad(4, [25, 10, 10, 40], **PHASE_10).open("/sheet"))
    highest = places(pad(4, [25, 10, 10, 40]).open("/sheet"))

    assert lowest == [
        *("1 B Bruno in the lead 10", "1 C Carla in the lead 10"),
        *("3 A Anna 15 behind 25", "4 D Dino 30 behind 40"),
    ]
    assert highest == [
        *("1 D Dino in the lead 40", "2 A Anna 15 behind 25"),
        *("3 B Bruno 30 behind 10", "3 C Carla 30 behind 10"),
    ]


def test_the_standing_of_a_match_that_is_over_says_who_wins(pad):
    table = pad(4, [30, 50], ends="points", target=30, sides="opposite")

    page = table.open("/sheet")

    assert places(page) == ["1 B D Bruno & Dino win 50", "2 A C Anna & Carla 20 behind 30"]


def test_before_the_first_round_nobody_leads(pad):
    assert places(pad(3).open("/sheet")) == []


@pytest.mark.parametrize("players", [2, 4, 5, 8, 10])
def test_there_are_two_columns_of_places_from_five_players_on(pad, players):
    page = pad(players, [*range(players)]).open("/sheet")

    assert len(places(page)) == players
    assert ('<ol class="ladder in-two"' in page.html) is (players > 4)


def test_a_total_and_the_points_of_a_round_have_a_sign_only_below_zero(pad):
    table = pad(3, [1170, -5, 0], [0, -1250, 3])

    sheet = table.open("/sheet").text
    assert "1 1,170 " in sheet
    assert "−5 −5" in sheet
    assert "−1,250 −1,255" in sheet
    for path in ("", "/sheet", "/table", "/follow", "/log"):
        page = table.open(path)
        assert not re.search(r"-1,?255|\+1,?170(?! last)", page.text), path
        assert page.says("−1,255") or path == "/log", path


def test_the_winners_of_a_round_are_marked_unless_all_have_the_same(pad):
    rounds = [[5, 0, 9], [7, 7, 3], [4, 4, 4]]

    assert best(pad(3, *rounds).open("/sheet")) == ["deal1-3", "deal2-1", "deal2-2"]
    page = pad(3, *rounds, wins="lowest").open("/sheet")
    assert best(page) == ["deal1-2", "deal2-3"]
    # For those who cannot see the mark too.
    assert page.text.count("won the round") == 2


def test_a_tap_on_a_cell_tells_its_sum_the_round_the_tick_and_the_note(pad):
    first = {"ticked": [0, 2], "note": "Bruno was <late>", "points": [[12, 11, 7], 0, 9]}
    table = pad(3, first, {"ticked": [], "points": [0, 1, 2]}, names=["2 × 3"], tick="Phase")

    page = table.open("/sheet")

    assert page.says(
        "Round 1, 2 × 3: Anna 12 + 11 + 7 = 30 Phase: Anna, Carla “Bruno was <late>”",
        "Round 2: Bruno as entered = 1",
    )


def test_a_round_that_was_put_right_has_its_corner(pad):
    table = pad(3, [5, 0, 9], [7, 7, 3])

    table.correct(1, "points", [5, 0, 8])

    assert re.findall(r'<td id="([\w-]+)" class="corrected">', table.open("/sheet").html) == [
        "deal1-3"
    ]


def test_a_round_that_is_to_come_has_no_line(pad):
    assert 'class="missing"' not in pad(3, [5, 0, 9], **PHASE_10).open("/sheet").html


def test_a_pad_plays_rounds_and_by_no_rules_of_its_own(pad):
    table = pad(5, [5, 0, 9, -3, 2], **PHASE_10)

    assert table.phone.open("/").says("Phase 10 round 2 of 10")
    assert table.open("/table").says("−3 last round")
    assert table.open("/more").says("Set-up")
    assert not table.open("/follow").says("own rules")


def test_a_round_that_is_thrown_in_has_the_number_of_the_one_that_is_played_instead(pad):
    table = pad(2, [5, 0])

    table.void()
    table.type({"points.0": "3", "points.1": "4"})

    numbers = re.findall(r'href="/[^"]*/deals/(\d+)">(\d+)', table.open("/sheet").html)
    assert numbers == [("1", "1"), ("2", "2"), ("3", "2")]
    assert table.open("/sheet").says("Round 2: Anna as entered = 3")


@pytest.mark.parametrize(
    ("points", "width", "is_long"),
    [
        ([1, 2, 3, 4, 110], "", False),
        ([1, 2, 3, 4, 9999], "", False),
        ([1, 2, 3, 4, -1250], " letters-6", True),
        ([1, 2, 3, 4, -12500], " letters-7", True),
        ([1, 2, 3, 4, 99999], " letters-6", True),
    ],
)
def test_a_column_is_as_wide_as_its_longest_number(pad, points, width, is_long):
    html = pad(5, points).open("/sheet").html

    assert f'<div class="rounds{width}"' in html
    assert ("in-two with-long" in html) is is_long
