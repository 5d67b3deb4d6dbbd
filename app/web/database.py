"""Prepare the database when the program starts: migrate it, create its first club, delete matches
without an answer, purge those that were deleted long ago, and rebuild missing summaries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from app import store
from app.games import GAMES
from app.web.match.repository import match_from_record, summary_of

BATCH = 200
"""Summaries that are written in one transaction, so that no table waits long for it."""


def rebuild(db: store.Database, *, only_missing: bool = False) -> int:
    """Write the summaries of all matches again from their logs, or only those that are missing.

    Returns how many. A match of an unknown game is left as it is.
    """
    written = 0
    clubs = (
        store.clubs_without_summaries(db) if only_missing else [c.id for c in store.list_clubs(db)]
    )
    for club in clubs:
        ids = iter(store.match_ids(db, club, without_summary=only_missing))
        while some := list(islice(ids, BATCH)):
            summaries = list(summaries_of(db, club, some))
            store.save_summaries(db, club, summaries)
            written += len(summaries)
    return written


def summaries_of(
    db: store.Database, club: str, ids: Sequence[int]
) -> Iterator[tuple[int, int, str, store.Summary]]:
    """For each match its number, the number and the moment of its last line, and its summary."""
    for match_id in ids:
        record = store.find_match(db, club, match_id)
        if record and record.log and record.game in GAMES:
            changed = record.log[-1].at or record.started
            yield match_id, record.last_line, changed, summary_of(match_from_record(record))


def open_database(engine: store.Engine) -> store.Database:
    """Create or upgrade a database when the program starts, and keep it in order: make its first
    club, delete matches that never had an answer, remove what was deleted long ago, write who sat
    where and the summaries where that is missing, and go on forgetting whoever is to be forgotten.

    Raises `app.store.StoreError` or OSError.
    """
    db = engine.open()
    if not db.is_read_only:
        store.ensure_home_club(db)
        store.delete_unanswered(db)
        store.purge_deleted(db)
        store.seat_unseated(db)
        store.finish_forgetting(db)
        rebuild(db, only_missing=True)
    return db
