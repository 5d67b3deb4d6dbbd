"""Where a score book is kept: in a file, or at an address where a server keeps it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from app.store.engine import Connections, Database
from app.store.errors import StoreError
from app.store.postgres import url
from app.store.sqlite import connections, upgrade
from app.store.sqlite import connections as files

if TYPE_CHECKING:
    from app.store.postgres.status import State

DatabaseUrl = Path | str
"""The path of a file, or an address of PostgreSQL."""


def book_of(text: str) -> DatabaseUrl:
    """What somebody has typed: an address as it is, and the path of a file otherwise."""
    return text if is_address(text) else Path(text)


def is_address(book: DatabaseUrl) -> bool:
    """Whether a server keeps it."""
    return str(book).startswith(url.ADDRESSES)


def name_of(book: DatabaseUrl) -> str:
    """The book as it may be shown to whoever reads along: without a password."""
    return url.name_of(str(book)) if is_address(book) else str(book)


def prepare(
    book: DatabaseUrl, journal: connections.Journal = "wal", *, needs_copy: bool = True
) -> Database:
    """Create or upgrade the book and make sure that its engine keeps its promises.

    A file of an older version is copied first; where that fails, nothing is upgraded, unless the
    copy is not needed. Raises `StoreError` or OSError, and says why.
    """
    prepared: Database = (
        server(book).migrations.prepare(book)
        if is_address(book)
        else upgrade.prepare(book, journal, needs_copy=needs_copy)
    )
    return prepared


def open_readonly(book: DatabaseUrl) -> Database:
    """A connection to a book that is only read, and has to have the tables of today.

    Raises `StoreError` or OSError, and says why.
    """
    opened: Database = (
        server(book).migrations.open_readonly(book)
        if is_address(book)
        else connections.open_readonly(book)
    )
    return opened


def connect(book: DatabaseUrl, **about: Any) -> Database:
    """A connection for one thread at a time; close it when it is not used any more."""
    connected: Database = (
        server(book).connections.connect(book)
        if is_address(book)
        else connections.connect(book, **about)
    )
    return connected


def status_of(address: str) -> State:
    """How the server that keeps a book stands. Raises `StoreError` if it lets nobody in."""
    state: State = server(address).status.status_of(address)
    return state


def connections_to(book: DatabaseUrl) -> Connections:
    """Connections for the requests of a door at which several people come in."""
    several: Connections = (
        server(book).connections.Connections(book) if is_address(book) else files.Connections(book)
    )
    return several


def listening_to(
    book: DatabaseUrl, hear: Callable[[str], object], look: Callable[[], object]
) -> AbstractContextManager[object]:
    """While the block lasts, call `hear` with each line of news that another process passes on, and
    `look` whenever some may have been missed; both in another thread, and neither may raise."""
    if not is_address(book):
        return nullcontext()
    return closing(server(book).notifications.NotificationListener(book, hear, look))


def server(book: DatabaseUrl) -> ModuleType:
    """What speaks with the server at an address. Raises `StoreError` for what is no address, and
    where the library for it is missing."""
    url.check(str(book))
    try:
        import app.store.postgres.connections
        import app.store.postgres.migrations
        import app.store.postgres.notifications
        import app.store.postgres.status
    except ImportError as error:
        raise StoreError(
            "for PostgreSQL its library is needed: pip install 'tricktally[postgresql]'"
        ) from error
    return app.store.postgres
