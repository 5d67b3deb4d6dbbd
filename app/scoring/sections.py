"""Sections: what a page shows of one person in one game and variant, with the game's own pieces.

A section names keys of facts, and says in which words and against what they are shown. It shows
nothing before so many matches of the variant as its `floor`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from app.scoring.model.text import Text


@dataclass(frozen=True)
class GridRow:
    """A row of a `PointsGrid`, with a key for each of its columns.

    A deal brings all sides together `total` points, and has `chances` to count something.
    """

    name: Text
    keys: Sequence[str]
    total: int = 0
    chances: int = 1
    icon: str = ""


@dataclass(frozen=True)
class PointsGrid:
    """The mean points of a deal, each with a bar from an even share of them to better or worse.

    A mean that is `reach` points away from the even share fills its half of the bar. `note` says
    what is counted of what.
    """

    title: Text
    columns: Sequence[Text]
    rows: Sequence[GridRow]
    note: Text
    reach: float
    floor: int


@dataclass(frozen=True)
class SplitBar:
    """How often something came about of all times, and all points that brought: a figure whose
    `value` is a sum.

    `headline` is made of ``n``, ``all`` and ``points``; `held` and `failed` are the two parts.
    """

    title: Text
    key: str
    headline: Callable[..., Text]
    held: Text
    failed: Text
    floor: int


@dataclass(frozen=True)
class MeanColumns:
    """The mean points under each of some keys as columns with their names, beside the mean of all,
    which is under `key_of_all`; `note` is made of their ``n`` and their ``mean``."""

    title: Text
    columns: Mapping[str, Text]
    key_of_all: str
    note: Callable[..., Text]
    floor: int


@dataclass(frozen=True)
class RateRows:
    """How often something happens in each of some chances, such as a round: the `unit`. The figures
    of the `keys` are rates."""

    title: Text
    keys: Sequence[str]
    unit: Text
    floor: int


@dataclass(frozen=True)
class ShareRows:
    """How often each of some things held, of all times; `rows` has by its key what it means."""

    title: Text
    rows: Mapping[str, Text]
    floor: int


@dataclass(frozen=True)
class ScoreDots:
    """The scores of all matches that were won together, on a scale from 0 to `top`; `best` is the
    most that the variant can bring."""

    title: Text
    top: int
    best: int
    floor: int


StatisticsSection = PointsGrid | SplitBar | MeanColumns | RateRows | ShareRows | ScoreDots
