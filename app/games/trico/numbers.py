"""The numbers that the rules page of Trico takes from its scoring."""

from __future__ import annotations

from app.games.trico.chances import points_to_count
from app.games.trico.house_rules import (
    CARDS,
    FEWEST_SYMBOLS,
    HIGHEST_TARGET,
    KEPT,
    MOST_SYMBOLS,
    TARGETS,
    USUAL_TARGET,
)
from app.games.trico.scores import BLOCKED_BY, LARGE_CARD, PAIR, SET

shorter, _usual, *longer = TARGETS

NUMBERS = {
    "cards": CARDS,
    "kept": KEPT,
    "fewest_symbols": FEWEST_SYMBOLS,
    "most_symbols": MOST_SYMBOLS,
    "set": SET,
    "pair": PAIR,
    "large_card": LARGE_CARD,
    "blocked_by": BLOCKED_BY,
    "most": max(points_to_count()),
    "most_without_a_set": PAIR + 2 * LARGE_CARD,
    "target": USUAL_TARGET,
    "shorter_target": shorter,
    **{f"longer_target_{n}": target for n, target in enumerate(longer, 1)},
    "highest_target": HIGHEST_TARGET,
}
"""By the names that the page calls them."""
