"""The log of a match: what was said, corrected, taken back, and what all of it adds up to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["entry", "correction", "undo", "void", "pause", "resume"]
Answers = dict[int, dict[str, Any]]
"""What was given so far: by the number of the deal (0 for the house rules), then by key."""

VOID = "void"
"""The key under which a deal's answers say that it is thrown in, and why."""

SEATS = "seats"
"""The key of a correction of who sits where: the new order, and every answer in its terms."""

PLAYERS = "players"
"""The key of a correction of names: for each seat the name from that deal on, or None."""


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the log: what was said about question `key` of a deal.

    An undo takes back the latest line that still stands, and names no question. Logs of before may
    hold a `pause` and a `resume`: they stand and do nothing, and are never written again. Leaving
    them out would move a later undo.
    """

    kind: Kind
    deal: int = 0
    key: str = ""
    answer: Any = None

    @property
    def is_answer(self) -> bool:
        """Whether it answers a question of the game, and is not about who sits there."""
        return self.kind in ("entry", "correction", "void") and self.key not in (SEATS, PLAYERS)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a log: what it says, and when it was written (ISO, UTC) as far as that is known."""

    event: Event
    at: str | None = None


def standing_lines(events: Iterable[Event]) -> list[Event]:
    """The events that no undo has taken back, in order."""
    events = list(events)
    gone = set(taken_back(events).values())
    return [
        event for place, event in enumerate(events) if event.kind != "undo" and place not in gone
    ]


def taken_back(events: Iterable[Event]) -> dict[int, int]:
    """For the place of each undo in the log the place of the event that it took back."""
    stands: list[int] = []
    taken = {}
    for place, event in enumerate(events):
        if event.kind != "undo":
            stands.append(place)
        elif stands:
            taken[place] = stands.pop()
    return taken


def answers_of(events: Iterable[Event]) -> Answers:
    """The answers that stand after all `events`; the later of two for one question holds."""
    answers: Answers = {}
    for event in standing_lines(events):
        if event.key == SEATS:
            reseated = event.answer["answers"]
            answers = {int(deal): dict(given) for deal, given in reseated.items()}
        if not event.is_answer:
            continue
        given = answers.setdefault(event.deal, {})
        if event.key == VOID and event.answer is None:
            given.pop(VOID, None)
        else:
            given[event.key] = event.answer
    return answers
