"""How a match came out: by how much, since when, and what all have made of it together."""

from __future__ import annotations

import pytest

from app.games import GAMES
from tests.front_door import Match, match_file
from tests.play import play_at_random

FOUR = ["Elif", "Jonas", "Mira", "Tom"]


def tribello(*tricks):
    """A match that was ended after the deals in which these tricks were taken."""
    deals = [{"trump": "hearts", "tricks": taken} for taken in tricks]
    return finish(match_file("tribello", deals) | {"ended": True})


def finish(file):
    return Match(file).standing.result


def torite(tricks, left, **more):
    """What is told of one round of The Torite."""
    deal = {"tricks": tricks, "left": left, **more}
    file = match_file("torite", [deal], players=FOUR[: len(tricks)])
    return Match(file).standing.outcome.result


def two_rounds(*rounds):
    deals = [{"tricks": tricks, "left": left} for tricks, left in rounds]
    return Match(match_file("torite", deals, players=FOUR[:2])).standing.outcome.result


# --- by how much, and since when ----------------------------------------------------------------
# The targets of the first three deals are 6, 4, 3 for the dealer and those to the left.


def test_who_passes_the_others_at_the_end_wins_in_the_last_deal():
    assert str(tribello([6, 5, 2], [3, 4, 6]).lead) == "by 1, in the last deal"


def test_who_leads_all_the_time_was_ahead_from_the_first_deal():
    assert str(tribello([9, 2, 2], [3, 6, 4]).lead) == "by 4, ahead from the first deal"


def test_the_lead_counts_from_the_deal_in_which_it_was_taken_for_good():
    came_back = tribello([9, 2, 2], [0, 13, 0], [4, 3, 6])

    assert str(came_back.outcome.winners[0]) == "Bruno"
    assert str(came_back.lead) == "by 5, ahead since deal 2"


def test_to_be_level_is_not_to_lead():
    level_before = tribello([7, 4, 2], [3, 7, 3], [5, 3, 5])

    assert level_before.deals_in_lead == 1


def test_a_single_deal_says_only_by_how_much():
    assert str(tribello([9, 2, 2]).lead) == "by 4"


def test_those_who_share_the_win_have_the_same_total():
    assert str(tribello([6, 4, 3]).lead) == "with 0 each"


def test_a_deal_that_was_thrown_in_is_none_that_counts():
    void = {"void": "misdeal"}
    deals = [void, {"trump": "hearts", "tricks": [9, 2, 2]}]

    assert [
        deal.number for deal in finish(match_file("tribello", deals) | {"ended": True}).deals
    ] == [2]


# --- the ranking, and the deals that made it ----------------------------------------------------


def test_equal_totals_share_a_place():
    places = [(rank.place, str(rank.side)) for rank in tribello([8, 3, 2]).ranks]

    assert places == [(1, "Anna"), (2, "Bruno"), (2, "Carla")]


def test_the_best_and_the_worst_deal_are_found_among_everybodys():
    came_back = tribello([9, 2, 2], [0, 13, 0])

    assert (str(came_back.best.side), came_back.best.deal.number, came_back.best.points) == (
        "Bruno",
        2,
        7,
    )
    assert (str(came_back.worst.side), came_back.worst.points) == ("Carla", -4)


def test_with_reversed_scores_the_best_deal_is_the_lowest(rng):
    finish = play_at_random(GAMES["trex"], rng, rules={"reversed": True}).standing.result

    assert finish.best.points < 0 < finish.worst.points


# --- how it ended -------------------------------------------------------------------------------


def test_italian_whist_says_who_ended_it():
    hands = {"first": [9, 0, 0], "second": [0, 5, 4]}
    match = Match(match_file("italian_whist", [hands], upper=5, lower=-5))

    assert str(match.standing.outcome.ending) == "Anna reached 9, Bruno reached −5."


def test_trico_says_that_its_target_was_reached():
    counts = [{"sets": 2, "pairs": 1, "large": 1}, {"sets": 0, "pairs": 0, "large": 0}]
    match = Match(match_file("trico", [{"counts": counts}], players=2, entry="counts", target=5))

    assert str(match.standing.outcome.ending) == "The target of 5 was reached."


def test_a_match_that_was_stopped_says_after_how_many_deals():
    assert str(tribello([6, 4, 3]).outcome.ending) == "Ended early, after 1 of 12 deals."


def test_a_match_that_was_played_through_needs_no_reason(rng):
    assert play_at_random(GAMES["tribello"], rng).standing.outcome.ending is None


# --- The Torite ---------------------------------------------------------------------------------


def test_a_win_says_how_its_score_adds_up():
    told = torite([6, 4, 2, 0], ["KH", "7S", "9C", "5D"])

    assert str(told.headline) == "Won together"
    assert str(told.line) == "4 short of the best, 24."
    assert str(told.sum) == "Elif’s king 13 − Tom’s 5 + 12"
    assert [str(card.line) for card in told.cards] == [
        "6 tricks",
        "4 tricks",
        "2 tricks",
        "0 tricks",
    ]
    assert all(check.holds for check in told.checks)


def test_the_best_there_is_depends_on_the_pack():
    three = torite([8, 4, 0], ["KH", "7S", "9C"], aside="5D")

    assert (three.top, three.ends) == (24, (3, 21))
    assert str(torite([6, 4, 2, 0], ["AH", "7S", "9C", "2D"]).line) == "The best possible score."


def test_two_cards_of_a_suit_are_the_cause_of_a_loss():
    told = torite([6, 4, 2, 0], ["KS", "9H", "7H", "4D"])

    assert str(told.headline) == "Two hearts were left"
    assert str(told.line) == "Jonas’s 9 and Mira’s 7. No club was left."
    assert [card.card for card in told.cards if card.is_losing] == ["9H", "7H"]
    assert [check.holds for check in told.checks] == [True, False]


@pytest.mark.parametrize(
    ("left", "instead"),
    [
        (["KS", "9H", "7H", "4D"], "With a club instead it would have been 21."),
        (["KH", "9H", "7S", "4D"], "With a club instead it would have been 21."),
        (["KH", "9S", "7C", "4H"], "With K♦ instead it would have been 21."),
        (["KH", "9H", "7H", "4D"], "With a spade and a club instead it would have been 21."),
        (["KH", "9H", "7D", "4D"], "With a spade and a club instead it would have been 21."),
    ],
    ids=["between", "beside the best", "both that score", "three", "two pairs"],
)
def test_other_suits_would_have_won_with_the_ranks_that_score(left, instead):
    assert str(torite([6, 4, 2, 0], left).instead) == instead


@pytest.mark.parametrize(
    ("left", "headline"),
    [
        (["KH", "9H", "7H", "4D"], "Three hearts were left"),
        (["KH", "9H", "7D", "4D"], "Two hearts and two diamonds were left"),
        (["KH", "9H", "7H", "4H"], "All four were hearts"),
    ],
)
def test_a_loss_names_every_suit_that_was_left_twice(left, headline):
    assert str(torite([6, 4, 2, 0], left).headline) == headline


def test_wrong_tricks_are_the_cause_before_the_suits():
    told = torite([5, 4, 3, 0], ["KS", "9H", "7H", "4D"])

    assert str(told.headline) == "The tricks were 5-4-3-0"
    assert str(told.line) == "Two hearts were left."
    assert told.instead is None


def test_a_card_that_was_set_aside_can_be_guilty():
    told = torite([8, 4, 0], ["KH", "7S", "9C"], aside="5C")

    assert str(told.line) == "Mira’s 9 and the 5 set aside. No diamond was left."
    assert str(told.cards[-1].line) == "set aside"
    assert told.cards[-1].seat is None


def test_in_two_rounds_the_last_one_scores():
    told = two_rounds(([8, 4], ["KS", "9H"]), ([4, 8], ["7H", "4D"]))

    assert [str(card.before) for card in told.cards] == ["Round 1", "Round 1", "Round 2", "Round 2"]
    assert str(told.instead) == "With a club instead it would have been 9."
    assert str(told.checks[0].wanted) == "Tricks 8-4, then 4-8"


def test_any_loss_is_told_and_no_loss_has_a_sum(rng):
    for players in (1, 2, 3, 4):
        outcome = play_at_random(GAMES["torite"], rng, players=players).standing.outcome
        told = outcome.result

        is_told = len(told.cards) == 4 and all(card.card for card in told.cards)
        is_told = is_told or "suits" in outcome.lost_because
        looked_at = ["tricks", "suits"] if is_told else ["tricks"]
        assert [check.holds for check in told.checks] == [
            key not in outcome.lost_because for key in looked_at
        ]
        assert (told.sum is None) is not outcome.won
