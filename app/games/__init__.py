"""The games, each a folder with a readable script. To add one: its folder, a line in `GAMES`."""

from collections.abc import Mapping

from app.games import any_game, italian_whist, torite, trex, tribello, trico
from app.scoring import Game

GAMES: dict[str, Game] = {
    game.key: game
    for game in (
        tribello.GAME,
        trex.GAME,
        italian_whist.GAME,
        torite.GAME,
        trico.GAME,
        any_game.GAME,
    )
}


def numbers() -> dict[str, Mapping[str, int]]:
    """Return the numbers that the rules page of each game takes from its scoring, by the game's
    key."""
    return {game.key: game.numbers for game in GAMES.values()}
