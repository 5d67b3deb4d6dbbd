"""The form of a sheet that is typed in."""

from app.games import GAMES
from testkit.match import TEN_NAMES

DAY = "2024-05-03"


def players(game, names=None):
    """Who played a game on that day."""
    names = names or TEN_NAMES[: GAMES[game].players[0]]
    seats = {f"players.{at}": name for at, name in enumerate(names)}
    return {"game": game, "date": DAY, "utc_offset": "120", **seats}
