"""Trico: nine cards with symbols, two or three players, sets and pairs. Rules: rules/trico.md"""

from app.games.trico import play
from app.games.trico.numbers import NUMBERS
from app.games.trico.rulings import RULINGS
from app.games.trico.sheet import SHEET
from app.scoring import Game, _

GAME = Game(
    key="trico",
    name=_("Trico"),
    blurb=_("nine cards, sets and pairs"),
    players=(2, 3),
    play=play.play,
    seating=_("In any order: everyone plays at the same time."),
    void_section="setting-up",
    playing_section="a-trick",
    icon="trico",
    only_gains=True,
    numbers=NUMBERS,
    asks=("choose", "faces", "figures", "pick"),
    rulings=RULINGS,
    sheet=SHEET,
)
