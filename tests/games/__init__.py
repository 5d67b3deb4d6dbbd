"""What a test knows of one game and no other: a module for each, found by the game's key."""

from importlib import import_module
from types import ModuleType


def of(key: str) -> ModuleType:
    """The tests of a game, and in capitals what others ask of it: ``of(key).NAME``."""
    return import_module(f"tests.games.test_{key}")
