"""The house deck: it obeys every rule, and plays as evenly as its page says."""

import pytest

from app.games.trico.house_rules import DECK, HOUSE_DECK, HOUSE_DECK_FIGURES
from app.games.trico.scores import score_round
from tests.games.trico_rounds import CARDS, Rounds


@pytest.fixture(scope="module")
def rounds():
    """All rounds of two players, and of three."""
    return {players: Rounds(HOUSE_DECK, players) for players in (2, 3)}


def test_nothing_is_wrong_with_its_nine_cards_with_each_symbol_about_as_often_and_once_large():
    (scored,) = score_round([[HOUSE_DECK[number] for number in ("5", "2", "9")]])
    faces = HOUSE_DECK.values()
    shown = [symbol for face in faces for symbol in face["symbols"]]
    times = [shown.count(symbol) for symbol in set(shown)]

    assert DECK.problems(HOUSE_DECK) == []
    assert DECK.warnings(HOUSE_DECK) == []
    assert (scored.sets, scored.pairs, scored.large_cards, scored.points) == (1, 3, 2, 7)
    assert len({frozenset(face["symbols"]) for face in faces}) == 9
    assert {len(face["symbols"]) for face in faces} == {3, 5}
    assert max(times) - min(times) <= 2
    assert sorted(symbol for face in faces for symbol in face["large"]) == sorted(set(shown))
    assert set(shown) == {"acorn", "club", "diamond", "heart", "leaf", "spade"}


@pytest.mark.long
def test_every_deal_is_played_once_and_every_card_kept_as_often_as_is_said(rounds):
    two, three = rounds[2].all, rounds[3].all
    kept = [card for _winner, hands in two for card in CARDS[sum(hands)]]

    # Of 90,720 and of 45,360 deals those that differ by more than seats.
    assert (len(two), len(three)) == (90_720 // 2, 45_360 // 6)
    assert {sum(hands).bit_count() for _winner, hands in two} == {6}
    assert {sum(hands).bit_count() for _winner, hands in three} == {9}
    times = tuple(round(100 * kept.count(card) / len(two)) for card in range(9))
    assert times == HOUSE_DECK_FIGURES["kept"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "first_wins", "blocked"),
    [(2, HOUSE_DECK_FIGURES["first_wins"], HOUSE_DECK_FIGURES["blocked"]), (3, 47, 76)],
)
def test_the_first_trick_and_blocking_are_worth_what_is_said(players, first_wins, blocked, rounds):
    """By chance alone the winner of the first trick would win 50 of 100 rounds, or 33."""
    played = rounds[players]
    won, pairs, blocked_pairs = 0.0, 0, 0
    for winner, kept in played.all:
        points = played.points(kept)
        # A round that ends level is shared.
        won += (points[winner] == max(points)) / points.count(max(points))
        blocked_pairs += sum(each.blocked for each in played.scored(kept))
        pairs += sum(map(count_pairs, kept))

    assert round(100 * won / len(played.all)) == first_wins
    assert round(100 * blocked_pairs / pairs) == blocked


def count_pairs(hand):
    """How many symbols are on just two of three cards, blocked or not."""
    shown = [symbol for n in CARDS[hand] for symbol in HOUSE_DECK[str(n + 1)]["symbols"]]
    return sum(shown.count(symbol) == 2 for symbol in set(shown))
