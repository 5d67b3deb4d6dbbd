"""What differs between games: what they and their variants are called, and what is counted.

A game says this in ``tests/games/<key>_numbers.py``.
"""

from tests import games
from tests.web.numbers.words import MANY

NUMBERS = games.modules("numbers")
NAMES = {key: game.NAME for key, game in NUMBERS.items()}
FLOORS = {"won": 1, "won_together": 1, "comeback": 1}


def of_game(game, what, default):
    return getattr(NUMBERS[game], what, default)


def name_of_variant(game, variant):
    """What a variant is called, "" where its game is always played alike."""
    players, *rules = variant.split(".")
    name = of_game(game, "name_of_variant", lambda _players, _rules: "")
    return name(int(players), {rule.partition("=")[0]: rule.partition("=")[2] for rule in rules})


def full_name(game, variant):
    return f"{NAMES[game]} {name_of_variant(game, variant)}".strip()


def rate_of(game, key):
    """Of what happens again and again: its name, what, in what, and what its mean is of."""
    return of_game(game, "RATES", {}).get(key)


def floor_of(game, key):
    """How many matches it takes until a figure says anything."""
    return (FLOORS | of_game(game, "FLOORS", {})).get(key, MANY)
