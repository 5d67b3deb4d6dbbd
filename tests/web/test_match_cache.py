"""What the log says of a match is in the notes of its printed sheet."""

from __future__ import annotations

import pytest

from app.paper.score_sheet import ScoreSheet
from app.scoring.match.log_text import corrections


@pytest.fixture
def notes():
    """The notes of a match's sheet in words, by deal."""

    def of(table):
        return {
            deal: [str(line) for line in lines] for deal, lines in corrections(table.match).items()
        }

    return of


def test_a_correction_says_what_was_there_before(begin, notes):
    table = begin("tribello").play("hearts", [7, 2, 4])
    table.correct(1, "tricks", [6, 3, 4])

    assert notes(table) == {
        1: ["Deal 1 · Tricks taken → Anna 6, Bruno 3, Carla 4. Before: Anna 7, Bruno 2, Carla 4."]
    }


def test_a_correction_that_was_taken_back_leaves_no_note(begin, notes):
    table = begin("tribello").play("hearts", [7, 2, 4])
    table.correct(1, "tricks", [6, 3, 4])
    table.undo()

    assert notes(table) == {}


def test_who_came_for_whom_is_noted_from_their_first_deal(begin, notes):
    table = begin("tribello").play("hearts", [7, 2, 4])
    table.rename(2, Bruno="Dora")

    assert notes(table) == {2: ["From deal 2 Dora plays for Bruno."]}


def test_the_sheet_knows_the_day_and_the_standing(begin):
    table = begin("tribello").play("hearts", [7, 2, 4])

    sheet = ScoreSheet.of_match(table.match)

    assert sheet.standing.totals == (1, -2, 1)
    assert str(sheet.started) == table.match.started[:10]
