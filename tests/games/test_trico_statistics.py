"""What is counted in Trico: sets, pairs, large cards, and pairs that another player blocked."""

import pytest

from tests.facts import facts
from tests.games.test_trico import DECK, SAVED, counts, trico

BY_DECK = trico({"saved": SAVED}, deck=DECK, target=5)
BY_COUNTS = trico(
    {"void": "misdeal"},
    counts([1, 2, 1], [0, 1, 2]),
    counts([0, 0, 0], [2, 0, 0]),
    entry="counts",
    target=7,
)


@pytest.mark.parametrize(
    ("match", "key", "rows"),
    [
        (BY_DECK, "sets", {"Anna": (1, 1, 2), "Bruno": (2, 1, 4)}),
        (BY_DECK, "pairs", {"Anna": (0, 1, 0), "Bruno": (0, 1, 0)}),
        (BY_DECK, "large", {"Anna": (2, 1, 2), "Bruno": (1, 1, 1)}),
        (BY_DECK, "blocked", {"Anna": (3, 1, 0), "Bruno": (2, 1, 0)}),
        (BY_COUNTS, "sets", {"Anna": (1, 2, 2), "Bruno": (2, 2, 4)}),
        (BY_COUNTS, "pairs", {"Anna": (2, 2, 2), "Bruno": (1, 2, 1)}),
        (BY_COUNTS, "large", {"Anna": (1, 2, 1), "Bruno": (2, 2, 2)}),
        # Who counts for themselves does not tell what was blocked.
        (BY_COUNTS, "blocked", {}),
    ],
)
def test_a_round_counts_what_scored_and_what_was_blocked_if_the_cards_were_entered(
    match, key, rows
):
    assert facts(match, key) == rows
