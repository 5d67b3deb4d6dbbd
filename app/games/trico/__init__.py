"""Trico: nine cards with symbols, two or three players, sets and pairs. Rules: rules/trico.md"""

from app.games.trico import play
from app.games.trico.numbers import NUMBERS
from app.games.trico.rulings import RULINGS
from app.games.trico.sheet import SHEET
from app.scoring import Game, _

GAME = Game(
    key="trico",
    name=_("Trico"),
    blurb=_("Nine cards with symbols: keep three, make sets and pairs, block the others."),
    players=(2, 3),
    play=play.play,
    seating=_("In any order: everyone plays at the same time."),
    voids="setting-up",
    playing="a-trick",
    icon="trico",
    numbers=NUMBERS,
    rulings=RULINGS,
    sheet=SHEET,
)
