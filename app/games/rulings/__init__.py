"""Rulings: what a table settles in the middle of a game, by game, in the order it argues.

Each module has the plain functions that rule on what lies on the table, and the scripts that ask
for it. Points come from the functions that score the game, so that ruling and score agree.
"""

from collections.abc import Mapping

from app.games.rulings import italian_whist, torite, trex, tribello, trico
from app.games.rulings.ruling import Ruling

RULINGS: Mapping[str, tuple[Ruling, ...]] = {
    "tribello": tribello.RULINGS,
    "trex": trex.RULINGS,
    "italian_whist": italian_whist.RULINGS,
    "torite": torite.RULINGS,
    "trico": trico.RULINGS,
}
