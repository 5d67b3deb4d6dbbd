"""The board always answers: who deals, who leads, what is trumps, what is each one's aim."""

from __future__ import annotations

import re

import pytest

LONG = ["W" * 200, "عبد " * 40, "ב" * 200, "x y " * 40]


def board(page):
    """The words on the board of a page."""
    board = re.search(r'<section class="board".*?</section>', page.html, re.S)
    assert board
    return board[0]


def test_it_says_who_deals_and_who_leads(begin):
    page = begin("italian_whist").play([5, 3, 1]).open()

    assert page.says("Anna deals 0 Bruno 0 Carla leads 0")


def test_it_says_whose_kingdom_it_is(begin):
    assert begin("trex").play(2).open().says("Carla owns the kingdom")


def test_it_says_that_a_table_plays_by_its_own_rules(begin):
    own, as_in_the_book = begin("trex", reversed="yes"), begin("trex", partners="yes")

    for table in (own, as_in_the_book):
        table.play(0)
    assert "own rules" in board(own.open())
    assert "own rules" not in board(as_in_the_book.open())


@pytest.mark.parametrize(("target", "plays_own_rules"), [("14", False), ("11", True)])
def test_how_cards_are_entered_is_no_rule_of_ones_own(begin, target, plays_own_rules):
    page = begin("trico", entry="counts", target=target).open()

    assert ("You play by your own rules." in page.text) == plays_own_rules
    assert "You enter:" not in page.text


@pytest.mark.parametrize("path", ["", "/sheet", "/deals/1", "/deals/1/tricks", "/table"])
def test_where_the_lowest_total_wins_a_minus_is_painted_as_good_news(path, begin):
    lowest, highest = begin("trex", reversed="yes"), begin("trex")

    for table in (lowest, highest):
        table.play(0, "slaps", [13, 0, 0, 0])
    assert '<body class="lowest-wins">' in lowest.open(path).html
    assert "<body>" in highest.open(path).html


def test_the_first_question_names_the_rules_of_the_table(begin):
    table = begin("trex", reversed="yes", appeals="")
    words = "Reversed: the lowest total wins: yes; Appeals for a redeal: no."

    assert table.open().says(words)
    table.play(0, "slaps", [13, 0, 0, 0])
    assert not table.open().says(words)


def test_it_says_which_way_the_hand_passes(begin):
    assert begin("italian_whist").open().says("No trumps Pass cards left Deal 1")


def test_it_says_what_is_trumps_or_that_there_are_none(begin):
    table = begin("italian_whist")

    assert "No trumps" in board(table.open())
    for _deal in range(3):
        table.play([3, 3, 3], [3, 3, 3])
    assert "#spade" in board(table.open())


def test_it_marks_the_seats_as_well(begin):
    shown = board(begin("tribello").open())

    first, *others = re.findall(r"<li.*?</li>", shown, re.S)
    assert "#deals" in first
    assert "#leads" in first
    assert not any("#deals" in other for other in others)


def test_partners_both_keep_their_names(begin):
    shown = board(begin("trex", LONG, partners="yes").open())

    for name in LONG:
        assert name.strip() in shown


@pytest.mark.parametrize("name", LONG)
def test_a_long_name_is_marked_so_that_it_can_be_cut_short(name, begin):
    page = begin("tribello", [name, "Bruno", "Carla"]).open()

    assert f"<bdi class=long>{name.strip()}</bdi>" in board(page)
    assert "<bdi>Bruno</bdi>" in board(page)


# --- which contracts are left, and to whom ------------------------------------------------------


def chart(page):
    """For each row of the chart: the name, and in which deal each contract was played."""
    rows = re.findall(
        r'<tr>\s*<th scope="row">.*?<bdi>(.*?)</bdi></span></th>(.*?)</tr>', page.html, re.S
    )
    return {
        name: [int(deal) if deal else None for deal in re.findall(r"<td[^>]*>(\d*)</td>", cells)]
        for name, cells in rows
    }


def test_trex_shows_which_contracts_are_left_to_whom(begin):
    table = begin("trex").play(1, "king", None, 2, "trex", [0, 1, 2, 3])

    assert chart(table.open("/stakes")) == {
        "Anna": [None] * 5,
        "Bruno": [1, None, None, None, 2],
        "Carla": [None] * 5,
        "Dino": [None] * 5,
    }


def test_a_contract_that_was_thrown_in_is_still_to_play(begin):
    table = begin("trex").play(0, "king", None)
    table.void()

    assert chart(table.open("/stakes"))["Anna"] == [None] * 5


def test_complex_has_two_contracts_for_each(begin):
    table = begin("trex", complex="yes")

    assert chart(table.open("/stakes"))["Dino"] == [None, None]


@pytest.mark.parametrize("game", ["tribello", "italian_whist", "torite", "trico"])
def test_other_games_have_no_such_chart(game, begin):
    assert "Still to play" not in begin(game).open().text


def test_a_round_of_trico_is_numbered_and_its_totals_have_no_sign(begin):
    table = begin("trico", entry="counts")
    table.play([{"sets": 3, "pairs": 2, "large": 2}, {"sets": 1, "pairs": 0, "large": 0}])

    assert table.open().says("Round 2 to 14 points Anna 10 Bruno 2")
