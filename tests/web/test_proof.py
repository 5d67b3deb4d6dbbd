"""What is placed, what is left, what it adds up to: said before anything is saved."""

from __future__ import annotations

import pytest

QUEENS = {"queens.QS": "0", "queens.QH": "1", "queens.QD": "2"}


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
    assert page.says("Kingdom 1 of 4 · deal 5 of 5 · Slaps")
    assert last_contract.prompt.key == "tricks"


def test_a_misdeal_of_the_last_contract_deals_it_again(last_contract):
    last_contract.void()

    assert last_contract.standing.deals[4].void == "misdeal"
    assert last_contract.open().says("Only Slaps is left.")


def test_undo_goes_past_what_was_not_asked(last_contract):
    last_contract.undo()

    assert (last_contract.prompt.deal, last_contract.prompt.key) == (4, "queens")


# --- what is placed ------------------------------------------------------------------------------


def test_a_count_says_how_many_are_placed(begin):
    table = begin("trex").play(0, "slaps")

    assert "5 of 13 tricks · deal −75 of −195 · kingdom −75 so far" in proof(
        table, {"tricks.0": "5"}
    )


def test_with_swapped_values_the_points_follow(begin):
    table = begin("trex", swapped="yes").play(0, "slaps")

    assert "5 of 13 tricks · deal −50 of −130" in proof(table, {"tricks.0": "5"})


def test_with_reversed_scores_the_signs_turn(begin):
    table = begin("trex", reversed="yes").play(0, "slaps", [1, 3, 4, 5], "diamonds")

    assert "4 of 13 diamonds · deal +40 of +130 · kingdom +235 so far" in proof(
        table, {"diamonds.2": "4"}
    )


def test_queens_and_places_bring_their_points_one_by_one(begin):
    table = begin("trex").play(0, "queens")
    assert "3 of 4 queens · deal −75 of −100" in proof(table, QUEENS)

    table = begin("trex").play(0, "trex")
    assert "2 of 4 placed · deal +350 of +500" in proof(table, {"out.0": "1", "out.1": "3"})


def test_a_complex_adds_its_blocks(begin):
    table = begin("trex", complex="yes").play(0, "complex", None, 2)

    assert "3 of 4 queens · deal −150 of −500" in proof(table, QUEENS)


def test_doubles_change_who_pays_but_not_what_it_adds_up_to(begin):
    table = begin("trex").play(0, "queens")

    said = proof(table, {**QUEENS, "queens.QC": "3", "doubled.QC": "1"})

    assert "4 of 4 queens · deal −100 · kingdom −100 so far ✓" in said
    assert "doubled the Q♣ that Dino took" in said


def test_taking_ones_own_double_for_double_is_said_with_its_price(begin):
    table = begin("trex", own_double="doubled").play(0, "king")

    assert "deal −150 · kingdom −150 so far ✓" in proof(table, {"king": "2", "doubled.KH": "2"})


def test_the_last_answer_of_a_match_says_how_it_would_end(begin):
    table = begin("torite").play([6, 4, 2, 0])
    left = {"left.0": "2S", "left.1": "9H", "left.2": "QD", "left.3": "AC"}
    fields = {f"{at}.suit": card[-1] for at, card in left.items()}
    fields |= {f"{at}.rank": card[:-1] for at, card in left.items()}

    assert "The match is over then: Won with 0" in proof(table, fields)


# --- what is missing -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "answers", "fields", "missing"),
    [
        ("tribello", ["hearts"], {}, "13 tricks to place"),
        ("tribello", ["hearts"], {"tricks.0": "7"}, "6 tricks to place"),
        ("tribello", ["hearts"], {"tricks.0": "7", "tricks.1": "7"}, "1 trick too many"),
        ("trex", [0, "king"], {}, "Who took the K♥?"),
        ("trex", [0, "king"], {"doubled.KH": "1"}, "Note this for now"),
        ("trex", [0, "queens"], {}, "4 queens to place"),
        ("trex", [0, "queens"], QUEENS, "Who has Q♣?"),
        ("trex", [0, "trex"], {}, "Who is first out?"),
        ("trex", [0, "trex"], {"out.0": "2"}, "Who is second out?"),
        ("torite", [[6, 4, 2, 0]], {}, "Anna: which card?"),
        ("torite", [[6, 4, 2, 0]], {"left.0.suit": "S", "left.0.rank": "2"}, "Bruno: which card?"),
        ("trico", [], {}, "Anna: sets?"),
        ("trico", [], {"counts.0.sets": "1"}, "Anna: pairs?"),
    ],
)
def test_the_button_says_what_is_missing(begin, game, answers, fields, missing):
    table = begin(game).play(*answers)

    assert missing in proof(table, fields)


def test_symbols_that_are_missing_are_named_by_their_card(begin):
    table = begin("trico", entry="symbols")
    card = {f"cards.0.0.has.{symbol}": "on" for symbol in ("spade", "heart", "club")}

    assert "Anna: card 1?" in proof(table, {})
    assert "Anna: card 2?" in proof(table, card)


# --- trick by trick ------------------------------------------------------------------------------


def live(table, *taken):
    counted = {f"tricks.{seat}": str(n) for seat, n in enumerate(taken)}
    return proof(table, {**counted, "live": "1"})


def test_targets_say_how_many_are_needed(begin):
    said = live(begin("tribello").play("hearts"), 7, 4, 1)

    assert "over by 1" in said
    assert "on target" in said
    assert "needs 2 more" in said


def test_nullo_says_how_many_may_still_be_taken(begin):
    table = begin("tribello")
    for deal in range(9):
        table.play(*(["hearts"] if deal < 6 else []), [13, 0, 0])

    said = live(table, 5, 4, 1)

    assert "over by 2" in said
    assert "at the limit" in said
    assert "may take 5 more" in said


def test_in_the_second_round_everyone_has_a_target_of_their_own(begin):
    table = begin("torite", 2).play([8, 4], ["9S", "3H"])

    assert "You can still win" in live(table, 4, 8)
    assert "You can no longer win" in live(table, 5, 4)


def test_without_the_counter_no_remark_is_made(begin):
    table = begin("tribello").play("hearts")

    assert "needs" not in proof(table, {"tricks.0": "1", "tricks.1": "0", "tricks.2": "0"})


# --- answers that no longer fit, or come too late ------------------------------------------------


def test_a_double_that_no_longer_fits_is_shown_and_dropped_by_the_next_answer(begin):
    table = begin("trex").play(0, "queens", {"QS": 1}, {"QS": 0, "QH": 0, "QD": 0, "QC": 0})
    table.correct(1, "contract", "king")

    assert table.open().says("“QS” is not one of: K♥.")
    table.type({"king": "2"})

    assert table.standing.deals[0].scores == (0, 0, -75, 0)


def test_a_late_double_comes_back_with_its_answer(begin):
    table = begin("trex").play(0, "king")
    after = table.last_line
    table.type({"king": "0"})

    page = table.type({"doubled.KH": "2", "king": "1"}, after=after)

    assert page.status == 409
    assert page.says("You had entered for “Who doubles?”: K♥ Carla")
    assert page.says("You had entered for “Who took the K♥?”: Bruno")


def test_the_same_answers_sent_twice_are_known_again(begin):
    table = begin("trex").play(0, "king")
    after = table.last_line
    table.type({"doubled.KH": "2", "king": "1"})

    page = table.type({"doubled.KH": "2", "king": "1"}, after=after)

    assert page.says("has that answer already")
    assert not page.says("You had entered")


def test_a_contract_that_was_not_asked_for_comes_back_when_others_are_possible(last_contract):
    last_contract.play([1, 3, 4, 5])
    last_contract.send("/deals/2/void", {"void": "misdeal", "save": "1"})

    assert str(last_contract.standing.deals[4].name) == "Slaps"
    assert last_contract.standing.deals[4].scores == (-15, -45, -60, -75)
