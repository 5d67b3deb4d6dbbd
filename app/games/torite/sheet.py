"""The sheets of The Torite: many games on a blank one, and one game with its cards on a played one.

The sheet of a match has a layout of its own, ``sheet.html``: it shows the cards left in hand in the
place of scores and totals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.games.torite.prompts import Cards
from app.games.torite.scores import EVEN_SCORE, PACKS, PATTERNS, TRICKS, score_range, win_conditions
from app.scoring import Outcome, SharedOutcome, Table, _
from app.scoring.model.cards import VALUES
from app.scoring.model.text import Numerals
from app.scoring.prompts import Count
from app.scoring.sheet import BlankSpec, PaperSpec, Sheet


def pages(spec: BlankSpec) -> list[dict[str, Any]]:
    """Return the one page: the pattern of tricks, what a win can score, and what cards are
    worth."""
    hands = max(spec.variant.players, 2)
    low, high = score_range(PACKS[hands])
    return [
        {
            "pattern": Numerals(" – ".join(map(str, PATTERNS[hands]))),
            "even": EVEN_SCORE,
            "low": low,
            "high": high,
            "tricks": TRICKS,
            "worth": VALUES,
        }
    ]


def more(table: Table, outcome: Outcome | None) -> Mapping[str, Any]:
    """Return what a win needs, and whether a card is set aside."""
    seats = len(table.seats)
    result = outcome.result if isinstance(outcome, SharedOutcome) else None
    shown = result.checks if result else win_conditions(seats, None).values()
    return {"checks": shown, "sets_aside": seats == 3}


def pattern(prompt: Count) -> Sequence[int]:
    """Return the tricks of a round that is not lost."""
    return [*PATTERNS[len(prompt.seats)]]


def one_of_each_suit(prompt: Cards) -> Sequence[str]:
    """Cards that are not named elsewhere, of different suits."""
    free = {card[-1]: card for card in prompt.pack if card not in prompt.unavailable}
    return [*free.values()][: len(prompt.seats)]


SHEET = Sheet(
    pages=pages,
    more=more,
    paper=PaperSpec(
        {"tricks": pattern, "left": one_of_each_suit},
        {"tricks": _("tricks"), "left": _("card left"), "aside": _("card set aside")},
    ),
)
