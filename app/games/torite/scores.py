"""The Torite: the tricks to share out, and what a win scores. Rules: rules/torite.md"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.scoring import Seat, pack, value_of

PLAYERS = (4, 3, 2, 1)
TRICKS = 12
HAND = TRICKS + 1
"""One card is left when all tricks are played."""
PATTERNS = {4: (6, 4, 2, 0), 3: (8, 4, 0), 2: (8, 4)}
"""The tricks to share out, from the most down; with two hands the second round turns them round."""
PACKS = {4: pack(), 3: pack(lowest=5), 2: pack()}
EVEN_SCORE = 12

Taken = Mapping[Seat, int]
Left = Mapping[Seat, str]


def score_of(high: str, low: str) -> int:
    """What a win scores with these cards left to who took the most and the fewest tricks."""
    return value_of(high) - value_of(low) + EVEN_SCORE


def ends_of(cards: Iterable[str]) -> tuple[int, int]:
    """The least and the most that a win with this pack scores."""
    values = [value_of(card) for card in cards]
    most = max(values) - min(values)
    return EVEN_SCORE - most, EVEN_SCORE + most


def card_of(taken: Taken, left: Left, number: int) -> str:
    """The leftover card of the player who took `number` tricks."""
    return next(left[seat] for seat, count in taken.items() if count == number)


def dashed(counts: Iterable[int]) -> str:
    """A pattern of tricks as people say it: 8-4-0."""
    return "-".join(map(str, counts))
