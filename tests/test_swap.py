"""Two deals that were entered in each other's place, and what a correction leaves behind."""

import pytest

from app.games import GAMES
from app.scoring import Changes, Event
from app.scoring.match.batches import swap
from tests.front_door import CAST
from tests.play import Played

KING = ("king", {"KH": 3}, 1)
QUEENS = ("queens", {"QS": 1}, {"QS": 2, "QH": 0, "QD": 0, "QC": 3})
REST = ("slaps", [4, 3, 3, 3], "diamonds", [13, 0, 0, 0], [0, 1, 2, 3])


def trex(*answers):
    """A match of Trex after these answers, the contract named last going without saying."""
    played = Played(GAMES["trex"], CAST[:4])
    for answer in ({}, 0, *answers):
        played.answer(answer)
    return played.match


@pytest.fixture
def kingdom():
    """Anna's kingdom: the king, then the queens, then the rest of it."""
    return trex(*KING, *QUEENS, *REST)


def correction(key, answer):
    return Event("correction", 1, key, answer)


def test_two_deals_change_places_with_all_that_was_entered_for_them(kingdom):
    before = kingdom.standing

    swapped = kingdom.accept(*swap(kingdom, 1, 2, "contract")).standing

    assert [str(deal.name) for deal in swapped.deals[:2]] == ["Queens", "King of hearts"]
    scores = [deal.scores for deal in before.deals[:2]]
    assert [deal.scores for deal in swapped.deals[:2]] == scores[::-1]
    assert str(swapped.answer_to(2, "doubled").in_words) == "K♥ Dino"
    assert (swapped.prompt.deal, swapped.totals) == (before.prompt.deal, before.totals)
    assert swapped.unasked.keys() <= {1, 2}
    assert swap(kingdom, 2, 1, "contract") == swap(kingdom, 1, 2, "contract")


def test_deals_that_cannot_stand_in_each_others_place_are_not_swapped():
    assert swap(trex(*KING, *QUEENS, "slaps"), 1, 3, "contract") is None


def test_the_doubling_of_a_card_not_in_play_is_dropped_and_said_and_comes_back_with_it(kingdom):
    without = kingdom.with_events(correction("contract", "queens"))
    after = without.standing

    assert after.prompt.key == "queens"
    assert not after.problems
    assert after.answer_to(1, "doubled").answer == {}
    dropped = Changes(kingdom.standing, after).dropped
    assert [(old.prompt.deal, str(old.in_words)) for old in dropped] == [(1, "K♥ Dino")]
    same = kingdom.with_events(correction("king", 2)).standing
    assert Changes(kingdom.standing, same).dropped == []

    again = without.with_events(correction("contract", "king")).standing
    assert again.answer_to(1, "doubled").answer == {"KH": 3}
    assert again.totals == kingdom.standing.totals
