"""A deck of cards with symbols that comes with a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.scoring.model.text import Text

Faces = Mapping[str, Mapping[str, Any]]
"""What is on each card of a deck, by its number as a match file has it."""


@dataclass(frozen=True)
class HouseDeck:
    """A deck of ours, for a game whose own cards cannot be had.

    It is called by its `name` among other decks, by its `short_name` on a page of its own, and by
    its `label` on paper. `figures` are what that page says of how it plays.
    """

    faces: Faces
    name: Text
    short_name: Text
    label: Text
    figures: Mapping[str, Any]

    def is_same(self, deck: Any) -> bool:
        """Whether `deck`, a legal one, shows the same on every card, in whatever order."""
        return isinstance(deck, Mapping) and unordered(deck) == unordered(self.faces)


def unordered(deck: Faces) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """The symbols and the large symbols of each card."""
    return {
        number: (frozenset(face["symbols"]), frozenset(face.get("large", ())))
        for number, face in deck.items()
    }
