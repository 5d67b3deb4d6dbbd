"""The matches behind a figure, under its definition."""

import pytest

from tests.front_door import CAST

ANNA, BRUNO, CARLA, DINO = CAST
pytestmark = pytest.mark.every_door


@pytest.fixture
def year(begin, phone):
    """Matches of two variants and one together, one that goes on, and one that was stopped."""
    for names in ([ANNA, BRUNO, CARLA], [BRUNO, ANNA, DINO]):
        begin("italian_whist", names, upper="1").play([9, 0, 0], [0, 5, 4])
    begin("italian_whist", [ANNA, BRUNO, CARLA], upper="5").play([9, 0, 0], [0, 5, 4])
    begin("italian_whist", [ANNA, BRUNO, CARLA]).play([9, 0, 0])
    begin("italian_whist", [ANNA, BRUNO, CARLA]).play([5, 3, 1], [1, 3, 5]).send("/end", {})
    begin("torite", 4).play([6, 4, 2, 0], ["KH", "7S", "9C", "5D"])
    return phone


def listed(page):
    """The matches of the list, in its order, by number, and for one at a deal of it its number."""
    paths = [link.split("/")[2:] for link in page.links if link.startswith("/matches/")]
    return [int(path[0]) if len(path) == 1 else (int(path[0]), int(path[2])) for path in paths]


@pytest.mark.every_engine
@pytest.mark.parametrize(
    ("query", "matches", "words"),
    [
        ("", [6, 3, 2, 1], ["Matches", "those that were stopped do not count"]),
        ("game=italian_whist", [3, 2, 1], ["Italian Whist"]),
        ("person=1&key=won", [3, 2, 1], ["Matches won", "2 of 3 matches", "not won"]),
        ("person=1&key=place", [3, 2, 1], ["1.67 on average, in 3 matches", "3rd of 3"]),
        ("person=1&key=points&game=italian_whist&variant=3.upper%3D1", [2, 1], ["+9 points"]),
        ("person=4&key=won&game=italian_whist", [2], ["Dino · Italian Whist"]),
        ("person=1&other=2&key=met", [3, 2, 1], ["Anna with Bruno", "ahead", "behind"]),
        ("person=2&other=4&key=partner", [6], ["Bruno with Dino", "won"]),
        ("person=1&key=won_together", [6], ["1 of 1 match"]),
        ("person=1&key=hand_1&game=italian_whist", None, []),
        ("month=1999", [], ["No match yet that counts."]),
        ("month=1999-03", [], ["March 1999"]),
    ],
)
def test_the_matches_behind_a_figure_are_listed_the_latest_first(query, matches, words, year):
    page = year.open(f"/numbers/matches?{query}")

    assert page.status == (404 if matches is None else 200)
    assert listed(page) == (matches or [])
    assert page.says(*words)


def test_the_figures_of_a_person_lead_to_their_matches(year):
    page = year.open("/players/1?game=italian_whist&variant=3.upper%3D1")
    wanted = {
        "/numbers/matches?person=1&key=won",
        "/numbers/matches?person=1&game=italian_whist&variant=3.upper%3D1&key=comeback",
    }

    assert wanted <= {link.replace("&amp;", "&") for link in page.links}
    assert {year.open(link).status for link in page.links if "matches?" in link} == {200}


def test_what_happened_in_few_deals_leads_to_the_first_of_them(year):
    pages = {
        key: year.open(f"/numbers/matches?person=1&game=italian_whist&key={key}")
        for key in ("deal", "first.left.none")
    }

    assert listed(pages["deal"]) == [3, 2, 1]
    assert listed(pages["first.left.none"]) == [(3, 1), (2, 1), (1, 1)]
    assert pages["first.left.none"].says("9 of 9", "in deal 1")


@pytest.mark.parametrize(
    "query",
    [
        *("person=99", "person=x", "person=1&other=1", "other=2", f"person={2**70}"),
        *("game=chess", "variant=3", "game=italian_whist&variant=9", "key=luck"),
        *("game=torite&key=met", "month=2026-13", "month=26"),
        *("month=0000-01", "month=%D9%A2%D9%A0%D9%A2%D9%A6-01", f"person={'9' * 5000}"),
    ],
)
def test_what_is_not_there_is_not_found(query, year):
    assert year.open(f"/numbers/matches?{query}").status == 404


@pytest.mark.every_engine
def test_a_match_of_players_without_names_is_among_those_of_the_club(year, begin):
    begin("italian_whist", ["", "", ""], upper="1").play([9, 0, 0], [0, 5, 4])

    assert year.open("/numbers").says("5 matches")
    assert listed(year.open("/numbers/matches")) == [7, 6, 3, 2, 1]


def test_a_long_list_goes_on_behind_its_last_match(year, monkeypatch):
    monkeypatch.setattr("app.web.numbers.figure.PAGE_OF_MATCHES", 2)
    first = year.open("/numbers/matches?game=italian_whist")
    (more,) = (link for link in first.links if "before=" in link)

    assert listed(first) == [3, 2]
    assert listed(year.open(more)) == [1]
    assert listed(year.open("/numbers/matches?before=-5")) == []
