"""The table that every test sits down at."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.front_door import Match, match_file

settings.register_profile("light", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("light")

SitDown = Callable[..., Match]


@pytest.fixture
def sit_down() -> SitDown:
    """Play a match from the deals of its file: `sit_down(game, deals, **rules)`.

    `players` are names, or how many of Anna, Bruno, Carla and Dino play.
    """

    def play(game: str, deals: Sequence[Mapping[str, Any]] = (), **about: Any) -> Match:
        return Match(match_file(game, deals, **about))

    return play


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    """Dice that fall alike every time this test runs."""
    return random.Random(request.node.nodeid)
