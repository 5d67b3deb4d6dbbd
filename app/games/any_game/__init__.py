"""Any game: a pad for whatever is played. Rules: rules/en/any_game.md"""

from app.games.any_game import play, setup, statistics
from app.games.any_game.sheet import SHEET
from app.scoring import Game, _, _n

PAGE_NUMBERS = {
    "rounds": setup.MOST_ROUNDS,
    "usual_rounds": setup.USUAL_ROUNDS,
    "target": setup.USUAL_TARGET,
    "title_letters": setup.LONGEST_TITLE,
    "note_letters": setup.LONGEST_NOTE,
}

GAME = Game(
    key="any_game",
    name=_("Any game"),
    blurb=_("a pad for whatever you play"),
    players=tuple(range(2, 11)),
    play=play.play,
    seating=_("In play order."),
    icon="any-game",
    void_section="a-round",
    playing_section="a-round",
    first=_("Deals first"),
    only_gains=True,
    points_as_said=True,
    is_reversed=lambda rules: rules["wins"] == "lowest",
    count_deals=lambda n: _n("{n} round", "{n} rounds", n),
    describe_progress=play.describe_progress,
    higher_mark=play.higher_mark,
    statistics=statistics.STATISTICS,
    numbers=PAGE_NUMBERS,
    sheet=SHEET,
)
