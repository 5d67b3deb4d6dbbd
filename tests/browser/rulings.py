"""Rulings that are settled in a browser."""

import pytest

from app.games import GAMES
from testkit.play import keep_in
from tools.screens.table import asked_in, rulings_of
from tools.screens.visitor import played


def match_of(server, key, names):
    """A match of these players in which something is to be settled. Returns its id."""
    about = asked_in(GAMES[key])
    people = names[: about["people"]]
    return keep_in(server.database, played(key, about["answers"], people, about["rules"]))


def rulings(server, key, names):
    """Every ruling of a game in every state, alone and from a match of these players."""
    match = match_of(server, key, names)
    yield from ("/rules/settle/", f"/rules/settle/{key}?match={match}")
    for state in rulings_of(GAMES[key]):
        page = f"/rules/settle/{key}/{state}"
        yield from (page, f"{page}{'&' if '?' in page else '?'}match={match}")


one_game_often = pytest.mark.parametrize(
    "key", [key if key == "trex" else pytest.param(key, marks=pytest.mark.long) for key in GAMES]
)
"""What is asked of the game that has most of it, and at length of every game."""
