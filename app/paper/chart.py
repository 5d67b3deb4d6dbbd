"""A line chart of the totals, whose lines differ in dash and marker and are named at their end.

Only lines and markers are drawn; numbers and names are set beside them as text of the page, in its
letters and directions. All lengths are millimetres on paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from markupsafe import Markup

from app.charts import ChartScale, axis_ticks, spread_apart
from app.paper.html import svg
from app.scoring import Text

DASHES = ("", "2.6 1.1", "0.7 0.9", "3.4 0.9 0.7 0.9", "4.6 0.9", "2.6 0.8 0.7 0.8 0.7 0.8")
"""Lines with the same one, six apart, have markers of other shapes."""
OPEN = 'stroke="{}" stroke-width="0.35" fill="var(--white)"'
STROKES = 'stroke="{}" stroke-width="0.5" fill="none"'
MARKERS = (
    ("h.001", 'stroke="{}" stroke-width="1.9" stroke-linecap="round"'),
    ("m-.85 -.85h1.7v1.7h-1.7z", OPEN),
    ("m0 -1.15l1.1 2h-2.2z", 'fill="{}"'),
    ("m0 -1.3l1.1 1.3l-1.1 1.3l-1.1 -1.3z", OPEN),
    ("m-.85 -.85h1.7v1.7h-1.7z", 'fill="{}"'),
    ("m-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z", OPEN),
    ("m0 -1.3l1.1 1.3l-1.1 1.3l-1.1 -1.3z", 'fill="{}"'),
    ("m0 1.15l1.1 -2h-2.2z", OPEN),
    ("m-.9 -.9l1.8 1.8m0 -1.8l-1.8 1.8", STROKES),
    ("m-1.1 0h2.2m-1.1 -1.1v2.2", STROKES),
)
"""How the marker of each line is drawn from its middle, and how it is inked with a colour."""
MAX_MARKERS, MARKER_ROOM = 24, 3
LINE_OF_TEXT = 4.2


@dataclass(frozen=True)
class ChartLabel:
    """A number written beside the drawing, with its distance from its left and from its top."""

    left: float
    top: float
    value: int


@dataclass(frozen=True)
class LineChart:
    """The drawing, and where the page writes its numbers.

    `heights` are the totals at the left from top to bottom, each `step` below the one before; the
    last line of them ends `below` the plot. `ends` are the last totals, one a line.
    """

    drawing: Markup
    width: float
    height: float
    heights: Sequence[int]
    step: float
    deals: Sequence[ChartLabel]
    ends: Sequence[ChartLabel]

    @property
    def below(self) -> float:
        """How much room the numbers need under the plot."""
        return max(7, self.step / 2 + 1)


def line_chart(
    lines: Sequence[Sequence[int]],
    numbers: Sequence[int],
    first: Sequence[int],
    about: Text,
    *,
    width: float,
    height: float,
    from_right: bool = False,
) -> LineChart:
    """Return the chart of the totals of each side after each deal, all of the same length, from 0
    on.

    `numbers` are those of the deals, as the table counts them. `first` are the sides whose line
    comes first in colour and weight, `about` is the title that a screen reader says. The chart is
    higher than `height` where the names at the ends need it. Time runs `from_right` where the words
    of the page do.
    """
    height = max(height, LINE_OF_TEXT * (len(lines) - 1))
    ticks = axis_ticks([total for line in lines for total in line])
    low, high = ticks[0], ticks[-1]

    first_deal, last_deal = (len(numbers), 0) if from_right else (0, len(numbers))
    x = ChartScale(first_deal, last_deal, width, digits=2)
    y = ChartScale(high, low, height, digits=2)
    grid = "".join(f"M0 {y(tick)}H{width}" for tick in ticks if tick)
    drawn = [
        f'<path d="{grid}" stroke="var(--faint)" stroke-width="0.1"/>',
        f'<path d="M0 {y(0)}H{width}" stroke="var(--ink)" stroke-width="0.25"/>',
    ]
    tops = spread_apart([y(line[-1]) for line in lines], LINE_OF_TEXT, height)
    # The first lines are drawn last, so that they lie on top.
    for side in sorted(range(len(lines)), key=lambda index: index in first):
        points = [(x(0), y(0)), *((x(n), y(total)) for n, total in enumerate(lines[side], start=1))]
        drawn.append(side_line(side, points, tops[side], width, side in first, from_right))
    # The drawing is wider than the plot by what leads to the names.
    box = f"{-8 if from_right else -2} -2 {width + 10} {height + 4}"
    size = f'viewBox="{box}" width="{width + 10}mm" height="{height + 4}mm"'
    every = label_interval(numbers[-1])
    return LineChart(
        svg(f'class="lines" {size}', about, "".join(drawn)),
        width,
        height,
        ticks[::-1],
        round(height / (len(ticks) - 1), 2),
        [
            ChartLabel(x(deal), height, number)
            for deal, number in enumerate(numbers, start=1)
            if number % every == 0
        ],
        [
            ChartLabel(-8 if from_right else width + 8, top, line[-1])
            for top, line in zip(tops, lines, strict=True)
        ],
    )


def side_line(
    side: int,
    points: Sequence[tuple[float, float]],
    top: float,
    width: float,
    is_first: bool,
    from_right: bool,
) -> str:
    """Return the line of a side with its markers, and what leads from its end to the name at
    `top`."""
    colour = "var(--accent)" if is_first else "var(--ink)"
    dash = DASHES[side % len(DASHES)]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    deals = len(points) - 1
    every = ceil(deals / min(MAX_MARKERS, width // MARKER_ROOM))
    behind = [-1.2, -4, -6] if from_right else [width + 1.2, width + 4, width + 6]
    marked = [point for n, point in enumerate(points) if n and (n % every == 0 or n == deals)]
    outline, ink = MARKERS[side]
    # One path for all markers: each element of a page takes its time to print.
    markers = "".join(f"M{x} {y}{outline}" for x, y in (*marked, (behind[2], top)))
    return (
        f'<path d="M{" L".join(f"{a} {b}" for a, b in points)}" fill="none" stroke="{colour}"'
        f' stroke-width="{0.6 if is_first else 0.4}" stroke-linejoin="round"{dashes}/>'
        f'<path d="{markers}" {ink.format(colour)}/>'
        f'<path d="M{behind[0]} {points[-1][1]} L{behind[1]} {top}" fill="none"'
        f' stroke="var(--soft)" stroke-width="0.12"/>'
    )


def label_interval(deals: int) -> int:
    """Return how many deals apart they are numbered."""
    return 1 if deals <= 12 else 5 if deals <= 60 else 10 * (deals // 200 + 1)
