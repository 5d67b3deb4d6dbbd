"""The Torite: all win or lose together by a pattern of tricks. Rules: rules/torite.md"""

from app.games.torite import play
from app.games.torite.rulings import RULINGS
from app.games.torite.sheet import SHEET
from app.scoring import Game, _

GAME = Game(
    key="torite",
    name=_("The Torite"),
    blurb=_("Together: share out the tricks in a pattern, and keep one card of every suit."),
    players=play.PLAYERS,
    play=play.play,
    seating=_("Clockwise. With one or two players the first one deals and leads."),
    voids="choosing-hands",
    playing="playing-the-tricks",
    icon="torite",
    wins_together=True,
    numbers=play.numbers(),
    rulings=RULINGS,
    sheet=SHEET,
)
