"""Statistics of Italian Whist: the tricks of both hands apart, by passing and by trumps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from app.games.italian_whist.highlights import taken_by
from app.games.italian_whist.play import (
    FIRST_HAND,
    PASSES,
    SECOND_HAND,
    TRICKS,
    limits_text,
    passing_and_trump,
)
from app.scoring import NO_TRUMPS, TRUMPS, MatchResult, Text, _
from app.scoring.facts import MANY, Fact, Figure, GameStatistics
from app.scoring.sections import GridRow, PointsGrid, StatisticsSection
from app.scoring.sheet import RuleChoices

Hand = Literal["first", "second"]
# The points of a trick in each hand, by the key of the answer that counts the tricks.
HANDS: dict[Hand, int] = {"first": FIRST_HAND, "second": SECOND_HAND}


def facts_of(result: MatchResult, _rules: RuleChoices) -> Iterator[Fact]:
    """Yield the tricks of both hands for each deal."""
    # The cycle of passing and trumps moves on with deals that count, so void ones have no number.
    for number, deal in enumerate(result.deals, start=1):
        passed, trump = passing_and_trump(number)
        for seat in result.table.seats:
            for hand, price in HANDS.items():
                tricks = taken_by(seat, deal, hand)
                key = key_of(hand, passed, trump)
                yield Fact(seat.index, key, tricks, TRICKS, price * tricks, (deal.number,))


def key_of(hand: Hand, passed: str, trump: str) -> str:
    """Return the key of the facts about the tricks of a hand."""
    return f"{hand}.{passed}.{trump}"


def describe_variant(rules: RuleChoices) -> list[Text]:
    """Return the limits that end a match, in words."""
    return [limits_text(rules["upper"], rules["lower"])]


def name_of(hand: Hand, passed: str, trump: str) -> Text:
    """Return the name of the figure about a hand, by passing and trumps."""
    parts = {"passed": PASSES[passed], "trump": TRUMPS[trump]}
    if hand == "first":
        return _("First hand · {passed} · {trump}", **parts)
    return _("Second hand · {passed} · {trump}", **parts)


TRUMPS_OF_CYCLE = (NO_TRUMPS, "spades")
FIGURES = [
    Figure(
        key_of(hand, passed, trump),
        name_of(hand, passed, trump),
        _("Tricks taken, of all there were, and the mean of the points of a deal."),
        floor=MANY,
    )
    for hand in HANDS
    for passed in PASSES
    for trump in TRUMPS_OF_CYCLE
]


def sections_of(_players: int, _rules: RuleChoices) -> list[StatisticsSection]:
    """Return the sections of the page: the points of both hands apart, by passing and by trumps."""
    titles = {
        "first": _("First hand: points a deal"),
        "second": _("Second hand: points a deal"),
    }
    return [
        PointsGrid(
            titles[hand],
            [TRUMPS[trump] for trump in TRUMPS_OF_CYCLE],
            [
                GridRow(
                    name,
                    [key_of(hand, passed, trump) for trump in TRUMPS_OF_CYCLE],
                    price * TRICKS,
                    TRICKS,
                )
                for passed, name in PASSES.items()
            ],
            _("Below it: tricks taken, of all there were."),
            reach=1.5,
            floor=MANY,
        )
        for hand, price in HANDS.items()
    ]


STATISTICS = GameStatistics(facts_of, FIGURES, ("upper", "lower"), describe_variant, sections_of)
