"""What charts on the screen and on paper share: where numbers are on a scale, the lines through
them, labels that are kept apart, the totals of a match as lines, and a common score on a dial.
Lengths are in any unit, down or to the right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil, cos, log10, radians, sin
from typing import NamedTuple

from app.scoring import Deal, MatchResult, SharedResult, Side


class ChartScale:
    """Maps numbers to lengths: `first` is `before` the plot, and `last` at the end of its `room`.

    The lengths are rounded to so many `digits`.
    """

    def __init__(
        self, first: float, last: float, room: float, *, before: float = 0, digits: int = 1
    ) -> None:
        self._first, self._room, self._before, self._digits = first, room, before, digits
        self._span = last - first or 1  # where all numbers are equal, all of them are at the first

    def __call__(self, number: float) -> float:
        """Return where a number is."""
        part = self._room * (number - self._first) / self._span
        return round(self._before + part, self._digits)


def line_path(points: Iterable[tuple[float, float]]) -> str:
    """Return the path in SVG of a line through these points."""
    return "M" + " ".join(f"{x} {y}" for x, y in points)


def percent(part: float, whole: float) -> float:
    """Return a part in percent of the whole."""
    return round(100 * part / whole, 2)


def axis_ticks(totals: Sequence[int]) -> list[int]:
    """Return round numbers that take in 0 and all totals, about five of them."""
    low, high = min(0, *totals), max(0, *totals)
    wanted = max((high - low) / 5, 1)
    scale = 10 ** max(0, ceil(log10(wanted)) - 1)
    step = next(scale * digit for digit in (1, 2, 5, 10) if scale * digit >= wanted)
    bottom, top = low // step, -(-high // step)
    return [step * n for n in range(bottom, max(top, bottom + 1) + 1)]


def spread_apart(tops: Sequence[float], least: float, height: float) -> list[float]:
    """Return the same places, moved until they are `least` apart, and within the height if they
    fit."""
    order = sorted(range(len(tops)), key=lambda n: tops[n])
    placed = list(tops)
    for before, after in pairwise(order):
        placed[after] = max(placed[after], placed[before] + least)
    over = placed[order[-1]] - max(height, least * (len(tops) - 1))
    if over > 0:
        placed[order[-1]] -= over
        for after, before in pairwise(order[::-1]):
            placed[before] = min(placed[before], placed[after] - least)
    return [round(top, 2) for top in placed]


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

    The arc is of this `length`, and `filled` up to the score. `ticks` are strokes inside the arc
    (x, y, x, y), each with whether a number is beside it, and `numbers` where these are written
    (x, y, number): also at the ends that this table can reach.
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
        self.length = round(radians(SWEEP) * RADIUS, 1)
        self.filled = round(self.length * (score or 0) / self.top, 1)

    def _at(self, points: int, radius: float) -> tuple[float, float]:
        angle = radians(SWEEP * points / self.top - SWEEP / 2)
        return round(CENTRE + radius * sin(angle), 1), round(MIDDLE - radius * cos(angle), 1)
