"""The log of a match: entries, corrections, undo and redo, and the answers that result.

A log can be far longer than any evening, and no longer than a page shows at once. Only what is said
anew is held to that: a match that is longer already is read and shown as ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from app.scoring.model.problems import Problem
from app.scoring.model.text import Text, _
from app.scoring.prompts import Prompt

Kind = Literal["entry", "correction", "void", "undo", "redo", "end"]
OldKind = Literal["pause", "resume"]
OLD_KINDS: dict[str, Text] = {"pause": _("Paused"), "resume": _("Resumed")}
"""Kinds of lines that only old logs have, and what these are called. They do nothing, but are read
and kept: without them a later undo would take back another line. None is written anew."""
KINDS = (*get_args(Kind), *OLD_KINDS)
"""Every kind of line that is read."""
Answers = dict[int, dict[str, Any]]
"""What was given so far: by the number of the deal (0 for the house rules), then by key."""

VOID = "void"
"""The key under which a deal's answers say that it is thrown in, and why."""

POINTS = "points"
"""The key under which a deal's answers have only its points, as a sheet of paper has them."""

SEATS = "seats"
"""The key of a correction of the seats: the new order, and every answer in terms of it."""

PLAYERS = "players"
"""The key of a correction of names: for each seat the name from that deal on, or None."""


MAX_DEALS = 200
MAX_LINES = 1_500
MAX_RENAMES = 12
MAX_LETTERS = 500_000
"""Of all that was corrected, as Python writes it: another order of the seats says every answer of
the match once more, and other house rules a whole deck."""

TOO_MANY_DEALS = _("A match has at most {most} deals. End it, and begin another.", most=MAX_DEALS)


@dataclass(frozen=True, slots=True)
class Event:
    """What one line of the log says about the question `key` of a deal.

    An undo takes back the latest line that still holds, a redo puts back what the latest undo
    took, and an end stops the match early: none of them names a question. A kind of `OLD_KINDS`
    does nothing. The four fields, with the moment of the line, are what a store's checksums chain,
    so an old line is passed on with its answer as it was read, never in a newer form.
    """

    kind: Kind | OldKind
    deal: int = 0
    key: str = ""
    answer: Any = None

    @property
    def is_answer(self) -> bool:
        """Whether it answers a question of the game, and does not change seats or names."""
        return self.kind in ("entry", "correction", "void") and self.key not in (SEATS, PLAYERS)

    def is_about(self, prompt: Prompt) -> bool:
        """Whether it names this question."""
        return (self.deal, self.key) == (prompt.deal, prompt.key)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a log: what it says, and when it was written (ISO, UTC) as far as that is known.

    Lines that were one change at the table have the same `batch`, the number of the first of them.
    Old logs and files do not know it: there such lines have the same moment. It says how lines were
    written and not what they say, so logs that differ only in it are equal.
    """

    event: Event
    at: str | None = None
    batch: int | None = field(default=None, compare=False)


def version(line: int, revision: int) -> str:
    """By what a page of a match knows whether it is out of date: "43" for a line of the log, "43.2"
    if two things beside the log were changed as well."""
    return f"{line}.{revision}" if revision else str(line)


@dataclass(frozen=True, slots=True)
class UndoState:
    """What undo and redo have made of a log, by the indexes of its lines, counted from 0.

    `active` are the lines that hold, in order; `undone` those that a redo can put back, the next
    one last; `targets` has for each undo and redo the line that it took back or put back.
    """

    active: list[int]
    undone: list[int]
    targets: dict[int, int]


def undo_state_of(events: Iterable[Event]) -> UndoState:
    """Which lines of a log hold after all of them."""
    active: list[int] = []
    undone: list[int] = []
    targets: dict[int, int] = {}
    # Two stacks, because an undo is never undone by another: it goes one line further back, and
    # only a redo returns. Any other line leaves nothing to redo, as what it follows is gone.
    for index, event in enumerate(events):
        if event.kind in ("undo", "redo"):
            source, target = (active, undone) if event.kind == "undo" else (undone, active)
            if source:
                targets[index] = source.pop()
                target.append(targets[index])
        else:
            active.append(index)
            undone.clear()
    return UndoState(active, undone, targets)


def active_events(events: Iterable[Event]) -> list[Event]:
    """The events that hold, in order: no undo has taken them back, or a redo has put them back."""
    events = list(events)
    return [events[index] for index in undo_state_of(events).active]


def answers_of(events: Iterable[Event]) -> Answers:
    """The answers that hold after all `events`: the latest for each question."""
    answers: Answers = {}
    for event in active_events(events):
        if event.key == SEATS:
            # It says every answer again in terms of its order: none given before is by that order.
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


def length_problems(events: Sequence[Event], event: Event) -> list[Problem]:
    """Why `event` cannot follow `events`, whatever it says; a match can always be ended."""
    if event.kind == "end":
        return []
    if len(events) >= MAX_LINES:
        words = _(
            "Its history has {lines} lines; the most is {most}. End the match, and begin another.",
            lines=len(events),
            most=MAX_LINES,
        )
        return [Problem(words)]
    if event.kind in ("entry", "void") and event.deal > MAX_DEALS:
        return [Problem(TOO_MANY_DEALS)]
    if event.key == PLAYERS and sum(line.key == PLAYERS for line in events) >= MAX_RENAMES:
        return [Problem(_("Names change at most {most} times in a match.", most=MAX_RENAMES))]
    if event.kind == "correction" and correction_size([*events, event]) > MAX_LETTERS:
        words = _(
            "This match has too many changes to save another. End it, and begin another match."
        )
        return [Problem(words)]
    return []


def correction_size(events: Iterable[Event]) -> int:
    """How much was corrected in all."""
    return sum(len(repr(event.answer)) for event in events if event.kind == "correction")
