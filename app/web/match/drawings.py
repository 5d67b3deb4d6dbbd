"""What the end of a match is drawn as: the totals as lines, and a common score on a dial.

Only geometry: the templates draw it with attributes, on the page in the colours of its look and in
the picture in those of paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin

from app.paper.chart import apart
from app.scoring import Account, Deal, Finish, Side

# --- the totals as lines ------------------------------------------------------------------------

LETTERS_APART = 16
"""The names at the ends of two lines stand so far apart, in pixels."""


@dataclass(frozen=True)
class Line:
    """The totals of a side after each deal: how far from the top it ends, and its name stands."""

    side: Side
    path: str
    end: float
    name: float
    is_first: bool


@dataclass(frozen=True)
class Lines:
    """Every side's line, the winners' last so that it lies on top.

    As wide as it has deals, to be stretched to the page, or of a `width` in pixels. `zero` is the
    height of no points, and at `groups` a kingdom or a phase is over.
    """

    width: float
    height: int
    is_stretched: bool
    zero: float
    groups: Sequence[float]
    lines: Sequence[Line]


def lines(finish: Finish, height: int, width: int | None = None) -> Lines | None:
    """The totals after each deal that counts; None with fewer than two of them."""
    if len(finish.deals) < 2:
        return None
    totals = [(0,) * len(finish.sides), *(deal.totals for deal in finish.deals)]
    high = max(max(points) for points in totals)
    low = min(min(points) for points in totals)

    def y(points: int) -> float:
        return round(height * (high - points) / max(high - low, 1), 1)

    def x(deals: int) -> float:
        return deals if width is None else round(width * deals / len(finish.deals), 1)

    ends = [y(points) for points in totals[-1]]
    names = apart(ends, LETTERS_APART, height)
    winners = finish.outcome.winners
    drawn = [
        Line(
            side,
            "M" + " ".join(f"{x(n)} {y(points[side.index])}" for n, points in enumerate(totals)),
            ends[side.index],
            names[side.index],
            side in winners,
        )
        for side in finish.sides
    ]
    return Lines(
        width=x(len(finish.deals)),
        height=height,
        is_stretched=width is None,
        zero=y(0),
        groups=[x(n) for n in ends_of_groups(finish.deals)],
        lines=sorted(drawn, key=lambda line: line.is_first),
    )


def ends_of_groups(deals: Sequence[Deal]) -> list[int]:
    """After how many deals each kingdom or phase is over, but for the last."""
    return [
        n
        for n in range(1, len(deals))
        if deals[n].group and deals[n].group is not deals[n - 1].group
    ]


# --- the dial -----------------------------------------------------------------------------------

SWEEP = 240
"""In degrees, with the middle at the top."""
CENTRE, MIDDLE, RADIUS = 150, 156, 124
"""Where the arc lies in a drawing 300 wide."""
MARKS = 4
"""The dial is divided into so many parts with a number between them."""


@dataclass(frozen=True)
class Tick:
    """A stroke inside the arc, long where there is a number."""

    x1: float
    y1: float
    x2: float
    y2: float
    is_marked: bool


@dataclass(frozen=True)
class Number:
    """A number beside the arc."""

    x: float
    y: float
    number: int


@dataclass(frozen=True)
class Dial:
    """An arc from 0 to `top`, a tick for each point, and where the `score` lies on it, if any."""

    top: int
    arc: str
    ticks: Sequence[Tick]
    numbers: Sequence[Number]
    score: int | None
    end: tuple[float, float] | None


def dial(account: Account, score: int | None) -> Dial:
    """The scale of `account` with a win's `score`; the ends that this table can reach are named."""
    top = account.top
    marked = {top * part // MARKS for part in range(MARKS + 1)} | set(account.ends)

    def at(points: int, radius: float) -> tuple[float, float]:
        angle = radians(SWEEP * points / top - SWEEP / 2)
        return round(CENTRE + radius * sin(angle), 1), round(MIDDLE - radius * cos(angle), 1)

    (x1, y1), (x2, y2) = at(0, RADIUS), at(top, RADIUS)
    return Dial(
        top=top,
        arc=f"M{x1} {y1}A{RADIUS} {RADIUS} 0 1 1 {x2} {y2}",
        ticks=[
            Tick(*at(n, RADIUS - (22 if n in marked else 17)), *at(n, RADIUS - 13), n in marked)
            for n in range(top + 1)
        ],
        numbers=[Number(*at(n, RADIUS + 21), n) for n in sorted(marked)],
        score=score,
        end=None if score is None else at(score, RADIUS),
    )
