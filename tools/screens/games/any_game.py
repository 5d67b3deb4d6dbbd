"""The screens of a pad for any game, by name: how one gets there, and what is read there."""

from functools import partial
from typing import Any

from tools.screens import places

at = partial(places.at, "any_game")
SKYJO: dict[str, Any] = {"title": "Skyjo", "wins": "lowest", "ends": "points", "target": 100}
DEBTS: dict[str, Any] = {"title": "Who owes whom", "sum": 0}
PHASES: dict[str, Any] = {
    "title": "Phase 10",
    "wins": "lowest",
    "ends": "rounds",
    "rounds": 10,
    "tick": "Phase",
    "names": ["2 × 3", "3 + run of 4"],
}
CANASTA: dict[str, Any] = {
    "title": "Canasta",
    "sides": "opposite",
    "ends": "points",
    "target": 5000,
    "tick": "Red three",
}
NO_NOTE = None
OF_FOUR = [NO_NOTE, [14, -2, 2, 0], NO_NOTE, [23, 14, 39, 20]]
OF_EIGHT = [NO_NOTE, [40, -15, 0, 25, -10, -20, -20, 0]]
OF_TEN = [[0, 3], NO_NOTE, [0, 25, 5, 0, 55, 15, 5, 5, 10, 20]]
OF_SIDES = [[0], NO_NOTE, [1250, -85]]


def pad_keys(*values: str) -> list[str]:
    """Keys of the pad, by what they write."""
    return [f".amount-keys button[value='{value}']" for value in values]


QUESTIONS = {
    "round of four": at(*OF_FOUR, **SKYJO, says=["Round 3", "the lowest total wins at 100"]),
    "round of four, one to enter": at(
        *OF_FOUR, **SKYJO, taps=pad_keys("1", "4", "next", "2", "sign", "next", "2", "next")
    ),
    "without a title": at(says="Round 1"),
    "must add up": at(
        *OF_EIGHT, people=8, **DEBTS, taps=pad_keys("4", "0", "next", "2", "0"), says="60 too many"
    ),
    "ten with ticks": at(*OF_TEN, people=10, **PHASES, says="Phase 10"),
    "partners": at(*OF_SIDES, **CANASTA, taps=pad_keys("1", "2", "0", "plus", "5", "0")),
    "two": at(people=2, title="Scopa", ends="points", target=11),
}
CORRECTIONS = {
    "points": at(*OF_FOUR, **SKYJO, path="/deals/1/points"),
    "set-up, house rules": at(*OF_FOUR, **SKYJO, path="/deals/0/rules?back=play"),
    "ticks": at([0], NO_NOTE, [14, -2, 2, 0], **SKYJO, tick="Phase", path="/deals/1/ticked"),
}
OUTCOMES = {
    "four": at(*OF_FOUR, NO_NOTE, [70, 1, 2, 3], **SKYJO, says="Play on"),
    "ten": at(*OF_TEN, people=10, **(PHASES | {"rounds": 1, "names": []}), says="win"),
    "partners": at(*OF_SIDES, [], NO_NOTE, [4000, 10], **CANASTA, says="win"),
}
TABLES = [(2, {}), (4, SKYJO), (8, DEBTS), (10, PHASES)]
