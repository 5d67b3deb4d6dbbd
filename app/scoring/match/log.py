"""The log of a match: entries, corrections, undo and redo, and the answers that result.

A log may be far longer than any evening, and no longer than a page can show. The limits hold for
new lines only: a match that is longer already is read and shown as before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from app.scoring.model.problems import Problem
from app.scoring.model.text import Text, _, _n
from app.scoring.prompts import Prompt

Kind = Literal["entry", "correction", "void", "undo", "redo", "end"]
OldKind = Literal["pause", "resume"]
# Kinds of lines that only old logs have, and their names. They do nothing, but are read and kept:
# without them a later undo would take back another line. None is written any more.
OLD_KINDS: dict[str, Text] = {"pause": _("Paused"), "resume": _("Resumed")}
KINDS = (*get_args(Kind), *OLD_KINDS)  # every kind of line that is read
# The answers so far: by the number of the deal (0 for the house rules), then by key.
Answers = dict[int, dict[str, Any]]

VOID = "void"  # the key of the answer that a deal is thrown in, and why

POINTS = "points"  # the key of an answer with the points of a deal alone, typed from paper

# The key of a correction of the seats: the new order, and every answer in terms of it.
SEATS = "seats"

# The key of a correction of names: for each seat the name from that deal on, or None.
PLAYERS = "players"


MAX_DEALS = 200
MAX_LINES = 1_500
MAX_RENAMES = 12
# Characters of all corrections together, as Python writes them: another order of the seats repeats
# every answer of the match, and other house rules a whole deck.
MAX_LETTERS = 500_000

TOO_MANY_DEALS = _n(
    "A match has at most {n} deal. End it, and begin another.",
    "A match has at most {n} deals. End it, and begin another.",
    MAX_DEALS,
)


@dataclass(frozen=True, slots=True)
class Event:
    """The content of one line of the log: an answer to the question `key` of a deal, or an undo.

    An undo takes back the latest line that still holds, a redo puts back what the latest undo took,
    and an end is told by the table: none of them names a question. A kind of `OLD_KINDS` does
    nothing. One tap takes back all lines of one change: `Match.undo_batch`, from `undo` of
    `app.web.match.play`. A store's checksums cover the four fields and the time of the line, so an
    old line keeps its answer as it was read, never in a newer form.
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


def without_names(event: Event) -> Event:
    """Return what a line says whatever the players are called: with only the seats that get another
    name."""
    if event.key != PLAYERS or not isinstance(event.answer, list):
        return event
    return replace(event, answer=[name is not None for name in event.answer])


def is_same_but_names(one: Event, other: Event) -> bool:
    """Return whether two lines say the same, whatever the players are called."""
    return without_names(one) == without_names(other)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a log: its event, and when it was written (ISO, UTC) as far as that is known.

    Lines that were one change at the table have the same `batch`, the number of the first of them.
    Old logs and files have no batches: there such lines have the same time. The batch is not
    compared: logs with the same events and times are equal.
    """

    event: Event
    at: str | None = None
    batch: int | None = field(default=None, compare=False)


def as_line(line: Line) -> dict[str, Any]:
    """Return a line of a log, as it is in a file."""
    event = line.event
    row: dict[str, Any] = {"at": line.at, "kind": event.kind, "deal": event.deal}
    row |= {"key": event.key} if event.key else {}
    return row if event.answer is None else row | {"answer": event.answer}


def as_sent_line(line: Line, once: str | None) -> dict[str, Any]:
    """Return a line with what a copy of its match needs beside a file: the number of the first line
    of its change, and the id of the request that wrote it, as far as they are known."""
    about = {"batch": line.batch, "once": once}
    return as_line(line) | {key: value for key, value in about.items() if value is not None}


def version(line: int, revision: int) -> str:
    """Return the version by which a page of a match knows whether it is out of date: "43" for a
    line of the log, "43.2" if two things beside the log were changed as well."""
    return f"{line}.{revision}" if revision else str(line)


@dataclass(frozen=True, slots=True)
class UndoState:
    """The effect of undo and redo on a log, by the indexes of its lines, counted from 0.

    `active` are the lines that hold, in order; `undone` those that a redo can put back, the next
    one last; `targets` has, for each undo and redo, the line that it took back or put back.
    """

    active: list[int]
    undone: list[int]
    targets: dict[int, int]


def undo_state_of(events: Iterable[Event]) -> UndoState:
    """Return which lines hold after all `events`."""
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
    """Return the events that hold, in order: those that were not undone, or were redone."""
    events = list(events)
    return [events[index] for index in undo_state_of(events).active]


def answers_of(events: Iterable[Event]) -> Answers:
    """Return the answers that hold after all `events`: the latest for each question."""
    answers: Answers = {}
    for event in active_events(events):
        if event.key == SEATS:
            # It repeats every answer in terms of its order: earlier ones count by another order.
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
    """Return why the log is too long for `event`; a match can always be ended."""
    if event.kind == "end":
        return []
    if len(events) >= MAX_LINES:
        too_long = _n(
            "Its history has {n} line; the most is {most}. End the match, and begin another.",
            "Its history has {n} lines; the most is {most}. End the match, and begin another.",
            len(events),
            most=MAX_LINES,
        )
        return [Problem(too_long)]
    if event.kind in ("entry", "void") and event.deal > MAX_DEALS:
        return [Problem(TOO_MANY_DEALS)]
    if event.key == PLAYERS and sum(line.key == PLAYERS for line in events) >= MAX_RENAMES:
        too_often = _n(
            "Names change at most {n} time in a match.",
            "Names change at most {n} times in a match.",
            MAX_RENAMES,
        )
        return [Problem(too_often)]
    if event.kind == "correction" and correction_size([*events, event]) > MAX_LETTERS:
        words = _(
            "This match has too many changes to save another. End it, and begin another match."
        )
        return [Problem(words)]
    return []


def correction_size(events: Iterable[Event]) -> int:
    """Return the number of characters of all corrections."""
    return sum(len(repr(event.answer)) for event in events if event.kind == "correction")
