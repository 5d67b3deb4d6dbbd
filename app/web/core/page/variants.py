"""The variants of the games, by the keys that the store has."""

from __future__ import annotations

from functools import lru_cache

from app.games import GAMES
from app.scoring.statistics import MatchVariant, variant_by_key


@lru_cache(maxsize=256)
def variant_named(game: str, key: str) -> MatchVariant:
    """The variant of a game, both by key. Raises `KeyError` or `ValueError` if there is none."""
    return variant_by_key(GAMES[game], key)
