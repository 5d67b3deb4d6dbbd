"""The sheet on the screen: every deal, its scores, the totals after it, and why."""

import re

import pytest

from app.games import GAMES
from testkit.play import play_at_random
from testkit.web.table import keep

QUEENS = ({"QH": 3}, {"QS": 0, "QH": 1, "QD": 0, "QC": 2})


@pytest.fixture
def trex(begin):
    """Anna's kingdom with two of its five deals."""
    return begin("trex").play(0, "queens", *QUEENS, "slaps", [1, 3, 4, 5])


def test_a_kingdom_says_how_far_it_has_come_and_each_deal_its_scores_and_totals(trex):
    page = trex.open("/sheet")

    assert page.says(
        "Anna’s kingdom 2 of 5 · sum −295", "1 Queens −50 −50", "−15 −65", "Total −65 −95 −85 −50"
    )
    # Deals that are still to come in this kingdom are dots.
    assert page.html.count('<tr class="missing">') == 3
    # A player on the board leads to their column.
    assert f"{trex.path}/sheet#column-1" in trex.open().links
    assert "column-1" in page.anchors


def test_a_closed_kingdom_is_proved_and_a_phase_named(trex, begin):
    trex.play("diamonds", [0, 13, 0, 0], "king", None, 2, [0, 1, 2, 3])

    page = trex.open("/sheet")

    assert page.says("Anna’s kingdom adds up to 0 as it must", "Bruno’s kingdom 0 of 5 · sum 0")
    page = begin("tribello").play("hearts", [7, 2, 4]).open("/sheet")
    assert page.says("Cut trump 1 of 3 · sum 0")


def test_a_cell_leads_to_its_reason_and_from_there_to_the_question(trex):
    page = trex.open("/sheet")

    assert "#deal1-2" in page.links
    assert "deal1-2" in page.anchors
    assert page.says(
        "Deal 1, Queens: Bruno took the Q♥ that Dino doubled: 2 × −25 = −50",
        "Deal 1, Queens: Anna took the Q♠ = −25; took the Q♦ = −25; together −50",
    )
    assert f"{trex.path}/deals/1/queens?back=sheet#row-0" in page.links

    # It speaks of those who sat there then.
    trex.rename(2, Bruno="Dora")
    page = trex.open("/sheet")
    assert page.says("Deal 1, Queens: Bruno took", "Deal 2, Slaps: Dora 3 tricks")


def test_a_kingdom_is_that_of_who_began_it_also_when_somebody_takes_over(trex):
    trex.play("diamonds", [0, 13, 0, 0])
    trex.rename(3, Anna="Ida")
    page = trex.open("/sheet")
    assert page.says("A Anna’s kingdom 3 of 5")

    trex.play("king", None, 2, [0, 1, 2, 3])
    assert trex.open("/sheet").says("A Anna’s kingdom", "B Bruno’s kingdom")


def corrected(table):
    """The cells of the sheet that are marked as corrected."""
    return re.findall(r'<td id="([\w-]+)" class="corrected">', table.open("/sheet").html)


def test_a_score_that_was_corrected_is_marked_unless_that_was_taken_back(trex):
    assert corrected(trex) == []
    trex.correct(2, "tricks", [1, 4, 3, 5])
    assert corrected(trex) == ["deal2-2", "deal2-3"]
    assert trex.open("/sheet").text.count("corrected") == 2
    trex.undo()
    assert corrected(trex) == []


def test_a_contract_named_otherwise_before_anything_was_scored_marks_nothing(trex):
    trex.play("diamonds").correct(3, "contract", "king")
    trex.play(None, 2)
    assert corrected(trex) == []

    trex.correct(3, "king", 1)
    assert corrected(trex) == ["deal3-2", "deal3-3"]


def test_a_score_that_was_corrected_keeps_its_mark_in_another_order_of_the_seats(trex):
    trex.correct(2, "tricks", [1, 4, 3, 5])
    trex.reseat("Anna", "Dino", "Bruno", "Carla")

    assert corrected(trex) == ["deal2-3", "deal2-4"]


def test_a_deal_that_was_thrown_in_says_why_and_stays(trex):
    trex.play("diamonds").void("misdeal")
    assert trex.open("/sheet").says("3 Diamonds Thrown in: misdeal")

    for deal in (1, 2):
        trex.send(f"/deals/{deal}/void", {"void": "misdeal", "save": "1"})

    assert trex.open("/sheet").says("Total 0 0 0 0")


def test_partners_have_one_column_and_where_all_win_together_there_are_no_totals(begin):
    page = begin("trex", partners="yes").play(0, "slaps", [4, 3, 2, 4]).open("/sheet")
    assert page.says("deal Anna & Carla Bruno & Dino", "Total −90 −105")

    page = begin("torite", 2).play([8, 4], ["9S", "3H"]).open("/sheet")

    assert page.says("Round 1 of 2: Anna 8, 9♠")
    assert not page.says("Total")


def test_the_sheet_says_what_ends_a_match_without_a_length(begin):
    assert begin("italian_whist", upper="5").open("/sheet").says("ends at +5 or −10")
    assert begin("trico", 2, entry="counts", target="9").open("/sheet").says("to 9 points")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_game_has_a_sheet_from_its_first_line_to_its_last(game, app, rng):
    match = play_at_random(game, rng).match

    for line in (*range(1, min(match.last_line, 12)), match.last_line):
        begun = type("Begun", (), {"match": match.at_line(line)})
        assert keep(app, begun).open("/sheet").status == 200
