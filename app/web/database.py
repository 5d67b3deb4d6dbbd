"""The database as a whole: what is done with it when the program starts, and now and then."""

from __future__ import annotations

from app.store.clubs import clubs
from app.store.engine import Database, Engine
from app.store.matches import deletion, erasure, evening_changes, imports
from app.store.people import seatings
from app.web.match.rebuild import catch_up


def open_database(engine: Engine) -> Database:
    """Create or upgrade a database when the program starts, with its first club, and keep it in
    order.

    Raises `StoreError` or OSError.
    """
    db = engine.open()
    if not db.is_read_only:
        clubs.ensure_home_club(db)
        keep_in_order(db)
    return db


def keep_in_order(db: Database) -> None:
    """Do what is due: delete matches that never had an answer, remove what was deleted long ago and
    what broken imports left, go on forgetting whoever is to be forgotten, and write who sat where,
    the summaries and the facts where they are behind their logs. Raises `StoreError`.
    """
    deletion.delete_unanswered(db)
    deletion.purge_deleted(db)
    evening_changes.purge_evening_changes(db)
    imports.discard_old_imports(db)
    seatings.backfill_seatings(db)
    erasure.finish_forgetting(db)
    catch_up(db)
