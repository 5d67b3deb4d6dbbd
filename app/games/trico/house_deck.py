"""The Tricktally house deck: nine Trico cards of our own, not the published ones.

The faces of the published cards cannot be had. These obey all that is known of them, and beyond
that they were chosen for balance, by a search over every round that can be dealt:
``bench/house_deck.py`` looks for them again and prints all figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.trico.prompts import Face
from app.scoring import Text, _

NAME = _("Tricktally house deck, not the published cards")
SHORT_NAME = _("House deck")
LABEL = _("House deck – ours, not the published one")

HOUSE_DECK: dict[str, Face] = {
    "1": {"symbols": ["spade", "heart", "diamond", "club", "leaf"], "large": []},
    "2": {"symbols": ["spade", "heart", "acorn"], "large": ["heart"]},
    "3": {"symbols": ["diamond", "club", "acorn"], "large": ["acorn"]},
    "4": {"symbols": ["spade", "acorn", "leaf"], "large": ["leaf"]},
    "5": {"symbols": ["spade", "heart", "diamond"], "large": ["spade"]},
    "6": {"symbols": ["club", "acorn", "leaf"], "large": ["club"]},
    "7": {"symbols": ["diamond", "club", "leaf"], "large": ["diamond"]},
    "8": {"symbols": ["heart", "diamond", "acorn"], "large": []},
    "9": {"symbols": ["spade", "diamond", "acorn"], "large": []},
}
"""The cards by number, as a match file has them."""

KEPT = (94, 67, 85, 73, 71, 52, 55, 41, 62)
"""In how many of 100 rounds of two players somebody keeps the cards 1 to 9. With three players all
nine are kept."""

FIRST_WINS = (56, 47)
"""How many of 100 rounds go to the winner of the first trick, with two players and with three. By
chance alone it would be 50 and 33."""

BLOCKED = (49, 76)
"""How many of 100 pairs are blocked, with two players and with three."""

MISS = 6.48
"""How far the deck misses all that was aimed at, 0 for not at all. The made-up deck of the rules
page, where one card is always kept, misses it by 26."""


def is_house_deck(deck: Any) -> bool:
    """Whether `deck`, a legal one, shows the same on every card, in whatever order."""
    return isinstance(deck, Mapping) and drawn(deck) == drawn(HOUSE_DECK)


def drawn(deck: Mapping[str, Face]) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """What the cards show, whatever order it is written in."""
    return {
        number: (frozenset(face["symbols"]), frozenset(face.get("large", ())))
        for number, face in deck.items()
    }


def name_of(deck: Mapping[str, Face]) -> Text | None:
    """What a deck is called that we know, None for any other."""
    return LABEL if is_house_deck(deck) else None
