"""The club's year: evenings, who met whom, games and records, of all matches that were finished."""

import pytest

from testkit.match import CAST

ANNA, BRUNO, CARLA, _DINO = CAST


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


@pytest.mark.every_engine
def test_meetings_and_records_lead_to_what_they_are_of(phone, play_on):
    for first, second in ((ANNA, BRUNO), (BRUNO, ANNA), (BRUNO, ANNA), (BRUNO, ANNA)):
        play_on("2020-02-01", first, second, CARLA)

    page = phone.open("/numbers?year=2020")

    assert page.rows("matrix") == [
        [ANNA, "", "−2", "+4", "5 of 8"],
        [BRUNO, "+2", "", "+4", "7 of 8"],
        [CARLA, "−4", "−4", "", "0 of 8"],
    ]
    assert page.says("Read along a row: Anna finished ahead of Carla 4 times more often")
    (meetings,) = (link for link in page.links if "key=met" in link and "person=1&" in f"{link}&")
    assert phone.open(meetings).says("Anna · 2020 5 of 8 Meetings")
    assert page.says("Records of 2020 Italian Whist, +1 / −10 · 4 matches")
    assert page.says("Most points Anna, 1 February +9", "Longest match 1 February 20 min")
    assert {"/players/1/with/2", "/matches/1", "/matches/4"} <= {*page.links}


def test_one_win_is_no_record(phone, play_on):
    for first in (ANNA, BRUNO, CARLA):
        play_on("2020-02-01", *sorted([ANNA, BRUNO, CARLA], key=lambda it: it != first))
    assert not phone.open("/numbers").says("Most wins")

    play_on("2020-02-02", ANNA, BRUNO, CARLA)
    assert phone.open("/numbers").says("Most wins Anna 2 of 4")


def test_a_name_from_right_to_left_turns_no_words_around_it(phone, play_on):
    for _match in range(3):
        play_on("2020-02-01", "دعاء", ANNA, BRUNO)

    assert "<bdi>دعاء</bdi>, 1 February" in phone.open("/numbers").html
