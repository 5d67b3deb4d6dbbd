"""What is counted in The Torite: wins, their scores, and which of the two conditions held."""

import pytest

from tests.facts import facts
from tests.games.test_torite import FIRST, FOUR, SECOND, SIX_SIX, THREE, TWO_SPADES, torite

NOT_NAMED = {"tricks": [6, 6, 0], "left": None}
UNLIKE = SIX_SIX | {"aside": "9C"}
YES, NO = (1, 1, 0), (0, 1, 0)


@pytest.mark.parametrize(
    ("players", "deals", "won", "tricks", "suits"),
    [
        (3, [THREE], (1, 1, 13 - 5 + 12), YES, YES),
        (4, [FOUR], (1, 1, 2 - 14 + 12), YES, YES),
        (3, [{"void": "misdeal"}, THREE], (1, 1, 20), YES, YES),
        (3, [THREE | {"aside": "9D"}], NO, YES, NO),
        (3, [SIX_SIX], NO, NO, NO),
        (3, [UNLIKE], NO, NO, YES),
        (3, [NOT_NAMED], NO, NO, None),
        (2, [FIRST, SECOND], (1, 1, 6 - 13 + 12), YES, YES),
        (2, [FIRST, SECOND | {"tricks": [8, 4]}], NO, NO, YES),
        (2, [TWO_SPADES, {"tricks": None}], NO, YES, NO),
        (1, [FIRST, SECOND], (1, 1, 5), YES, YES),
    ],
)
def test_each_player_has_the_win_and_what_a_win_needs_as_far_as_it_is_known(
    players, deals, won, tricks, suits
):
    match = torite(players, *deals)

    names = ["Anna", "Bruno", "Carla", "Dino"][:players]
    assert facts(match, "won_together") == dict.fromkeys(names, won)
    assert facts(match, "tricks_fitted") == dict.fromkeys(names, tricks)
    assert facts(match, "suits_fitted") == (dict.fromkeys(names, suits) if suits else {})
    assert facts(match, "won") == facts(match, "place") == {}
