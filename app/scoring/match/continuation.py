"""Playing on after the end of a match: a higher mark, or the end that the table takes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.scoring.match.log import Event
from app.scoring.match.match import Match
from app.scoring.model.text import Text


@dataclass(frozen=True)
class Continuation:
    """The lines by which a match that is over goes on, and to what; None if to nothing in
    particular."""

    events: Sequence[Event]
    words: Text | None = None


def continuation_of(match: Match) -> Continuation | None:
    """Return how a match that is over can go on; None if it goes on already, or its game has
    another match for that."""
    standing, game = match.standing, match.game
    if not standing.is_over or game.higher_mark is None or standing.house_rules is None:
        return None
    if standing.ended_by_table:
        return Continuation(events_without_end(match))
    prompt, chosen = standing.house_rules
    first = prompt.value(match.events[0].answer)
    higher = game.higher_mark(standing.table, prompt.value(chosen), first)
    if higher is None:
        return None
    answer = {**standing.answered[0].answer, **higher.rules}
    return Continuation([Event("correction", prompt.deal, prompt.key, answer)], higher.words)


def events_without_end(match: Match) -> list[Event]:
    """Return the lines that take the latest end back, and say again what was put right since."""
    active = match.undo_state.active
    last = max(place for place, index in enumerate(active) if match.events[index].kind == "end")
    since = [match.events[index] for index in active[last + 1 :]]
    return [*[Event("undo")] * (len(since) + 1), *since]
