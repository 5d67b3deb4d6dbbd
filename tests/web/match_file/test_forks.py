"""A match that went on in two places: the deals of both stand side by side where they differ."""

from dataclasses import replace

import pytest

from app.games import GAMES
from app.matchfile import as_file, as_text
from app.scoring import Event
from testkit.play import Played, keep_in, play_at_random

IMPORT = "/matches/import"
UUID = "5f0c1c3e-0000-4000-8000-00000000000a"
DEAL, LEVEL, OTHERWISE = ([6, 2, 1], [1, 2, 6]), ([3, 3, 3], [3, 3, 3]), ([1, 2, 6], [6, 2, 1])
LEVEL_TOO = ([4, 4, 1], [4, 4, 1])
LESS = Event("correction", 0, "rules", {"upper": 50, "lower": -99})
UNDO = Event("undo")


def whist(*said):
    """A match that is called the same everywhere, with these answers and other lines."""
    played = Played(GAMES["italian_whist"], ["Anna", "Bruno", "Carla"])
    for line in ({"upper": 99, "lower": -99}, *said):
        if isinstance(line, Event):
            played.match = played.match.accept(line)
        else:
            played.answer(line)
    return replace(played.match, uuid=UUID)


@pytest.fixture
def open_beside(app, phone):
    """The page of a match file when another log of the same match is here."""

    def show(here, there):
        keep_in(app.config["DATABASE"], here)
        file = as_text(as_file(there, {"id": there.uuid}))
        page = phone.send(IMPORT, {"text": file, "keep": "1", "go_on": "1"})
        assert page.status == 409
        return page

    return show


def rows_of(page):
    """The table of both without its totals: each row as what is read in it."""
    rows = [" ".join(cells) for cells in page.rows("fork")]
    return rows[: rows.index("Total")] if "Total" in rows else rows


ZERO = "Anna 0 Bruno 0 Carla 0"
GAIN, LOSS = "Anna +5 Bruno 0 Carla −5", "Anna −5 Bruno 0 Carla +5"
AHEAD = [*DEAL, *LEVEL]


@pytest.mark.every_door
def test_what_is_the_same_is_one_line_and_what_is_not_stands_side_by_side(open_beside):
    page = open_beside(whist(*AHEAD, *DEAL), whist(*AHEAD, *OTHERWISE, *DEAL, [9, 0, 0]))

    assert rows_of(page) == [
        "Deals 1 to 2 are the same",
        *("Deal 3", f"Keep cards {GAIN} Keep cards {LOSS}"),
        *("Deal 4", f"not dealt yet Pass cards left {GAIN}"),
        *("Deal 5", "not dealt yet Pass cards right Anna 9, Bruno 0, Carla 0"),
    ]
    assert page.says("Here 3 deals, goes on", "In the file 4 deals, goes on")
    assert page.says("Total Anna +10 Bruno 0 Carla −10 Anna +5 Bruno 0 Carla −5")
    assert page.says("Keep both", "Keep the one here")
    assert not page.form(IMPORT).offers("go_on", "1")


PASSED = "Pass cards right"
EACH = "Anna 4, Bruno 4, Carla 1"
THREE = "Anna 3, Bruno 3, Carla 3"
REACHES = "The match ends when a total reaches: +{}"
FALLS = "The match ends when a total falls to: −99"


SAME_POINTS = {
    "other counts, equal points": (
        *([*DEAL, *LEVEL], [*DEAL, *LEVEL_TOO]),
        [
            *("Deal 1 is the same", "Deal 2"),
            f"{PASSED} {ZERO} {THREE} {THREE} {PASSED} {ZERO} {EACH} {EACH}",
        ],
    ),
    "a deal that goes on": (
        *([*DEAL, LEVEL[0]], [*DEAL, LEVEL_TOO[0]]),
        ["Deal 1 is the same", "Deal 2", f"{PASSED} {THREE} {PASSED} {EACH}"],
    ),
    "house rules": (
        *([*DEAL, LESS, LEVEL[0]], [*DEAL, LEVEL[0]]),
        [
            *("House rules", f"{REACHES.format(50)} {FALLS} {REACHES.format(99)} {FALLS}"),
            "Deals 1 to 2 are the same",
        ],
    ),
    "only the history": ([*DEAL, UNDO, DEAL[1], *LEVEL], [*DEAL, *LEVEL], []),
}


@pytest.mark.parametrize(("here", "there", "rows"), SAME_POINTS.values(), ids=SAME_POINTS.keys())
def test_where_points_do_not_tell_what_differs_the_answers_do(here, there, rows, open_beside):
    page = open_beside(whist(*here), whist(*there))

    assert rows_of(page) == rows
    assert page.says("only the histories differ") == (not rows)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_two_matches_of_any_game_stand_side_by_side(game, open_beside, rng):
    one, other = (
        replace(play_at_random(game, rng, players=game.players[-1], rules={}).match, uuid=UUID)
        for _each in range(2)
    )

    assert any(row.startswith("Deal ") for row in rows_of(open_beside(one, other)))
