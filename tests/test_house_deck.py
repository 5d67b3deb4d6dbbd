"""The house deck: it obeys every rule, and plays as evenly as its page says."""

from __future__ import annotations

import pytest

from app.games.trico.house_rules import DECK, HOUSE_DECK, HOUSE_DECK_FIGURES
from app.games.trico.scores import score_round
from tests.games.trico_rounds import CARDS, Rounds


@pytest.fixture(scope="module")
def two():
    return Rounds(HOUSE_DECK, 2)


@pytest.fixture(scope="module")
def three():
    return Rounds(HOUSE_DECK, 3)


# --- the rules ----------------------------------------------------------------------------------


def test_it_is_a_deck_that_nothing_is_wrong_with():
    assert DECK.problems(HOUSE_DECK) == []


def test_it_agrees_with_all_that_is_known_of_the_published_cards():
    assert DECK.warnings(HOUSE_DECK) == []


def test_it_scores_the_published_example_as_the_rule_book_does():
    (scored,) = score_round([[HOUSE_DECK[number] for number in ("5", "2", "9")]])

    assert (scored.sets, scored.pairs, scored.large_cards, scored.points) == (1, 3, 2, 7)


def test_it_has_nine_different_cards_of_both_kinds():
    shown = [frozenset(face["symbols"]) for face in HOUSE_DECK.values()]

    assert len(set(shown)) == 9
    assert {len(symbols) for symbols in shown} == {3, 5}


def test_each_symbol_is_about_as_often_there_as_any_other():
    shown = [symbol for face in HOUSE_DECK.values() for symbol in face["symbols"]]
    times = {symbol: shown.count(symbol) for symbol in shown}

    assert max(times.values()) - min(times.values()) <= 2


def test_every_symbol_is_large_on_one_card():
    large = [symbol for face in HOUSE_DECK.values() for symbol in face["large"]]

    assert sorted(large) == ["acorn", "club", "diamond", "heart", "leaf", "spade"]


# --- how it plays -------------------------------------------------------------------------------


def test_the_highest_number_picks_first(two):
    four, nine, one = 1 << 3, 1 << 8, 1 << 0

    saved, first = two.trick((0, 0), 511, (3, 8), four | nine | one)

    assert first == 1
    assert [each.bit_count() for each in saved] == [1, 1]


@pytest.mark.long
def test_every_deal_is_played_once(two, three):
    # Of 90,720 and of 45,360 deals those that differ by more than seats.
    assert len(two.all) == 90_720 // 2
    assert len(three.all) == 45_360 // 6
    assert {sum(kept).bit_count() for _winner, kept in two.all} == {6}
    assert {sum(kept).bit_count() for _winner, kept in three.all} == {9}


@pytest.mark.long
def test_every_card_is_worth_keeping_as_often_as_is_said(two):
    kept = [card for _winner, hands in two.all for card in CARDS[sum(hands)]]

    times = tuple(round(100 * kept.count(card) / len(two.all)) for card in range(9))

    assert times == HOUSE_DECK_FIGURES["kept"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "first_wins", "blocked"),
    [("two", HOUSE_DECK_FIGURES["first_wins"], HOUSE_DECK_FIGURES["blocked"]), ("three", 47, 76)],
)
def test_the_first_trick_and_blocking_are_worth_what_is_said(players, first_wins, blocked, request):
    """By chance alone the winner of the first trick would win 50 of 100 rounds, or 33."""
    rounds = request.getfixturevalue(players)
    won, pairs, blocked_pairs = 0.0, 0, 0
    for winner, kept in rounds.all:
        points = rounds.points(kept)
        # A round that ends level is shared.
        won += (points[winner] == max(points)) / points.count(max(points))
        scored = rounds.scored(kept)
        blocked_pairs += sum(each.blocked for each in scored)
        pairs += sum(count_pairs([HOUSE_DECK[str(n + 1)] for n in CARDS[hand]]) for hand in kept)

    assert round(100 * won / len(rounds.all)) == first_wins
    assert round(100 * blocked_pairs / pairs) == blocked


def count_pairs(faces):
    """How many symbols are on just two of three cards, blocked or not."""
    shown = [symbol for face in faces for symbol in face["symbols"]]
    return sum(shown.count(symbol) == 2 for symbol in set(shown))
