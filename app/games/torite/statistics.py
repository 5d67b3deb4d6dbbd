"""Statistics of The Torite: which of the two conditions of a win held, and which failed.

Wins and their scores are counted for any game that all win or lose together; each number of players
is a variant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.games.torite.scores import EVEN_SCORE, PACKS, PATTERNS, pattern_text, score_range
from app.scoring import SUITS, Deal, MatchResult, SharedOutcome, _
from app.scoring.facts import Fact, Figure, GameStatistics
from app.scoring.sections import FigureRows, ScoreDots, StatisticsSection
from app.scoring.sheet import RuleChoices

FIGURES = [
    Figure(
        "tricks_fitted",
        _("Tricks fitted"),
        _("Matches in which the tricks were shared out as a win needs."),
        floor=1,
        value="share",
    ),
    Figure(
        "suits_fitted",
        _("Suits fitted"),
        _(
            "Matches in which all leftover cards differed in suit, of those that tell: once a match"
            " is lost, a table need not name its cards."
        ),
        floor=1,
        value="share",
    ),
]


def facts_of(result: MatchResult, _rules: RuleChoices) -> Iterator[Fact]:
    """Yield which conditions held, for each player; nothing about the suits if they are not
    known."""
    outcome = result.outcome
    assert isinstance(outcome, SharedOutcome), "all win or lose together"
    deals = [deal for deal in result.table.deals if not deal.void]
    cards = [card for deal in deals for card in cards_named(deal)]
    conditions = {"tricks_fitted": "tricks" not in outcome.lost_because}
    # Two cards of one suit lose a match, whatever the others are; that all suits differ is known
    # only once all cards are named.
    if "suits" in outcome.lost_because or len(cards) == len(SUITS):
        conditions["suits_fitted"] = "suits" not in outcome.lost_because
    numbers = tuple(deal.number for deal in deals)
    for seat in result.table.players:
        for key, holds in conditions.items():
            yield Fact(seat.index, key, int(holds), 1, 0, numbers)


def cards_named(deal: Deal) -> list[str]:
    """Return the leftover cards of a deal, and the one set aside, as far as the table named
    them."""
    left: Sequence[str] = deal.answers.get("left") or ()
    aside: str | None = deal.answers.get("aside")
    return [*left, aside] if aside else [*left]


def sections_of(players: int, _rules: RuleChoices) -> list[StatisticsSection]:
    """Return the sections of the page: which conditions held, and the scores."""
    hands = max(players, 2)
    pattern = _("{pattern}", pattern=pattern_text(PATTERNS[hands]))
    _low, best = score_range(PACKS[hands])
    return [
        FigureRows(
            _("What failed"),
            {
                "tricks_fitted": pattern
                if players > 2
                else _("{pattern}, then the reverse", pattern=pattern),
                "suits_fitted": _("all different"),
            },
            floor=1,
        ),
        ScoreDots(_("Scores"), top=2 * EVEN_SCORE, best=best, floor=1),
    ]


STATISTICS = GameStatistics(facts_of, FIGURES, sections=sections_of)
