"""What the verbs of the store ask of the engine that keeps the rows.

The verbs are written once, in SQL that every engine understands; what differs has a name here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
Result = TypeVar("Result")
About = ParamSpec("About")


class Cursor(Protocol):
    """The rows that a statement gives, as tuples, and how many it has changed."""

    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class Database(Protocol):
    """A connection to a score book, for one thread at a time."""

    is_read_only: bool
    """Whether nothing can be written here, so that nobody needs to try."""

    players_of_summary: str
    """SQL: what takes the place of a table with the column `value`, the names of the players of a
    match, one a row, and none for a summary that nobody can read."""

    like: str
    """SQL: the comparison with a pattern that minds no capitals."""

    def execute(self, sql: str, values: Sequence[Any] = ..., /) -> Cursor:
        """Run one statement, with `?` where a value belongs. Raises `StoreError`."""

    def execute_many(self, sql: str, rows: Iterable[Sequence[Any]], /) -> int:
        """Run a statement for each row, in the open transaction. Returns how many were changed."""

    def load(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], /) -> None:
        """Write many new rows into a table, in the open transaction."""

    def stream(self, sql: str, /) -> Iterator[tuple[Any, ...]]:
        """The rows of a statement, however many, without having them all at once."""

    def snapshot(self) -> AbstractContextManager[None]:
        """All that is read in the block as it was at one moment, whoever writes meanwhile."""

    def transaction(self) -> AbstractContextManager[None]:
        """One transaction, all or nothing, on the disk when the block is left."""

    def in_one_transaction(self, work: Callable[[], Result], /) -> Result:
        """Do the work in one transaction: again from its beginning where the engine asks for that
        and nothing of it counts."""

    def notify(self, news: str, /) -> None:
        """Tell the other processes with this book a line of news, if there can be any. Raises
        nothing: what was written is written."""

    def probe(self) -> None:
        """Read a little, and write what stands there already, down to the disk."""

    def checkpoint(self) -> None:
        """What an engine does now and then when nobody waits. Raises nothing."""

    def close(self) -> None:
        """Let go of it."""


class Connections(Protocol):
    """Connections to one score book, lent to one request at a time."""

    def check_out(self) -> Database:
        """A connection for one request. Raises `StoreError` if the book cannot be opened."""

    def check_in(self, db: Any, *, is_sound: bool = ...) -> None:
        """Keep a connection for the next request, unless something went wrong with it."""

    def check(self) -> None:
        """Raise `StoreError` if the book is not the one that was opened any more."""

    def close(self) -> None:
        """Close those that nobody has."""


def one_transaction(
    verb: Callable[Concatenate[Database, About], Result],
) -> Callable[Concatenate[Database, About], Result]:
    """The verb, all or nothing. It may be run more than once: what it is given is only read."""

    @wraps(verb)
    def run(db: Database, /, *args: About.args, **options: About.kwargs) -> Result:
        return db.in_one_transaction(partial(verb, db, *args, **options))

    return run


# --- rows ---------------------------------------------------------------------------------------


def now() -> str:
    """This moment in UTC, as it is stored."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def insert(db: Database, table: str, row: dict[str, Any]) -> None:
    """Insert one row in the open transaction.

    Said in SQL, because looking at the table first makes recording an answer a fifth slower.
    """
    names = ", ".join(f'"{name}"' for name in row)
    places = ", ".join("?" * len(row))
    db.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", list(row.values()))


def lock_match(db: Database, club: str, number: int) -> None:
    """Let nobody else write into a match until the open transaction ends."""
    # Every engine knows this way: a row that was changed is held.
    db.execute("UPDATE matches SET asides = asides WHERE club = ? AND number = ?", [club, number])


def bump_revision(db: Database, club: str, number: int) -> None:
    """Count in the open transaction that something beside the log of a match has changed."""
    db.execute(
        "UPDATE matches SET asides = asides + 1 WHERE club = ? AND number = ?", [club, number]
    )


def to_json(value: Any) -> str:
    """Compact JSON, every letter as it is."""
    return _compact.encode(value)
