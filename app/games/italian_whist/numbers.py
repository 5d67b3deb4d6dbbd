"""The numbers that the rules page of Italian Whist takes from its scoring."""

from __future__ import annotations

from app.games.italian_whist.play import (
    CARDS_EACH,
    CYCLE,
    FARTHEST_LIMIT,
    FIRST_HAND,
    LIMIT,
    LONG_LIMIT,
    SECOND_HAND,
    SHORT_LIMIT,
    TRICKS,
)

NUMBERS = {
    "tricks": TRICKS,
    "cards_each": CARDS_EACH,
    "cycle": CYCLE,
    "limit": LIMIT,
    "limit_below": -LIMIT,
    "short_limit": SHORT_LIMIT,
    "long_limit": LONG_LIMIT,
    "farthest_limit": FARTHEST_LIMIT,
    "first_hand": FIRST_HAND,
    "second_hand": SECOND_HAND,
    "most": FIRST_HAND * TRICKS,
    "least": SECOND_HAND * TRICKS,
}
"""By the names that the page calls them."""
