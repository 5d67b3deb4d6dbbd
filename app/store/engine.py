"""What the store asks of a database engine, and what its functions share.

The functions of the store are written once, in SQL that every engine understands; what differs has
a name in one of the protocols here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from functools import partial, wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")

DatabaseUrl = Path | str  # where a database is: the path of its file, or an address of PostgreSQL


class Cursor(Protocol):
    """The rows that a statement returns, as tuples, or how many it has changed."""

    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class Database(Protocol):
    """A connection to a database, for one thread at a time."""

    is_read_only: bool
    """Whether nothing can be written here, so that nothing needs to try."""

    def execute(self, sql: str, values: Sequence[Any] = ..., /) -> Cursor:
        """Run one statement, with `?` for each value. Raises `StoreError`."""

    def execute_many(self, sql: str, rows: Iterable[Sequence[Any]], /) -> int:
        """Run a statement for each row, in the open transaction; returns the number of changes."""

    def load(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], /) -> None:
        """Insert many rows into a table, in the open transaction."""

    def stream(self, sql: str, /) -> Iterator[tuple[Any, ...]]:
        """Iterate over the rows of a statement, however many, without holding them all."""

    def snapshot(self) -> AbstractContextManager[None]:
        """Read everything in the block as it was at one moment, whatever is written meanwhile."""

    def transaction(self) -> AbstractContextManager[None]:
        """One transaction, all or nothing, on the disk when the block is left."""

    def in_one_transaction(self, work: Callable[[], Result], /) -> Result:
        """Do the work in one transaction; it may be run again from its beginning."""

    def notify(self, message: str, /) -> None:
        """Send a message to the other processes with this database. Raises nothing: what was
        written is written."""

    def probe(self) -> None:
        """Read a little, and write what is there already, down to the disk. Raises `StoreError`."""

    def checkpoint(self) -> None:
        """Do what an engine has to do now and then while no request waits. Raises nothing."""

    def erase_log(self) -> None:
        """Let what was overwritten be in no log beside the database either, as far as the engine
        can do that. Raises nothing."""

    def close(self) -> None:
        """Close the connection, or give it back."""


class Connections(Protocol):
    """A pool of connections to one database, each for one request at a time."""

    def check_out(self) -> Database:
        """Return a connection for one request. Raises `StoreError` if the database cannot be
        opened."""

    def check_in(self, db: Any, *, is_sound: bool = ...) -> None:
        """Keep a connection for the next request, unless something went wrong with it."""

    def check(self) -> None:
        """Raise `StoreError` if the database was replaced since it was opened."""

    def close(self) -> None:
        """Close the connections that are not checked out."""


class Engine(Protocol):
    """Where a database is, and what can be done with it, whichever program keeps its rows.

    To make one opens nothing and raises nothing. The methods raise `StoreError` or OSError.
    """

    @property
    def url(self) -> str:
        """The path or address, with its password."""

    @property
    def name(self) -> str:
        """What messages call the database; without a password."""

    @property
    def file(self) -> Path | None:
        """What `backup`, `restore` and the nightly copies work on; None for a server."""

    @property
    def key_file(self) -> Path:
        """Where the key of all links is, unless another place is given."""

    @property
    def is_missing(self) -> bool:
        """Whether there is certainly no database; only a server itself can say that of one."""

    def open(self) -> Database:
        """Open the database, and create its tables or upgrade them to this version, all or nothing.

        Verifies that the engine keeps what it acknowledges.
        """

    def connect(self) -> Database:
        """Open a connection to a database of any version."""

    def open_readonly(self) -> Database:
        """Open a connection that is only read. Raises `DatabaseTooOld` for older tables."""

    def pool(self) -> Connections:
        """Make a pool of connections for the requests of a process."""

    def notifications(
        self, on_message: Callable[[str], object], poll: Callable[[], object]
    ) -> AbstractContextManager[object]:
        """Listen to other processes while the block lasts: `on_message` is called with each message
        of `notify`, `poll` whenever one may have been missed; in another thread, and neither may
        raise."""


def one_transaction(
    function: Callable[Concatenate[Database, Arguments], Result],
) -> Callable[Concatenate[Database, Arguments], Result]:
    """Run a function of the store in one transaction. It may be run more than once, so it must not
    change its arguments."""

    @wraps(function)
    def run(db: Database, /, *args: Arguments.args, **options: Arguments.kwargs) -> Result:
        return db.in_one_transaction(partial(function, db, *args, **options))

    return run


def now() -> str:
    """Return this moment as it is stored: ISO, UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


KEYS_AT_ONCE = 400  # in one statement; engines take no more than a few hundred values


def placeholders(values: Sized) -> str:
    """Return SQL with a place for each of these values, for a list in brackets; of none it has
    NULL, which nothing is equal to."""
    return ", ".join("?" * len(values)) or "NULL"


def select_by_keys(
    db: Database, sql: str, before: Sequence[Any], keys: Sequence[Any], *after: Any
) -> list[tuple[Any, ...]]:
    """Return the rows of a statement for any number of keys, `KEYS_AT_ONCE` at a time.

    ``{keys}`` in `sql` is where they belong; its other values come `before` and `after` them. Its
    order holds among the rows of as many keys.
    """
    rows: list[tuple[Any, ...]] = []
    for start in range(0, len(keys), KEYS_AT_ONCE):
        chunk = keys[start : start + KEYS_AT_ONCE]
        statement = sql.format(keys=placeholders(chunk))
        rows += db.execute(statement, [*before, *chunk, *after]).fetchall()
    return rows


def insert(db: Database, table: str, row: dict[str, Any]) -> None:
    """Insert one row, in the open transaction."""
    # In SQL and not by sqlite-utils, which looks at the table first: that made recording an answer
    # a fifth slower.
    names = '", "'.join(row)
    db.execute(f'INSERT INTO {table} ("{names}") VALUES ({placeholders(row)})', list(row.values()))


# SQL: what `seated` and `counted` of a match are once the tables that are made from its log are
# written: its last line, NULL without one, and 0 for a deleted match. So one that a process of the
# version before deletes or restores, without knowing those tables, is behind its log.
LAST_LINE_SQL = (
    "CASE WHEN deleted IS NULL THEN (SELECT max(line) FROM events"
    " WHERE events.club = matches.club AND match = matches.number) ELSE 0 END"
)


# SQL: a match is visible; one of an unfinished import is hidden, see `app.store.matches.imports`.
IS_VISIBLE = "import_id IS NULL"


def lock_match(db: Database, club: str, match_id: int) -> None:
    """Let no other transaction write into a match until the open one ends."""
    # An update that changes nothing locks the row in every engine; SELECT … FOR UPDATE does not
    # exist in SQLite.
    db.execute("UPDATE matches SET asides = asides WHERE club = ? AND number = ?", [club, match_id])


def bump_revision(db: Database, club: str, match_id: int) -> None:
    """Count, in the open transaction, that something beside the log of a match has changed."""
    db.execute(
        "UPDATE matches SET asides = asides + 1 WHERE club = ? AND number = ?", [club, match_id]
    )


def to_json(value: Any) -> str:
    """Return compact JSON, not escaped."""
    return _compact.encode(value)
