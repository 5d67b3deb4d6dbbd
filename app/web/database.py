"""Every summary made again from its log: after a change of what they say, or if some were lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from app import store
from app.games import GAMES
from app.web.match.cache import match_from_record, summary_of

AT_ONCE = 200
"""So many summaries are written in one transaction, so that no table waits long for it."""


def rebuild(db: store.Database, *, only_missing: bool = False) -> int:
    """Make the summaries of all matches again from their logs, or those that are not there.

    Returns how many. A match of a game that we do not know is left as it is.
    """
    written = 0
    clubs = (
        store.clubs_without_summaries(db) if only_missing else [c.id for c in store.list_clubs(db)]
    )
    for club in clubs:
        ids = iter(store.match_ids(db, club, without_summary=only_missing))
        while some := list(islice(ids, AT_ONCE)):
            summaries = list(summaries_of(db, club, some))
            store.save_summaries(db, club, summaries)
            written += len(summaries)
    return written


def summaries_of(
    db: store.Database, club: str, ids: Sequence[int]
) -> Iterator[tuple[int, int, str, store.Summary]]:
    """For each match its id, where its log ends and when that was written, and its summary."""
    for match_id in ids:
        record = store.find_match(db, club, match_id)
        if record and record.log and record.game in GAMES:
            changed = record.log[-1].at or record.started
            yield match_id, record.last_line, changed, summary_of(match_from_record(record))


def open_database(engine: store.Engine) -> store.Database:
    """Create or upgrade a database when the program starts, and keep it in order: make its first
    club, remove what was deleted long ago, write missing summaries.

    Raises `app.store.StoreError` or OSError.
    """
    db = engine.prepare()
    if not db.is_read_only:
        store.ensure_home_club(db)
        store.purge_deleted(db)
        rebuild(db, only_missing=True)
    return db
