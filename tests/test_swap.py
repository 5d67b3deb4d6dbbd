"""Two deals that were entered in each other's place, and what a correction leaves behind."""

from __future__ import annotations

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


def names(match):
    return [str(deal.name) for deal in match.standing.deals[:2]]


def test_two_deals_change_places_with_all_that_was_entered_for_them(kingdom):
    before = [deal.scores for deal in kingdom.standing.deals[:2]]

    swapped = kingdom.accept(*swap(kingdom, 1, 2, "contract"))

    assert names(swapped) == ["Queens", "King of hearts"]
    assert [deal.scores for deal in swapped.standing.deals[:2]] == before[::-1]
    assert str(swapped.standing.answer_to(2, "doubled").in_words) == "K♥ Dino"


def test_it_does_not_matter_from_which_of_them_it_is_asked(kingdom):
    assert swap(kingdom, 2, 1, "contract") == swap(kingdom, 1, 2, "contract")


def test_after_it_the_table_is_asked_what_it_was_asked_before(kingdom):
    swapped = kingdom.accept(*swap(kingdom, 1, 2, "contract"))

    assert swapped.standing.prompt.deal == kingdom.standing.prompt.deal
    assert swapped.standing.unasked.keys() <= {1, 2}
    assert swapped.standing.totals == kingdom.standing.totals


def test_deals_that_cannot_stand_in_each_others_place_are_not_swapped():
    match = trex(*KING, *QUEENS, "slaps")

    assert swap(match, 1, 3, "contract") is None


# --- what no longer applies ---------------------------------------------------------------------


def test_the_doubling_of_a_card_that_is_not_in_play_is_dropped(kingdom):
    after = kingdom.with_events(Event("correction", 1, "contract", "queens"))

    assert after.standing.prompt.key == "queens"
    assert not after.standing.problems
    assert after.standing.answer_to(1, "doubled").answer == {}


def test_what_is_dropped_is_said(kingdom):
    after = kingdom.with_events(Event("correction", 1, "contract", "queens"))

    dropped = Changes(kingdom.standing, after.standing).dropped

    assert [(old.prompt.deal, str(old.in_words)) for old in dropped] == [(1, "K♥ Dino")]


def test_what_was_dropped_comes_back_when_the_card_is_in_play_again(kingdom):
    queens = Event("correction", 1, "contract", "queens")
    king = Event("correction", 1, "contract", "king")

    again = kingdom.with_events(queens, king)

    assert again.standing.answer_to(1, "doubled").answer == {"KH": 3}
    assert again.standing.totals == kingdom.standing.totals


def test_a_correction_that_drops_nothing_says_nothing(kingdom):
    after = kingdom.with_events(Event("correction", 1, "king", 2))

    assert Changes(kingdom.standing, after.standing).dropped == []
