"""Whatever page tells a figure tells the same: those of a person, of two, of the year, the list
behind it, standings, the almanac, an evening and the spreadsheet are read and compared."""

import csv
import io
import re

import pytest

from testkit.match import CAST
from testkit.web.phone import Page

ANNA, BRUNO, CARLA, DINO = CAST
EVENINGS = [
    ("2020-03-01", [(ANNA, BRUNO, CARLA), (BRUNO, ANNA, CARLA), (ANNA, CARLA, BRUNO)]),
    ("2020-03-14", [(CARLA, ANNA, BRUNO), (ANNA, BRUNO, DINO), (ANNA, BRUNO, CARLA)]),
    ("2020-06-02", [(BRUNO, CARLA, ANNA), (ANNA, BRUNO, CARLA), (DINO, ANNA, BRUNO)]),
    ("2020-11-30", [(ANNA, CARLA, BRUNO), (BRUNO, ANNA, CARLA), (ANNA, DINO, BRUNO)]),
]
VARIANT = "italian_whist/3.upper=1"


@pytest.fixture
def year(phone, play_on, monkeypatch):
    """A year of twelve matches, all with Anna; the almanac is read before it is drawn."""
    for day, matches in EVENINGS:
        for names in matches:
            play_on(day, *names)
    monkeypatch.setattr(
        "app.web.numbers.almanac.show_pdf", lambda _key, _name, document: document().html
    )
    return phone


def only(pattern, page):
    """What a page says where this pattern has its group, which is one thing."""
    text = page.text if isinstance(page, Page) else page
    found = {*re.findall(pattern, text)}
    assert len(found) == 1, (pattern, found, text[:1500])
    return found.pop()


def pages_of(year):
    asked = "person=1&game=italian_whist&variant=3.upper%3D1&month=2020"
    text = year.client.get("/matches.csv").get_data(as_text=True).removeprefix("\ufeff")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    return {
        "person": year.open("/players/1"),
        "standings": next(
            row for row in year.open(f"/numbers/{VARIANT}").rows("standings-of") if ANNA in row[0]
        ),
        "almanac": year.open("/numbers/almanac/2020.pdf"),
        "list": lambda key: year.open(f"/numbers/matches?{asked}&key={key}"),
        "csv": [row for row in rows if row["person"] == ANNA],
        "all": rows,
    }


def test_wins_places_and_points_are_told_alike_on_every_page(year):
    pages = pages_of(year)
    person, (_name, won, _chance, place, points) = pages["person"], pages["standings"]
    of_almanac = only(r"Anna (12 \d+ of 12 \d\.\d\d \d+ of \d+)", pages["almanac"]).split()
    of_csv = [[int(row[column]) for row in pages["csv"]] for column in ("won", "place", "total")]

    assert {
        only(r"(\d+ of 12) matches won;", person),
        only(r"Italian Whist \+1 / −10 (\d+ of 12) won", person),
        only(r"Matches won \d+% (\d+ of 12)", person),
        only(r"Most wins Anna (\d+ of 12)", year.open("/numbers")),
        only(r"(\d+ of 12) matches", pages["list"]("won")),
        " ".join(of_almanac[1:4]),
        f"{sum(of_csv[0])} of {len(of_csv[0])}",
    } == {won}
    assert {
        only(r"(\d\.\d\d) average place", person),
        only(r"Average place (\d\.\d\d) of 12", person),
        only(r"(\d\.\d\d) on average", pages["list"]("place")),
        of_almanac[4],
        f"{sum(of_csv[1]) / 12:.2f}",
    } == {place}
    assert {
        only(r"(\S+) points a match of Italian Whist", person),
        only(r"Points a match (\S+) of 12", person),
        f"+{sum(of_csv[2]) / 12:.1f}",
    } == {points}


def test_meetings_are_told_alike_on_every_page(year):
    versus, person = year.open("/players/1/with/2"), year.open("/players/1")
    ahead, behind, of = only(r"A Anna (\d+) B Bruno (\d+) ahead, of (\d+) meetings", versus)
    rows = pages_of(year)["all"]
    places = [
        [int(row["place"]) for row in rows if row["match"] == number and row["person"] == name]
        for number in {row["match"] for row in rows}
        for name in (ANNA, BRUNO)
    ]
    pairs = list(zip(places[::2], places[1::2], strict=True))
    matrix = {row[0]: row[1:] for row in year.open("/numbers").rows("matrix")}

    assert {
        f"{ahead} of {of}",
        only(r"B Bruno (\d+ of \d+) (?:C Carla|D Dino|Ahead)", person),
        only(r"(\d+ of 12) matches", year.open("/numbers/matches?person=1&other=2&key=met")),
        f"{sum(one < other for one, other in pairs)} of {len(pairs)}",
    } == {f"{ahead} of {of}"}
    assert matrix[ANNA][1] == f"+{int(ahead) - int(behind)}"
    overall = matrix[ANNA][-1]
    evenings = [year.open(f"/evenings/{n}").rows("result") for n in range(1, 5)]
    sums = [
        [int(n) for n in re.match(r"(\d+) of (\d+)", row[-1]).groups()]
        for rows in evenings
        for row in rows
        if row[0].endswith(ANNA)
    ]
    assert f"{sum(a for a, _n in sums)} of {sum(n for _a, n in sums)}" == overall
    assert only(r"Anna 12 \d+ of 12 \d\.\d\d (\d+ of \d+)", pages_of(year)["almanac"]) == overall
