"""The evenings of a year as a chart: a column a month, a square an evening, in it its matches.

Where a month has more evenings than squares have room, and over several years, a column is a bar as
high as there were evenings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from app.scoring import Text, _, _n
from app.store.numbers.calendar import CountedMatch
from app.web.core.page.written_dates import letter_of_month
from app.web.numbers.periods import month_name

SQUARE, PITCH = 22, 26  # how wide and high a square is, and how far from the next, in pixels
MOST_SQUARES = 8
# How high the longest bar is and the shortest, and the room of the number above it, in pixels.
BAR_HEIGHT, LEAST_BAR, ABOVE_BAR = 120, 3, 20
BELOW = 26  # the room of the names below the columns, in pixels
MOST_COLUMNS = 16


@dataclass(frozen=True)
class PeriodColumn:
    """A month or a year: its `name` in full and as `short` as below a column, and how many matches
    each of its evenings had, the first evening first."""

    name: str
    short: str
    evenings: Sequence[int]

    @property
    def matches(self) -> int:
        """How many matches it had."""
        return sum(self.evenings)


class YearChart:
    """The evenings of these matches: of a year month by month, or for "" of the latest years."""

    def __init__(self, matches: Sequence[CountedMatch], year: str) -> None:
        self.year = year
        if year:
            periods = [f"{year}-{month:02}" for month in range(1, 13)]
        else:
            periods = [f"{each:04}" for each in range(*year_range(matches))]
        # An evening belongs to the period in which it began.
        began: dict[int, str] = {}
        for match in matches:
            began.setdefault(match.evening, match.day)
        played = Counter(match.evening for match in matches)
        evenings: dict[str, list[int]] = {period: [] for period in periods}
        for evening, day in began.items():
            for period in {day[:4], day[:7]} & evenings.keys():
                evenings[period].append(played[evening])
        self.columns = [PeriodColumn(*names_of(it), evenings[it]) for it in periods]
        self.most = max((len(column.evenings) for column in self.columns), default=0)
        self.has_squares = bool(year) and self.most <= MOST_SQUARES

    @property
    def plot_height(self) -> int:
        """How high the columns are, in pixels."""
        return PITCH * self.most if self.has_squares else BAR_HEIGHT + ABOVE_BAR

    @property
    def height(self) -> int:
        """How high the chart is, in pixels."""
        return self.plot_height + BELOW

    def middle(self, index: int) -> float:
        """Return where the middle of a column is, in hundredths of the width."""
        return round(100 * (index + 0.5) / len(self.columns), 2)

    def top(self, place: int) -> int:
        """Return where a square begins, counted from the foot of its column, in pixels from
        above."""
        return self.plot_height - PITCH * (place + 1)

    def bar(self, column: PeriodColumn) -> int:
        """Return how high the bar of a column is, in pixels; 0 without an evening."""
        evenings = len(column.evenings)
        return max(LEAST_BAR, BAR_HEIGHT * evenings // self.most) if evenings else 0

    @property
    def about(self) -> Text:
        """What it shows, for those who do not see it."""
        told = [
            _("{name}: {evenings}", name=column.name, evenings=evenings_and_matches(column))
            for column in self.columns
            if column.evenings
        ]
        return _("The evenings, with their matches. {columns}", columns=told)


def year_range(matches: Sequence[CountedMatch]) -> tuple[int, int]:
    """Return the first of the latest years that have a column, and that after the last."""
    if not matches:
        return 0, 0
    first, last = int(matches[0].day[:4]), int(matches[-1].day[:4])
    return max(first, last - MOST_COLUMNS + 1), last + 1


def names_of(period: str) -> tuple[str, str]:
    """Return a year or a month (ISO) in full, and as short as below a column."""
    if len(period) == len("2026"):
        return period, period[2:]
    return month_name(period), letter_of_month(period)


def evenings_and_matches(column: PeriodColumn) -> Text:
    """Return how many evenings a column has, and how many matches."""
    evenings = len(column.evenings)
    return _(
        "{evenings}, {matches}",
        evenings=_n("{n} evening", "{n} evenings", evenings),
        matches=_n("{n} match", "{n} matches", column.matches),
    )
