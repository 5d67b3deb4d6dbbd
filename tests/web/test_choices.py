"""Choices: what can be named, by whom, in which order, and why a deal does not count."""

from __future__ import annotations

import pytest

from tests.web.table import Table

SLAPS = ("slaps", [1, 3, 4, 5])


@pytest.fixture
def naming(begin) -> Table:
    """A match of Trex that asks for a contract, after the slaps of the first deal."""
    return begin("trex").play(0, *SLAPS)


# --- contracts -----------------------------------------------------------------------------------


def test_each_contract_says_what_it_is_worth(naming) -> None:
    page = naming.open()

    assert page.says("King of hearts the K♥, doubled −150 −75")
    assert page.says("Queens every queen, doubled −50 −25 each · −100")
    assert page.says("Diamonds every diamond −10 each · −130")
    assert page.says("Trex first out to last +200 150 · 100 · 50")


def test_slaps_cost_every_trick(begin) -> None:
    assert begin("trex").play(0).open().says("Slaps every trick −15 each · −195")


def test_swapped_values_are_those_of_the_table(begin) -> None:
    page = begin("trex", swapped="yes").play(0).open()

    assert page.says("Diamonds every diamond −15 each · −195")
    assert page.says("Slaps every trick −10 each · −130")


def test_where_the_lowest_total_wins_the_signs_turn(begin) -> None:
    page = begin("trex", reversed="yes").play(0).open()

    assert page.says("the K♥, doubled +150 +75")
    assert page.says("first out to last −200 −150 · −100 · −50")


def test_a_complex_says_what_it_costs_in_all(begin) -> None:
    page = begin("trex", complex="yes").play(0).open()

    assert page.says("Complex king, queens, diamonds, slaps −500 in all")


def test_a_contract_that_was_played_is_struck_with_its_deal(naming) -> None:
    page = naming.open()

    assert page.says("Slaps deal 1")
    assert not page.form("/entries").offers("contract", "slaps")
    assert page.form("/entries").offers("contract", "queens")


def test_what_is_left_to_whom_stands_above_the_choice(naming) -> None:
    page = naming.open()

    assert page.says("Still to play A Anna King of hearts Queens Diamonds Slaps: deal 1 Trex")
    assert page.says("B Bruno King of hearts Queens Diamonds Slaps Trex")


def test_the_first_question_of_a_phase_says_that_one_begins(begin) -> None:
    table = begin("tribello").play(*(["hearts", [7, 4, 2]] * 2), "clubs")
    assert not table.open().says("New phase")

    table.play([7, 4, 2])

    assert table.open().says("New phase · Anna looks at the hand and names trumps")


def test_the_board_says_choose_until_a_contract_is_named(naming) -> None:
    board = "Choose Kingdom 1 · 2/5"
    assert naming.open().says(board)

    naming.play("diamonds")

    assert not naming.open().says(board)
    assert naming.open().says("Diamonds Change −10 each Kingdom 1 · 2/5")


def test_as_long_as_the_owner_is_open_the_board_names_the_game(begin) -> None:
    assert begin("trex").open().says("Trex Kingdom 1 · 1/5")


def test_what_was_chosen_can_be_taken_back_where_it_is_said(naming) -> None:
    page = naming.answer("diamonds", htmx=True)

    assert page.says("named Diamonds Undo")


def test_trumps_may_be_left_open(begin) -> None:
    table = begin("tribello")
    form = table.open().form("/entries")

    assert all(form.offers("trump", suit) for suit in ("spades", "hearts", "diamonds", "clubs"))
    assert table.type(form.filled({"skip": "1"})).status == 303


def test_trumps_that_are_left_open_are_said_so_and_the_phase_once(begin) -> None:
    page = begin("tribello").answer(None, htmx=True)

    assert page.says("Left out: Which suit was cut? Undo")
    assert page.says("Cut trump Deal 1 of 12")
    assert not page.says("Cut trump Cut trump")


def test_every_player_can_be_tapped_in_the_order_of_the_seats(begin) -> None:
    page = begin("trex").open()

    offered = [field.value for field in page.form("/entries").fields if field.name == "owner"]
    assert offered == ["0", "1", "2", "3"]


# --- places --------------------------------------------------------------------------------------


def test_each_place_says_what_it_brings(begin) -> None:
    page = begin("trex").play(0, "trex").open()

    for place, points in (("1st", "+200"), ("2nd", "+150"), ("3rd", "+100"), ("4th", "+50")):
        assert page.text.index(place) < page.text.index(points)
    assert page.says("4 places to fill")


def test_the_button_counts_the_places_that_are_left(begin) -> None:
    table = begin("trex").play(0, "trex")

    page = table.type({"out.0": "3"})

    assert page.status == 422
    assert page.says("3 places to fill")


def test_where_the_lowest_total_wins_places_cost(begin) -> None:
    assert begin("trex", reversed="yes").play(0, "trex").open().says("−200")


def test_without_a_script_every_place_offers_every_player(begin) -> None:
    table = begin("trex").play(0, "trex")
    form = table.open().form("/entries")

    page = table.type(form.filled({"out.0": "3", "out.1": "0", "out.2": "2"}))

    assert page.status == 303
    assert table.totals == {"Anna": 150, "Bruno": 50, "Carla": 100, "Dino": 200}


# --- why a deal does not count -------------------------------------------------------------------


def test_more_leads_to_the_reasons_for_which_a_deal_can_be_thrown_in(naming) -> None:
    naming.play("queens")
    assert f"{naming.path}/void" in naming.open("/more").links

    page = naming.open("/void")

    form = page.form("/void")
    assert form.offers("void", "misdeal")
    assert not form.offers("void", "closed_suit")
    assert page.says("Keep playing")
    assert naming.path in page.links
    assert any("/rules/trex" in link and "#redeals" in link for link in page.links)


def test_a_reason_throws_the_deal_in(naming) -> None:
    naming.play("trex")
    form = naming.open("/void").form("/void")

    page = naming.phone.send(form.action, form.filled({"void": "closed_suit"}))

    assert page.status == 303
    assert naming.standing.deals[1].void == "closed_suit"


def test_when_nothing_is_played_there_is_nothing_to_throw_in(begin) -> None:
    table = begin("torite", 4).play([6, 4, 2, 0], ["AS", "10H", "5D", "2C"])

    page = table.open("/void")

    assert (page.status, page.goes_to) == (303, table.path)
    assert f"{table.path}/void" not in table.open("/more").links


@pytest.mark.parametrize(
    ("game", "players", "answers", "done"),
    [
        ("italian_whist", 3, [[5, 3, 1]], "First hand saved"),
        ("torite", 4, [[6, 4, 2, 0]], "Tricks saved"),
        ("torite", 3, [[8, 4, 0], ["KH", "7S", "5D"]], "Cards saved"),
    ],
)
def test_what_closes_no_deal_is_said_to_be_saved_in_a_word(begin, game, players, answers, done):
    assert begin(game, players).play(*answers).open().says(f"{done} Undo")
