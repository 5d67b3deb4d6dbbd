"""What the log says of a match is in the notes of its printed sheet."""

import pytest

from app.paper.score_sheet import ScoreSheet
from app.scoring.match.log_text import corrections

CORRECTED = "Deal 1 · Tricks taken → Anna 6, Bruno 3, Carla 4. Before: Anna 7, Bruno 2, Carla 4."


@pytest.fixture
def table(begin):
    return begin("tribello").play("hearts", [7, 2, 4])


def correct(table):
    return table.correct(1, "tricks", [6, 3, 4])


@pytest.mark.parametrize(
    ("act", "notes"),
    [
        (correct, {1: [CORRECTED]}),
        (lambda table: (correct(table), table.undo()), {}),
        (lambda table: table.rename(2, Bruno="Dora"), {2: ["From deal 2 Dora plays for Bruno."]}),
    ],
    ids=["a correction", "one that was taken back", "who came for whom"],
)
def test_the_notes_of_a_sheet_say_by_deal_what_was_changed(act, notes, table):
    act(table)

    told = corrections(table.match)
    assert {deal: [str(line) for line in lines] for deal, lines in told.items()} == notes


def test_the_sheet_knows_the_day_and_the_standing(table):
    sheet = ScoreSheet.of_match(table.match)

    assert sheet.standing.totals == (1, -2, 1)
    assert str(sheet.started) == table.match.started[:10]
