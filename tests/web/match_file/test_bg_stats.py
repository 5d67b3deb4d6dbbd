"""A match is handed over to BG Stats by a link, as a play that the app reads."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from app.games import GAMES
from testkit.play import play_at_random
from testkit.web.table import keep
from tools.screens.games import torite

ADDRESS = "https://app.bgstatsapp.com/createPlay.html"
WHIST = [[9, 0, 0], [0, 4, 5]]
"""Up to 9 it is over: +9, −4 and −5."""


def links_of(table):
    return [link for link in table.open("/paper").links if "bgstats" in link]


def play_of(table):
    """The play that the link of a match hands over."""
    (link,) = links_of(table)
    assert link.startswith(f"{ADDRESS}?data=")
    assert len(link) < 8_000
    return json.loads(parse_qs(urlsplit(link).query)["data"][0])


@pytest.mark.every_door
def test_the_play_says_what_was_played_when_and_who_won(begin):
    table = begin("italian_whist", upper="9").play(*WHIST)

    about = {"name": "Italian Whist", "sourceGameId": "italian_whist"}
    assert play_of(table) == {
        "playDate": table.match.started[:19].replace("T", " "),
        "sourceName": "Tricktally",
        "sourcePlayId": table.match.uuid,
        "game": about | {"highestWins": True, "noPoints": False},
        "players": [
            player("Anna", 9, rank=1, winner=True),
            player("Bruno", -4, rank=2, startPlayer=True),
            player("Carla", -5, rank=3),
        ],
    }


def player(name, score, **about):
    usual = {"sourcePlayerId": name.casefold(), "startPlayer": False, "winner": False}
    return {"name": name, **usual, "score": score} | about


def over(app, game, rng, **how):
    """A match of a game that was played to its end at random."""
    return keep(app, play_at_random(GAMES[game], rng, mishaps=0, **how))


def test_partners_are_a_team_with_the_points_of_both(app, rng):
    table = over(app, "trex", rng, rules={"partners": True})

    players = play_of(table)["players"]
    assert [one["team"] for one in players] == ["Anna & Carla", "Bruno & Dino"] * 2
    ends = [[one[key] for key in ("score", "rank", "winner")] for one in players]
    assert ends[:2] == ends[2:]


def test_where_the_lowest_total_wins_it_is_another_game(app, rng):
    table = over(app, "trex", rng, rules={"reversed": True})

    play = play_of(table)
    best = min(play["players"], key=lambda one: one["score"])
    assert (play["game"]["highestWins"], play["game"]["sourceGameId"]) == (False, "trex.reversed")
    assert (best["winner"], best["rank"]) == (True, 1)


def test_equal_totals_share_a_rank_and_the_win(begin):
    table = begin("italian_whist", upper="3").play([4, 4, 1], [1, 1, 7])

    ends = [(one["rank"], one["winner"]) for one in play_of(table)["players"]]
    assert ends == [(1, True), (1, True), (3, False)]


@pytest.mark.parametrize(
    ("answers", "won"),
    [(torite.PLAYED, True), ([[6, 4, 2, 0], ["KH", "QH", "JH", "10H"]], False)],
)
def test_who_win_or_lose_as_one_have_no_points_and_all_have_won_or_nobody(begin, answers, won):
    table = begin("torite").play(*answers)

    play = play_of(table)
    assert play["game"]["noPoints"] is True
    assert [one["winner"] for one in play["players"]] == [won] * 4
    assert not {"score", "rank", "team"} & play["players"][0].keys()


def test_a_dummy_is_no_player_and_seats_without_a_name_have_their_colours(begin, rng):
    solo = begin("torite", 1).play_on(rng, 9)
    unnamed = begin("italian_whist", ["", "", ""], upper="9").play(*WHIST)

    assert [one["name"] for one in play_of(solo)["players"]] == ["Anna"]
    called = [(one["name"], one["sourcePlayerId"]) for one in play_of(unnamed)["players"]]
    assert called == [("Blue", "#1"), ("Rust", "#2"), ("Pine", "#3")]


def test_a_player_who_came_later_has_the_result_and_the_page_says_so(begin):
    table = begin("italian_whist", upper="9").play([3, 3, 3], [3, 3, 3])
    assert not links_of(table), "before its end there is nothing to hand over"
    table.rename(2, Bruno="Dora")
    table.play(*WHIST)

    assert [one["name"] for one in play_of(table)["players"]] == ["Anna", "Dora", "Carla"]
    assert table.open("/paper").says("with the players of the last deal")


def test_where_there_is_no_link_the_page_says_why(begin):
    long = begin("italian_whist", [letter * 200 for letter in "ベアル"], upper="9").play(*WHIST)
    stopped = begin("torite", 2).play([8, 4], ["9S", "3H"])
    stopped.send("/end", {})

    for table, why in ((long, "names are too long"), (stopped, "no result for BG Stats")):
        page = table.open("/paper")
        assert page.says(why)
        assert not links_of(table)
