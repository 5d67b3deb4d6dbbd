"""What pages say of Trico where they tell what many matches add up to."""

from tests.web.numbers.pieces import rates
from tests.web.numbers.words import MANY

NAME = "Trico"
PLAYED = [(3, {"target": 14}, 30), (2, {"target": 11}, 20)]
RATES = {
    "sets": ("Sets", "", "rounds", "a round"),
    "pairs": ("Pairs", "", "rounds", "a round"),
    "large": ("Large cards", "", "rounds", "a round"),
    "blocked": ("Blocked pairs", "", "rounds", "a round"),
}


def name_of_variant(players, rules):
    return f"{players} players · to {rules.get('target', 14)} points"


def sections_of(played):
    yield "What a round brings", MANY, rates(RATES)
