"""Facts: what happened in a match as plain numbers, which can be added up over many matches.

A fact has no words and depends on nothing but its match. The sum under a key is shown as a figure,
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
    """A fact about the player in a `seat` (its index) in one match, under a `key`.

    The key was true `count` times in `chances`, and brought `points`, of which more is always
    better, whatever the signs of the table. `deals` are the numbers of the deals in which it
    happened, in order; for a fact about the whole match, all deals that count. `other` is the seat
    of a second player whom the fact is about, None for a fact about one player.
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
    """The meaning of the sum of all facts under a `key`: its name, and its definition in whole
    sentences.

    A page shows nothing before there are `floor` matches with such a fact. `value` is the mean of
    the points per chance, their sum, or, where there are no points, the share of the chances. A
    figure that can happen several times in each chance has `times`: a text of how many in how many,
    with the parts ``n`` and ``all``.
    """

    key: str
    name: Text
    definition: Text
    floor: int
    times: Callable[..., Text] | None = None
    value: Literal["mean", "sum", "share"] = "mean"


FEW, MANY = 5, 10  # the floors of what happens once in a match, such as a kingdom, and of a mean


@dataclass(frozen=True)
class GameStatistics:
    """The statistics of one game, and which of its matches are never added up together.

    `facts` returns the facts of a match that was played to its end, from its result and all its
    house rules by key. `figures` has a row for every key of these facts. Matches that differ in one
    of the `variant_rules` are of different variants; `describe_variant` names the variant that some
    choices make in a few short texts. `sections` returns what a page shows of a variant, by the
    number of players and all house rules; if it returns none, the page shows what it shows for
    every game. `records` are keys of which each player has at most one fact in a match, with the
    name of the record for most points.

    A game that is `titled_by` one of its rules is whatever that says: matches with the same title,
    however it is spelt, are of one variant, whoever and how many play, and those without one count
    as meetings alone. Only points are added up apart, for each choice of the `points_rules` that
    matter under some rules; `describe_variant` then puts those into words.
    """

    facts: Callable[[MatchResult, RuleChoices], Iterable[Fact]]
    figures: Sequence[Figure]
    variant_rules: Sequence[str] = ()
    describe_variant: Callable[[RuleChoices], Sequence[Text]] = lambda rules: ()
    sections: Callable[[int, RuleChoices], Sequence[StatisticsSection]] = lambda players, rules: ()
    records: Mapping[str, Text] = field(default_factory=dict)
    titled_by: str = ""
    points_rules: Callable[[RuleChoices], Sequence[str]] = lambda rules: ()
