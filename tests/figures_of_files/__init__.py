"""The facts of a match, worked out anew from its match file and not as the app does it.

This reads plain dictionaries, as the format of match files and the rules pages describe them, and
imports nothing of the app. How a game is read stands in ``tests/games/<key>_tally.py``.
"""

from tests import games
from tests.figures_of_files.people import people_of_file

TALLIES = games.modules("tally")
"""How match files are read, by the key of their game."""


def variant_of_file(file):
    """The key of its variant: how many play, and each such rule that is not the usual one; or what
    its game says."""
    if of_game := getattr(TALLIES[file["game"]], "variant_of", None):
        return of_game(file)
    key = str(len(file["players"]))
    for rule, usual in getattr(TALLIES[file["game"]], "VARIANT_RULES", {}).items():
        choice = file["rules"].get(rule, usual)
        if choice != usual:
            key += f".{rule}" if choice is True else f".{rule}={choice}"
    return key


def tally_of_file(file):
    """What a match file counts; None of a match that goes on or that the table stopped."""
    tally = TALLIES[file["game"]].tally_of(file)
    if (file.get("ended") and not tally.ends_when_told) or not tally.is_over:
        return None
    if tally.points:
        tally.finish()
    return tally


def figures_of_file(file):
    """The rows of a match file by person, key and other person: [count, chances, points, deals]."""
    tally = tally_of_file(file)
    return tally.rows(people_of_file(file)) if tally else {}
