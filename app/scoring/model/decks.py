"""A deck of cards with symbols that comes with a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.scoring.model.text import Text

# The face of each card of a deck, by the number that a match file gives the card.
Faces = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class HouseDeck:
    """A deck of ours, for a game whose own cards cannot be had.

    Lists of decks show its `name`, its own page the `short_name`, and paper the `label`. `figures`
    are the numbers that its page tells about how it plays.
    """

    faces: Faces
    name: Text
    short_name: Text
    label: Text
    figures: Mapping[str, Any]

    def is_same(self, deck: Any) -> bool:
        """Whether `deck`, a legal one, has the same symbols on every card, in any order."""
        return isinstance(deck, Mapping) and unordered(deck) == unordered(self.faces)


def unordered(deck: Faces) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """Return the symbols and the large symbols of each card, without their order."""
    return {
        number: (frozenset(face["symbols"]), frozenset(face.get("large", ())))
        for number, face in deck.items()
    }
