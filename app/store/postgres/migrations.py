"""The tables of the score book on a server, and how a book of before gets those of today.

A version has the same number and the same tables as in SQLite. The first one here is the ninth
there: no older book was ever kept on a server. None of them is ever changed; the next one comes
behind the last.

Every key begins with the club, and no row points into another one: so the rows can be spread over
several servers by their club. A step behind the first one only adds: what is there is neither
removed nor written anew, because no copy of a server is made before an upgrade.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from app.store.errors import DatabaseTooNew, DatabaseTooOld, NotOurs, StoreError
from app.store.postgres.connections import connect
from app.store.postgres.engine import Database
from app.store.postgres.url import name_of

NINTH = (
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
    "CREATE INDEX matches_listed ON matches (club, is_over, changed, number) WHERE deleted IS NULL",
    "CREATE INDEX matches_by_game ON matches (club, game, number)"
    " WHERE deleted IS NULL AND is_over = 1",
    "CREATE INDEX matches_deleted ON matches (club, deleted) WHERE deleted IS NOT NULL",
    "CREATE INDEX matches_by_uuid ON matches (club, uuid)",
    "CREATE UNIQUE INDEX events_once ON events (club, match, once) WHERE once IS NOT NULL",
)

TENTH = (
    "CREATE INDEX matches_by_players ON matches (club, players, number)"
    " WHERE deleted IS NULL AND is_over = 1",
    "CREATE INDEX matches_unsummed ON matches (club, number) WHERE summary IS NULL",
)

ELEVENTH = (
    "CREATE TABLE codes (club TEXT NOT NULL, role TEXT NOT NULL,"
    " match BIGINT NOT NULL, generation BIGINT NOT NULL, until TEXT {bytewise} NOT NULL,"
    " digest TEXT NOT NULL, PRIMARY KEY (club, role, match))",
    "CREATE INDEX codes_by_digest ON codes (digest)",
)

TWELFTH = ("ALTER TABLE events ADD COLUMN batch BIGINT",)

STEPS: dict[int, tuple[str, ...]] = {9: NINTH, 10: TENTH, 11: ELEVENTH, 12: TWELFTH}
"""By the version to which they lead from the one before, the statements in their order. What is
`bytewise` has an order in which moments follow each other, whatever the language of the server."""
VERSION = max(STEPS)
TABLES = {"clubs", "matches", "events", "decks", "doubts", "codes"}
"""What there is in the newest version, beside the one that says which it is."""


# ---- Opening a score book on a server: its tables, and what the server must promise. ----

OLDEST = 13_00_00
"""The oldest PostgreSQL whose makers still mend it, as it numbers itself."""
OURS = int.from_bytes(b"Trks", "big")
"""What processes that make tables agree to wait for."""

LONGEST_MIGRATION = 60_000
"""Milliseconds for which a process waits for another one that makes the tables."""

log = logging.getLogger("tricktally")


def prepare(address: str) -> Database:
    """Create or upgrade the tables and make sure that the server keeps its promises.

    No copy is made before: a server is copied by its own tools. All steps are one transaction, so
    that an upgrade which fails changes nothing, and none of them removes or rewrites a row.
    Raises `app.store.StoreError`, and says why.
    """
    with verified(address) as db:
        if version_of(db) != VERSION:
            if db.is_read_only:
                raise StoreError(
                    "it may only be read, and has no tables of this Tricktally yet", "read-only"
                )
            if before := db.in_one_transaction(lambda: migrate(db)):
                log.warning(
                    "Upgraded %s from version %s to %s, all at once. As it was before only a"
                    " backup of the server has it.",
                    name_of(address),
                    before,
                    VERSION,
                )
    return db


def open_readonly(address: str) -> Database:
    """A connection with which nothing is written, to a score book of this version.

    Raises `app.store.StoreError`, and says why.
    """
    with verified(address) as db:
        its_version = version_of(db)
        if its_version is None:
            raise DatabaseTooOld("it has no tables of ours yet: `tricktally serve` makes them")
        if its_version < VERSION:
            raise DatabaseTooOld(
                "its tables are of an older version: `tricktally serve` renews them"
            )
    return db


@contextmanager
def verified(address: str) -> Iterator[Database]:
    """A connection that stays open behind the block, unless that or the server's promises fail."""
    db = connect(address)
    try:
        db.is_read_only = is_read_only(db)
        verify(db)
        yield db
    except BaseException:
        db.close()
        raise


def verify(db: Database) -> None:
    """Make sure that the server is none that loses what it has acknowledged, and that its tables
    are ours."""
    number = int(setting(db, "server_version_num"))
    if number < OLDEST:
        raise StoreError(
            f"it is PostgreSQL {setting(db, 'server_version')}: version {OLDEST // 10_000} is the"
            " oldest that will do"
        )
    for name in unsafe_settings(db):
        raise StoreError(
            f"it is unsafe: its {name} is off, so that it would lose what was saved when its"
            " machine goes out. Switch it on, and start again"
        )
    # In this order, since another process may just be making them.
    there, its_version = tables(db), version_of(db)
    if its_version is None and there & {"tricktally", *TABLES}:
        raise NotOurs("it is the database of another program")
    if its_version == 0 or (its_version == VERSION and not tables(db) >= TABLES):
        raise NotOurs("its tables are half made: take a new database, or what was backed up")
    if its_version is not None and its_version > VERSION:
        raise DatabaseTooNew(
            f"it was written by a newer Tricktally (version {its_version}, and this one reads"
            f" {VERSION}): update this one"
        )


def migrate(db: Database) -> int | None:
    """Bring the tables to those of today, in the open transaction: one process after the other.

    Returns which version was upgraded, None if there was nothing to upgrade.
    """
    # Whoever has waited has to see what was made meanwhile, whatever is usual at this server.
    db.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED")
    db.execute(f"SET LOCAL lock_timeout = {LONGEST_MIGRATION}")
    bytewise = ""
    if is_postgresql(db):
        db.execute("SELECT pg_advisory_xact_lock(?)", [OURS])
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


def version_of(db: Database) -> int | None:
    """The version of the tables, None if there are none of ours."""
    column = db.execute(
        "SELECT data_type FROM information_schema.columns WHERE table_schema = current_schema()"
        " AND table_name = 'tricktally' AND column_name = 'version'"
    ).fetchone()
    if column != ("bigint",):
        return None
    row = db.execute("SELECT version FROM tricktally").fetchone()
    return int(row[0]) if row else None


def tables(db: Database) -> set[str]:
    """The names of the tables where ours are or will be."""
    rows = db.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    return {name for (name,) in rows.fetchall()}


def setting(db: Database, name: str) -> str:
    """What the server says of one of its settings; nothing, for one that it does not know."""
    row = db.execute("SELECT current_setting(?, true)", [name]).fetchone()
    return str(row[0] or "") if row else ""


def unsafe_settings(db: Database) -> tuple[str, ...]:
    """The settings by which the server would lose what it has acknowledged."""
    names = ("synchronous_commit", "fsync", "full_page_writes")
    return tuple(name for name in names if setting(db, name) == "off")


def is_read_only(db: Database) -> bool:
    """Whether it is a replica, or takes no writes for another reason."""
    return setting(db, "transaction_read_only") == "on"


def is_postgresql(db: Database) -> bool:
    """Whether it is PostgreSQL itself. Engines that only speak its language may know the words for
    locks that processes agree on and not wait, and have no order but that of bytes."""
    row = db.execute("SELECT version()").fetchone()
    return not any(name in str(row) for name in ("CockroachDB", "-YB-"))
