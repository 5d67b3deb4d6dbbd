"""The numbers that the rules page of Trex takes from its scoring."""

from __future__ import annotations

from dataclasses import replace
from math import factorial

from app.games.trex.contracts import CONTRACTS
from app.games.trex.house_rules import (
    CARDS_IN_A_SUIT,
    DOUBLED,
    KING,
    LEVEL,
    PLACES,
    PLAIN_VALUE,
    PLAYERS,
    TRICKS,
    USUAL,
)

SWAPPED, SHORT = replace(USUAL, swapped=True), replace(USUAL, complex=True)


def named_numbers() -> dict[str, int]:
    """By the names that the page calls them.

    `…_total` is what a contract brings the table. `…_least` and `…_most` are what one player can
    score who plays alone, by the usual values and the usual rule for one's own doubled card.
    """
    named = {
        "kingdoms": PLAYERS,
        "contracts": len(USUAL.contracts),
        "deals": PLAYERS * len(USUAL.contracts),
        "orders": factorial(len(USUAL.contracts)),
        "complex_contracts": len(SHORT.contracts),
        "complex_deals": PLAYERS * len(SHORT.contracts),
        "tricks": TRICKS,
        "suit": CARDS_IN_A_SUIT,
        "king": PLAIN_VALUE[KING],
        "king_doubled": DOUBLED * PLAIN_VALUE[KING],
        "queen": PLAIN_VALUE["QS"],
        "queen_doubled": DOUBLED * PLAIN_VALUE["QS"],
        "level": LEVEL,
        "diamond": USUAL.diamond,
        "trick": USUAL.trick,
        "diamond_swapped": SWAPPED.diamond,
        "trick_swapped": SWAPPED.trick,
        "diamonds_swapped_total": CONTRACTS["diamonds"].worth(SWAPPED),
        "slaps_swapped_total": CONTRACTS["slaps"].worth(SWAPPED),
    }
    for place, name in enumerate(("first", "second", "third", "last")):
        named[name] = PLACES[place]
    for key, contract in CONTRACTS.items():
        cards = sum(PLAIN_VALUE[card] for card in contract.cards)
        total = contract.worth(USUAL)
        named[f"{key}_total"] = total
        named[f"{key}_least"] = min(PLACES.values()) if contract.layout else total - cards
        named[f"{key}_most"] = max(PLACES.values()) if contract.layout else cards
    for end in ("least", "most"):
        named[f"game_{end}"] = PLAYERS * sum(named[f"{key}_{end}"] for key in USUAL.contracts)
    return named


NUMBERS = named_numbers()
