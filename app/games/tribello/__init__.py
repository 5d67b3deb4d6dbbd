"""Tribello: three players, twelve deals, trick targets by role. Rules: rules/en/tribello.md"""

from app.games.tribello import highlights, play
from app.games.tribello.rulings import RULINGS
from app.games.tribello.sheet import SHEET
from app.games.tribello.statistics import STATISTICS
from app.scoring import Game, _

GAME = Game(
    key="tribello",
    name=_("Tribello"),
    blurb=_("hit your target · 12 deals"),
    players=(3,),
    play=play.play,
    seating=_("Clockwise."),
    first=_("Deals first"),
    void_section="the-deal-and-the-widow",
    playing_section="playing-the-tricks",
    icon="tribello",
    numbers=play.page_numbers(),
    describe_progress=play.describe_progress,
    describe_deal=highlights.describe_deal,
    awards=highlights.AWARDS,
    statistics=STATISTICS,
    rulings=RULINGS,
    sheet=SHEET,
)
