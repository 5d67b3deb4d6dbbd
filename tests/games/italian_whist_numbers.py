"""What pages say of Italian Whist where they tell what many matches add up to."""

from tests.web.numbers.pieces import Grid
from tests.web.numbers.words import MANY

NAME = "Italian Whist"
PLAYED = [(3, {"upper": 10, "lower": -10}, 42)]
PASSES = {"left": "Pass cards left", "right": "Pass cards right", "kept": "Keep cards"}
TRICKS = 9


def name_of_variant(_players, rules):
    upper, lower = int(rules.get("upper", 10)), -int(rules.get("lower", -10))
    return f"±{upper}" if upper == lower else f"+{upper} / \N{MINUS SIGN}{lower}"


def sections_of(played):
    for hand, title in (("first", "First hand"), ("second", "Second hand")):
        rows = {
            name: ([f"{hand}.{passed}.none", f"{hand}.{passed}.spades"], TRICKS)
            for passed, name in PASSES.items()
        }
        yield f"{title}: points a deal", MANY, Grid(["No trumps", "Spades"], rows)


def in_a_deal(key):
    return TRICKS if key.startswith(("first.", "second.")) else 1
