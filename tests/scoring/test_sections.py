"""What a game has a page show of somebody: each figure in some section, against an even share."""

from collections import Counter
from itertools import product

import pytest

from app.games import GAMES
from app.scoring.sections import FigureRows, MeanColumns, PointsGrid, ScoreDots, SplitBar
from app.scoring.statistics import facts_of, figures_of, sections_of, variant_of
from testkit.play import house_rules, play_at_random
from tests.little_kings import GAME as LITTLE_KINGS

COUNTED = [game for game in GAMES.values() if game.statistics and game.statistics.figures]


def variants_of(game):
    """Every number of players, with all that the house rules can make of the game."""
    choices = [
        [(rule, choice) for rule, choice in house_rules(game) if rule == of]
        for of in game.statistics.variant_rules
    ]
    return [(players, dict(rules)) for players in game.players for rules in product(*choices)]


def sections_by(game, players, rules):
    return game.statistics.sections(players, game.house_rules.value(rules))


def keys_of(section):
    """The keys of the figures that a section shows."""
    match section:
        case PointsGrid():
            return {key for row in section.rows for key in row.keys}
        case SplitBar():
            return {section.key}
        case MeanColumns():
            return {*section.columns, section.key_of_all}
        case FigureRows():
            return {*section.rows}
        case ScoreDots():
            return {"won_together"}


@pytest.mark.parametrize("game", COUNTED, ids=lambda game: game.key)
def test_sections_have_titles_of_their_own_and_every_figure_is_in_one_of_some_variant(game):
    shown = set()
    for players, rules in variants_of(game):
        sections = sections_by(game, players, rules)
        titles = [str(section.title) for section in sections]
        assert titles
        assert len({*titles}) == len(titles)
        shown |= {key for section in sections for key in keys_of(section)}

    assert {figure.key for figure in game.statistics.figures} <= shown <= figures_of(game).keys()


def test_a_game_that_counts_nothing_of_its_own_has_no_sections():
    assert sections_of(LITTLE_KINGS, "4") == ()


GRIDS = [
    pytest.param(game, players, rules, id=f"{game.key}-{players}-{rules}")
    for game in COUNTED
    for players, rules in variants_of(game)
    if any(isinstance(it, PointsGrid) for it in sections_by(game, players, rules))
]


@pytest.mark.parametrize(("game", "players", "rules"), GRIDS)
def test_the_even_share_of_a_row_is_what_a_deal_brings_all_sides(game, players, rules, rng):
    # What is not of the variant is as usual, because other rules may bring more or less.
    rules = game.house_rules.value(rules)
    match = play_at_random(game, rng, players=players, rules=rules).match
    variant, sides = variant_of(match), len(match.standing.sides)
    points, chances = Counter(), Counter()
    for fact in facts_of(match):
        points[fact.key] += fact.points
        chances[fact.key] += fact.chances

    for section in sections_of(match.game, variant.key):
        for row in section.rows if isinstance(section, PointsGrid) else ():
            deals = sum(chances[key] for key in row.keys) / row.chances
            assert sum(points[key] for key in row.keys) * sides == row.total * deals
