"""The database as a whole: what is done with it when the program starts, and now and then."""

from __future__ import annotations

from app import store
from app.web.match.rebuild import catch_up


def open_database(engine: store.Engine) -> store.Database:
    """Create or upgrade a database when the program starts, with its first club, and keep it in
    order.

    Raises `app.store.StoreError` or OSError.
    """
    db = engine.open()
    if not db.is_read_only:
        store.ensure_home_club(db)
        keep_in_order(db)
    return db


def keep_in_order(db: store.Database) -> None:
    """Do what is due: delete matches that never had an answer, remove what was deleted long ago and
    what broken imports left, go on forgetting whoever is to be forgotten, and write who sat where,
    the summaries and the facts where they are behind their logs. Raises `app.store.StoreError`.
    """
    store.delete_unanswered(db)
    store.purge_deleted(db)
    store.purge_evening_changes(db)
    store.discard_old_imports(db)
    store.backfill_seatings(db)
    store.finish_forgetting(db)
    catch_up(db)
