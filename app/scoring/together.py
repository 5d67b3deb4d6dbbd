"""Lines of the log that were one change at the table, such as two deals that were swapped."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from app.scoring.events import Event, same_batch
from app.scoring.match import Match
from app.scoring.text import Text, _

MOST_TOGETHER = 20
"""Two deals have no more answers than that: a longer row was written at once by a file."""


def lines_to_undo(match: Match) -> list[int]:
    """The places of the lines that one undo takes back, the earliest first."""
    # The first line is the house rules, which nothing takes back.
    return one_change(match, match.course.stands[1:])


def lines_to_redo(match: Match) -> list[int]:
    """The places of the lines that one redo puts back, the earliest first."""
    return one_change(match, match.course.undone)


def one_change(match: Match, places: Sequence[int]) -> list[int]:
    """The end of `places` that was one change, at least the last.

    In an old log, or one from a file, it is what was said at one moment if that begins with a
    correction, or answers what is asked in the same rows.
    """
    if not places:
        return []
    if batch := same_batch(match.log, places):
        return batch
    moment = match.log[places[-1]].at
    change = sorted(takewhile(lambda place: match.log[place].at == moment, reversed(places)))
    if not moment or len(change) > MOST_TOGETHER:
        return [places[-1]]
    lines = [match.events[place] for place in change]
    is_one = lines[0].kind == "correction" or (len(lines) > 1 and is_in_same_rows(match, lines))
    return change if is_one else [places[-1]]


def is_in_same_rows(match: Match, lines: Sequence[Event]) -> bool:
    """Whether these lines answer a question and the ones that are asked below it."""
    first, waiting = lines[0], match.standing.prompt
    answered = match.standing.answer_to(first.deal, first.key)
    prompt = answered.prompt if answered else waiting
    if prompt is None or prompt.optional:
        return False
    asked = [(other.deal, other.key) for other in prompt.together]
    return [(line.deal, line.key) for line in lines] == asked


def swap_in_words(match: Match, places: Sequence[int]) -> Text | None:
    """Which two deals these lines swapped, None if they did something else."""
    lines = [match.events[place] for place in places]
    deals = sorted({line.deal for line in lines})
    if len(lines) < 2 or len(deals) != 2 or lines[0].kind != "correction":
        return None
    return _("Deals {one} and {other} are swapped", one=deals[0], other=deals[1])


def swaps_together(match: Match) -> list[tuple[list[int], Text | None]]:
    """The places of all lines, the earliest first, and those of a swap as one, with what it did."""
    runs: list[list[int]] = []
    for place in range(match.last_line):
        if runs and is_said_with(match, runs[-1][-1], place):
            runs[-1].append(place)
        else:
            runs.append([place])
    moved = match.course.moved
    entries: list[tuple[list[int], Text | None]] = []
    for run in runs:
        words = swap_in_words(match, sorted(moved.get(place, place) for place in run))
        entries += [(run, words)] if words else [([place], None) for place in run]
    return entries


def is_said_with(match: Match, one: int, other: int) -> bool:
    """Whether two lines were recorded in one go: both move others in the same way, or neither."""
    first, second = match.log[one], match.log[other]
    kinds = {
        line.event.kind if place in match.course.moved else ""
        for place, line in ((one, first), (other, second))
    }
    if first.batch or second.batch:
        return first.batch == second.batch
    return bool(first.at) and first.at == second.at and len(kinds) == 1
