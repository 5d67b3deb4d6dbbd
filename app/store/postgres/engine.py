"""What PostgreSQL says when something cannot be done, as the verbs of the store raise it."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, LiteralString, Protocol, TypeVar

import psycopg
from psycopg_pool import PoolClosed

from app.store.errors import StoreError, UnavailableReason, UniqueViolation


class Retryable(StoreError):
    """Nothing of it counts, and it may be tried again from its beginning."""


class ConnectionLost(Retryable):
    """The connection is gone, and what was not committed with it."""


AGAIN = {
    "40001",  # serialization failure
    "40P01",  # deadlock
}
FATAL = {"FATAL", "PANIC"}
"""How grave it is when the connection ends with it."""
AWAY = {
    "57P01",  # the server stops
    "57P02",  # it stops at once, since another of its processes has failed
    "57P03",  # it begins, or stops
    "57P05",  # it has waited too long for us
    "25P03",
    "53300",  # it has as many connections as it takes
}
REASONS: dict[str, UnavailableReason] = {
    "25006": "read-only",
    "42501": "read-only",
    "53100": "full",
    "54000": "full",
    "55P03": "locked",
    "57014": "locked",
    "58030": "unsure",
    "40003": "unsure",  # nobody knows whether it was committed
}


def translated(error: psycopg.Error, *, is_lost: bool) -> StoreError | UniqueViolation | None:
    """The error as the store raises it, None for a bug of ours; `is_lost` if its connection is of
    no use any more."""
    state = error.sqlstate or ""
    sentence = " ".join((error.diag.message_primary or str(error)).split())
    if state == "23505":
        return UniqueViolation(sentence)
    if state in AGAIN:
        return Retryable(sentence, "locked")
    if isinstance(error, PoolClosed):
        return StoreError(sentence, "away")
    is_fatal = error.diag.severity_nonlocalized in FATAL
    if is_lost or is_fatal or state in AWAY or state.startswith("08"):
        return ConnectionLost(sentence, "away")
    if reason := REASONS.get(state):
        return StoreError(sentence, reason)
    # XX000 and what follows: what lies on the server's disk is damaged.
    if isinstance(error, psycopg.OperationalError) or state.startswith("XX"):
        return StoreError(sentence) if state else ConnectionLost(sentence, "away")
    return None


# ---- Connections ----

Result = TypeVar("Result")
Connection = psycopg.Connection[tuple[Any, ...]]

PATIENCE = 3.0
"""Seconds for which something that may be tried again is."""
PAUSE = 0.02
"""Seconds before the second try; about twice as many before each that follows."""
LONGEST_PAUSE = 0.3
SHORT_LOCKS = f"SET lock_timeout = {int(PATIENCE * 1000)}"
BEGIN = f"BEGIN; SET LOCAL lock_timeout = {int(PATIENCE * 1000)}"
CHANNEL = "tricktally"
"""On which processes tell each other what they have written."""
OURS = secrets.token_hex(8)
"""What this process puts before it, to know its own again."""
SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
AT_ONCE = 2_000
"""So many rows of a stream are fetched at once."""


class ConnectionSource(Protocol):
    """Where connections come from, and where they go back to."""

    def get(self) -> Connection:
        """A connection. Raises what psycopg raises."""

    def put(self, connection: Connection) -> None:
        """Take it back, whatever state it is in."""


class Database:
    """A connection for one thread at a time, taken when it is first needed."""

    is_read_only = False
    players_of_summary = (
        "json_array_elements_text(CASE json_typeof(summary -> 'players')"
        " WHEN 'array' THEN summary -> 'players' ELSE '[]' END)"
    )
    like = "ILIKE"

    def __init__(self, source: ConnectionSource) -> None:
        self._source = source
        self._connection: Connection | None = None
        self._is_writing = False

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> psycopg.Cursor[tuple[Any, ...]]:
        """Run one statement, with `?` where a value belongs.

        Outside of a transaction it only reads, so that it can be run again on another connection.
        Raises `app.store.StoreError`.
        """

        def run() -> psycopg.Cursor[tuple[Any, ...]]:
            return self._run(lambda it: it.execute(with_psycopg_placeholders(sql), values))

        return run() if self._is_writing else retry(run)

    def execute_many(self, sql: str, rows: Iterable[Sequence[Any]], /) -> int:
        """Run a statement for each row, in the open transaction. Returns how many were changed."""
        given = list(rows)

        def run(connection: Connection) -> int:
            with connection.cursor() as cursor:
                if given:
                    cursor.executemany(with_psycopg_placeholders(sql), given)
                return max(cursor.rowcount, 0)

        return self._run(run)

    def load(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], /) -> None:
        """Write new rows into a table, in the open transaction, with COPY."""
        statement: Any = f"COPY {table} ({', '.join(columns)}) FROM STDIN"

        def run(connection: Connection) -> None:
            with connection.cursor() as cursor, cursor.copy(statement) as copy:
                for row in rows:
                    copy.write_row(row)

        self._run(run)

    def stream(self, sql: str, /) -> Iterator[tuple[Any, ...]]:
        """The rows of a statement, fetched as they are asked for, as they were at its beginning."""
        with self.transaction():
            # Not the cursor of psycopg, which would still speak to its connection when nobody reads
            # on, and somebody else may have that by then. This one ends with its transaction.
            self.execute(f"DECLARE rows NO SCROLL CURSOR FOR {sql}")
            while rows := self.execute(f"FETCH {AT_ONCE} FROM rows").fetchall():
                yield from rows

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All that is read in the block as it was at one moment, whoever writes meanwhile."""
        self._run(lambda it: it.execute(SNAPSHOT, prepare=False))
        # What is lost cannot be read again as it was.
        self._is_writing = True
        try:
            yield
        finally:
            self._is_writing = False
            self._roll_back()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """One transaction, all or nothing, on the disk when the block is left."""
        self._run(lambda it: it.execute(BEGIN, prepare=False))
        self._is_writing = True
        try:
            yield
            self._commit()
        except BaseException:
            self._roll_back()
            raise
        finally:
            self._is_writing = False

    def in_one_transaction(self, work: Callable[[], Result], /) -> Result:
        """Do the work in one transaction: again from its beginning if the server asks for that, or
        was lost before it was told to commit."""

        def once() -> Result:
            with self.transaction():
                return work()

        return retry(once)

    def notify(self, news: str, /) -> None:
        """Tell the other processes with this book; whoever is not reached will look by itself."""
        with suppress(StoreError):
            self.execute("SELECT pg_notify(?, ?)", [CHANNEL, f"{OURS} {news}"])

    def probe(self) -> None:
        """Read a little, and write what stands there already, down to the disk."""
        self.execute("SELECT 1 FROM matches LIMIT 1").fetchone()
        self.in_one_transaction(lambda: self.execute("UPDATE tricktally SET version = version"))

    def checkpoint(self) -> None:
        """Nothing: the server does that by itself."""

    def close(self) -> None:
        """Give the connection back."""
        self._is_writing = False
        if self._connection is not None:
            connection, self._connection = self._connection, None
            self._source.put(connection)

    def reach(self) -> Connection:
        """Take the connection now. Raises `app.store.StoreError` if there is none."""
        if self._connection is None:
            if self._is_writing:
                # On another one whatever comes next would count, without what came before.
                raise ConnectionLost(
                    "the connection was lost in the middle of a transaction", "away"
                )
            try:
                self._connection = self._source.get()
            except psycopg.Error as error:
                raise translated(error, is_lost=True) or error from error
        return self._connection

    def _run(self, work: Callable[[Connection], Result]) -> Result:
        connection = self.reach()
        try:
            return work(connection)
        except psycopg.Error as error:
            ours = translated(error, is_lost=connection.closed)
            if isinstance(ours, ConnectionLost):
                self._let_go()
            if ours:
                raise ours from error
            raise

    def _commit(self) -> None:
        self.reach()
        try:
            done = self._run(lambda it: it.execute("COMMIT", prepare=False)).statusmessage
        except ConnectionLost as error:
            # It may have been told or not; only what was written can say.
            sentence = f"the server was lost while it committed: {error}"
            raise StoreError(sentence, "unsure") from error
        if done != "COMMIT":
            raise StoreError(f"the server answered {done} to COMMIT")

    def _roll_back(self) -> None:
        if self._connection is None:
            return
        try:
            self._connection.execute("ROLLBACK", prepare=False)
        except psycopg.Error:
            self._let_go()

    def _let_go(self) -> None:
        """Give back a connection that is of no use."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
            self._source.put(connection)


def retry(work: Callable[[], Result]) -> Result:
    """Do it, and again from its beginning for a while, as long as nothing of it counts.

    Neither the driver nor its pool does that: only the store knows what may be done twice.
    """
    until = time.monotonic() + PATIENCE
    pause = PAUSE
    while True:
        try:
            return work()
        except Retryable:
            if time.monotonic() + pause > until:
                raise
        # Not all at the same moment: those that were in each other's way would be so again.
        time.sleep(pause * random.uniform(0.5, 1.5))
        pause = min(2 * pause, LONGEST_PAUSE)


@cache
def with_psycopg_placeholders(statement: str) -> LiteralString:
    """A statement with the placeholders of psycopg. Those of the store are few, so that each is
    kept."""
    # It asks for what stands in the source, and this does.
    words: Any = "%s".join("%%".join(statement.split("%")).split("?"))
    return words  # type: ignore[no-any-return]
