"""Italian Whist: one hand to win tricks, one to avoid them. Rules: rules/en/italian_whist.md"""

from app.games.italian_whist import highlights, play
from app.games.italian_whist.rulings import RULINGS
from app.games.italian_whist.sheet import SHEET
from app.games.italian_whist.statistics import STATISTICS
from app.scoring import Game, _

# The numbers that the rules page takes from the scoring, by the names that it uses.
PAGE_NUMBERS = {
    "tricks": play.TRICKS,
    "cards_each": play.CARDS_EACH,
    "cycle": play.CYCLE,
    "limit": play.LIMIT,
    "limit_below": -play.LIMIT,
    "short_limit": play.SHORT_LIMIT,
    "long_limit": play.LONG_LIMIT,
    "farthest_limit": play.FARTHEST_LIMIT,
    "first_hand": play.FIRST_HAND,
    "second_hand": play.SECOND_HAND,
    "most": play.FIRST_HAND * play.TRICKS,
    "least": play.SECOND_HAND * play.TRICKS,
}

GAME = Game(
    key="italian_whist",
    name=_("Italian Whist"),
    blurb=_("win one hand, lose the next"),
    players=(3,),
    play=play.play,
    seating=_("Clockwise."),
    first=_("Deals first"),
    void_section="splitting-your-cards",
    playing_section="following-suit",
    icon="italian-whist",
    numbers=PAGE_NUMBERS,
    describe_deal=highlights.describe_deal,
    awards=highlights.AWARDS,
    statistics=STATISTICS,
    rulings=RULINGS,
    sheet=SHEET,
)
