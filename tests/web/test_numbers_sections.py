"""What a person's page shows of one game and variant, in the sections that the game has."""

import re

import pytest

from app.games import GAMES
from app.store import Person, Total
from app.web.numbers.pieces import VariantTotals
from app.web.numbers.sections import VariantSections
from tests.front_door import CAST

ANNA, BRUNO, CARLA, DINO = CAST
WHIST = ([9, 0, 0], [0, 5, 4])
"""Anna takes all tricks of the first hand and none of the second."""
FOUR = ([6, 4, 2, 0], ["2S", "9H", "QD", "AC"])
LOST = ([7, 3, 2, 0],)


@pytest.fixture
def sections(app):
    """The sections of somebody with these totals of ten matches, by their titles."""

    def sections_of(game, variant, **totals):
        won = "won_together" if GAMES[game].wins_together else "won"
        by_key = {key.replace("__", "."): Total(*total) for key, total in totals.items()}
        played = VariantTotals(GAMES[game], variant, {won: Total(10, 5, 10)} | by_key)
        with app.test_request_context():
            views = VariantSections(Person(id=1, name=ANNA), played).views
        return {str(view.section.title): view for view in views if view.kind in ("grid", "split")}

    return sections_of


def test_a_grid_shows_means_against_an_even_share_once_there_are_ten_matches(phone, begin):
    for _match in range(9):
        begin("italian_whist", [ANNA, BRUNO, CARLA], upper="1").play(*WHIST)
    few = phone.open("/players/2")
    begin("italian_whist", [ANNA, BRUNO, CARLA], upper="1").play(*WHIST)
    page = phone.open("/players/2")

    assert few.says("1 more match until this says anything", "From 10 matches on:")
    assert not few.says("50 of 90")
    assert page.says("First hand: points a deal", "0 of 90", "−5", "50 of 90")
    key = "second.left.none"
    link = re.search(rf'href="([^"]*key={key})"', page.html)[1].replace("&amp;", "&")
    assert phone.open(link).says("50 of 90, in 10 matches", "Tricks taken, of all there were")
    assert page.says("10 more matches until this says anything", "From 20 matches on:", "Form")


def test_the_form_is_the_last_ten_matches_against_the_own_mean(phone, begin):
    for names in [[ANNA, BRUNO, CARLA]] * 10 + [[BRUNO, ANNA, CARLA]] * 10:
        begin("italian_whist", names, upper="1").play(*WHIST)

    page = phone.open("/players/1")

    assert page.says("against Anna’s own mean of +2: −7 points. Inside the band (±4.5)")


def test_matches_won_together_are_strokes_scores_and_what_failed(phone, begin):
    for deal in (FOUR, FOUR, LOST):
        begin("torite", CAST).play(*deal)

    page = phone.open("/players/1")

    assert page.says("2 of 3 won", "1 lost", "Tricks fitted", "Scores of 2 won matches")
    assert page.says("24 is the best there is", "Won with")


@pytest.mark.parametrize(("variant", "mean"), [("4", "−9"), ("4.reversed", "+9")])
def test_where_the_lowest_total_wins_points_turn_and_better_stays_to_the_right(
    sections, variant, mean
):
    grid = sections("trex", variant, king__own=(10, 1, 10, -90))["Points a deal, by contract"]

    [(_row, [own, others])] = grid.rows
    assert (own.mean, own.bar) == (mean, 0.39)
    assert others.mean is None, "nothing was counted there"


def test_doublings_are_split_into_those_that_paid_and_those_that_came_home(sections):
    split = sections("trex", "4", doubled=(8, 44, 48, 2150))["Doubling"]

    assert str(split.headline) == "44 of 48 paid, +2,150"
    assert (split.total.count, split.share) == (44, 91.67)


def test_what_there_is_nothing_of_is_not_there(sections):
    assert sections("trex", "4") == {}
