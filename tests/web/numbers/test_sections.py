"""What a person's page shows of one game and variant, in the sections that the game has."""

import pytest

from app.games import GAMES
from app.store.numbers.totals import Total
from app.store.people.people import Person
from app.web.numbers.sections import VariantSections
from app.web.numbers.variant_totals import VariantTotals


@pytest.fixture
def sections(app):
    """The sections of somebody with these totals of ten matches of four, by their titles."""

    def sections_of(game, variant, **totals):
        by_key = {key.replace("__", "."): Total(*total) for key, total in totals.items()}
        of_matches = {"won": Total(10, 5, 10), "place": Total(10, 20, 40)}
        played = VariantTotals(GAMES[game], variant, of_matches | by_key)
        with app.test_request_context():
            views = VariantSections(Person(id=1, name="Anna"), played).views
        return {str(view.section.title): view for view in views if view.kind in ("grid", "split")}

    return sections_of


@pytest.mark.parametrize(("variant", "mean"), [("4", "−9"), ("4.reversed", "+9")])
def test_where_the_lowest_total_wins_points_turn_and_better_stays_to_the_right(
    sections, variant, mean
):
    grid = sections("trex", variant, king__own=(10, 1, 10, -90))["Points a deal, by contract"]

    [(_row, [own, others])] = grid.rows
    assert (own.mean, own.bar) == (mean, 0.39)
    assert others.mean is None, "nothing was counted there"


def test_doublings_are_split_into_those_that_paid_and_those_that_came_home(sections):
    split = sections("trex", "4", doubled=(8, 44, 48, 2150))["Doubling"]

    assert str(split.headline) == "44 of 48 paid, +2,150"
    assert (split.total.count, split.share) == (44, 91.67)


def test_what_there_is_nothing_of_is_not_there(sections):
    assert sections("trex", "4") == {}
