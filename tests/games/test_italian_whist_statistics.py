"""What is counted in Italian Whist: the tricks of both hands, by passing and by trumps."""

import pytest

from tests.facts import facts
from tests.games.test_italian_whist import DEALS, whist

THROWN_IN = [DEALS[0], {"void": "misdeal"}, *DEALS[1:]]
"""It does not move the cycle of passing and trumps on."""


@pytest.mark.parametrize("deals", [DEALS, THROWN_IN], ids=["all count", "one thrown in"])
@pytest.mark.parametrize(
    ("key", "rows"),
    [
        ("first.left.none", {"Anna": (5, 9, 5), "Bruno": (3, 9, 3), "Carla": (1, 9, 1)}),
        ("second.left.none", {"Anna": (2, 9, -2), "Bruno": (3, 9, -3), "Carla": (4, 9, -4)}),
        ("first.right.none", {"Anna": (4, 9, 4), "Bruno": (4, 9, 4), "Carla": (1, 9, 1)}),
        ("second.kept.none", {"Anna": (4, 9, -4), "Bruno": (0, 9, 0), "Carla": (5, 9, -5)}),
        ("first.left.spades", {"Anna": (3, 9, 3), "Bruno": (3, 9, 3), "Carla": (3, 9, 3)}),
        ("second.right.spades", {"Anna": (3, 9, -3), "Bruno": (2, 9, -2), "Carla": (4, 9, -4)}),
        ("first.kept.spades", {}),
    ],
)
def test_a_hand_is_counted_by_where_it_was_passed_and_what_was_trumps(deals, key, rows):
    assert facts(whist(*deals), key) == rows
