"""Lines of the log that were one change at the table, such as two deals that were swapped."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

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
    """The end of `places` that was said at one moment and begins with a correction; or the last.

    What was entered together, such as the panes of Complex, is taken back question by question.
    """
    if not places:
        return []
    # Lines that are recorded in one go carry the same moment, to the millisecond: nothing else in
    # the log says which of them belong together, and a match file keeps their moments.
    moment = match.log[places[-1]].at
    change = sorted(takewhile(lambda place: match.log[place].at == moment, reversed(places)))
    is_one = (
        moment and len(change) <= MOST_TOGETHER and match.events[change[0]].kind == "correction"
    )
    return change if is_one else [places[-1]]


def swap_in_words(match: Match, places: Sequence[int]) -> Text | None:
    """Which two deals these lines swapped, None if they did something else."""
    lines = [match.events[place] for place in places]
    deals = sorted({line.deal for line in lines})
    if len(lines) < 2 or len(deals) != 2 or lines[0].kind != "correction":
        return None
    return _("Deals {one} and {other} are swapped", one=deals[0], other=deals[1])
