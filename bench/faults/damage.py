"""The lot by which faults are drawn, and the rows of what they have done to a database."""

import os
import time
from collections.abc import Iterator

from bench.measures import Row, none
from testkit.faults.damage import Damage

SEED = os.environ.get("SEED") or str(time.time_ns())
"""What is drawn by lot follows from it; `SEED=… make bench ARGS=faults` draws the same."""


def rows_of_damage(damage: Damage) -> Iterator[Row]:
    """What was found wrong."""
    yield none("  answers acknowledged, and lost", damage.lost)
    yield none("  lines that nobody sent, or sent once", damage.doubled)
    yield none("  books damaged", damage.damaged)
