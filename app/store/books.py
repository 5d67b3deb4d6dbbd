"""Where a score book is kept: in a file, or at an address where a server keeps it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from types import ModuleType
from typing import Any

from app.store.engine import Connections, Database, Unavailable
from app.store.sqlite import connections as files
from app.store.sqlite import opening

Book = Path | str
"""The path of a file, or an address of PostgreSQL."""
ADDRESSES = ("postgresql://", "postgres://")


def book_of(text: str) -> Book:
    """What somebody has typed: an address as it is, and the path of a file otherwise."""
    return text if is_address(text) else Path(text)


def is_address(book: Book) -> bool:
    """Whether a server keeps it."""
    return str(book).startswith(ADDRESSES)


def name_of(book: Book) -> str:
    """The book as it may be shown to whoever reads along: without a password."""
    try:
        return server().connections.name_of(book) if is_address(book) else str(book)
    except Unavailable:
        # Only its library can tell what of it is a password.
        return "postgresql://…"


def prepare(book: Book, *journal: opening.Journal) -> Database:
    """Create or migrate the book and make sure that its engine keeps its promises.

    Raises `Unavailable` or OSError, and says why.
    """
    prepared: Database = (
        server().opening.prepare(book) if is_address(book) else opening.prepare(book, *journal)
    )
    return prepared


def connect(book: Book, **about: Any) -> Database:
    """A connection for one thread at a time; close it when it is not used any more."""
    connected: Database = (
        server().connections.connect(book) if is_address(book) else opening.connect(book, **about)
    )
    return connected


def connections_to(book: Book) -> Connections:
    """Connections for the requests of a door at which several people come in."""
    several: Connections = (
        server().connections.Connections(book) if is_address(book) else files.Connections(book)
    )
    return several


def listening_to(
    book: Book, hear: Callable[[str], object], look: Callable[[], object]
) -> AbstractContextManager[object]:
    """While the block lasts, call `hear` with each line of news that another process passes on, and
    `look` whenever some may have been missed; both in another thread, and neither may raise."""
    if not is_address(book):
        return nullcontext()
    return closing(server().listening.Listening(book, hear, look))


def server() -> ModuleType:
    """What speaks with servers. Raises `Unavailable` where its library is missing."""
    try:
        import app.store.postgres.connections
        import app.store.postgres.listening
        import app.store.postgres.opening
    except ImportError as error:
        raise Unavailable(
            "for PostgreSQL its library is needed: pip install 'tricktally[postgresql]'"
        ) from error
    return app.store.postgres
