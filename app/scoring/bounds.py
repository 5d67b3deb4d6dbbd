"""How long a match can be: far more than any evening, and no more than a page shows at once.

Only what is said anew is held to it. A match that is longer already is read and shown as ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.scoring.events import PLAYERS, Event
from app.scoring.problems import Problem
from app.scoring.text import _

MOST_DEALS = 200
MOST_LINES = 1_500
MOST_RENAMES = 12
MOST_LETTERS = 500_000
"""Of all that was corrected, as Python writes it: another order of the seats says every answer of
the match once more, and other house rules a whole deck."""

TOO_MANY_DEALS = _("A match has at most {most} deals. End it, and begin another.", most=MOST_DEALS)


def too_long(events: Sequence[Event], event: Event) -> list[Problem]:
    """Why `event` cannot follow `events`, whatever it says; a match can always be ended."""
    if event.kind == "end":
        return []
    if len(events) >= MOST_LINES:
        words = _(
            "Its history has {lines} lines, and {most} are the most. End the match, and begin"
            " another.",
            lines=len(events),
            most=MOST_LINES,
        )
        return [Problem(words)]
    if event.kind in ("entry", "void") and event.deal > MOST_DEALS:
        return [Problem(TOO_MANY_DEALS)]
    if event.key == PLAYERS and sum(line.key == PLAYERS for line in events) >= MOST_RENAMES:
        return [Problem(_("Names change at most {most} times in a match.", most=MOST_RENAMES))]
    if event.kind == "correction" and letters_of([*events, event]) > MOST_LETTERS:
        words = _("So much was changed in this match that no more fits. End it, and begin another.")
        return [Problem(words)]
    return []


def letters_of(events: Iterable[Event]) -> int:
    """How much was corrected in all."""
    return sum(len(repr(event.answer)) for event in events if event.kind == "correction")
