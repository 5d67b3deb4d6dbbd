"""Prepare the database when the program starts: migrate it, create its first club, delete matches
without an answer, purge those that were deleted long ago, and rebuild summaries and facts that are
behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from app import store
from app.games import GAMES
from app.web.match.repository import match_from_record, summary_of

BATCH = 200
"""Matches that are written in one transaction, so that no table waits long for it."""


def rebuild(db: store.Database, on_progress: Callable[[int], object] = lambda matches: None) -> int:
    """Write the summaries and facts of all matches again from their logs, and add them up again.

    Returns how many. A match of an unknown game is left as it is. `on_progress` is called with how
    many matches more are done.
    """
    written = 0
    for club in store.list_clubs(db):
        for some in batched(store.match_ids(db, club.id)):
            written += write_again(db, club.id, some)
            on_progress(len(some))
        store.add_up_again(db, club.id)
    return written


def catch_up(db: store.Database, club: str | None = None) -> int:
    """Write what is behind its log: of a club, or of all. Returns of how many matches."""
    clubs = store.clubs_behind(db) if club is None else [club]
    return sum(
        write_again(db, each, some)
        for each in clubs
        for some in batched(store.match_ids(db, each, only_behind=True))
    )


def batched(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    """As many at a time as are written in one transaction."""
    for start in range(0, len(ids), BATCH):
        yield ids[start : start + BATCH]


def write_again(db: store.Database, club: str, ids: Sequence[int]) -> int:
    """Write the summaries and facts of these matches in one transaction; returns how many."""
    summaries = list(summaries_of(db, club, ids))
    store.save_summaries(db, club, summaries)
    return len(summaries)


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
        catch_up(db)
    return db
