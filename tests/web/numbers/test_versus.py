"""Two people beside each other: meetings of all games, and what each game was alone."""

from dataclasses import replace

import pytest

from app.games import GAMES
from testkit.match import CAST
from testkit.play import keep_in, play_at_random

ANNA, BRUNO, CARLA, DINO = CAST
pytestmark = pytest.mark.every_door
PAGE = "/players/1/with/2"
"""Of Anna and Bruno, who sit down first."""


@pytest.fixture
def meet(begin):
    """Matches of Italian Whist in which these people are first, second and third."""

    def play_matches(*names, times=1, upper="1"):
        for _time in range(times):
            begin("italian_whist", names, upper=upper).play([9, 0, 0], [0, 4, 5])

    return play_matches


@pytest.mark.every_engine
def test_meetings_of_all_games_are_added_up_and_those_of_each_variant_stand_alone(phone, meet):
    meet(ANNA, BRUNO, CARLA, times=2)
    few = phone.open(PAGE)
    meet(ANNA, BRUNO, CARLA)
    meet(CARLA, BRUNO, ANNA, upper="5")

    page = phone.open(PAGE)

    assert few.says("1 more meeting until this says anything", "1 more needed")
    assert not few.says("ahead, of")
    assert page.says("4 meetings A Anna 3 B Bruno 1 ahead, of 4 meetings")
    assert page.says("Italian Whist +1 / −10 3 0 3 Italian Whist +5 / −10 2 more needed 1")
    assert [link for link in page.links if "variant=3.upper%3D5" in link]


def test_either_order_is_one_page_and_a_merged_name_leads_to_who_stands_for_it(phone, meet):
    meet(ANNA, BRUNO, CARLA)
    meet(DINO, BRUNO, CARLA)
    assert phone.open("/players/2/with/1").goes_to == PAGE
    assert phone.open("/players/1/with/4").says("No match yet that both have played to its end.")

    phone.send("/players/4/merge", {"into": "1"})

    assert phone.open("/players/4/with/2").goes_to == PAGE
    assert phone.open(PAGE).says("2 meetings")
    assert [
        phone.open(f"/players/{path}").status for path in ("1/with/1", "4/with/1", "1/with/9")
    ] == [404] * 3


def test_partners_have_won_as_such_or_not(app, phone, rng):
    match = play_at_random(GAMES["trex"], rng, rules={"partners": True}, mishaps=0).match
    (side,) = match.standing.outcome.winners
    won = sorted(seat.index for seat in side.seats)
    keep_in(app.config["DATABASE"], replace(match, players=CAST))

    for pair in ([0, 2], [1, 3]):
        one, other = (seat + 1 for seat in pair)
        words = "won as partners" if pair == won else "not won as partners"
        assert f">{words}<" in phone.open(f"/players/{one}/with/{other}").html
