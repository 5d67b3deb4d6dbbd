"""Charts of a match: the totals as lines, and a common score on a dial."""

from __future__ import annotations

from math import cos, radians, sin
from typing import NamedTuple

from app.chart_scale import ChartScale, line_path, spread_apart
from app.scoring import Deal, MatchResult, SharedResult, Side

# The totals as lines, in pixels

CHART_HEIGHT = 104
LABELS_APART = 16  # the names at the ends of two lines are at least so far apart


class TotalsLine(NamedTuple):
    """The totals of a side after each deal: how far from the top it ends, and where its name is."""

    side: Side
    path: str
    end: float
    name: float
    is_first: bool


class TotalsChart:
    """Every side's line, the winners' last so that it is drawn on top.

    As wide as it has deals, to be stretched to the page, or of a `width` in pixels. `zero` is the
    height of no points, and at `groups` a kingdom or a phase is over. `band` is where the deal that
    turned the match begins and ends, None without one.
    """

    def __init__(
        self,
        result: MatchResult,
        turning: Deal | None = None,
        *,
        width: float | None = None,
        height: int = CHART_HEIGHT,
    ) -> None:
        deals = result.deals
        totals = [(0,) * len(result.sides), *(deal.totals for deal in deals)]
        high = max(max(points) for points in totals)
        low = min(min(points) for points in totals)

        y = ChartScale(high, low, height)
        # A path that is stretched has a unit for each deal.
        x = int if width is None else ChartScale(0, len(deals), width)

        def path(side: Side) -> str:
            return line_path((x(n), y(after[side.index])) for n, after in enumerate(totals))

        self.width, self.height = x(len(deals)), height
        self.is_stretched = width is None
        self.zero = y(0)
        self.groups = [
            x(n)
            for n in range(1, len(deals))
            if deals[n].group and deals[n].group is not deals[n - 1].group
        ]
        turn = deals.index(turning) if turning else None
        self.band = None if turn is None else (x(turn), x(turn + 1))
        ends = [y(points) for points in totals[-1]]
        names = spread_apart(ends, LABELS_APART, height)
        winners = result.outcome.winners
        lines = [
            TotalsLine(side, path(side), ends[side.index], names[side.index], side in winners)
            for side in result.sides
        ]
        self.lines = sorted(lines, key=lambda line: line.is_first)


# A common score on a dial, in the units of a drawing 300 wide

SWEEP = 240  # in degrees, with the middle at the top
CENTRE, MIDDLE, RADIUS = 150, 156, 124
QUARTERS = 4  # the dial has a number after each quarter


class ScoreDial:
    """An arc from 0 to `top`, and the `end` of a win's `score` on it; None for a loss.

    `ticks` are strokes inside the arc (x, y, x, y), each with whether a number is beside it, and
    `numbers` where these are written (x, y, number): also at the ends that this table can reach.
    """

    def __init__(self, account: SharedResult, score: int | None) -> None:
        self.top, self.score = account.top, score
        numbered = {self.top * part // QUARTERS for part in range(QUARTERS + 1)}
        numbered |= set(account.ends)
        (x1, y1), (x2, y2) = self._at(0, RADIUS), self._at(self.top, RADIUS)
        self.arc = f"M{x1} {y1}A{RADIUS} {RADIUS} 0 1 1 {x2} {y2}"
        self.ticks = [
            (
                *self._at(n, RADIUS - (22 if n in numbered else 17)),
                *self._at(n, RADIUS - 13),
                n in numbered,
            )
            for n in range(self.top + 1)
        ]
        self.numbers = [(*self._at(n, RADIUS + 21), n) for n in sorted(numbered)]
        self.end = None if score is None else self._at(score, RADIUS)

    def _at(self, points: int, radius: float) -> tuple[float, float]:
        angle = radians(SWEEP * points / self.top - SWEEP / 2)
        return round(CENTRE + radius * sin(angle), 1), round(MIDDLE - radius * cos(angle), 1)
