"""Matches are in the order in which they were played, whatever numbers an import has given them."""

import csv
import io
import re
from datetime import datetime

import pytest

from app.games import GAMES
from app.store.clubs.clubs import HOME
from app.store.matches import lists
from app.store.people import seatings
from testkit.match import CAST
from testkit.play import Played, keep_in

pytestmark = [pytest.mark.every_engine]

ANNA, BRUNO, CARLA, DINO = CAST
PLAYED = [
    ("20:00", [BRUNO, ANNA, CARLA], [8, 1, 0]),
    ("21:00", [ANNA, BRUNO, CARLA], [9, 0, 0]),
    ("19:00", [ANNA, BRUNO, CARLA], [8, 1, 0]),
    ("18:00", [ANNA, BRUNO, CARLA], [8, 1, 0]),
]
"""By number when each was played, by whom, and the tricks of their first hands; the first wins."""
FIRST_TO_LAST = [4, 3, 1, 2]
LAST_TO_FIRST = FIRST_TO_LAST[::-1]


@pytest.fixture
def evening(app):
    """An evening of four matches, of which the earlier two came in last."""
    for time, names, first in PLAYED:
        played = Played(GAMES["italian_whist"], names)
        for answer in ({"upper": 1, "lower": -10}, first, [0, 4, 5]):
            played.answer(answer)
        began = datetime.fromisoformat(f"2020-05-02T{time}Z")
        keep_in(app.config["DATABASE"], played.match, began)


def matches_in(html):
    """The matches to which the rows of a page lead, each once."""
    return [*dict.fromkeys(int(it) for it in re.findall(r'href="/matches/([0-9]+)[/"]', html))]


@pytest.mark.parametrize(
    ("path", "part", "order"),
    [
        ("/players/1", r"Last places|places, newest.*?</details>", LAST_TO_FIRST),
        ("/numbers/matches", "", LAST_TO_FIRST),
        ("/numbers/matches?before=1", "", [3, 4]),
        ("/numbers/matches?person=1&key=won", "", LAST_TO_FIRST),
        ("/numbers/matches?person=1&key=won&before=1", "", [3, 4]),
        ("/numbers/matches?key=met", "", LAST_TO_FIRST),
        ("/players/1/with/2", "", LAST_TO_FIRST),
        ("/matches/earlier", "", LAST_TO_FIRST),
        ("/matches/earlier?before=1", "", [3, 4]),
        ("/matches/earlier?q=Carla", "", LAST_TO_FIRST),
        ("/matches/earlier?q=2020&before=1", "", [3, 4]),
        ("/evenings/1", "<thead>.*?</thead>", FIRST_TO_LAST),
    ],
)
def test_lists_are_in_the_order_of_the_evening(phone, evening, path, part, order):
    html = phone.open(path).html
    if part:
        html = re.search(part, html, re.DOTALL)[0]

    assert matches_in(html) == order


def test_a_run_is_of_matches_that_followed_each_other(phone, evening):
    # Anna won two, lost one and won one more; by their numbers she won three in a row.
    anna = phone.open("/players/2")

    assert anna.says("Longest run matches won, until 2 May 2020 2")
    assert "/matches/3" in anna.links
    assert not phone.open("/players/1").says("Longest run")
    assert not phone.open("/numbers").says("Longest run"), "a run of the club is of three"


def test_of_equal_totals_the_earlier_is_the_record_and_a_record_has_three_before_it(phone, evening):
    for number in (1, 3, 4):
        assert not phone.open(f"/matches/{number}").says("best Italian Whist")
    last = phone.open("/matches/2")

    assert last.says("The club’s best Italian Whist was +8 by")
    assert "/matches/4" in last.links


def test_spreadsheets_are_in_the_order_in_which_matches_were_played(phone, evening):
    text = phone.client.get("/matches.csv").get_data(as_text=True).removeprefix("\ufeff")
    rows = csv.DictReader(io.StringIO(text, newline=""))

    assert [*dict.fromkeys(int(row["match"]) for row in rows)] == FIRST_TO_LAST


def test_who_sat_in_an_old_match_that_came_in_is_not_offered_first(phone, evening, app, db):
    played = Played(GAMES["italian_whist"], [DINO, "Eva", "Fritz"])
    played.answer({"upper": 1, "lower": -10})
    keep_in(app.config["DATABASE"], played.match, datetime.fromisoformat("2019-05-02T20:00Z"))

    offered = [person.name for person in seatings.recent_people(db, HOME, 12)]
    assert offered == [ANNA, BRUNO, CARLA, DINO, "Eva", "Fritz"]
    assert [match.id for match in lists.latest_matches(db, HOME, 9)] == [*LAST_TO_FIRST, 5]
