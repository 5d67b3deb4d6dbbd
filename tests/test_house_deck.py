"""The house deck: it obeys every rule, and is what the search for it says it is."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from app.games.trico.house_deck import BLOCKED, FIRST_WINS, HOUSE_DECK, KEPT, MISS
from app.games.trico.house_rules import DECK
from app.games.trico.scores import score_round
from bench import house_deck as bench
from bench.trico_rounds import CARDS, HANDS, Picks, Rounds, Worth
from tests.golden import demo_deck

PLAYED = bench.as_played(HOUSE_DECK)
THREE_HANDS = [
    kept for kept in combinations(HANDS, 3) if kept[0] | kept[1] | kept[2] == sum(kept) == 511
]


def faces(hand):
    """The faces of a set of cards of the house deck."""
    return [HOUSE_DECK[str(card + 1)] for card in CARDS[hand]]


@pytest.fixture(scope="module")
def two():
    return bench.figures(PLAYED, 2)


@pytest.fixture(scope="module")
def three():
    return bench.figures(PLAYED, 3)


# --- the rules ----------------------------------------------------------------------------------


def test_it_is_a_deck_that_nothing_is_wrong_with():
    assert DECK.problems(HOUSE_DECK) == []


def test_it_agrees_with_all_that_is_known_of_the_published_cards():
    assert DECK.doubts(HOUSE_DECK) == []


def test_it_scores_the_published_example_as_the_rule_book_does():
    (scored,) = score_round([[HOUSE_DECK[number] for number in ("5", "2", "9")]])

    assert (scored.sets, scored.pairs, scored.large_cards, scored.points) == (1, 3, 2, 7)


def test_it_has_nine_different_cards_of_both_kinds():
    shown = [frozenset(face["symbols"]) for face in HOUSE_DECK.values()]

    assert len(set(shown)) == 9
    assert {len(symbols) for symbols in shown} == {3, 5}
    assert bench.is_legal(PLAYED)


def test_every_symbol_is_large_on_one_card():
    large = [symbol for face in HOUSE_DECK.values() for symbol in face["large"]]

    assert sorted(large) == ["acorn", "club", "diamond", "heart", "leaf", "spade"]


def test_a_deck_that_breaks_the_example_is_not_looked_at():
    spoilt = list(PLAYED)
    spoilt[8] = (PLAYED[8][0], True)

    assert not bench.is_legal(tuple(spoilt))


# --- how it is judged ---------------------------------------------------------------------------


def test_the_search_scores_as_the_game_does_with_two_players():
    worth = Worth(PLAYED)

    for kept in bench.ROUNDS:
        scored = score_round([faces(hand) for hand in kept])
        assert worth.points(kept) == tuple(each.points for each in scored)
        assert [worth.blocked(kept, 0), worth.blocked(kept, 1)] == [s.blocked for s in scored]


def test_the_search_scores_as_the_game_does_with_three_players():
    worth = Worth(PLAYED)
    assert len(THREE_HANDS) == 280

    for kept in THREE_HANDS:
        scored = score_round([faces(hand) for hand in kept])
        assert worth.points(kept) == tuple(each.points for each in scored)


@pytest.mark.long
def test_every_deal_is_played_once():
    deals = [0, 0]
    for place, players in enumerate((2, 3)):
        rounds = Rounds(Picks(Worth(PLAYED)), range(1, 10), players)
        for _hands, _winner, kept in rounds.all():
            deals[place] += 1
            assert sum(kept).bit_count() == 3 * players

    # Of 90,720 and of 45,360 deals those that differ by more than who sits where.
    assert deals == [90_720 // 2, 45_360 // 6]


def test_the_highest_number_picks_first():
    rounds = Rounds(Picks(Worth(PLAYED)), range(1, 10), 2)
    four, nine, one = 1 << 3, 1 << 8, 1 << 0

    saved, first = rounds.trick((0, 0), 511, (3, 8), four | nine | one)

    assert first == 1
    assert [each.bit_count() for each in saved] == [1, 1]


# --- what was found -----------------------------------------------------------------------------


@pytest.mark.long
def test_the_cards_are_kept_as_often_as_is_said(two):
    assert tuple(round(100 * times) for times in two.kept) == KEPT


@pytest.mark.long
def test_the_first_trick_is_worth_what_is_said(two, three):
    assert (round(100 * two.first_wins), round(100 * three.first_wins)) == FIRST_WINS


@pytest.mark.long
def test_as_many_pairs_are_blocked_as_is_said(two, three):
    assert (round(100 * two.blocked), round(100 * three.blocked)) == BLOCKED


@pytest.mark.long
def test_it_misses_the_aims_by_what_is_said_and_far_less_than_a_deck_made_up_at_will(two):
    made_up = bench.cost(bench.figures(bench.as_played(demo_deck()), 2))

    assert bench.cost(two) == pytest.approx(MISS, abs=0.01)
    assert bench.cost(two) < made_up / 3


@pytest.mark.long
def test_a_search_finds_a_legal_deck_and_the_same_one_each_time(monkeypatch, capsys):
    for name, few in (("CLIMBS", 3), ("STEPS", 8), ("FINALISTS", 1), ("LATE_STEPS", 1)):
        monkeypatch.setattr(bench, name, few)

    found = [bench.search(random.Random("a short one")) for _time in range(2)]

    assert bench.is_legal(found[0])
    assert found[0] == found[1]


def test_a_climb_never_ends_below_where_it_began():
    dice = random.Random(4)
    deck = bench.random_deck(dice)

    climbed, badness = bench.climb(deck, bench.unfairness, 30, dice)

    assert badness == bench.unfairness(climbed) < bench.unfairness(deck)
