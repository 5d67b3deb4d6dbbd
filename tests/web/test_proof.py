"""What is placed, what is left, what it adds up to: said before anything is saved."""

from __future__ import annotations

import re

import pytest


def proof(table, fields):
    """The words of the preview for a form that is filled in this far."""
    return table.send("/preview", fields).text


# --- questions that are shown together -----------------------------------------------------------


def test_doubles_stand_beside_the_question_after_them(begin):
    page = begin("trex").play(0, "king").open()

    assert page.says("Who doubles?")
    assert page.says("Who took the K♥?")


def test_who_answers_the_second_question_says_that_nobody_doubled(begin):
    table = begin("trex").play(0, "king")

    table.type({"king": "2"})

    assert table.last_line == 4
    assert table.standing.deals[0].scores == (0, 0, -75, 0)
    assert table.standing.answer_to(1, "doubled").answer is None


def test_both_questions_are_answered_at_once(begin):
    table = begin("trex").play(0, "king")

    table.type({"doubled.KH": "1", "king": "2"})

    assert [event.key for event in table.events[-2:]] == ["doubled", "king"]
    assert table.standing.deals[0].scores == (0, 75, -150, 0)


def test_the_first_can_be_noted_alone(begin):
    table = begin("trex").play(0, "king")

    table.type({"doubled.KH": "1"})

    assert table.prompt.key == "king"
    assert table.open().says("K♥ doubled by Bruno")


def test_neither_is_answered_by_an_empty_form(begin):
    table = begin("trex").play(0, "king")

    page = table.type({})

    assert page.status == 422
    assert table.prompt.key == "doubled"


def test_undo_asks_both_again(begin):
    table = begin("trex").play(0, "king")
    table.type({"king": "2"})

    table.undo()

    assert table.open().says("Who doubles?")


def test_a_double_by_a_stranger_is_refused_and_nothing_is_kept(begin):
    table = begin("trex").play(0, "king")

    page = table.type({"doubled.KH": "7", "king": "2"})

    assert page.status == 422
    assert page.says("“7” is not one of these players")
    assert table.prompt.key == "doubled"


# --- questions with one answer -------------------------------------------------------------------


@pytest.fixture
def last_contract(begin):
    """The last deal of a kingdom: only slaps are left."""
    return begin("trex").play(
        *(0, "king", None, 2, "trex", [0, 1, 2, 3], "diamonds", [13, 0, 0, 0]),
        *("queens", None, {"QS": 0, "QH": 0, "QD": 0, "QC": 0}),
    )


def test_the_last_contract_of_a_kingdom_is_not_asked_for(last_contract):
    page = last_contract.open()

    assert page.says("Only Slaps is left.")
    assert page.says("Slaps −15 a trick Kingdom 1 · 5/5")
    assert last_contract.prompt.key == "tricks"


def test_the_layout_as_the_last_contract_of_a_kingdom_says_so_too(begin):
    table = begin("trex").play(
        *(0, "king", None, 2, "slaps", [13, 0, 0, 0], "diamonds", [13, 0, 0, 0]),
        *("queens", None, {"QS": 0, "QH": 0, "QD": 0, "QC": 0}),
    )

    assert table.prompt.key == "out"
    assert table.open().says("Only Trex is left · Anna starts with a jack")


def test_a_misdeal_of_the_last_contract_deals_it_again(last_contract):
    last_contract.void()

    assert last_contract.standing.deals[4].void == "misdeal"
    assert last_contract.open().says("Only Slaps is left.")


def test_undo_goes_past_what_was_not_asked(last_contract):
    last_contract.undo()

    assert (last_contract.prompt.deal, last_contract.prompt.key) == (4, "queens")


# --- what is placed ------------------------------------------------------------------------------


def prices(page):
    """What each number is worth, row by row, as the page carries it."""
    return [row.split() for row in re.findall(r'data-points="([^"]*)"', page.html)]


def test_a_count_carries_the_points_of_each_number(begin):
    page = begin("trex").play(0, "slaps").open()

    assert [row[:3] + row[-1:] for row in prices(page)] == [["0", "-15", "-30", "-195"]] * 4


def test_with_swapped_values_the_points_follow(begin):
    page = begin("trex", swapped="yes").play(0, "slaps").open()

    assert prices(page)[0][-1] == "-130"


def test_with_reversed_scores_the_signs_turn(begin):
    table = begin("trex", reversed="yes").play(0, "slaps", [1, 3, 4, 5], "diamonds")

    assert prices(table.open())[2][4] == "40"


def test_a_target_decides_what_a_number_is_worth(begin):
    page = begin("tribello").play("hearts").open()

    assert [row[6] for row in prices(page)] == ["0", "2", "3"]


def test_the_last_answer_of_a_match_says_how_it_would_end(begin):
    table = begin("torite").play([6, 4, 2, 0])
    left = {"left.0": "2S", "left.1": "9H", "left.2": "QD", "left.3": "AC"}
    fields = {f"{at}.suit": card[-1] for at, card in left.items()}
    fields |= {f"{at}.rank": card[:-1] for at, card in left.items()}

    assert "This ends the match: Won with 0" in proof(table, fields)


# --- what is missing -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "answers", "fields", "missing"),
    [
        ("torite", [[6, 4, 2, 0]], {}, "4 cards to place"),
        ("torite", [[6, 4, 2, 0]], {"left.0.suit": "S", "left.0.rank": "2"}, "3 cards to place"),
        ("trico", [], {}, "6 numbers to enter"),
        ("trico", [], {"counts.0.sets": "1"}, "5 numbers to enter"),
    ],
)
def test_the_button_says_what_is_missing(begin, game, answers, fields, missing):
    table = begin(game).play(*answers)

    assert missing in proof(table, fields)


def test_cards_without_symbols_are_still_to_enter(begin):
    table = begin("trico", entry="symbols")
    card = {f"cards.0.0.has.{symbol}": "on" for symbol in ("spade", "heart", "club")}

    assert "6 cards to enter" in proof(table, {})
    assert "5 cards to enter" in proof(table, card)


# --- trick by trick ------------------------------------------------------------------------------


def live(table, *taken):
    counted = {f"tricks.{seat}": str(n) if n else "" for seat, n in enumerate(taken)}
    return proof(table, {**counted, "way": "tricks"})


def test_targets_say_how_many_are_needed(begin):
    remarks = live(begin("tribello").play("hearts"), 7, 4, 1)

    assert "over by 1" in remarks
    assert "exact" in remarks
    assert "2 short" in remarks


def test_who_has_no_trick_yet_is_not_given_all_that_are_left(begin):
    remarks = live(begin("tribello").play("hearts"), 1, 1, 0)

    assert "5 short" in remarks
    assert "3 short" in remarks
    assert "over by" not in remarks


def test_before_the_first_trick_everyone_needs_all_of_theirs(begin):
    remarks = live(begin("tribello").play("hearts"), 0, 0, 0)

    assert [f"{target} short" in remarks for target in (6, 4, 3)] == [True] * 3


def test_a_game_that_needs_its_last_trick_elsewhere_can_still_be_won(begin):
    assert "You can still win" in live(begin("torite"), 5, 4, 2, 0)


def test_saved_too_early_nobody_is_given_the_tricks_left(begin):
    table = begin("tribello").play("hearts")

    page = table.type({"tricks.0": "1", "tricks.1": "1", "way": "tricks"})

    assert page.status == 422
    assert page.says("That makes 2, not 13: 11 tricks missing.")


def test_nullo_says_how_many_may_still_be_taken(begin):
    table = begin("tribello")
    for deal in range(9):
        table.play(*(["hearts"] if deal < 6 else []), [13, 0, 0])

    remarks = live(table, 5, 4, 1)

    assert table.open().says("limit 3")
    assert "over by 2" in remarks
    assert "at the limit" in remarks
    assert "5 more allowed" in remarks


def test_in_the_second_round_everyone_has_a_target_of_their_own(begin):
    table = begin("torite", 2).play([8, 4], ["9S", "3H"])

    assert "You can still win" in live(table, 4, 8)
    assert "You can no longer win" in live(table, 5, 4)


# --- answers that no longer fit, or come too late ------------------------------------------------


def test_a_double_that_no_longer_fits_is_dropped(begin):
    table = begin("trex").play(0, "queens", {"QS": 1}, {"QS": 0, "QH": 0, "QD": 0, "QC": 0})
    table.correct(1, "contract", "king")

    assert not table.open().says("Q♠")
    table.type({"king": "2"})

    assert table.standing.deals[0].scores == (0, 0, -75, 0)


def test_a_late_double_comes_back_with_its_answer(begin):
    table = begin("trex").play(0, "king")
    after = table.last_line
    table.type({"king": "0"})

    page = table.type({"doubled.KH": "2", "king": "1"}, after=after)

    assert page.status == 409
    assert page.says("“Who doubles?” Saved Nobody doubles Mine K♥ Carla")
    assert page.says("“Who took the K♥?” Saved Anna Mine Bruno")


def test_the_same_answers_sent_twice_are_known_again(begin):
    table = begin("trex").play(0, "king")
    after = table.last_line
    table.type({"doubled.KH": "2", "king": "1"})

    page = table.type({"doubled.KH": "2", "king": "1"}, after=after)

    assert page.says("Saved already")
    assert not page.says("Change it to mine")


def test_a_contract_that_was_not_asked_for_comes_back_when_others_are_possible(last_contract):
    last_contract.play([1, 3, 4, 5])
    last_contract.send("/deals/2/void", {"void": "misdeal", "save": "1"})

    assert str(last_contract.standing.deals[4].name) == "Slaps"
    assert last_contract.standing.deals[4].scores == (-15, -45, -60, -75)
