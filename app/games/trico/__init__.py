"""Trico: nine cards with symbols, two or three players, sets and pairs. Rules: rules/en/trico.md"""

from app.games.trico import highlights, house_rules, play, scores
from app.games.trico.chances import points_to_count
from app.games.trico.rulings import RULINGS
from app.games.trico.sheet import SHEET
from app.games.trico.statistics import STATISTICS
from app.scoring import Game, _, _n

# The numbers that the rules page takes from the scoring, by the names that it uses.
PAGE_NUMBERS = {
    "cards": house_rules.CARDS,
    "kept": house_rules.KEPT,
    "fewest_symbols": house_rules.FEWEST_SYMBOLS,
    "most_symbols": house_rules.MAX_SYMBOLS,
    "set": scores.SET,
    "pair": scores.PAIR,
    "large_card": scores.LARGE_CARD,
    "blocked_by": scores.BLOCKED_BY,
    "most": max(points_to_count()),
    "most_without_a_set": scores.PAIR + 2 * scores.LARGE_CARD,
    "target": house_rules.USUAL_TARGET,
    "shorter_target": house_rules.SHORTER_TARGET,
    **{f"longer_target_{n}": target for n, target in enumerate(house_rules.LONGER_TARGETS, 1)},
    "highest_target": house_rules.HIGHEST_TARGET,
}

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
    plays_at_once=True,
    only_gains=True,
    count_deals=lambda n: _n("{n} round", "{n} rounds", n),
    numbers=PAGE_NUMBERS,
    describe_deal=highlights.describe_deal,
    awards=highlights.AWARDS,
    statistics=STATISTICS,
    rulings=RULINGS,
    sheet=SHEET,
)
