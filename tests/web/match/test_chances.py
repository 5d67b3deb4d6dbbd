"""The page that says what is still possible."""

import pytest

from app.games import GAMES
from app.scoring.chances import overview_of
from testkit.play import large_totals, play_at_random
from testkit.web.table import keep

NOTHING_LEFT = "The match is over: nothing is left to gain or to lose."


def test_thousands_are_set_apart(app):
    table = keep(app, large_totals())
    chances, spreadsheet = table.open("/stakes"), table.open("/match.csv").html

    assert chances.says("Anna −1,250 1,800")
    assert table.open().says("Anna −1,250")
    assert table.open("/sheet").says("−1,250")
    assert "-1250" in spreadsheet
    assert "1,250" not in spreadsheet


def test_the_page_gives_each_side_its_chances_its_name_kept_apart_from_the_words(begin):
    table = begin("tribello", ["<b>Eve", "דנה", "Carla"]).play(None, [0, 13, 0])
    page = table.open("/stakes")

    assert "/matches/1/more" in page.links
    assert "<b>Eve" not in page.html
    assert page.says("דנה leads by", "<b>Eve −6 15")
    assert {"<b>Eve", "דנה", "Carla"} <= set(page.isolated)
    for number in ("2", "0", "99999999999999999999"):
        assert table.phone.open(f"/matches/{number}/stakes").status == 404


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_game_says_something_at_its_start_and_that_nothing_is_left_at_its_end(
    app, begin, rng, game
):
    new, over = begin(game.key), keep(app, play_at_random(game, rng, mishaps=0))
    first, last = new.open("/stakes"), over.open("/stakes")

    assert (first.status, last.status) == (200, 200)
    overview = overview_of(new.standing)
    assert first.says(overview.answer, *overview.lines)
    assert not first.says(NOTHING_LEFT)
    assert last.says(NOTHING_LEFT)
