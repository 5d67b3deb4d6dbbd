"""The Torite: all win or lose together by a pattern of tricks. Rules: rules/en/torite.md"""

from app.games.torite import highlights, play, scores
from app.games.torite.rulings import RULINGS
from app.games.torite.sheet import SHEET
from app.games.torite.statistics import STATISTICS
from app.scoring import Game, _

GAME = Game(
    key="torite",
    name=_("The Torite"),
    blurb=_("share tricks in a pattern"),
    players=scores.PLAYERS,
    play=play.play,
    seating=_("Clockwise. With one or two players the first one deals and leads."),
    void_section="choosing-hands",
    playing_section="playing-the-tricks",
    icon="torite",
    wins_together=True,
    numbers=scores.page_numbers(),
    awards=highlights.AWARDS,
    statistics=STATISTICS,
    rulings=RULINGS,
    sheet=SHEET,
)
