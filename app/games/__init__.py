"""The games, each a readable script. To add one: its module, and its line in `GAMES`."""

from app.games import italian_whist, torite, trex, tribello, trico
from app.scoring import Game

GAMES: dict[str, Game] = {
    game.key: game
    for game in (tribello.GAME, trex.GAME, italian_whist.GAME, torite.GAME, trico.GAME)
}

NUMBERS = {game.key: game.numbers for game in GAMES.values()}
"""What the rules page of each game says as it scores."""
