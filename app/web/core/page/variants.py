"""The variants of the games, and how pages show their numbers, by the keys that the store has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from app.games import GAMES
from app.scoring.match.replay import name_of_match
from app.scoring.sections import StatisticsSection
from app.scoring.statistics import (
    MatchVariant,
    is_titled,
    key_of_title,
    sections_of,
    variant_by_key,
)
from app.store.numbers import totals
from app.web.core.answers import from_cache


def variant_named(game: str, key: str) -> MatchVariant:
    """Return the variant of a game, both by key, with its title as the club wrote it last. Raises
    `KeyError` or `ValueError` if there is none."""
    variant = variant_of_key(game, key)
    latest = from_cache(totals.latest_titles, game) if is_titled(GAMES[game]) else {}
    title = latest.get(key_of_title(GAMES[game], key))
    if title is None:
        return variant
    played = name_of_match(GAMES[game], title)
    name = variant.name if variant.name != variant.played else played
    return replace(variant, name=name, played=played)


@lru_cache(maxsize=256)
def variant_of_key(game: str, key: str) -> MatchVariant:
    """Return the same with its title as it is folded in the key."""
    return variant_by_key(GAMES[game], key)


@lru_cache(maxsize=256)
def sections_named(game: str, key: str) -> Sequence[StatisticsSection]:
    """Return the sections of a variant of a game, both by key. Raises as `variant_named`."""
    return sections_of(GAMES[game], key)
