"""What is counted in Tribello: targets met by phase and role, and the tricks off them."""

import pytest

from tests.facts import facts
from tests.games.test_tribello import ON_TARGET, tribello

ABOVE = [[7, 4, 2], *ON_TARGET[1:]]
TRAP = [*ON_TARGET[:9], [6, 4, 3], *ON_TARGET[10:]]
"""The targets of the first phases, which are not those of Nullo."""
THROWN_IN = [{"void": "misdeal"}, *ABOVE]


@pytest.mark.parametrize(
    ("deals", "key", "rows"),
    [
        (ABOVE, "met.1.dealer", {"Anna": (1, 1, 1), "Bruno": (1, 1, 0), "Carla": (1, 1, 0)}),
        (ABOVE, "met.1.left", {"Anna": (1, 1, 0), "Bruno": (1, 1, 0), "Carla": (1, 1, 0)}),
        (ABOVE, "met.1.right", {"Anna": (1, 1, 0), "Bruno": (1, 1, 0), "Carla": (0, 1, -1)}),
        (ABOVE, "off", {"Anna": (1, 12, 0), "Bruno": (0, 12, 0), "Carla": (1, 12, 0)}),
        (TRAP, "met.4.dealer", {"Anna": (0, 1, -3), "Bruno": (1, 1, 0), "Carla": (1, 1, 0)}),
        (TRAP, "met.4.right", {"Anna": (1, 1, 0), "Bruno": (1, 1, 0), "Carla": (1, 1, 3)}),
        (TRAP, "met.3.right", {"Anna": (1, 1, 0), "Bruno": (1, 1, 0), "Carla": (1, 1, 0)}),
        (TRAP, "off", {"Anna": (3, 12, 0), "Bruno": (0, 12, 0), "Carla": (3, 12, 0)}),
        (THROWN_IN, "met.1.dealer", {"Anna": (1, 1, 1), "Bruno": (1, 1, 0), "Carla": (1, 1, 0)}),
    ],
)
def test_a_target_is_met_with_enough_tricks_and_in_nullo_with_few_enough(deals, key, rows):
    assert facts(tribello(*deals), key) == rows
