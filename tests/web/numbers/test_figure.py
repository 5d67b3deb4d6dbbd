"""The matches behind a figure, under its definition."""

import pytest

from testkit.match import CAST

ANNA, BRUNO, CARLA, DINO = CAST
pytestmark = pytest.mark.every_door


@pytest.fixture
def year(begin, phone):
    """Matches of two variants, one of players without names, one together and one that goes on."""
    for names in ([ANNA, BRUNO, CARLA], [BRUNO, ANNA, DINO], ["", "", ""]):
        begin("italian_whist", names, upper="1").play([9, 0, 0], [0, 5, 4])
    begin("italian_whist", [ANNA, BRUNO, CARLA], upper="5").play([9, 0, 0], [0, 5, 4])
    begin("torite", 4).play([6, 4, 2, 0], ["KH", "7S", "9C", "5D"])
    begin("italian_whist", [ANNA, BRUNO, CARLA]).play([9, 0, 0])
    return phone


def listed(page):
    """The matches of the list, in its order, by number."""
    return [int(link.split("/")[2]) for link in page.links if link.startswith("/matches/")]


@pytest.mark.every_engine
@pytest.mark.parametrize(
    ("query", "matches", "words"),
    [
        ("", [5, 4, 3, 2, 1], ["Matches", "those that were stopped do not count"]),
        ("person=1&key=place", [4, 2, 1], ["1.67 on average, in 3 matches", "3rd of 3"]),
        ("person=4&key=won&game=italian_whist", [2], ["Dino · Italian Whist"]),
        ("person=1&other=2&key=met", [4, 2, 1], ["Anna with Bruno", "ahead", "behind"]),
        ("person=2&other=4&key=partner", [5], ["Bruno with Dino", "won"]),
        ("month=1999", [], ["No match yet that counts."]),
        ("month=1999-03", [], ["March 1999"]),
    ],
)
def test_the_matches_behind_a_figure_are_listed_the_latest_first(query, matches, words, year):
    page = year.open(f"/numbers/matches?{query}")

    assert listed(page) == matches
    assert page.says(*words)


def test_a_match_with_a_title_says_its_game_as_well(year):
    year.send("/matches/4/title", {"title": "The final"})

    assert year.open("/numbers/matches?person=1&key=place").says("The final · Italian Whist ·")


def test_the_figures_of_a_person_lead_to_their_matches(year):
    page = year.open("/players/1?game=italian_whist&variant=3.upper%3D1")
    wanted = {
        "/numbers/matches?person=1&key=won",
        "/numbers/matches?person=1&game=italian_whist&variant=3.upper%3D1&key=comeback",
    }

    assert wanted <= {link.replace("&amp;", "&") for link in page.links}


def test_what_is_not_there_is_not_found(year):
    queries = (
        *("person=99", "person=x", "person=1&other=1", "other=2", f"person={2**70}"),
        *("game=chess", "variant=3", "game=italian_whist&variant=9", "key=luck"),
        *("game=torite&key=met", "person=1&key=hand_1&game=italian_whist"),
        *("month=2026-13", "month=26", "month=0000-01", "month=%D9%A2%D9%A0%D9%A2%D9%A6-01"),
        f"person={'9' * 5000}",
    )

    assert not [it for it in queries if year.open(f"/numbers/matches?{it}").status != 404]


def test_a_long_list_goes_on_behind_its_last_match(year, monkeypatch):
    monkeypatch.setattr("app.web.numbers.figure.PAGE_OF_MATCHES", 2)
    first = year.open("/numbers/matches?game=italian_whist")
    (more,) = (link for link in first.links if "before=" in link)

    assert listed(first) == [4, 3]
    assert listed(year.open(more)) == [2, 1]
    assert listed(year.open("/numbers/matches?before=-5")) == []
