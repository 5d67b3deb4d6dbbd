"""The club's year: evenings, who met whom, games and records, of all matches that were finished."""

from datetime import UTC, datetime

import pytest

from app.games import GAMES
from tests.front_door import CAST
from tests.play import keep_in, play_at_random

ANNA, BRUNO, CARLA, DINO = CAST
APRIL = datetime(2020, 4, 1, tzinfo=UTC)


def test_before_a_match_is_over_there_are_no_numbers(phone, begin):
    begin("italian_whist", [ANNA, BRUNO, CARLA], upper="1").play([9, 0, 0]).send("/end", {})

    assert phone.open("/numbers").says("Numbers begin with the first match")
    for query in ("year=2026", "year=", "year=20260", "year=x"):
        assert phone.open(f"/numbers?{query}").status == 404


@pytest.mark.every_door
def test_a_year_has_its_matches_evenings_and_hours_and_no_other(phone, play_on):
    for day in ("2019-03-01", "2019-03-01", "2019-08-31", "2020-01-01"):
        play_on(day, ANNA, BRUNO, CARLA)

    page = phone.open("/numbers?year=2019")

    assert page.says("3 matches 2 evenings 1 h at the table")
    assert page.says("March 1 2 August 1 1"), "the chart as a table"
    assert page.says("Italian Whist 3 of 3")
    assert phone.open("/numbers").says("1 match 1 evening", "January 1 1"), "the latest year"
    assert phone.open("/numbers?year=all").says("4 matches 3 evenings", "2019 2 3 2020 1 1")
    assert "/numbers" in phone.open("/").links
    assert "/numbers" in phone.open("/more").links


def test_more_than_three_years_are_a_menu(phone, play_on):
    for year in (2017, 2018, 2019):
        play_on(f"{year}-05-01", ANNA, BRUNO, CARLA)
    assert "/numbers?year=2017" in phone.open("/numbers").links

    play_on("2020-05-01", ANNA, BRUNO, CARLA)

    page = phone.open("/numbers?year=2018")
    assert page.form("/numbers").offers("year", "2017")
    assert page.form("/numbers").typed["year"] == "2018"


def test_who_met_whom_says_ahead_less_behind_from_three_meetings_on(app, phone, play_on, rng):
    for _match in range(3):
        play_on("2020-02-01", ANNA, BRUNO, CARLA)
    play_on("2020-03-01", BRUNO, ANNA, DINO)
    keep_in(app.config["DATABASE"], play_at_random(GAMES["torite"], rng).match, APRIL)

    page = phone.open("/numbers?year=2020")

    assert page.rows("matrix") == [
        [ANNA, "", "+2", "+3", "·", "7 of 8"],
        [BRUNO, "−2", "", "+3", "·", "5 of 8"],
        [CARLA, "−3", "−3", "", "·", "0 of 6"],
        [DINO, "·", "·", "·", "", "0 of 2"],
    ]
    assert page.says("Anna and Bruno: Anna ahead 2 more often, 4 meetings")
    assert "/players/1/with/2" in page.links
    (meetings,) = (link for link in page.links if "key=met" in link and "person=1&" in f"{link}&")
    assert phone.open(meetings).says("Anna · 2020 7 of 8 Meetings")
    assert page.says("Read along a row: Anna finished ahead of Carla 3 times more often")
    assert page.says("What is played together is not counted here.")


@pytest.mark.every_engine
def test_records_are_of_one_variant_and_lead_to_their_match(phone, play_on):
    for first, second in ((ANNA, BRUNO), (BRUNO, ANNA), (BRUNO, ANNA), (BRUNO, ANNA)):
        play_on("2020-02-01", first, second, CARLA)

    page = phone.open("/numbers?year=2020")

    assert page.says("Records of 2020 Italian Whist, +1 / −10 · 4 matches")
    assert page.says("Most points Anna, 1 February +9")
    assert page.says("Longest run Bruno, until 1 February 3")
    assert page.says("Most wins Bruno 3 of 4", "Longest match 1 February 20 min")
    assert {"/matches/1", "/matches/4"} <= {*page.links}
    play_on("2021-02-01", ANNA, BRUNO, CARLA)
    assert not phone.open("/numbers?year=2021").says("Records")


def test_the_wins_of_who_was_merged_are_a_run_of_who_stands_for_both(phone, play_on):
    for first, second in (("Ann", BRUNO), (ANNA, BRUNO), ("Ann", BRUNO)):
        play_on("2020-02-01", first, second, CARLA)

    phone.send("/players/1/merge", {"into": "4"})

    page = phone.open("/numbers?year=2020")
    assert page.says("Most points Anna, 1 February +9", "Longest run Anna, until")
    assert page.says("Most wins Anna 3 of 3")


def test_a_name_from_right_to_left_turns_no_words_around_it(phone, play_on):
    for _match in range(3):
        play_on("2020-02-01", "دعاء", ANNA, BRUNO)

    assert "<bdi>دعاء</bdi>, 1 February" in phone.open("/numbers").html
