"""Well-known games, as the numbers with which most tables keep their score. No rules, only numbers:
what is offered here is open to change. Rules: rules/en/any_game.md#title"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class KnownGame:
    """A game by its `title`, with the house rules in which it differs from any other one.

    With `cards`, as many rounds are played as these give each player one. `has_partners` is for a
    game of two sides: players who sit opposite each other, if four or another even number play.
    """

    title: str
    rules: Mapping[str, Any]
    cards: int = 0
    has_partners: bool = False

    def rules_for(self, players: int) -> dict[str, Any]:
        """Return the house rules with which so many play it, by key."""
        rules = {"title": self.title, **self.rules}
        if self.cards:
            rules["rounds"] = self.cards // players
        if self.has_partners and players >= 4 and players % 2 == 0:
            rules["sides"] = "opposite"
        return rules


def lowest(**rules: Any) -> dict[str, Any]:
    """The rules of a game in which points are bad."""
    return {"wins": "lowest", **rules}


def to(target: int, **rules: Any) -> dict[str, Any]:
    """The rules of a game that ends at a total."""
    return {"ends": "points", "target": target, **rules}


def after(rounds: int, **rules: Any) -> dict[str, Any]:
    """The rules of a game that ends after so many rounds."""
    return {"ends": "rounds", "rounds": rounds, **rules}


KNOWN_GAMES = (
    KnownGame("Skyjo", lowest(**to(100))),
    KnownGame("Phase 10", lowest(**after(10), tick="Phase")),
    KnownGame("Wizard", {"ends": "rounds", "keys": ["10", "20", "30"]}, cards=60),
    KnownGame("Canasta", to(5_000, keys=["50", "100", "500"]), has_partners=True),
    KnownGame("500", to(500, below=True, keys=["10", "20", "100"]), has_partners=True),
    KnownGame("Rook", to(500), has_partners=True),
    KnownGame("Spades", to(500, keys=["10", "50", "100"]), has_partners=True),
    KnownGame("Rummy", to(500)),
    KnownGame("Uno", to(500, keys=["10", "20", "50"])),
    KnownGame("Five Crowns", lowest(**after(11), keys=["10", "20", "50"])),
    KnownGame("Golf", lowest(**after(9))),
    # Only who plays alone writes points there, with a minus if it was lost: no sum.
    KnownGame("Skat", {"keys": ["10", "11", "12"], "tick": "Solo"}),
)
