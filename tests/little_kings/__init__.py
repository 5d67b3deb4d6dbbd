"""A sixth game, added as CONTRIBUTING says: a folder, a rules page, and one line in GAMES."""

from app.scoring import Game, _
from tests.little_kings import play

GAME = Game(
    key="little_kings",
    name=_("Little Kings"),
    blurb=_("Each king names both contracts once: leave the queens, win the tricks."),
    players=(4,),
    play=play.play,
    seating=_("Clockwise."),
    void_section="misdeals",
    playing_section="contracts",
    numbers={
        "queens": play.QUEENS,
        "queen": play.QUEEN,
        "tricks": play.TRICKS,
        "trick": play.TRICK,
    },
)
