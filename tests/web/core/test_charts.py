"""Charts say with lengths what their numbers say, and nothing stands outside them."""

from math import dist

import pytest

from app.charts import CENTRE, MIDDLE, RADIUS, ScoreDial
from app.scoring import SharedResult, Text
from app.store.numbers.calendar import CountedMatch
from app.web.numbers.person_chart import ColumnChart, DotChart, FormChart
from app.web.numbers.year import BAR_HEIGHT, LEAST_BAR, YearChart


def test_columns_stand_on_zero_or_hang_from_it_as_long_as_their_means():
    chart = ColumnChart([20, -10, None], [False, True, False], 5)
    up, down, none = chart.columns

    assert up.top + up.height == pytest.approx(chart.zero) == pytest.approx(down.top)
    assert up.height == pytest.approx(2 * down.height, abs=0.2)
    assert chart.zero - chart.line == pytest.approx(up.height / 4, abs=0.2), "the mean of all"
    assert (none.height, none.mean) == (0, None)
    assert [column.is_open for column in chart.columns] == [False, True, False]
    # Side by side, with their numbers above and below, all of it in the chart.
    for left, right in zip(chart.columns, chart.columns[1:], strict=False):
        assert 0 < left.start < left.middle < left.start + chart.width < right.start
    assert none.start + chart.width < 100
    assert 0 < up.label < up.top
    assert down.top + down.height < down.label < chart.foot < chart.height


@pytest.mark.parametrize("means", [[0, 0], [None, 0]])
def test_means_of_nothing_are_no_column_and_need_no_room_below_zero(means):
    chart = ColumnChart(means, [False, False], 0)

    assert [column.height for column in chart.columns] == [0, 0]
    assert chart.foot == chart.zero + ColumnChart([1], [False], 1).columns[0].height


def test_equal_scores_are_stacked_on_a_scale_from_nothing_to_the_best():
    chart = DotChart([24, 12, 12, 6], 24)

    assert chart.median == 12
    assert [score for _x, score in chart.ticks] == [0, 6, 12, 18, 24]
    (six, _six), (twelve, low), (again, high), (best, _best) = chart.dots
    assert (twelve, again) == (50, 50)
    assert best - twelve == pytest.approx(2 * (twelve - six), abs=0.1)
    assert low - high > 2 * chart.radius, "none on another"
    assert chart.radius < high < low < chart.scale - chart.radius
    assert chart.scale < chart.height
    assert not chart.bars


def test_of_many_equal_scores_each_score_is_a_bar_as_high_as_there_are():
    chart = DotChart([12] * 8 + [20] * 4, 24)

    assert not chart.dots
    (twelve, twenty) = chart.bars
    assert (twelve[0], twenty[0]) == (chart.x(12), chart.x(20))
    assert twelve[2] == pytest.approx(2 * twenty[2], abs=0.2)
    for _x, top, height in chart.bars:
        assert 0 < top < top + height == pytest.approx(chart.scale)
    assert DotChart([12] * 7, 24).is_stacked
    assert DotChart([12] * 80, 24).bars[0][1:] == twelve[1:], "no higher than there is room"


def heights_of(chart):
    """How far above the middle the line is after each step."""
    steps, tops = ([*map(float, chart.path[1:].split()[n::2])] for n in (0, 1))
    assert steps == [*range(chart.width + 1)]
    assert tops[-1] == chart.end
    return [chart.middle - top for top in tops]


def test_the_form_is_each_ten_matches_against_the_mean_between_what_may_be_chance():
    chart = FormChart([0] * 10 + [10] * 10, 5)
    heights = heights_of(chart)

    assert chart.means == [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5]
    assert heights == pytest.approx([each * heights[-1] / 5 for each in chart.means], abs=0.1)
    assert 0.8 * chart.middle < heights[-1] < chart.middle == chart.height / 2
    # Two standard deviations of a mean of ten, up and down.
    assert chart.band == pytest.approx(3.24, abs=0.01)
    assert chart.middle - chart.band_top == pytest.approx(3.24 * heights[-1] / 5, abs=0.2)
    assert chart.band_height == pytest.approx(2 * (chart.middle - chart.band_top))


def test_of_a_long_form_the_last_is_drawn_and_a_level_one_lies_in_the_middle():
    long = FormChart([*range(60)], 0)
    level = FormChart([3] * 20, 3)

    assert (len(long.means), long.means[-1]) == (40, 54.5)
    assert (level.band, heights_of(level)) == (0, [0] * 11)


def evenings(*days):
    """A match of each of these days, which is an evening of its own."""
    return [CountedMatch(n, "trico", "2", day, n, day, day) for n, day in enumerate(days)]


def test_a_year_has_a_square_an_evening_and_bars_where_a_month_has_too_many(app):
    days = [f"2020-03-{day:02}" for day in range(1, 10)]
    with app.test_request_context():
        few = YearChart(evenings(*days[:8], "2020-12-31"), "2020")
        many = YearChart(evenings(*days, "2020-05-01"), "2020")

    assert few.has_squares
    assert not many.has_squares
    assert [len(column.evenings) for column in few.columns] == [0, 0, 8, *[0] * 8, 1]
    assert few.top(7) == 0, "the highest square begins where the chart does"
    assert 0 < few.middle(0) < few.middle(11) < 100
    assert [many.bar(many.columns[month]) for month in (0, 2, 4)] == [0, BAR_HEIGHT, 13]
    for chart in (few, many):
        assert chart.height > chart.plot_height


def test_the_years_are_bars_of_which_the_shortest_is_seen_and_the_latest_have_room():
    chart = YearChart(evenings("1990-01-01", "2005-05-05", *["2020-02-02"] * 99), "")

    assert [column.name for column in chart.columns] == [str(year) for year in range(2005, 2021)]
    assert [chart.bar(chart.columns[place]) for place in (0, 1, -1)] == [LEAST_BAR, 0, BAR_HEIGHT]
    assert not YearChart([], "").columns


@pytest.mark.parametrize("score", [None, 0, 12, 24])
def test_a_dial_has_a_stroke_a_point_and_its_score_on_the_arc(score):
    dial = ScoreDial(SharedResult(24, (3, 21), Text("Won"), None), score)
    middle = CENTRE, MIDDLE

    assert [number for *_at, number in dial.numbers] == [0, 3, 6, 12, 18, 21, 24]
    assert len(dial.ticks) == 25
    for *ends, is_numbered in dial.ticks:
        inner, outer = dist(ends[:2], middle), dist(ends[2:], middle)
        assert inner < outer < RADIUS
        assert outer - inner == pytest.approx(9 if is_numbered else 4, abs=0.2)
    assert all(dist(at, middle) > RADIUS for *at, _number in dial.numbers)
    if score is None:
        assert dial.end is None
    else:
        assert dist(dial.end, middle) == pytest.approx(RADIUS, abs=0.1)
        left, top = dial.end
        # Clockwise from the lower left over the top to the lower right.
        assert (left - CENTRE > 1) - (CENTRE - left > 1) == (score > 12) - (score < 12)
        assert (top > MIDDLE) == (score != 12)
