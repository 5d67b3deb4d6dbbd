"""How a match came out: by how much, since when, and what all have made of it together."""

import pytest

from app.games import GAMES
from app.scoring.table.outcome import headline_of, won_by, won_together
from testkit.match import Match, match_file
from testkit.play import play_at_random

FOUR = ["Elif", "Jonas", "Mira", "Tom"]


def tribello(*tricks, before=()):
    """A match that was ended after the deals in which these tricks were taken."""
    deals = [*before, *({"trump": "hearts", "tricks": taken} for taken in tricks)]
    return Match(match_file("tribello", deals) | {"ended": True}).standing.result


def torite(tricks, left, *second_round, **more):
    """What is told of one round of The Torite, or of two."""
    rounds = [{"tricks": tricks, "left": left, **more}]
    rounds += [{"tricks": tricks, "left": left} for tricks, left in second_round]
    file = match_file("torite", rounds, players=FOUR[: len(tricks)])
    return Match(file).standing.outcome.result


# --- by how much, and since when ----------------------------------------------------------------
# The targets of the first three deals are 6, 4, 3 for the dealer and those to the left.


@pytest.mark.parametrize(
    ("deals", "lead"),
    [
        ([[6, 5, 2], [3, 4, 6]], "by 1, in the last deal"),
        ([[9, 2, 2], [3, 6, 4]], "by 4, ahead from the first deal"),
        ([[9, 2, 2], [0, 13, 0], [4, 3, 6]], "by 5, ahead since deal 2"),
        ([[7, 4, 2], [3, 7, 3], [5, 3, 5]], "by 1, in the last deal"),
        ([[9, 2, 2]], "by 4"),
        ([[6, 4, 3]], "with 0 each"),
    ],
    ids=["passed", "ahead", "came back", "level is no lead", "one deal", "shared"],
)
def test_the_lead_counts_from_the_deal_in_which_it_was_taken_for_good(deals, lead):
    assert str(tribello(*deals).lead) == lead


def test_a_result_counts_no_deal_that_was_thrown_in_and_has_places_and_a_best_and_worst_deal():
    counted = tribello([9, 2, 2], before=[{"void": "misdeal"}])
    places = [(rank.place, str(rank.side)) for rank in tribello([8, 3, 2]).ranks]
    came_back = tribello([9, 2, 2], [0, 13, 0])
    best, worst = came_back.best, came_back.worst

    assert [deal.number for deal in counted.deals] == [2]
    assert places == [(1, "Anna"), (2, "Bruno"), (2, "Carla")]
    assert (str(best.side), best.deal.number, best.points) == ("Bruno", 2, 7)
    assert (str(worst.side), worst.points) == ("Carla", -4)


def test_with_reversed_scores_the_best_deal_is_the_lowest(rng):
    finish = play_at_random(GAMES["trex"], rng, rules={"reversed": True}).standing.result

    assert finish.best.points < 0 < finish.worst.points


# --- how it ended -------------------------------------------------------------------------------

SWING = {"first": [9, 0, 0], "second": [0, 5, 4]}
SEVEN = {"counts": [{"sets": 2, "pairs": 1, "large": 1}, {"sets": 0, "pairs": 0, "large": 0}]}
ON_TARGET = [{"tricks": tricks} for tricks in [[6, 4, 3], [3, 6, 4], [4, 3, 6]] * 4]


@pytest.mark.parametrize(
    ("game", "deals", "rules", "ending"),
    [
        ("italian_whist", [SWING], {"upper": 5, "lower": -5}, "Anna reached 9, Bruno reached −5."),
        ("trico", [SEVEN], {"entry": "counts", "target": 5}, "The target of 5 was reached."),
        ("tribello", ON_TARGET, {}, "None"),
    ],
)
def test_a_match_says_what_ended_it_unless_it_was_played_through(
    sit_down, game, deals, rules, ending
):
    assert str(sit_down(game, deals, **rules).standing.outcome.ending) == ending


@pytest.mark.parametrize(
    ("tricks", "headline", "line"),
    [
        ([9, 2, 2], "Anna wins", "Anna won by 4"),
        ([7, 5, 1], "A shared win", "Anna and Bruno shared the win"),
        ([6, 4, 3], "A shared win", "Anna, Bruno and Carla shared the win"),
    ],
    ids=["alone", "ahead of one", "all level"],
)
def test_a_headline_and_a_line_of_a_list_say_who_won(tricks, headline, line):
    finish = tribello(tricks)

    assert str(headline_of(finish.outcome, is_solo=False)) == headline
    assert str(won_by(finish.outcome.winners, finish.margin)) == line


@pytest.mark.parametrize(
    ("won", "score", "is_solo", "words"),
    [
        (True, None, False, "Won together"),
        (True, 20, False, "Won together with 20"),
        (True, None, True, "Won"),
        (True, 20, True, "Won with 20"),
        (False, None, False, "Lost together"),
        (False, None, True, "Lost"),
        (None, None, False, "Neither won nor lost"),
    ],
)
def test_only_several_win_or_lose_together(won, score, is_solo, words):
    assert str(won_together(won, score, is_solo=is_solo)) == words


# --- The Torite ---------------------------------------------------------------------------------


def test_a_win_says_how_its_score_adds_up_and_how_good_it_is():
    told = torite([6, 4, 2, 0], ["KH", "7S", "9C", "5D"])
    three = torite([8, 4, 0], ["KH", "7S", "9C"], aside="5D")

    assert str(told.line) == "The best possible score is 24."
    assert str(told.sum) == "Elif’s king 13 − Tom’s 5 + 12"
    assert [str(card.line) for card in told.cards][::3] == ["6 tricks", "0 tricks"]
    assert (three.top, three.ends) == (24, (3, 21))
    assert str(torite([6, 4, 2, 0], ["AH", "7S", "9C", "2D"]).line) == "The best possible score."


@pytest.mark.parametrize(
    ("left", "headline", "instead"),
    [
        (["KS", "9H", "7H", "4D"], "Two hearts were left", "a club"),
        (["KH", "9H", "7S", "4D"], "Two hearts were left", "a club"),
        (["KH", "9S", "7C", "4H"], "Two hearts were left", "K♦"),
        (["KH", "9H", "7H", "4D"], "Three hearts were left", "a spade and a club"),
        (["KH", "9H", "7D", "4D"], "Two hearts and two diamonds were left", "a spade and a club"),
    ],
    ids=["between", "beside the best", "both that score", "three", "two pairs"],
)
def test_other_suits_would_have_won_with_the_ranks_that_score(left, headline, instead):
    told = torite([6, 4, 2, 0], left)

    assert str(told.headline) == headline
    assert str(told.instead) == f"With {instead} instead it would have been 21."


def test_two_cards_of_a_suit_are_the_cause_of_a_loss():
    told = torite([6, 4, 2, 0], ["KS", "9H", "7H", "4D"])

    assert str(told.line) == "Jonas’s 9 and Mira’s 7. No club was left."
    assert [card.card for card in told.cards if card.is_losing] == ["9H", "7H"]
    all_hearts = torite([6, 4, 2, 0], ["KH", "9H", "7H", "4H"])
    assert str(all_hearts.headline) == "All four were hearts"


def test_wrong_tricks_are_the_cause_before_the_suits_and_a_card_set_aside_can_be_guilty():
    tricks = torite([5, 4, 3, 0], ["KS", "9H", "7H", "4D"])
    aside = torite([8, 4, 0], ["KH", "7S", "9C"], aside="5C")

    assert str(tricks.headline) == "The tricks were 5-4-3-0"
    assert str(tricks.line) == "Two hearts were left."
    assert tricks.instead is None
    assert str(aside.line) == "Mira’s 9 and the 5 set aside. No diamond was left."
    assert (str(aside.cards[-1].line), aside.cards[-1].seat) == ("set aside", None)


def test_in_two_rounds_the_last_one_scores():
    told = torite([8, 4], ["KS", "9H"], ([4, 8], ["7H", "4D"]))

    assert [str(card.before) for card in told.cards] == ["Round 1", "Round 1", "Round 2", "Round 2"]
    assert str(told.instead) == "With a club instead it would have been 9."
    assert str(told.checks[0].wanted) == "Tricks 8-4, then 4-8"


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_any_loss_is_told_and_no_loss_has_a_sum(rng, players):
    outcome = play_at_random(GAMES["torite"], rng, players=players).standing.outcome
    told = outcome.result

    all_known = len(told.cards) == 4 and all(card.card for card in told.cards)
    looked_at = ["tricks", "suits"] if all_known or "suits" in outcome.lost_because else ["tricks"]
    holds = [key not in outcome.lost_because for key in looked_at]
    assert [check.holds for check in told.checks] == holds
    assert (told.sum is None) is not outcome.won
