"""Two people beside each other: meetings of all games, and what each game was alone."""

import re

import pytest

from tests.front_door import CAST

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


def by_game(page):
    """The table of games, row by row: the game and its variant, and the cells beside it."""
    rows = re.findall(r'<tr>\s*<th scope="row">.*?</tr>', page.html, re.DOTALL)
    return [" ".join(re.sub("<[^>]+>", " ", row).split()) for row in rows]


@pytest.mark.every_engine
def test_meetings_of_all_games_are_added_up_and_those_of_each_variant_stand_alone(phone, meet):
    meet(ANNA, BRUNO, CARLA, times=3)
    meet(CARLA, BRUNO, ANNA, upper="5")

    page = phone.open(PAGE)

    assert page.says(
        "Anna and Bruno", "4 meetings", "A Anna 3", "B Bruno 1", "ahead, of 4 meetings"
    )
    assert by_game(page) == [
        "Italian Whist +1 / −10 3 0 3",
        "Italian Whist +5 / −10 2 more needed 1",
    ]
    assert page.says("Latest matches", "Bruno ahead", "Anna ahead")
    assert [link for link in page.links if "variant=3.upper%3D5" in link]


def test_equal_places_are_ahead_for_neither(phone, begin):
    for _time in range(3):
        begin("italian_whist", upper="1").play([5, 2, 2], [1, 4, 4])

    page = phone.open("/players/2/with/3")

    assert page.says("ahead, of 3 meetings · 3 level", "level")
    assert by_game(page) == ["Italian Whist +1 / −10 0 0 3"]


def test_two_meetings_say_that_a_third_is_needed(phone, meet):
    meet(ANNA, BRUNO, CARLA, times=2)

    page = phone.open(PAGE)
    assert page.says("1 more meeting until this says anything", "1 more needed")
    assert not page.says("ahead, of")


def test_what_was_won_side_by_side_stands_apart_from_meetings(phone, begin):
    for left in ("KH", "QH", "AH"):
        begin("torite", 4).play([6, 4, 2, 0], [left, "7S", "9C", "5D"])

    page = phone.open(PAGE)

    assert page.says("3 matches side by side", "Won together, by all at the table", "3 of 3 won")
    assert not page.says("meeting")


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
