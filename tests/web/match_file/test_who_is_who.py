"""Who is who: whose the names of match files are in a club, before anything of them is saved."""

import json
import re

import pytest

from app.web.core.http import LARGEST_POST
from app.web.core.listed_players import are_alike
from app.web.match_file.files import FORM_BYTES
from testkit.match import match_file

FRIENDS = ["Marwan", "Marlene", "Ben"]
IMPORT, WHO = "/matches/import", "/matches/who"
MULTIPART = "multipart/form-data"
DEALS = [{"trump": "hearts", "tricks": [7, 4, 2]}]

every_door = pytest.mark.every_door


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        *(("marwen", "marwan", True), ("marlen", "marlene", True), ("hanna", "anna", True)),
        *(("marwan k.", "marwan", True), ("marwan k.", "marwan s.", True)),
        *(("marwan", "marlon", False), ("ben", "bea", False), ("ann", "anna", False)),
        *(("marwan", "marwanto", False), ("dua", "marwan", False)),
    ],
)
def test_a_name_is_like_another_by_its_first_name_or_but_for_one_letter(one, other, alike):
    assert are_alike(one, other) == are_alike(other, one) == alike


@pytest.fixture
def club(phone, begin):
    """The phone of a member, where three friends have played."""
    begin("tribello", FRIENDS)
    return phone


def text_of(*names):
    return json.dumps(match_file("tribello", DEALS, players=names))


def open_file(phone, *names, **fields):
    return phone.send(IMPORT, {"text": text_of(*names), **fields})


def keep(phone, *names, **fields):
    """Open a match of these players, and keep it as its page says it, with these answers."""
    page = open_file(phone, *names)
    return phone.send(IMPORT, page.form(IMPORT).filled({"keep": "1"}) | fields)


def option(page, words):
    """The value of the choice with these words."""
    before = page.html.partition(words)[0]
    return before.rpartition('value="')[2].partition('"')[0]


@every_door
def test_who_plays_here_already_is_known_and_one_tap_keeps_the_match(club):
    page = open_file(club, "Ben", "marlene", "Marwan")

    assert page.says("3 players play here")
    assert "name.0" not in page.html
    assert open_file(club, "Ben", "marlene", "Marwan", keep="1").goes_to == "/matches/2"
    assert club.open("/matches/2").says("Marlene")


@every_door
def test_a_name_like_somebodys_is_asked_about_before_anything_is_saved(club):
    asked = open_file(club, "Marwen", "Ben", "Dua", keep="1")

    assert (asked.status, club.open("/matches/2").status) == (409, 404)
    assert asked.says(
        "Marwen is not known here. Who is it?", "1 player plays here, 1 player is new"
    )
    marwan = option(asked, "<b><bdi>Marwan</bdi></b>")
    assert keep(club, "Marwen", "Ben", "Dua", **{"who.0": marwan}).goes_to == "/matches/2"
    assert club.open("/matches/2").says("Marwan", "Ben", "Dua")
    kept = json.loads(club.client.get("/matches/2/match.json").data)
    assert kept["players"] == ["Marwan", "Ben", "Dua"]
    assert club.open("/whole/aside").says("merged into Marwan · 29 days left")
    # From now on it is his name.
    assert keep(club, "Marwen", "Dua", "Ben").goes_to == "/matches/3"


def test_the_longest_file_is_kept_with_what_is_said_of_the_longest_names(phone, begin):
    """Cyrillic takes two bytes a letter."""
    names = [f"{first} {'ж' * 190}" for first in ("Анна", "Борис", "Вера", "Глеб")]
    begin("trex", [name.replace("жж", "ж", 1) for name in names])
    file = match_file("trex", [], players=names)
    rest = LARGEST_POST - FORM_BYTES - len(json.dumps(file, ensure_ascii=False).encode())
    file["note"] = "x" * (rest - len(', "note": ""'))
    text = json.dumps(file, ensure_ascii=False)
    page = phone.send(IMPORT, {"text": text}, content_type=MULTIPART)
    assert page.status == 200
    answers = {f"who.{number}": "new" for number in range(4)}

    fields = page.form(IMPORT).filled({"keep": "1"}) | answers
    kept = phone.send(IMPORT, fields, content_type=MULTIPART)

    assert kept.goes_to == "/matches/2"


def test_somebody_new_is_somebody_else(club):
    assert keep(club, "Marwen", "Ben", "Dua", **{"who.0": "new"}).goes_to == "/matches/2"

    assert club.open("/matches/2").says("Marwen")
    assert "Marwen" in club.open("/players").text


@pytest.mark.parametrize("said", [{}, {"who.1": "99"}, {"who.1": "x" * 300}, {"who.1": "-1"}])
def test_what_is_not_said_is_asked_again_and_what_was_said_stays(said, club):
    page = keep(club, "Marwen", "Marlen", "Dua", **{"who.0": "new"}, **said)

    assert (page.status, page.says("Say who Marlen is.")) == (409, True)
    assert not page.says("Say who Marwen is.")
    assert page.form(IMPORT).typed["who.0"] == "new"
    assert club.open("/matches/2").status == 404


@every_door
def test_of_what_a_file_has_more_it_is_said_too(club):
    file = json.loads(club.client.get("/c/home/matches/1/match.json").data)
    file["players"] = ["Marwan", "Marlen", "Ben"]
    line = {"at": None, "kind": "correction", "deal": 0, "key": "players"}
    file["log"]["lines"].append(line | {"answer": file["players"]})
    page = club.send(IMPORT, {"text": json.dumps(file)})

    assert page.says("The file has 1 more line.", "Marlen is not known here. Who is it?")
    form = page.form(IMPORT).filled({"go_on": "1"})
    assert club.send(IMPORT, form).says("Say who Marlen is.")
    marlene = option(page, "<b><bdi>Marlene</bdi></b>")
    assert club.send(IMPORT, form | {"who.0": marlene}).goes_to == "/matches/1"
    assert club.open("/matches/1").says("Marlene")


def test_two_who_sat_in_one_match_are_never_one(club):
    beside = open_file(club, "Marwan", "Marwen", "Dua")
    assert "who.0" in beside.form(IMPORT).typed
    assert not beside.says("Who is it?")
    marwan = option(open_file(club, "Marwen", "Ben", "Dua"), "<b><bdi>Marwan")
    page = keep(club, "Marwen", "Marwan K.", "Dua", **{"who.0": marwan, "who.1": marwan})

    assert page.status == 409
    assert page.says("Marwen and Marwan K. sat in one match, so they are two people.")


@every_door
def test_of_all_matches_that_are_sent_each_name_is_asked_about_once(club):
    matches = [["Marwen", "Ben"], ["MARWEN", "Dua"], ["Marlen", "Marlene"], ["Marlen", "Dua"]]

    page = club.send(WHO, {"match": [json.dumps(names) for names in matches]})

    assert page.html.count("Who is it?") == 1
    asked_in, *_others = re.findall(r'data-matches="([^"]*)"', page.html)
    assert asked_in == "0 1", "the matches that have the name, however they spell it"
    assert page.says("2 players play here, 2 players are new here")
    # Of Marlen alone the last match would not tell that she is somebody else.
    assert 'value="Marlen"' in page.html


def test_what_is_no_list_of_names_has_none(club):
    for text in ("", "{", "7", '{"a": 1}', "[7, null]", '["\\ud800"]', "[" * 5000):
        page = club.send(WHO, {"match": text})
        assert (page.status, page.text) == (200, ""), text[:20]
