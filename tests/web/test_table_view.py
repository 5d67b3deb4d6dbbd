"""The table from above: who sits where, what is theirs, which way up, and when it is fetched."""

from __future__ import annotations

import re

import pytest

from app.games import GAMES
from app.web.match.watch import ORIENTATIONS
from tests.play import play_at_random
from tests.web.phone import HTMX
from tests.web.table import keep

every_game = pytest.mark.parametrize("game", GAMES)


def sitting(page):
    """Who sits where on the screen."""
    return dict(
        re.findall(
            r'<li class="seat (\w+)[^"]*">.*?<b class="name one-line"><bdi[^>]*>([^<]+)',
            page.html,
            re.S,
        )
    )


@every_game
@pytest.mark.parametrize("turn", ORIENTATIONS)
def test_every_game_is_shown_every_way_up(game, turn, begin):
    table = begin(game)

    page = table.open(f"/table?turn={turn}")

    assert page.status == 200
    assert page.says(table.prompt.ask)
    assert set(sitting(page).values()) == set(table.match.players)
    assert re.search(rf'class="round {turn}"', page.html)
    for way in ORIENTATIONS:
        assert f"{table.path}/table?turn={way}" in page.links


@every_game
def test_the_end_of_a_match_is_shown_with_its_reason(game, app, rng):
    table = keep(app, play_at_random(GAMES[game], rng))

    assert table.open("/table").says(table.standing.outcome.why)


def test_the_next_player_sits_to_the_left(begin):
    assert sitting(begin("torite", 4).open("/table")) == {
        "near": "Anna",
        "left": "Bruno",
        "far": "Carla",
        "right": "Dino",
    }


def test_in_trex_the_next_player_sits_to_the_right(begin):
    assert sitting(begin("trex").open("/table")) == {
        "near": "Anna",
        "right": "Bruno",
        "far": "Carla",
        "left": "Dino",
    }


def test_two_players_face_each_other(begin):
    assert sitting(begin("trico", 2).open("/table")) == {"near": "Anna", "far": "Bruno"}


def test_one_player_sits_opposite_the_dummy(begin):
    assert sitting(begin("torite", 1).open("/table")) == {"near": "Anna", "far": "Dummy"}


def test_each_seat_shows_its_total_its_target_and_its_part_in_the_deal(begin):
    page = begin("tribello").play("clubs", [7, 4, 2], "hearts").open("/table")

    assert page.says("A Anna +1 +1 last deal target 3")
    assert page.says("B Bruno deals leads 0 0 last deal target 6")
    assert page.says("Trumps: Hearts")
    assert page.says("Cut trump · Deal 2 of 12")
    assert page.says("Bruno leads")


def test_who_plays_together_has_tricks_in_place_of_a_total(begin):
    page = begin("torite", 4).play([6, 4, 2, 0]).open("/table")

    assert page.says("Anna 6 tricks")
    assert page.says("Dino 0 tricks")


def test_partners_both_show_what_they_have_together(begin):
    page = begin("trex", partners="yes").play(0, "king", None, 1).open("/table")

    assert page.text.count("−75") == 4  # total and last deal, for both of them


def test_a_doubled_card_stays_in_sight(begin):
    assert begin("trex").play(0, "king", {"KH": 1}).open("/table").says("Bruno doubled K♥")


def test_the_players_opposite_can_read_the_question_too(begin):
    page = begin("tribello").open("/table?turn=seats")

    assert page.text.count("Which suit was cut?") == 2
    assert page.html.count('class="across" aria-hidden="true"') == 1


@pytest.mark.parametrize("turn", ["", "upside-down", '"><script>'])
def test_each_seat_faces_its_player_unless_another_way_up_is_asked_for(turn, begin):
    page = begin("tribello").open(f"/table?turn={turn}")

    assert page.status == 200
    assert 'class="round seats"' in page.html


def test_nothing_is_sent_while_nothing_changes(begin):
    table = begin("tribello").play("hearts")

    page = table.phone.open(f"{table.path}/table?after=2", headers=HTMX)

    assert (page.status, page.html) == (204, "")


@pytest.mark.parametrize("after", ["1", "0", "99", "-1", "x", "9" * 5000])
def test_after_a_change_the_table_is_sent_and_asks_from_there(after, begin):
    table = begin("tribello").play("hearts")

    page = table.phone.open(f"{table.path}/table?turn=seats&after={after}", headers=HTMX)

    assert page.status == 200
    assert "<html" not in page.html
    assert f'data-live="{table.path}/live" data-line="2"' in page.html


def test_without_javascript_the_page_comes_again_by_itself(begin):
    assert '<noscript><meta http-equiv="refresh"' in begin("tribello").open("/table").html


@pytest.mark.parametrize("number", ["2", "0", "9" * 25])
def test_the_table_of_no_match_is_not_found(number, begin, phone):
    begin("tribello")

    assert phone.open(f"/matches/{number}/table").status == 404


def test_the_match_leads_to_the_table_and_back(begin):
    table = begin("tribello")

    assert f"{table.path}/table" in table.open("/more").links
    assert table.path in table.open("/table").links
