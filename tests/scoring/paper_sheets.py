"""Finished sheets of paper: what stands on one, and the fields in which it is typed."""

import pytest

from app.games import GAMES
from testkit.play import play_at_random
from tests import games

POINTS_OF_A_KINGDOM = {
    "king": (-75, 0, 0, 0),
    "queens": (-50, -50, 0, 0),
    "diamonds": (-70, -10, -20, -30),
    "slaps": (-60, -60, -45, -30),
    "trex": (200, 150, 100, 50),
}


def row(number, **fields):
    """The fields of a row: a list has a number for each player."""
    form = {}
    for key, value in fields.items():
        if isinstance(value, str):
            form[f"{number}.{key}"] = value
        else:
            form |= {f"{number}.{key}.{at}": str(n) for at, n in enumerate(value) if n is not None}
    return form


def kingdom(first=1):
    """The rows of a kingdom of Trex, the first of them that of this deal."""
    rows = {}
    for number, (contract, points) in enumerate(POINTS_OF_A_KINGDOM.items(), start=first):
        rows |= row(number, contract=contract, points=points)
    return rows


WHOLE_TREX = {"1.owner": "0"} | kingdom(1) | kingdom(6) | kingdom(11) | kingdom(16)


def fields_of(played):
    """A match as somebody writes it on paper and types it in."""
    asked, form = getattr(games.of(played.game.key), "ASKED_ON_PAPER", ()), {}
    for answered in played.standing.answered:
        prompt, answer = answered.prompt, answered.answer
        if answer is None or not prompt.deal or (prompt.key == "contract" and prompt.forced_answer):
            continue
        if not asked or prompt.key in asked:
            fields = prompt.fill(answer)
            form |= {f"{prompt.deal}.{name}": value for name, value in fields.items()}
    if asked:
        for deal in played.standing.deals:
            form |= row(deal.number, points=deal.scores)
    return form


def written(game, rng, **rules):
    """A whole match by these house rules of which a sheet tells all."""
    needed = getattr(games.of(game.key), "PAPER_RULES", game.sheet.paper.house)
    return play_at_random(game, rng, rules={**needed, **rules}, mishaps=0)


on_any_sheet = pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if game.sheet.paper], ids=lambda game: game.key
)
