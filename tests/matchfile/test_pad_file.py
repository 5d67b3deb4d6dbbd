"""The match file of a pad: what it may say, and that it goes in and out as it is."""

import csv
import io
import json
from dataclasses import replace

import pytest

from app import matchfile
from app.matchfile.bg_stats import as_play
from app.matchfile.club_spreadsheet import match_rows, rows_of_deals
from testkit.match import Match

SKYJO = {
    "format": "tricktally/1",
    "game": "any_game",
    "players": ["Ana", "Ben", "Cleo"],
    "rules": {"title": "Skyjo", "wins": "lowest", "ends": "points", "target": 100},
    "deals": [
        {"points": [14, -2, 2]},
        {"points": [[12, 11, 7], 0, [-3, 5]]},
        {"points": [70, 5, 1]},
    ],
}
ALL_KEYS = {
    "format": "tricktally/1",
    "game": "any_game",
    "players": ["Ana", "Ben", "Cleo", "Dua", "Eli"],
    "rules": {
        "title": "سكيجو “best” =1+1",
        "wins": "highest",
        "ends": "points",
        "target": 500,
        "below": True,
        "rounds": 10,
        "sum": 0,
        "keys": ["5", "50"],
        "dealer": "winner",
        "sides": "ABABA",
        "names": ["2 × 3", "3 + run of 4"],
        "tick": "Phase",
    },
    "deals": [
        {"ticked": [0, 3], "note": "late, and cold", "points": [20, [5, -25]]},
        {"void": "misdeal"},
        {"points": [480, -480]},
    ],
}
files = pytest.mark.parametrize("file", [SKYJO, ALL_KEYS], ids=["skyjo", "all keys"])


def opened(file):
    return matchfile.open_match(matchfile.parse(json.dumps(file).encode()))


@files
def test_a_pad_goes_in_and_out_as_it_is(file):
    written = matchfile.as_file(opened(file))
    assert {key: written[key] for key in file} == file
    again = matchfile.as_file(opened(json.loads(matchfile.as_text(written))))
    assert {key: again[key] for key in (*file, "log")} == {
        key: written[key] for key in (*file, "log")
    }


def test_its_totals_are_in_the_signs_of_the_table():
    assert Match(SKYJO).totals == {"Ana": 114, "Ben": 3, "Cleo": 5}
    assert Match(SKYJO).winners == ["Ben"]
    assert Match(ALL_KEYS).totals == {"Ana, Cleo & Eli": 500, "Ben & Dua": -500}


def test_each_player_has_their_own_row_on_the_spreadsheet_under_the_title():
    rows = rows_of_deals(opened(ALL_KEYS))
    assert {row["game"] for row in rows} == {"سكيجو “best” =1+1"}
    assert {row["variant"] for row in rows} == {"highest wins · to ±500"}
    first = rows[:5]
    assert [row["Any game: ticked"] for row in first] == [1, 0, 0, 1, 0]
    assert [row["Any game: points of side"] for row in first] == [20, -20, 20, -20, 20]
    assert {row["note"] for row in first} == {"late, and cold"}
    assert {row["played"] for row in first} == {"2 × 3"}
    csv_rows = [*csv.DictReader(io.StringIO(matchfile.as_csv(opened(ALL_KEYS))))]
    assert (csv_rows[0]["game"], csv_rows[0]["note"]) == ("سكيجو “best” =1+1", "late, and cold")
    told = [(row["place"], row["won"], row["total"]) for row in match_rows(opened(SKYJO))]
    assert told == [(3, 0, 114), (1, 1, 3), (2, 0, 5)]


def test_bg_stats_is_told_the_title():
    play = as_play(replace(opened(SKYJO), started="2026-11-29T20:00:00+00:00"))
    assert play["game"]["name"] == "Skyjo"
    assert not play["game"]["highestWins"]


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"rules": {"title": "x" * 41}}, "rules.title"),
        ({"rules": {"title": "\u0301"}}, "rules.title"),
        ({"rules": {"title": 7}}, "rules.title"),
        ({"rules": {"names": ["a"] * 201}}, "rules.names"),
        ({"rules": {"sides": "AAA"}}, "rules.sides"),
        ({"rules": {"target": 0}}, "rules.target"),
        ({"deals": [{"points": [1, 2]}]}, "points"),
        ({"deals": [{"points": [1, 2, 10**9]}]}, "points"),
        ({"deals": [{"points": [1, 2, [1] * 21]}]}, "points"),
        ({"deals": [{"points": [1, 2, []]}]}, "points"),
        ({"deals": [{"points": [1, 2, "3"]}]}, "points"),
        ({"deals": [{"points": [1, 2, 3], "note": "n" * 81}]}, "note"),
    ],
)
def test_what_cannot_be_is_refused_where_it_stands(change, at):
    match = Match(SKYJO | change)
    assert match.refused_at is not None
    assert match.refused_at[1] == at
