"""The tables on a server: how they are created, upgraded and verified.

A version has the same number, tables and columns as in `app.store.sqlite.migrations`, where it is
said why some columns have another name than in Python. The first one here is the ninth there: no
older database was ever on a server. A step is never changed once it is released; the next one comes
behind the last.

Every key begins with the club and no row points into another club, so that the rows can be spread
over several servers by club. Steps behind the first one only add, for two reasons: no copy of a
server is made before an upgrade; and while processes are started anew one after the other, those of
the version before go on reading and writing the tables that the first new one has upgraded.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from app.program import command
from app.store.errors import DatabaseTooNew, DatabaseTooOld, StoreError
from app.store.postgres.connection import PostgresDatabase
from app.store.postgres.pool import connect

# By the version to which they lead from the one before, the statements in their order. `bytewise`
# stands for a collation in which moments sort by time, whatever the language of the server.
STEPS: dict[int, tuple[str, ...]] = {
    9: (
        "CREATE TABLE clubs (id TEXT PRIMARY KEY, name TEXT NOT NULL,"
        " founded TEXT {bytewise} NOT NULL, generation BIGINT NOT NULL DEFAULT 1,"
        " next_match BIGINT NOT NULL DEFAULT 1, next_deck BIGINT NOT NULL DEFAULT 1)",
        "CREATE TABLE matches (club TEXT NOT NULL REFERENCES clubs (id),"
        " number BIGINT NOT NULL, game TEXT NOT NULL, players TEXT NOT NULL, started TEXT NOT NULL,"
        " title TEXT NOT NULL DEFAULT '', deleted TEXT {bytewise},"
        " changed TEXT {bytewise} NOT NULL DEFAULT '', is_over BIGINT NOT NULL DEFAULT 0,"
        " summary JSON, generation BIGINT NOT NULL DEFAULT 1, uuid TEXT NOT NULL DEFAULT '',"
        " asides BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (club, number))",
        "CREATE TABLE events (club TEXT NOT NULL, match BIGINT NOT NULL,"
        " line BIGINT NOT NULL, at TEXT NOT NULL, kind TEXT NOT NULL,"
        " deal BIGINT NOT NULL, key TEXT NOT NULL, answer TEXT, checksum TEXT NOT NULL DEFAULT '',"
        " once TEXT, PRIMARY KEY (club, match, line),"
        " FOREIGN KEY (club, match) REFERENCES matches (club, number))",
        "CREATE TABLE decks (club TEXT NOT NULL REFERENCES clubs (id),"
        " number BIGINT NOT NULL, name TEXT NOT NULL, faces TEXT NOT NULL, entered TEXT NOT NULL,"
        " PRIMARY KEY (club, number))",
        "CREATE TABLE doubts (club TEXT NOT NULL, match BIGINT NOT NULL,"
        " deal BIGINT NOT NULL, at TEXT NOT NULL, words TEXT NOT NULL, outcome TEXT,"
        " PRIMARY KEY (club, match, deal),"
        " FOREIGN KEY (club, match) REFERENCES matches (club, number))",
        "CREATE INDEX matches_listed ON matches (club, is_over, changed, number)"
        " WHERE deleted IS NULL",
        "CREATE INDEX matches_by_game ON matches (club, game, number)"
        " WHERE deleted IS NULL AND is_over = 1",
        "CREATE INDEX matches_deleted ON matches (club, deleted) WHERE deleted IS NOT NULL",
        "CREATE INDEX matches_by_uuid ON matches (club, uuid)",
        "CREATE UNIQUE INDEX events_once ON events (club, match, once) WHERE once IS NOT NULL",
    ),
    10: (
        "CREATE INDEX matches_by_players ON matches (club, players, number)"
        " WHERE deleted IS NULL AND is_over = 1",
        "CREATE INDEX matches_unsummed ON matches (club, number) WHERE summary IS NULL",
    ),
    11: (
        "CREATE TABLE codes (club TEXT NOT NULL, role TEXT NOT NULL,"
        " match BIGINT NOT NULL, generation BIGINT NOT NULL, until TEXT {bytewise} NOT NULL,"
        " digest TEXT NOT NULL, PRIMARY KEY (club, role, match))",
        "CREATE INDEX codes_by_digest ON codes (digest)",
    ),
    12: ("ALTER TABLE events ADD COLUMN batch BIGINT",),
    13: (
        "ALTER TABLE clubs ADD COLUMN next_person BIGINT NOT NULL DEFAULT 1",
        "ALTER TABLE clubs ADD COLUMN next_evening BIGINT NOT NULL DEFAULT 1",
        "ALTER TABLE clubs ADD COLUMN version BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE matches ADD COLUMN seated BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE matches ADD COLUMN utc_offset BIGINT",
        "ALTER TABLE matches ADD COLUMN day TEXT {bytewise} NOT NULL DEFAULT ''",
        "ALTER TABLE matches ADD COLUMN evening BIGINT",
        "ALTER TABLE matches ADD COLUMN import_id TEXT",
        "CREATE TABLE people (club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,"
        " number BIGINT NOT NULL,"
        " name TEXT NOT NULL, colour BIGINT NOT NULL DEFAULT 0,"
        " matches BIGINT NOT NULL DEFAULT 0, added TEXT, hidden TEXT, renamed TEXT,"
        " former TEXT NOT NULL DEFAULT '', merged_into BIGINT, merged TEXT, forgotten TEXT,"
        " PRIMARY KEY (club, number))",
        "CREATE TABLE names (club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,"
        " key TEXT {bytewise} NOT NULL,"
        " person BIGINT NOT NULL, in_log BIGINT NOT NULL, PRIMARY KEY (club, key))",
        "CREATE TABLE seatings (club TEXT NOT NULL, match BIGINT NOT NULL, seat BIGINT NOT NULL,"
        " deal BIGINT NOT NULL, person BIGINT, day TEXT {bytewise} NOT NULL,"
        " PRIMARY KEY (club, match, seat, deal),"
        " FOREIGN KEY (club, match) REFERENCES matches (club, number) ON DELETE CASCADE)",
        "CREATE TABLE erasures (club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,"
        " person BIGINT NOT NULL,"
        " keys TEXT NOT NULL, next BIGINT NOT NULL, until BIGINT NOT NULL,"
        " PRIMARY KEY (club, person))",
        "CREATE TABLE evenings (club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,"
        " number BIGINT NOT NULL,"
        " day TEXT {bytewise} NOT NULL, began TEXT {bytewise} NOT NULL,"
        " until TEXT {bytewise} NOT NULL,"
        " title TEXT NOT NULL DEFAULT '', place TEXT NOT NULL DEFAULT '',"
        " note TEXT NOT NULL DEFAULT '', awards BIGINT NOT NULL DEFAULT 1,"
        " names BIGINT NOT NULL DEFAULT 1, PRIMARY KEY (club, number))",
        "CREATE INDEX names_of_person ON names (club, person)",
        "CREATE INDEX seatings_by_person ON seatings (club, person, day, match)",
        "CREATE INDEX matches_by_evening ON matches (club, evening, number) WHERE deleted IS NULL",
        "CREATE INDEX evenings_by_day ON evenings (club, day, began, number)",
        "CREATE INDEX matches_with_title ON matches (club, number) WHERE title <> ''",
        "ALTER TABLE matches ADD COLUMN counted BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE matches ADD COLUMN facts BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE matches ADD COLUMN variant TEXT {bytewise} NOT NULL DEFAULT ''",
        "CREATE TABLE facts (club TEXT NOT NULL, match BIGINT NOT NULL, person BIGINT NOT NULL,"
        " other BIGINT NOT NULL, key TEXT {bytewise} NOT NULL, game TEXT {bytewise} NOT NULL,"
        " variant TEXT {bytewise} NOT NULL, day TEXT {bytewise} NOT NULL, evening BIGINT,"
        " count BIGINT NOT NULL,"
        " chances BIGINT NOT NULL, points BIGINT NOT NULL, deals TEXT NOT NULL,"
        " PRIMARY KEY (club, match, person, other, key),"
        " FOREIGN KEY (club, match) REFERENCES matches (club, number) ON DELETE CASCADE)",
        "CREATE TABLE sums (club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,"
        " person BIGINT NOT NULL, other BIGINT NOT NULL, game TEXT {bytewise} NOT NULL,"
        " variant TEXT {bytewise} NOT NULL, month TEXT {bytewise} NOT NULL,"
        " key TEXT {bytewise} NOT NULL, matches BIGINT NOT NULL,"
        " count BIGINT NOT NULL, chances BIGINT NOT NULL, points BIGINT NOT NULL,"
        " PRIMARY KEY (club, person, other, game, variant, month, key))",
        # Without the deals: pages that look at all matches of a person need no row beside it.
        "CREATE INDEX facts_of_person ON facts (club, person, key, day, match)"
        " INCLUDE (other, game, variant, evening, count, chances, points)",
        "CREATE INDEX facts_by_points ON facts (club, game, variant, points, day, match, person)"
        " WHERE key = 'points'",
        "CREATE INDEX matches_of_variant ON matches (club, game, variant, day)"
        " WHERE deleted IS NULL AND variant <> ''",
        "CREATE INDEX matches_to_count ON matches (club, number)"
        " WHERE deleted IS NULL AND is_over = 1 AND counted = 0",
        "CREATE INDEX matches_of_import ON matches (import_id, club, number)"
        " WHERE import_id IS NOT NULL",
    ),
    14: (
        "CREATE TABLE evening_changes (club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,"
        " id TEXT {bytewise} NOT NULL, at TEXT {bytewise} NOT NULL, kind TEXT NOT NULL,"
        " evening BIGINT NOT NULL, title TEXT NOT NULL, day TEXT NOT NULL, found TEXT NOT NULL,"
        " left_as TEXT NOT NULL, PRIMARY KEY (club, id))",
        "CREATE INDEX matches_by_day ON matches (club, is_over, day, started, number)"
        " WHERE deleted IS NULL",
    ),
    15: (
        "ALTER TABLE clubs ADD COLUMN language TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE clubs ADD COLUMN court_cards TEXT NOT NULL DEFAULT ''",
    ),
}
VERSION = max(STEPS)
# The tables of the newest version, beside `tricktally`, which says the version.
TABLES = {
    *("clubs", "matches", "events", "decks", "doubts", "codes"),
    *("people", "names", "seatings", "erasures", "evenings", "facts", "sums"),
    "evening_changes",
}

OLDEST_POSTGRES = 13_00_00  # the oldest version that its makers still mend, as `server_version_num`
# Key of the advisory lock under which one process at a time migrates.
MIGRATION_LOCK = int.from_bytes(b"Trks", "big")
MIGRATION_TIMEOUT = 60_000  # milliseconds for which a process waits for another one that migrates

logger = logging.getLogger("tricktally")


def open(address: str, name: str) -> PostgresDatabase:
    """Create or upgrade the tables, all or nothing; `name` is what the log calls the database.

    Raises `StoreError`, also for a server that could lose what it acknowledges.
    """
    with connect_verified(address) as db:
        if version_of(db) != VERSION:
            if db.is_read_only:
                raise StoreError(
                    "it may only be read, and has no tables of this Tricktally yet", "read-only"
                )
            if before := db.in_one_transaction(lambda: migrate(db)):
                logger.warning(
                    "Upgraded %s from version %s to %s, all at once. The database from before is"
                    " only in a backup of the server.",
                    name,
                    before,
                    VERSION,
                )
    return db


def open_readonly(address: str) -> PostgresDatabase:
    """Open a connection that is only read, to tables of this version. Raises `StoreError`."""
    with connect_verified(address) as db:
        its_version = version_of(db)
        if its_version is None:
            raise DatabaseTooOld(f"it has no tables of ours yet: `{command('serve')}` makes them")
        if its_version < VERSION:
            raise DatabaseTooOld(
                f"its tables are of an older version: `{command('serve')}` renews them"
            )
    return db


@contextmanager
def connect_verified(address: str) -> Iterator[PostgresDatabase]:
    """A connection to a server that was verified; closed if the block or that fails."""
    db = connect(address)
    try:
        db.is_read_only = is_read_only(db)
        verify(db)
        yield db
    except BaseException:
        db.close()
        raise


def verify(db: PostgresDatabase) -> None:
    """Raise `StoreError` unless the server keeps what it acknowledges, and the tables are ours."""
    number = int(setting(db, "server_version_num"))
    if number < OLDEST_POSTGRES:
        raise StoreError(
            f"it is PostgreSQL {setting(db, 'server_version')}: version"
            f" {OLDEST_POSTGRES // 10_000} is the oldest that will do"
        )
    encoding = setting(db, "server_encoding")
    if encoding != "UTF8":
        raise StoreError(
            f"its encoding is {encoding}, in which not every name can be written. Make another:"
            " `createdb --encoding UTF8 --template template0`"
        )
    for name in ("synchronous_commit", "fsync", "full_page_writes"):
        if setting(db, name) == "off":
            raise StoreError(
                f"it is unsafe: its {name} is off, so that it would lose what was saved when its"
                " machine goes out. Switch it on, and start again"
            )
    # The tables are read before the version and again after it: another process may be making them
    # this very moment, and its half must not be taken for those of another program.
    present, its_version = tables(db), version_of(db)
    if its_version is None and present & {"tricktally", *TABLES}:
        raise StoreError("it is the database of another program")
    if its_version == 0 or (its_version == VERSION and not tables(db) >= TABLES):
        raise StoreError("its tables are half made: take a new database, or what was backed up")
    if its_version is not None and its_version > VERSION:
        raise DatabaseTooNew(
            f"it was written by a newer Tricktally (version {its_version}, and this one reads"
            f" {VERSION}): update this one"
        )


def migrate(db: PostgresDatabase) -> int | None:
    """Create or upgrade the tables, in the open transaction. Returns the version that was upgraded,
    None if there was none, or it was this one."""
    # A process that waited for the lock has to see what the other one made meanwhile, which at
    # REPEATABLE READ or SERIALIZABLE, the default of some servers, it would not.
    db.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED")
    db.execute(f"SET LOCAL lock_timeout = {MIGRATION_TIMEOUT}")
    bytewise = ""
    if is_postgresql(db):
        db.execute("SELECT pg_advisory_xact_lock(?)", [MIGRATION_LOCK])
        bytewise = 'COLLATE "C"'
    before = version_of(db)
    if before is None:
        db.execute("CREATE TABLE tricktally (version BIGINT NOT NULL)")
        db.execute("INSERT INTO tricktally (version) VALUES (0)")
    for version, statements in sorted(STEPS.items()):
        if version > (before or 0):
            for statement in statements:
                db.execute(statement.format(bytewise=bytewise))
    db.execute("UPDATE tricktally SET version = ?", [VERSION])
    return before if before != VERSION else None


def version_of(db: PostgresDatabase) -> int | None:
    """Return the version of our tables, None if there are none."""
    column = db.execute(
        "SELECT data_type FROM information_schema.columns WHERE table_schema = current_schema()"
        " AND table_name = 'tricktally' AND column_name = 'version'"
    ).fetchone()
    if column != ("bigint",):
        return None
    row = db.execute("SELECT version FROM tricktally").fetchone()
    return int(row[0]) if row else None


def tables(db: PostgresDatabase) -> set[str]:
    """Return the names of all tables in the schema of ours."""
    rows = db.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    return {name for (name,) in rows.fetchall()}


def setting(db: PostgresDatabase, name: str) -> str:
    """Return the value of a setting of the server; empty for one that it does not know."""
    row = db.execute("SELECT current_setting(?, true)", [name]).fetchone()
    return str(row[0] or "") if row else ""


def is_read_only(db: PostgresDatabase) -> bool:
    """Return whether the server takes no writes, as a replica does."""
    return setting(db, "transaction_read_only") == "on"


def is_postgresql(db: PostgresDatabase) -> bool:
    """Return whether it is PostgreSQL itself. Other engines that speak its protocol may accept
    advisory locks without waiting, and know no collation but that of bytes."""
    row = db.execute("SELECT version()").fetchone()
    return not any(name in str(row) for name in ("CockroachDB", "-YB-"))
