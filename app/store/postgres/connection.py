"""A connection to a server: how PostgreSQL is read and written, and what it raises."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any, LiteralString, TypeVar

import psycopg
from psycopg_pool import PoolClosed

from app.store.errors import StoreError, UnavailableReason, UniqueViolation

Result = TypeVar("Result")
PostgresConnection = psycopg.Connection[tuple[Any, ...]]

RETRY_SECONDS = 3.0  # for so long a transaction that may be run again is
FIRST_PAUSE = 0.02  # seconds before the second try; about twice as many before each that follows
LONGEST_PAUSE = 0.3
LOCK_TIMEOUT = f"SET lock_timeout = {int(RETRY_SECONDS * 1000)}"
# Seconds after which the server ends a transaction that says nothing: the process has frozen, and
# its locks would keep others from writing for as long.
FROZEN_AFTER = 30
BEGIN = (
    f"BEGIN; SET LOCAL lock_timeout = {int(RETRY_SECONDS * 1000)};"
    f" SET LOCAL idle_in_transaction_session_timeout = {FROZEN_AFTER * 1000}"
)
SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
SMALL_MEMORY = "SELECT set_config('work_mem', '64', true), set_config('temp_tablespaces', '', true)"
# Rows of a stream that are fetched at once. They may be long, and copying a large database should
# not hold much of it in memory.
FETCHED_ROWS = 500
CHANNEL = "tricktally"  # of the notifications between processes
# Begins every notification of this process, which ignores its own by that.
PROCESS_ID = secrets.token_hex(8)


class Retryable(StoreError):
    """Nothing of a transaction counts, and it may be run again from its beginning."""


class ConnectionLost(Retryable):
    """The connection is gone, and with it what was not committed."""


RETRYABLE = {
    "40001",  # serialization failure
    "40P01",  # deadlock
}
FATAL = {"FATAL", "PANIC"}  # severities of an error that ends the connection
UNAVAILABLE_STATES = {
    "57P01",  # the server stops
    "57P02",  # it stops at once, since another of its processes has failed
    "57P03",  # it begins, or stops
    "57P05",  # it has waited too long for us
    "25P03",
    "53300",  # it has as many connections as it takes
}
REASONS: dict[str, UnavailableReason] = {
    "25006": "read-only",  # of a transaction, as on a replica
    "42501": "read-only",  # no right to do that
    "53100": "full",  # the disk
    "54000": "full",  # a limit of the server
    "55P03": "locked",  # longer than lock_timeout
    "57014": "locked",  # longer than statement_timeout
    "58030": "unsure",  # an error of the disk
    "40003": "unsure",  # the server does not know whether it has committed
}


def translate_error(error: psycopg.Error, *, is_lost: bool) -> StoreError | UniqueViolation | None:
    """Return the error as the store raises it, None for a bug of ours.

    `is_lost`: the connection is closed.
    """
    state = error.sqlstate or ""
    sentence = " ".join((error.diag.message_primary or str(error)).split())
    if state == "23505":
        return UniqueViolation(sentence)
    if state in RETRYABLE:
        return Retryable(sentence, "locked")
    if isinstance(error, PoolClosed):
        return StoreError(sentence, "away")
    is_fatal = error.diag.severity_nonlocalized in FATAL
    if is_lost or is_fatal or state in UNAVAILABLE_STATES or state.startswith("08"):
        return ConnectionLost(sentence, "away")
    if reason := REASONS.get(state):
        return StoreError(sentence, reason)
    # XX000 and the like: what is on the server's disk is damaged.
    if isinstance(error, psycopg.OperationalError) or state.startswith("XX"):
        return StoreError(sentence) if state else ConnectionLost(sentence, "away")
    return None


class PostgresDatabase:
    """`Database` on a server, for one thread at a time.

    It takes its connection at first use with `get`, which raises psycopg.Error or `StoreError`, and
    gives it back with `put`, in whatever state it is.
    """

    is_read_only = False

    def __init__(
        self,
        get: Callable[[], PostgresConnection],
        put: Callable[[PostgresConnection], None] = psycopg.Connection.close,
    ) -> None:
        self._get = get
        self._put = put
        self._connection: PostgresConnection | None = None
        self._in_transaction = False

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> psycopg.Cursor[tuple[Any, ...]]:
        """Run one statement, with `?` for each value.

        Outside of a transaction it only reads, and is run again on another connection if its own is
        lost. Raises `StoreError`.
        """

        def run() -> psycopg.Cursor[tuple[Any, ...]]:
            return self._run(lambda it: it.execute(with_psycopg_placeholders(sql), values))

        return run() if self._in_transaction else retry(run)

    def execute_many(self, sql: str, rows: Iterable[Sequence[Any]], /) -> int:
        """Run a statement for each row, in the open transaction; returns the number of changes."""
        values = list(rows)

        def run(connection: PostgresConnection) -> int:
            with connection.cursor() as cursor:
                if values:
                    cursor.executemany(with_psycopg_placeholders(sql), values)
                return max(cursor.rowcount, 0)

        return self._run(run)

    def load(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], /) -> None:
        """Insert many rows into a table, in the open transaction, with COPY."""
        statement: Any = f"COPY {table} ({', '.join(columns)}) FROM STDIN"

        def run(connection: PostgresConnection) -> None:
            with connection.cursor() as cursor, cursor.copy(statement) as copy:
                for row in rows:
                    copy.write_row(row)

        self._run(run)

    def stream(self, sql: str, /) -> Iterator[tuple[Any, ...]]:
        """Iterate over the rows of a statement, as they were at its beginning."""
        with self.transaction():
            # Not psycopg's server-side cursor: abandoned half-way, it would close itself when it is
            # garbage collected, on a connection that another request may have by then. A cursor
            # declared in SQL ends with its transaction.
            self.execute(f"DECLARE rows NO SCROLL CURSOR FOR {sql}")
            while rows := self.execute(f"FETCH {FETCHED_ROWS} FROM rows").fetchall():
                yield from rows

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read everything in the block as it was at one moment."""
        self._run(lambda it: it.execute(SNAPSHOT, prepare=False))
        # As in a transaction nothing is run again: another connection would see a later moment.
        self._in_transaction = True
        try:
            yield
        finally:
            self._in_transaction = False
            self._roll_back()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Begin one transaction, all or nothing, on the disk when the block is left."""
        self._run(lambda it: it.execute(BEGIN, prepare=False))
        self._in_transaction = True
        try:
            yield
            self._commit()
        except BaseException:
            self._roll_back()
            raise
        finally:
            self._in_transaction = False

    def in_one_transaction(self, work: Callable[[], Result], /) -> Result:
        """Do the work in one transaction: again from its beginning after a deadlock or a
        serialization failure, or if the connection was lost before COMMIT was sent."""

        def run() -> Result:
            with self.transaction():
                return work()

        return retry(run)

    def notify(self, message: str, /) -> None:
        """Send a message to the other processes; one that is not reached polls."""
        with suppress(StoreError):
            self.execute("SELECT pg_notify(?, ?)", [CHANNEL, f"{PROCESS_ID} {message}"])

    def probe(self) -> None:
        """Read a little, and write what is there already, down to the disk."""
        self.execute("SELECT 1 FROM matches LIMIT 1").fetchone()
        self.in_one_transaction(self._write_a_little)

    def checkpoint(self) -> None:
        """Do nothing: the server does that by itself."""

    def erase_log(self) -> None:
        """Do nothing: the log is the server's, which keeps it for recovery, and rows that were
        overwritten until it vacuums."""

    def close(self) -> None:
        """Give the connection back."""
        self._in_transaction = False
        if self._connection is not None:
            connection, self._connection = self._connection, None
            self._put(connection)

    def reach(self) -> PostgresConnection:
        """Take a connection now. Raises `StoreError` if there is none."""
        if self._connection is None:
            if self._in_transaction:
                # On another connection the rest of the transaction would count without its first
                # half.
                raise ConnectionLost(
                    "the connection was lost in the middle of a transaction", "away"
                )
            try:
                self._connection = self._get()
            except psycopg.Error as error:
                raise translate_error(error, is_lost=True) or error from error
        return self._connection

    def _write_a_little(self) -> None:
        # What is there already has its place on the disk, and answers need more. These rows fit
        # into no memory, and wait in a file of 300 KB where the database is; it leaves nothing.
        self.execute(SMALL_MEMORY)
        self.execute("SELECT count(*) FROM generate_series(1, 20000)")
        self.execute("UPDATE tricktally SET version = version")

    def _run(self, work: Callable[[PostgresConnection], Result]) -> Result:
        connection = self.reach()
        try:
            return work(connection)
        except psycopg.Error as error:
            ours = translate_error(error, is_lost=connection.closed)
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
            # Nobody knows whether the server has committed. It is not run again: that could write
            # everything twice. The page asks the log what it has.
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
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
            self._put(connection)


def retry(work: Callable[[], Result]) -> Result:
    """Do the work, again from its beginning after each `Retryable`, for `RETRY_SECONDS`.

    Neither the driver nor its pool does that: only the store knows what may be done twice.
    """
    until = time.monotonic() + RETRY_SECONDS
    pause = FIRST_PAUSE
    while True:
        try:
            return work()
        except Retryable:
            if time.monotonic() + pause > until:
                raise
        # Jitter: transactions that met in a deadlock would meet again.
        time.sleep(pause * random.uniform(0.5, 1.5))
        pause = min(2 * pause, LONGEST_PAUSE)


@lru_cache(2_000)
def with_psycopg_placeholders(statement: str) -> LiteralString:
    """Return a statement with `%s` for `?`. The store's statements are few, but for those with a
    list of values."""
    # psycopg's types accept only text from the source code, which a statement of the store is.
    words: Any = statement.translate({ord("%"): "%%", ord("?"): "%s"})
    return words  # type: ignore[no-any-return]
