"""Statistics of Trico: sets, pairs, large cards and blocked pairs, round by round."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.trico.house_rules import TARGET
from app.games.trico.scores import LARGE_CARD, PAIR, SET
from app.scoring import MatchResult, Text, _, _n
from app.scoring.facts import MANY, Fact, Figure, GameStatistics
from app.scoring.sections import FigureRows, StatisticsSection
from app.scoring.sheet import RuleChoices

# The points of each, by the keys in `Deal.tallies`.
PRICES = {"sets": SET, "pairs": PAIR, "large": LARGE_CARD, "blocked": 0}


def facts_of(result: MatchResult, _rules: RuleChoices) -> Iterator[Fact]:
    """Yield what each player made in each round; blocked pairs only if the table entered the
    cards."""
    for deal in result.deals:
        for seat, tally in deal.tallies.items():
            for key, n in tally.items():
                yield Fact(seat.index, key, n, 1, PRICES[key] * n, (deal.number,))


def describe_variant(rules: RuleChoices) -> list[Text]:
    """Return the target of a match, in words."""
    return [_n("to {n} point", "to {n} points", rules[TARGET.key])]


def times_in_rounds(n: int, **of: int) -> Text:
    """Return how many were made in how many rounds."""
    return _n("{made} in {n} round", "{made} in {n} rounds", of["all"], made=n)


FIGURES = [
    Figure(key, name, definition, MANY, times_in_rounds)
    for key, name, definition in (
        ("sets", _("Sets"), _("Sets a round.")),
        ("pairs", _("Pairs"), _("Pairs a round that scored.")),
        ("large", _("Large cards"), _("Large cards a round that scored.")),
        (
            "blocked",
            _("Blocked pairs"),
            _("Own pairs a round that another player blocked, of rounds whose cards were entered."),
        ),
    )
]


def sections_of(_players: int, _rules: RuleChoices) -> list[StatisticsSection]:
    """Return the section of the page: what a round brings."""
    return [
        FigureRows(
            _("What a round brings"),
            dict.fromkeys(PRICES),
            floor=MANY,
            unit=_("a round"),
        )
    ]


STATISTICS = GameStatistics(facts_of, FIGURES, (TARGET.key,), describe_variant, sections_of)
