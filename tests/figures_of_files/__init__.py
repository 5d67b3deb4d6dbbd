"""The facts of a match, worked out anew from its match file and not as the app does it.

This reads plain dictionaries, as the format of match files and the rules pages describe them, and
imports nothing of the app. A game is a module with a function that goes through the deals of a file
and returns a `Tally`. To add one: its module, and its line in `TALLIES`.
"""

from tests.figures_of_files.italian_whist import italian_whist
from tests.figures_of_files.people import people_of_file
from tests.figures_of_files.torite import torite
from tests.figures_of_files.trex import trex
from tests.figures_of_files.tribello import tribello
from tests.figures_of_files.trico import trico

TALLIES = {
    "tribello": tribello,
    "trex": trex,
    "italian_whist": italian_whist,
    "torite": torite,
    "trico": trico,
}
VARIANT_RULES = {
    "trex": {"partners": False, "complex": False, "swapped": False, "reversed": False},
    "italian_whist": {"upper": 10, "lower": -10},
    "trico": {"target": 14},
}
"""The rules that make another game of it, with the usual choices; in the order of the key."""


def variant_of_file(file):
    """The key of its variant: how many play, and each such rule that is not the usual one."""
    key = str(len(file["players"]))
    for rule, usual in VARIANT_RULES.get(file["game"], {}).items():
        choice = file["rules"].get(rule, usual)
        if choice != usual:
            key += f".{rule}" if choice is True else f".{rule}={choice}"
    return key


def tally_of_file(file):
    """What a match file counts; None of a match that goes on or that the table stopped."""
    tally = TALLIES[file["game"]](file)
    if file.get("ended") or not tally.is_over:
        return None
    if tally.points:
        tally.finish()
    return tally


def figures_of_file(file):
    """The rows of a match file by person, key and other person: [count, chances, points, deals]."""
    tally = tally_of_file(file)
    return tally.rows(people_of_file(file)) if tally else {}
