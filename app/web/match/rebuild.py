"""The summaries and facts of matches, made again from their logs."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence

from app.games import GAMES
from app.store.clubs import clubs
from app.store.engine import Database
from app.store.errors import DamagedText
from app.store.matches import facts, lists, matches
from app.store.matches.log import Summary
from app.web.match.repository import match_from_record, summary_of

BATCH = 200
"""Matches that are written in one transaction, so that no table waits long for it."""
# Raised by reading a match whose log a failing disk has damaged, in whatever letter, or whose game
# this version does not know.
UNREADABLE = (ValueError, TypeError, LookupError, StopIteration, DamagedText)

logger = logging.getLogger("tricktally")


def rebuild_all(db: Database, on_progress: Callable[[int], object] = lambda matches: None) -> int:
    """Write the summaries and facts of all matches again from their logs, and add them up again.

    Returns how many; one that cannot be read is not counted. `on_progress` is called with how many
    matches more are done.
    """
    written = 0
    for club in clubs.list_clubs(db):
        for some in batched(lists.match_ids(db, club.id)):
            written += rebuild_matches(db, club.id, some)
            on_progress(len(some))
        facts.add_up_again(db, club.id)
    return written


def catch_up(db: Database, club: str | None = None) -> int:
    """Write what is behind its log: of a club, or of all. Returns of how many matches."""
    clubs = lists.clubs_behind(db) if club is None else [club]
    return sum(
        rebuild_matches(db, each, some)
        for each in clubs
        for some in batched(lists.match_ids(db, each, only_uncounted=True))
    )


def batched(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    """As many at a time as are written in one transaction."""
    for start in range(0, len(ids), BATCH):
        yield ids[start : start + BATCH]


def rebuild_matches(db: Database, club: str, ids: Sequence[int]) -> int:
    """Write the summaries and facts of these matches in one transaction; returns how many.

    A match that cannot be read keeps its summary and has no facts.
    """
    summaries = list(summaries_of(db, club, ids))
    readable = {match_id for match_id, *_about in summaries}
    lists.save_summaries(db, club, summaries)
    facts.clear_unreadable(db, club, [each for each in ids if each not in readable])
    return len(summaries)


def summaries_of(
    db: Database, club: str, ids: Sequence[int]
) -> Iterator[tuple[int, int, str, Summary]]:
    """For each match that can be read its number, the number and the moment of its last line, and
    its summary."""
    for match_id in ids:
        try:
            summaries = summary_with_line(db, club, match_id)
        except UNREADABLE as error:
            logger.warning("Match %s of club %s cannot be read: %r", match_id, club, error)
        else:
            yield from summaries


def summary_with_line(
    db: Database, club: str, match_id: int
) -> list[tuple[int, int, str, Summary]]:
    """The number of a match, the number and the moment of its last line, and its summary; nothing
    of a match that is gone or has no line. Raises one of `UNREADABLE`."""
    record = matches.find_match(db, club, match_id)
    if record is None or not record.log:
        return []
    if record.game not in GAMES:
        raise LookupError(f"there is no game {record.game}")
    changed = record.log[-1].at or record.started
    return [(match_id, record.last_line, changed, summary_of(match_from_record(record)))]
