"""What charts on the screen and on paper share: where numbers are on a scale, the lines through
them, and labels that are kept apart. Lengths are in any unit, down or to the right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil, log10


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
