"""Italian Whist: one hand to win tricks, one to avoid them. Rules: rules/italian_whist.md"""

from app.games.italian_whist import play
from app.games.italian_whist.numbers import NUMBERS
from app.games.italian_whist.rulings import RULINGS
from app.games.italian_whist.sheet import SHEET
from app.scoring import Game, _

GAME = Game(
    key="italian_whist",
    name=_("Italian Whist"),
    blurb=_("win one hand, lose the next"),
    players=(3,),
    play=play.play,
    seating=_("Clockwise."),
    first=_("deals first"),
    void_section="splitting-your-cards",
    playing_section="following-suit",
    icon="italian-whist",
    numbers=NUMBERS,
    asks=("choose", "count"),
    rulings=RULINGS,
    sheet=SHEET,
)
