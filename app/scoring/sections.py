"""Sections: the parts of the page of a person that show the statistics of one game and variant.

A section is data: it names keys of facts, and says in which words and against what they are shown.
A page of `app.web.numbers.sections` adds up the facts and draws it; it shows nothing with fewer
matches of the variant than the section's `floor`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from app.scoring.model.text import Text


@dataclass(frozen=True)
class GridRow:
    """A row of a `PointsGrid`, such as a contract, with a key for each of its columns.

    In a deal all sides together score `total` points, and something is counted `chances` times.
    """

    name: Text
    keys: Sequence[str]
    total: int = 0
    chances: int = 1
    icon: str = ""


@dataclass(frozen=True)
class PointsGrid:
    """A table of the mean points of a deal, each with a bar for better or worse than an even share.

    A mean that is `reach` points away from the even share fills its half of the bar. `note` says
    what is counted.
    """

    # The even share, and not 0, is the middle of the bar: in a deal in which only penalties are
    # given everybody's mean is below 0, and who loses less than the others is good at it.

    title: Text
    columns: Sequence[Text]
    rows: Sequence[GridRow]
    note: Text
    reach: float
    floor: int


@dataclass(frozen=True)
class SplitBar:
    """A bar of two parts: how often something held, and how often it failed, such as a doubling.

    `held` and `failed` are the names of the parts. `key` is of a figure whose `value` is a sum: its
    count, its chances and its points fill `headline` as ``n``, ``all`` and ``points``.
    """

    title: Text
    key: str
    headline: Callable[..., Text]
    held: Text
    failed: Text
    floor: int


@dataclass(frozen=True)
class MeanColumns:
    """Columns of the mean points under each key of `columns`, with its name.

    `key_of_all` is the key of the mean of all of them, a line across the columns; its ``n`` and its
    ``mean`` fill `note`.
    """

    title: Text
    columns: Mapping[str, Text]
    key_of_all: str
    note: Callable[..., Text]
    floor: int


@dataclass(frozen=True)
class FigureRows:
    """Rows of figures: how often each thing happened, of its chances, or as a rate in a `unit`,
    such as a round.

    `rows` maps the key of each figure to what stands under its name; None for how often it
    happened, which a rate does not say.
    """

    title: Text
    rows: Mapping[str, Text | None]
    floor: int
    unit: Text | None = None


@dataclass(frozen=True)
class ScoreDots:
    """Dots for the scores of all matches that were won together, on a scale from 0 to `top`; `best`
    is the highest score that is possible in the variant."""

    title: Text
    top: int
    best: int
    floor: int


StatisticsSection = PointsGrid | FigureRows | SplitBar | MeanColumns | ScoreDots
