"""What a game has a page show of somebody: each figure in some section, against an even share."""

from collections import Counter

import pytest

from app.games import GAMES
from app.scoring.sections import MeanColumns, PointsGrid, ScoreDots, ShareRows, SplitBar
from app.scoring.statistics import facts_of, figures_of, sections_of, variant_of
from tests.little_kings import GAME as LITTLE_KINGS
from tests.play import play_at_random

VARIANTS = [
    *(("trex", "4"), ("trex", "4.complex"), ("trex", "4.partners.swapped")),
    *(("tribello", "3"), ("italian_whist", "3")),
    *(("torite", "1"), ("torite", "3"), ("torite", "4")),
    *(("trico", "2"), ("trico", "3.target=21")),
]


def keys_of(section):
    """The keys of the figures that a section shows."""
    match section:
        case PointsGrid():
            return {key for row in section.rows for key in row.keys}
        case SplitBar():
            return {section.key}
        case MeanColumns():
            return {*section.columns, section.key_of_all}
        case ShareRows():
            return {*section.rows}
        case ScoreDots():
            return {"won_together"}
    return {*section.keys}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_figure_of_a_game_is_in_a_section_of_some_variant(game):
    sections = [each for of, key in VARIANTS if of == game.key for each in sections_of(game, key)]
    shown = {key for section in sections for key in keys_of(section)}

    assert {figure.key for figure in game.statistics.figures} <= shown <= figures_of(game).keys()


@pytest.mark.parametrize(("key", "variant"), VARIANTS)
def test_sections_of_a_variant_have_titles_of_their_own(key, variant):
    titles = [str(section.title) for section in sections_of(GAMES[key], variant)]

    assert titles
    assert len({*titles}) == len(titles)


def test_a_game_that_counts_nothing_of_its_own_has_no_sections():
    assert sections_of(LITTLE_KINGS, "4") == ()


@pytest.mark.parametrize(
    ("key", "rules"),
    [
        ("trex", {"own_double": "plain", "partners": False}),
        ("trex", {"own_double": "plain", "partners": True, "swapped": True}),
        ("trex", {"own_double": "plain", "complex": True}),
        ("tribello", {}),
        ("italian_whist", {}),
    ],
)
def test_the_even_share_of_a_row_is_what_a_deal_brings_all_sides(key, rules, rng):
    match = play_at_random(GAMES[key], rng, rules=rules).match
    variant = variant_of(match)
    points, chances = Counter(), Counter()
    for fact in facts_of(match):
        points[fact.key] += fact.points
        chances[fact.key] += fact.chances

    for section in sections_of(match.game, variant.key):
        for row in section.rows if isinstance(section, PointsGrid) else ():
            deals = sum(chances[key] for key in row.keys) / row.chances
            assert sum(points[key] for key in row.keys) * variant.sides == row.total * deals
