"""Matches of ten, alone and in two teams of five, as files for other programs."""

import csv
import io
import json

import pytest

from app.games import GAMES
from app.matchfile import as_file, parse, replay_file
from app.matchfile.bg_stats import as_play, link_to_bg_stats
from app.matchfile.spreadsheet import as_csv
from app.scoring import Match
from testkit.match import TEN_NAMES
from testkit.play import Played
from tests.round_table import GAME, ROUNDS

SIDES = ["Anna, Carla, Eva, Gita & Ida", "Bruno, Dino, Farid, Hugo & Jonas"]


@pytest.fixture
def played(monkeypatch):
    """A match of ten, of which the last won every round."""
    monkeypatch.setitem(GAMES, GAME.key, GAME)

    def play(**rules):
        table = Played(GAME, TEN_NAMES)
        table.answer(rules)
        for _round in range(ROUNDS):
            table.answer(9)
        match, about = table.match, {"started": "2026-11-27T18:00:00+00:00", "utc_offset": 60}
        return Match(match.game, match.players, match.log, **about)

    return play


@pytest.mark.parametrize(
    ("teams", "sides", "scores", "places"),
    [
        (False, [""] * 10, [-12] * 9 + [108], [2] * 9 + [1]),
        (True, SIDES * 5, [-60, 60] * 5, [2, 1] * 5),
    ],
)
def test_a_spreadsheet_and_bg_stats_have_each_of_ten(teams, sides, scores, places, played):
    match = played(teams=teams)
    rows = list(csv.DictReader(io.StringIO(as_csv(match))))
    last, play = rows[-10:], as_play(match)

    assert len(rows) == 10 * ROUNDS
    assert [(row["player"], row["side"]) for row in last] == list(
        zip(TEN_NAMES, sides, strict=True)
    )
    assert [int(row["total"]) for row in last] == scores
    told = [(it["name"], it["score"], it["rank"], it.get("team", "")) for it in play["players"]]
    assert told == list(zip(TEN_NAMES, scores, places, sides, strict=True))
    assert link_to_bg_stats(match)


@pytest.mark.parametrize("teams", [False, True])
def test_a_match_file_of_ten_is_read_back(teams, played):
    match = played(teams=teams)
    content = json.dumps(as_file(match)).encode()

    assert replay_file(parse(content)).totals == match.standing.totals
