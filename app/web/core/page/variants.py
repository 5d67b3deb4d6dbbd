"""The variants of the games, and how pages show their numbers, by the keys that the store has."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from app.games import GAMES
from app.scoring.sections import StatisticsSection
from app.scoring.statistics import MatchVariant, sections_of, variant_by_key


@lru_cache(maxsize=256)
def variant_named(game: str, key: str) -> MatchVariant:
    """Return the variant of a game, both by key. Raises `KeyError` or `ValueError` if there is
    none."""
    return variant_by_key(GAMES[game], key)


@lru_cache(maxsize=256)
def sections_named(game: str, key: str) -> Sequence[StatisticsSection]:
    """Return the sections of a variant of a game, both by key. Raises as `variant_named`."""
    return sections_of(GAMES[game], key)
