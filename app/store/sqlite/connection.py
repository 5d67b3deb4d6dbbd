"""A connection to a database file: how SQLite is opened, read and written, and what it raises."""

from __future__ import annotations

import logging
import math
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, wraps
from pathlib import Path
from typing import Any, Literal, TypeVar
from urllib.parse import quote

import sqlite_utils

from app.file_rights import refusal
from app.store.engine import Database, placeholders
from app.store.errors import (
    DamagedText,
    DatabaseTooNew,
    DatabaseTooOld,
    StoreError,
    UnavailableReason,
    UniqueViolation,
)
from app.store.sqlite import write_lock
from app.store.sqlite.migrations import migrations

# The one copy of SQLite that this program uses. sqlite-utils looks for them in the same order, so
# that both mean the same errors.
try:
    # The wheel brings a newer SQLite than most systems have.
    import pysqlite3.dbapi2 as sqlite3
except ImportError:
    # Where there is no wheel, as in a browser, that of the standard library has to do.
    import sqlite3

Result = TypeVar("Result")

# Where SQLite keeps what a rollback needs. `wal`: a write-ahead log beside the file, which lets
# others read meanwhile, and needs memory that processes share. `truncate`: the pages as they were,
# in a file that is cut off at the commit; for one process alone.
Journal = Literal["wal", "truncate"]

# Written into the header of every database, by which `file` and other programs know it.
APPLICATION_ID = int.from_bytes(b"Trks", "big")

# The oldest version whose write-ahead log survives a reset while somebody reads it.
SAFE_SQLITE = (3, 51, 3)

# How long a database is checked before it is opened: enough to read half a gigabyte. Of a larger
# one every nightly copy is checked whole.
QUICK_CHECK_SECONDS = 1.0
# Bytes that have to be free on the disk: an answer writes far less, and a day of answers more.
LEAST_ROOM = 1_000_000
STEPS_PER_CHECK = 10_000  # instructions of SQLite between two looks at the clock

# By primary result code. Every other code is a bug of ours: https://sqlite.org/rescode.html
REASONS: dict[int, UnavailableReason] = {
    3: "shut",  # SQLITE_PERM
    5: "locked",  # SQLITE_BUSY
    6: "locked",  # SQLITE_LOCKED
    8: "read-only",  # SQLITE_READONLY
    # When a write ends in an error of the disk, its pages may be there all the same, and count as
    # soon as the database is opened again.
    10: "unsure",  # SQLITE_IOERR
    11: "shut",  # SQLITE_CORRUPT
    13: "full",  # SQLITE_FULL
    14: "shut",  # SQLITE_CANTOPEN
    15: "locked",  # SQLITE_PROTOCOL
    26: "shut",  # SQLITE_NOTADB
}
INTERRUPTED = 9
NO_TEXT = "Could not decode to UTF-8"
# How messages about a text or a file that cannot be read begin; they carry no error code.
DAMAGED = "unsupported file format"
# How that message begins. There is an extended code for it, which one of the two libraries keeps
# back.
NOT_UNIQUE = "UNIQUE constraint failed"

logger = logging.getLogger("tricktally")

_write_lock = write_lock.WriteLock()


class SqliteDatabase(sqlite_utils.Database):
    """`Database` in a file, for one thread at a time."""

    is_read_only = False
    has_changed_file = False
    """Whether it has written into the file itself, and not only into the log beside it."""

    def execute_many(self, sql: str, rows: Iterable[Sequence[Any]], /) -> int:
        """Run a statement for each row, in the open transaction; returns the number of changes."""
        return int(self.conn.executemany(sql, rows).rowcount)

    def load(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], /) -> None:
        """Insert many rows into a table, in the open transaction."""
        self.execute_many(
            f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({placeholders(columns)})", rows
        )

    def stream(self, sql: str, /) -> Iterator[tuple[Any, ...]]:
        """Iterate over the rows of a statement, read as they are asked for."""
        return iter(self.execute(sql))

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read everything in the block as it was at one moment."""
        self.execute("BEGIN")
        try:
            yield
        finally:
            self.rollback()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Begin one transaction, all or nothing, on the disk when the block is left.

        Raises `StoreError` (locked) after `write_lock.BUSY_MILLISECONDS`.
        """
        # IMMEDIATE takes SQLite's write lock at once. A deferred transaction that reads first and
        # then writes fails with BUSY_SNAPSHOT, however long it would wait, if anybody has written
        # in between. Threads of this process queue at a lock of ours first: SQLite's own waiting
        # is sleeping and trying again, which under load serves whoever is lucky.
        with _write_lock.hold():
            with _write_lock.asking_others():
                self.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.commit()
            except BaseException:
                self.rollback()
                raise

    def in_one_transaction(self, work: Callable[[], Result], /) -> Result:
        """Do the work in one transaction, once: the holder of the write lock is never sent back."""
        with self.transaction():
            return work()

    def notify(self, message: str, /) -> None:
        """Do nothing: one process serves a file."""

    def probe(self) -> None:
        """Read a little, and write what is there already, down to the disk."""
        self.execute("SELECT 1 FROM matches LIMIT 1").fetchone()
        with self.transaction():
            self.execute(f"PRAGMA user_version = {read_pragma(self, 'user_version')}")
        # That is a page, which may find room where a whole answer finds none.
        if (free := free_bytes(self.file)) is not None and free < LEAST_ROOM:
            raise StoreError(f"only {free} bytes are left on the disk", "full")

    @property
    def file(self) -> str:
        """The path of its file."""
        return str(self.execute("PRAGMA database_list").fetchone()[2])

    def checkpoint(self) -> None:
        """Copy the write-ahead log into the file, so that the file alone has all that matters.

        Raises nothing: what was written is on the disk, whether this can be done or not.
        """
        self.has_changed_file = True
        try:
            self.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except StoreError as error:
            logger.warning("The log of the database could not be folded into it: %s", error)

    def erase_log(self) -> None:
        """Empty the write-ahead log, once it is copied into the file. Housekeeping does so too, if
        somebody reads what is in it for longer than a write waits."""
        self.has_changed_file = True
        try:
            with _write_lock.hold():
                is_busy, *_pages = self.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except StoreError as error:
            logger.warning("The log of the database could not be emptied: %s", error)
            return
        if is_busy:
            logger.warning("The log of the database is being read, and is emptied later.")


def code_of(error: Exception) -> int:
    """Return the primary result code of an error; 0 for one that the Python library has raised
    itself."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def translate_error(error: Exception) -> Exception | None:
    """Return the error as the store raises it; None for a bug of ours."""
    sentence = str(error)
    if reason := REASONS.get(code_of(error)):
        return StoreError(sentence, reason)
    if sentence.startswith(NO_TEXT):
        return DamagedText(sentence)
    if sentence.startswith(DAMAGED):
        return StoreError(sentence)
    return UniqueViolation(sentence) if sentence.startswith(NOT_UNIQUE) else None


def translating(method: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a method of a connection or a cursor: it raises what the store raises."""

    @wraps(method)
    def call(*args: Any, **options: Any) -> Any:
        try:
            return method(*args, **options)
        except sqlite3.DatabaseError as error:
            if ours := translate_error(error):
                raise ours from error
            raise

    return call


class SqliteCursor(sqlite3.Cursor):  # type: ignore[misc]  # the wheel has no types
    """A cursor that raises `StoreError`."""

    execute = translating(sqlite3.Cursor.execute)
    executemany = translating(sqlite3.Cursor.executemany)
    executescript = translating(sqlite3.Cursor.executescript)
    fetchone = translating(sqlite3.Cursor.fetchone)
    fetchall = translating(sqlite3.Cursor.fetchall)
    __next__ = translating(sqlite3.Cursor.__next__)


class SqliteConnection(sqlite3.Connection):  # type: ignore[misc]
    """A connection that raises `StoreError`. Statements run on `SqliteCursor`, also those that
    pysqlite3 would run on a cursor of its own."""

    commit = translating(sqlite3.Connection.commit)
    rollback = translating(sqlite3.Connection.rollback)

    def backup(self, target: Any, **options: Any) -> None:
        """Copy all pages to `target`. Raises `StoreError` for every failure: pysqlite3 sets no
        error code here, and no SQL of ours can be the cause."""
        try:
            super().backup(target, **options)
        except sqlite3.DatabaseError as error:
            raise translate_error(error) or StoreError(str(error)) from error

    def cursor(self, factory: type[SqliteCursor] = SqliteCursor) -> SqliteCursor:
        """Make a cursor."""
        return super().cursor(factory)  # type: ignore[no-any-return]

    def execute(self, *args: Any) -> SqliteCursor:
        """Run one statement."""
        return super().cursor(SqliteCursor).execute(*args)  # type: ignore[no-any-return]

    def executemany(self, *args: Any) -> SqliteCursor:
        """Run one statement for each row."""
        return self.cursor().executemany(*args)  # type: ignore[no-any-return]

    def executescript(self, script: str) -> SqliteCursor:
        """Run several statements."""
        return self.cursor().executescript(script)  # type: ignore[no-any-return]


def connect(file: Path, *, create: bool = False, journal: Journal = "wal") -> SqliteDatabase:
    """Open a connection for one thread at a time; it is read-only where the file is.

    Raises `StoreError` for a missing file unless `create` is set: SQLite would make an empty one
    and throw away the write-ahead log beside it, with all that is only there.
    """
    if is_write_protected(file):
        if log_size(file):
            raise StoreError(
                f"it may only be read here, and what was saved last is in {file}-wal: open it once"
                " where it may be written",
                "read-only",
            )
        # Without the right to make a log beside it SQLite opens nothing but what cannot change.
        db = open_file(file, "ro&immutable=1")
        db.is_read_only = True
        return db
    db = open_file(file, "rwc" if create else "rw")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA synchronous = FULL")
    # What is deleted is overwritten, and does not stay readable in the file.
    db.execute("PRAGMA secure_delete = ON")
    if journal != "wal":
        # The file itself remembers only that it has a write-ahead log; any other journal mode has
        # to be set on each connection.
        db.execute(f"PRAGMA journal_mode = {journal}")
    return db


def is_write_protected(file: Path) -> bool:
    """Return whether the file exists and this process may not write it, or not its folder."""
    folder = os.path.dirname(os.path.abspath(file))
    return os.path.exists(file) and not (os.access(file, os.W_OK) and os.access(folder, os.W_OK))


def why_read_only(file: Path) -> str:
    """Return who may not write a database, or beside it, and what helps, in a sentence."""
    return (
        refusal(file, writes=True)
        or refusal(Path(os.path.abspath(file)).parent, writes=True)
        or f"{file} is write-protected"
    )


def free_bytes(file: str | Path) -> int | None:
    """Return how much room this program has on the disk of a file; None where that is not known."""
    if not hasattr(os, "statvfs"):
        return None
    disk = os.statvfs(file)
    return disk.f_bavail * disk.f_frsize


def log_size(file: Path) -> int:
    """Return the size of the write-ahead log beside a file, in bytes."""
    try:
        return os.stat(f"{file}-wal").st_size
    except OSError:
        return 0


def open_file(file: Path, mode: str) -> SqliteDatabase:
    """Open a file in one of SQLite's modes: ro, rw or rwc. Raises `StoreError`."""
    try:
        connection = translating(sqlite3.connect)(
            f"file:{quote(os.path.abspath(file))}?mode={mode}",
            factory=SqliteConnection,
            uri=True,
            timeout=write_lock.BUSY_MILLISECONDS / 1000,
            # The pool gives it to one thread after the other.
            check_same_thread=False,
        )
    except StoreError as error:
        raise StoreError(refusal(file) or str(error), error.reason) from error
    return SqliteDatabase(connection, recursive_triggers=False, execute_plugins=False)


def open_checked(file: Path, journal: Journal = "wal") -> SqliteDatabase:
    """Open or create a database of any version, in a journal mode that keeps what was acknowledged.

    Raises `StoreError`, OSError, and RuntimeError for a SQLite that loses commits.
    """
    if journal == "wal" and sqlite3.sqlite_version_info < SAFE_SQLITE:
        raise RuntimeError(f"SQLite {sqlite3.sqlite_version} can corrupt a write-ahead log")
    if Path(f"{file}-wal").exists() and not Path(file).exists():
        raise FileNotFoundError(f"{file}-wal is there without its file: put that back beside it")
    is_new = not Path(file).exists() or not Path(file).stat().st_size
    db = connect(file, create=True)
    verify(db, QUICK_CHECK_SECONDS)
    if is_new and Path(file).exists():
        Path(file).chmod(0o600)  # what SQLite puts beside it has the same rights
    if db.is_read_only:
        if needs_migration(db):
            raise DatabaseTooOld("it may only be read, and was written by an older Tricktally")
        return db
    db.execute(f"PRAGMA journal_mode = {journal}")
    # Asked and not believed: a file system without shared memory quietly keeps another journal.
    mode = db.execute("PRAGMA journal_mode").fetchone()[0]
    synchronous = read_pragma(db, "synchronous")
    assert (mode, synchronous) == (journal, 2), f"unsafe: {mode}, synchronous={synchronous}"
    return db


def migrate(db: SqliteDatabase) -> None:
    """Create the tables, or upgrade them to this version, all or nothing."""
    with db.atomic():
        migrations.apply(db)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {version()}")


def verify(db: SqliteDatabase, seconds: float = math.inf) -> None:
    """Raise `StoreError` unless a file is empty, or a database that this program can read.

    Its pages are checked as far as that is possible in so many seconds.
    """
    application, its_version = read_pragma(db, "application_id"), read_pragma(db, "user_version")
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    # The first versions had no application id.
    is_unmarked = application == 0 and {"matches", "events", "_sqlite_migrations"} <= tables
    if tables and application != APPLICATION_ID and not is_unmarked:
        raise StoreError("it is the database of another program")
    if its_version > version():
        raise DatabaseTooNew(
            f"it was written by a newer Tricktally (version {its_version}, and this one reads"
            f" {version()}): update this one, or restore a backup from before"
        )
    verdict = quick_check(db, seconds)
    if verdict != "ok":
        raise StoreError(f"it is damaged: {' '.join(verdict.split())}")


def quick_check(db: SqliteDatabase, seconds: float) -> str:
    """Return what is wrong with the pages that can be read in so many seconds; "ok" if nothing
    is."""
    until = time.monotonic() + seconds
    db.conn.set_progress_handler(lambda: time.monotonic() > until, STEPS_PER_CHECK)
    try:
        (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
        return str(verdict)
    except sqlite3.OperationalError as error:
        if code_of(error) != INTERRUPTED:
            raise
        return "ok"
    finally:
        db.conn.set_progress_handler(None, 0)


def integrity(db: Database) -> list[str]:
    """Return what SQLite finds wrong when it checks the whole file, a line each."""
    lines = [line for (line,) in db.execute("PRAGMA integrity_check(10)")]
    return [] if lines == ["ok"] else lines


def needs_migration(db: Database) -> bool:
    """Return whether the tables are those of an older version."""
    return read_pragma(db, "user_version") < version()


@cache
def version() -> int:
    """Return the version of the tables: the number of migrations."""
    return len(migrations.pending(sqlite_utils.Database(memory=True)))


def read_pragma(db: Database, name: str) -> int:
    """Return a number that SQLite keeps under this name."""
    return int(db.execute(f"PRAGMA {name}").fetchone()[0])
