"""Charts of a person in a game: columns of means, dots of scores, and the form as a line.

Across they are measured in hundredths of their width, down in pixels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import median_low, stdev

from app.charts import ChartScale, line_path

# Columns

# The room for the number above the highest column, for columns, and for their names.
ABOVE, PLOT, BELOW = 24, 112, 46
UNDER_ZERO = 20  # the room for the number below a column that goes down
PART_OF_SLOT = 0.74


@dataclass(frozen=True)
class ChartColumn:
    """A column from zero to its `mean`, None without one: where it begins, its middle and where its
    number is written. It `is_open` if the mean is of too few."""

    mean: float | None
    start: float
    middle: float
    top: float
    height: float
    label: float
    is_open: bool


class ColumnChart:
    """Means as columns from zero, side by side, and a `line` at the mean of all; `width` is that of
    a column. `means` has None for what there is no mean of; those that are `few` are open."""

    def __init__(
        self, means: Sequence[float | None], few: Sequence[bool], mean_of_all: float
    ) -> None:
        known = [0.0, mean_of_all, *(each for each in means if each is not None)]
        high, low = max(known), min(known)
        self._y = ChartScale(high, low, PLOT, before=ABOVE)
        self.foot = ABOVE + PLOT + (UNDER_ZERO if low < 0 else 0)
        self.height = self.foot + BELOW
        self.zero, self.line = self._y(0), self._y(mean_of_all)
        slot = 100 / len(means)
        self.width = round(slot * PART_OF_SLOT, 2)
        self.columns = [
            self._column(slot * (n + 0.5), value, is_few)
            for n, (value, is_few) in enumerate(zip(means, few, strict=True))
        ]

    def _column(self, middle: float, value: float | None, is_few: bool) -> ChartColumn:
        end = self._y(value or 0)
        return ChartColumn(
            value,
            start=round(middle - self.width / 2, 2),
            middle=round(middle, 2),
            top=min(end, self.zero),
            height=round(abs(end - self.zero), 1),
            label=end - 7 if (value or 0) >= 0 else end + 17,
            is_open=is_few,
        )


# Dots

# The room for dots above the scale, the radius of one, and how far apart two of a stack are.
DOTS_HIGH, DOT, STEP = 126, 7.5, 17.5
MEDIAN_HIGH = 22
MOST_STACKED = 7  # where more scores than these are equal, they are a bar
BESIDE = 3  # the room beside the ends of the scale
QUARTERS = 4


class DotChart:
    """Scores on a scale from 0 to `top`: equal ones are stacked, or where there are many of them
    each score is a bar. `median` is the middle one, the lower of two."""

    def __init__(self, scores: Sequence[int], top: int) -> None:
        self.top, self.median = top, median_low(scores)
        self.x = ChartScale(0, top, 100 - 2 * BESIDE, before=BESIDE, digits=2)
        self.counts = Counter(scores)
        most = max(self.counts.values())
        self.is_stacked = most <= MOST_STACKED
        step = STEP if self.is_stacked else (DOTS_HIGH - 2 * DOT) / most
        above = round(most * step + MEDIAN_HIGH + 8)
        self.scale, self.height, self.radius = above, above + 30, DOT
        self.dots = [
            (self.x(score), round(self.scale - 11 - STEP * place, 1))
            for score, count in sorted(self.counts.items())
            for place in range(count)
            if self.is_stacked
        ]
        self.bars = [
            (self.x(score), round(self.scale - count * step, 1), round(count * step, 1))
            for score, count in sorted(self.counts.items())
            if not self.is_stacked
        ]
        self.ticks = [
            (self.x(score), score) for score in (top * n // QUARTERS for n in range(QUARTERS + 1))
        ]


# The form

WINDOW = 10  # the form is the mean of so many matches, one after the other
MOST_WINDOWS = 40
FORM_HIGH = 76


class FormChart:
    """The mean of each ten matches, one match further each, against the mean of all.

    `band` is two standard deviations of such a mean: inside it all may be chance. `means` are the
    last ones, against the mean of all; better is up.
    """

    def __init__(self, points: Sequence[int], mean_of_all: Fraction) -> None:
        windows = [points[n : n + WINDOW] for n in range(len(points) - WINDOW + 1)]
        self.means = [
            Fraction(sum(window), WINDOW) - mean_of_all for window in windows[-MOST_WINDOWS:]
        ]
        self.band = 2 * stdev(points) / sqrt(WINDOW)
        self.height, self.middle = FORM_HIGH, FORM_HIGH / 2
        reach = max(self.band, *(abs(float(each)) for each in self.means)) * 1.06 or 1
        y = ChartScale(reach, -reach, FORM_HIGH)
        self.band_top = y(self.band)
        self.band_height = round(2 * (self.middle - self.band_top), 1)
        self.width = len(self.means) - 1
        self.path = line_path((n, y(float(each))) for n, each in enumerate(self.means))
        self.end = y(float(self.means[-1]))
