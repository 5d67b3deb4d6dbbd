"""The score book as each door finds it when it opens."""

from __future__ import annotations

from app import store
from app.web.club.rebuilding import rebuild


def open_book(
    book: store.Book, journal: store.Journal = "wal", *, needs_copy: bool = True
) -> store.Database:
    """A connection to the score book, which is created or upgraded, has its first club, and has
    forgotten what was deleted long ago. `needs_copy`: see `app.store.prepare`.

    Raises `app.store.StoreError` or OSError if that cannot be done.
    """
    db = store.prepare(book, journal, needs_copy=needs_copy)
    if not db.is_read_only:
        store.make_home(db)
        store.forget_deleted(db)
        rebuild(db, only_missing=True)
    return db
