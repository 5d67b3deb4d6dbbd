"""The worked numbers of the rules, computed twice by independent programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

GOLDEN: dict[str, Any] = json.loads(Path(__file__).with_name("golden.json").read_text("utf-8"))

SYMBOLS = {"S": "spade", "H": "heart", "D": "diamond", "A": "acorn", "C": "club"}


def vectors(name: str) -> list[Any]:
    """The worked examples called `name`, each with its own id."""
    return [pytest.param(vector, id=vector["id"]) for vector in GOLDEN[name]]


def named(ids: list[str]) -> list[Any]:
    """The worked examples with these ids, as they are played one after the other."""
    lists = [each for each in GOLDEN.values() if isinstance(each, list)]
    by_id = {vector["id"]: vector for each in lists for vector in each}
    return [by_id[each] for each in ids]


def demo_deck() -> dict[str, dict[str, list[str]]]:
    """The made-up Trico deck of the rules page; where one symbol is large, it is the first."""
    deck = {}
    for number, (letters, large) in GOLDEN["tricoDemoDeck"].items():
        symbols = [SYMBOLS[letter] for letter in letters]
        deck[number] = {"symbols": symbols, "large": symbols[:large]}
    return deck
