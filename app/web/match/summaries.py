"""What lists say of a match without playing it: its summary, kept with it by the store.

Plain numbers, names, and the templates of texts, which lists put into words. It says nothing that
the log does not, and can be made again from there.
"""

from __future__ import annotations

from typing import Any

from app import store
from app.scoring import Deal, Match, Text, Together

KEYS = {"players", "sides", "totals", "deals", "length", "ended", "winners"}
"""What every summary says; the one of a game that is won together also `won` and `score`, and where
deals belong to groups `now`, which one of them is played: those of before do not have it."""


def summary_of(match: Match) -> store.Summary:
    """The summary of a match as it stands."""
    standing = match.standing
    table, outcome = standing.table, standing.outcome
    about: dict[str, Any] = {
        "players": match.seating.present,
        "sides": [[seat.index for seat in side.seats] for side in table.sides],
        "totals": table.totals,
        "deals": table.counted,
        "length": table.length,
        "ended": standing.ended_early,
        "winners": [side.index for side in outcome.winners] if outcome else [],
    }
    if standing.deal and standing.deal.group:
        about["now"] = now(standing.deal)
    if isinstance(outcome, Together):
        about |= {"won": outcome.won, "score": outcome.score}
    return store.Summary(standing.is_over, about)


def now(deal: Deal) -> list[tuple[str, dict[str, Any]]]:
    """Which deal of its group this is, and what is played in it: templates with their parts."""
    texts: list[Text | None] = [deal.place, deal.name]
    return [(text.template, dict(text.parts)) for text in texts if text and is_plain(text)]


def is_plain(text: Text) -> bool:
    """Whether nothing but numbers and strings is in a text."""
    return not text.plural and all(type(part) in (int, str) for part in text.parts.values())
