"""The page of a person: every number with what it is of, and what is too little says so."""

import pytest

from tests.front_door import CAST

ANNA, BRUNO, CARLA, DINO = CAST
A_DEAL = ([9, 0, 0], [0, 5, 4])
"""Who sits first wins by 9 points, with 5 and 4 lost by the others."""


@pytest.fixture
def play(begin):
    """Matches of Italian Whist in which these people are first, second and third."""

    def play_matches(*names, times=1):
        for _time in range(times):
            begin("italian_whist", names, upper="1").play(*A_DEAL)

    return play_matches


def test_who_never_finished_a_match_has_no_numbers_yet(phone, begin):
    begin("italian_whist", [ANNA, BRUNO, CARLA])

    page = phone.open("/players/1")

    assert page.says(ANNA, "1 match · 1 evening", "Numbers begin with the first match")
    assert phone.open("/players/9").status == 404


def test_few_matches_say_how_many_more_it_takes_and_ten_say_it(phone, play):
    play(ANNA, BRUNO, CARLA)
    play(BRUNO, ANNA, CARLA, times=2)

    page = phone.open("/players/1")
    assert page.says("1 of 3", "3 places", "7 more matches until this says anything")
    assert not page.says("by chance")

    play(ANNA, BRUNO, CARLA, times=7)
    page = phone.open("/players/1")
    assert page.says("8 of 10", "matches won; by chance 3.3", "1.40", "by chance 2.00")
    assert page.says("With 10 matches, chance alone moves the average place by ±0.52.")
