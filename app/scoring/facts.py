"""Facts: what happened in a match as plain numbers, which can be added up over many matches.

A fact has no words and depends on nothing but its match. What is added up under a key is a figure,
and the figure has the words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from app.scoring.model.text import Text
from app.scoring.sections import StatisticsSection
from app.scoring.sheet import RuleChoices
from app.scoring.table.result import MatchResult


# Not frozen: a match makes hundreds of them, and that takes three times as long.
@dataclass(slots=True)
class Fact:
    """What a match says of the player in a `seat` (its index) under a `key`.

    That is `count` of `chances`, and the `points` it brought: more is always better, whatever the
    signs of the table. `deals` are the numbers of the deals that it happened in, in order; for a
    fact of the whole match those are all that count. `other` is the seat of whoever it is about as
    well, None for a fact about the player alone.
    """

    seat: int
    key: str
    count: int
    chances: int
    points: int
    deals: tuple[int, ...]
    other: int | None = None


@dataclass(frozen=True)
class Figure:
    """What the facts under a `key` add up to: its name, and its definition in whole sentences.

    It says nothing before so many matches as its `floor` have such a fact. Its `value` is the mean
    of the points that a chance brought, their sum, or the share of its chances where they bring no
    points. A rate, which has any number of times in each of its chances, has `times`: a text of how
    many in how many, made of ``n`` and ``all``.
    """

    key: str
    name: Text
    definition: Text
    floor: int
    times: Callable[..., Text] | None = None
    value: Literal["mean", "sum", "share"] = "mean"


FEW, MANY = 5, 10
"""The floors of what a match has once, such as a kingdom, and of a mean."""


@dataclass(frozen=True)
class GameStatistics:
    """What is counted in one game alone, and which of its matches are never added up together.

    `facts` finds the facts of a match that was played to its end, from its result and all its house
    rules by key. `figures` has a row for every key that it can give. Matches with another choice of
    any of the `variant_rules` are of another variant; `describe_variant` says in a few short texts
    which one some choices make. `sections` are what a page shows of a variant, by the number of
    players and all house rules; without any it shows what it shows of every game. `records` are
    keys under which a match has at most one thing, with the name of the record that its points can
    be.
    """

    facts: Callable[[MatchResult, RuleChoices], Iterable[Fact]]
    figures: Sequence[Figure]
    variant_rules: Sequence[str] = ()
    describe_variant: Callable[[RuleChoices], Sequence[Text]] = lambda rules: ()
    sections: Callable[[int, RuleChoices], Sequence[StatisticsSection]] = lambda players, rules: ()
    records: Mapping[str, Text] = field(default_factory=dict)
