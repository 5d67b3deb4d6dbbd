"""The tables of the score book in SQLite, and how a book of before gets those of today.

The version of a book is the number of migrations. None of them is ever changed; the next one comes
behind the last.
"""

from __future__ import annotations

from uuid import uuid4

from sqlite_utils import Database, Migrations

from app.store.clubs import HOME, HOME_NAME
from app.store.log import first_checksum, next_checksum

migrations = Migrations("tricktally")


@migrations()
def matches_and_events(db: Database) -> None:
    db.table("matches").create(
        {"id": int, "game": str, "players": str, "started": str},
        pk="id",
        not_null={"game", "players", "started"},
        strict=True,
    )
    db.table("events").create(
        {
            "match": int,
            "line": int,
            "at": str,
            "kind": str,
            "deal": int,
            "key": str,
            "answer": str,
        },
        pk=("match", "line"),
        foreign_keys=[("match", "matches", "id")],
        not_null={"at", "kind", "deal", "key"},
        strict=True,
    )
    db.table("decks").create(
        {"id": int, "name": str, "faces": str, "entered": str},
        pk="id",
        not_null={"name", "faces", "entered"},
        strict=True,
    )


@migrations()
def titles_marks_and_summaries(db: Database) -> None:
    # A match without a summary is listed as an open one until it has one: see `app.store.log`.
    for column in (
        "title TEXT NOT NULL DEFAULT ''",
        "deleted TEXT",
        "changed TEXT NOT NULL DEFAULT ''",
        "is_over INTEGER NOT NULL DEFAULT 0",
        "summary TEXT",
    ):
        db.execute(f"ALTER TABLE matches ADD COLUMN {column}")
    db.execute(
        "UPDATE matches SET changed = coalesce("
        "(SELECT at FROM events WHERE match = matches.id ORDER BY line DESC LIMIT 1), started)"
    )
    db.execute(
        "CREATE INDEX matches_listed ON matches (is_over, changed, id) WHERE deleted IS NULL"
    )
    db.execute("CREATE INDEX matches_deleted ON matches (deleted) WHERE deleted IS NOT NULL")


@migrations()
def checksums_of_lines(db: Database) -> None:
    db.execute("ALTER TABLE events ADD COLUMN checksum TEXT NOT NULL DEFAULT ''")
    fill_checksums(db)


@migrations()
def matches_by_game(db: Database) -> None:
    # The last screen of a game looks up the earlier ones of its kind.
    db.execute(
        "CREATE INDEX matches_by_game ON matches (game, id) WHERE deleted IS NULL AND is_over = 1"
    )


@migrations()
def clubs(db: Database) -> None:
    # Every key begins with the club, so that no query can cross from one into another.
    db.execute(
        "CREATE TABLE clubs (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL,"
        " founded TEXT NOT NULL, generation INTEGER NOT NULL DEFAULT 1,"
        " next_match INTEGER NOT NULL DEFAULT 1, next_deck INTEGER NOT NULL DEFAULT 1) STRICT"
    )
    for table in ("events", "matches", "decks"):
        db.execute(f"ALTER TABLE {table} RENAME TO {table}_of_before")
    db.execute(
        "CREATE TABLE matches (club TEXT NOT NULL REFERENCES clubs (id), number INTEGER NOT NULL,"
        " game TEXT NOT NULL, players TEXT NOT NULL, started TEXT NOT NULL,"
        " title TEXT NOT NULL DEFAULT '', deleted TEXT, changed TEXT NOT NULL DEFAULT '',"
        " is_over INTEGER NOT NULL DEFAULT 0, summary TEXT, generation INTEGER NOT NULL DEFAULT 1,"
        " PRIMARY KEY (club, number)) STRICT"
    )
    db.execute(
        "CREATE TABLE events (club TEXT NOT NULL, match INTEGER NOT NULL, line INTEGER NOT NULL,"
        " at TEXT NOT NULL, kind TEXT NOT NULL, deal INTEGER NOT NULL, key TEXT NOT NULL,"
        " answer TEXT, checksum TEXT NOT NULL DEFAULT '', PRIMARY KEY (club, match, line),"
        " FOREIGN KEY (club, match) REFERENCES matches (club, number)) STRICT"
    )
    db.execute(
        "CREATE TABLE decks (club TEXT NOT NULL REFERENCES clubs (id), number INTEGER NOT NULL,"
        " name TEXT NOT NULL, faces TEXT NOT NULL, entered TEXT NOT NULL,"
        " PRIMARY KEY (club, number)) STRICT"
    )
    move_into_home(db)
    for table in ("events", "matches", "decks"):
        db.execute(f"DROP TABLE {table}_of_before")
    db.execute(
        "CREATE INDEX matches_listed ON matches (club, is_over, changed, number)"
        " WHERE deleted IS NULL"
    )
    db.execute(
        "CREATE INDEX matches_by_game ON matches (club, game, number)"
        " WHERE deleted IS NULL AND is_over = 1"
    )
    db.execute("CREATE INDEX matches_deleted ON matches (club, deleted) WHERE deleted IS NOT NULL")


@migrations()
def names_of_matches(db: Database) -> None:
    # What a match is called everywhere, in whichever club or file it lies.
    db.execute("ALTER TABLE matches ADD COLUMN uuid TEXT NOT NULL DEFAULT ''")
    rows = db.execute("SELECT club, number FROM matches").fetchall()
    db.conn.executemany(
        "UPDATE matches SET uuid = ? WHERE (club, number) = (?, ?)",
        [(str(uuid4()), club, number) for club, number in rows],
    )
    db.execute("CREATE INDEX matches_by_uuid ON matches (club, uuid)")


@migrations()
def lines_as_they_were_sent(db: Database) -> None:
    # By this a phone that never heard the answer is told that its line stands already. It belongs
    # to the way a line came, and not to the log: files and checksums know nothing of it.
    db.execute("ALTER TABLE events ADD COLUMN once TEXT")
    db.execute(
        "CREATE UNIQUE INDEX events_once ON events (club, match, once) WHERE once IS NOT NULL"
    )


@migrations()
def what_changes_beside_a_log(db: Database) -> None:
    # Counted, so that a page which shows something of that learns when it is out of date.
    db.execute("ALTER TABLE matches ADD COLUMN asides INTEGER NOT NULL DEFAULT 0")


@migrations()
def deals_in_doubt(db: Database) -> None:
    db.execute(
        "CREATE TABLE doubts (club TEXT NOT NULL, match INTEGER NOT NULL, deal INTEGER NOT NULL,"
        " at TEXT NOT NULL, words TEXT NOT NULL, outcome TEXT, PRIMARY KEY (club, match, deal),"
        " FOREIGN KEY (club, match) REFERENCES matches (club, number)) STRICT"
    )


@migrations()
def matches_in_large_clubs(db: Database) -> None:
    # What is looked up by these two would otherwise be looked for in every match of a club.
    db.execute(
        "CREATE INDEX matches_by_players ON matches (club, players, number)"
        " WHERE deleted IS NULL AND is_over = 1"
    )
    db.execute("CREATE INDEX matches_unsummed ON matches (club, number) WHERE summary IS NULL")


@migrations()
def codes_to_type(db: Database) -> None:
    db.execute(
        "CREATE TABLE codes (club TEXT NOT NULL, role TEXT NOT NULL,"
        " match INTEGER NOT NULL, generation INTEGER NOT NULL, until TEXT NOT NULL,"
        " digest TEXT NOT NULL, PRIMARY KEY (club, role, match)) STRICT"
    )
    db.execute("CREATE INDEX codes_by_digest ON codes (digest)")


@migrations()
def lines_that_are_one_change(db: Database) -> None:
    # Of lines of before nobody knows it: those go by their moments. It says how a line came, and
    # checksums know nothing of it.
    db.execute("ALTER TABLE events ADD COLUMN batch INTEGER")


def move_into_home(db: Database) -> None:
    """Move what a book of before holds into a first club, each with the number that it had."""
    last_match, last_deck = db.execute(
        "SELECT (SELECT coalesce(max(id), 0) FROM matches_of_before),"
        " (SELECT coalesce(max(id), 0) FROM decks_of_before)"
    ).fetchone()
    if not last_match and not last_deck:
        return
    db.execute(
        "INSERT INTO clubs (id, name, founded, next_match, next_deck)"
        " VALUES (?, ?, strftime('%Y-%m-%dT%H:%M:%f+00:00'), ?, ?)",
        [HOME, HOME_NAME, last_match + 1, last_deck + 1],
    )
    matches = "game, players, started, title, deleted, changed, is_over, summary"
    events = "match, line, at, kind, deal, key, answer, checksum"
    decks = "name, faces, entered"
    for table, key, columns in (
        ("matches", "number, ", matches),
        ("events", "", events),
        ("decks", "number, ", decks),
    ):
        source = columns if not key else f"id, {columns}"
        db.execute(
            f"INSERT INTO {table} (club, {key}{columns}) SELECT ?, {source} FROM {table}_of_before",
            [HOME],
        )


def fill_checksums(db: Database) -> None:
    """Give every line its checksum, whatever stands there; for a book that had none,
    and no clubs."""
    for match_id, game, players in db.execute("SELECT id, game, players FROM matches").fetchall():
        latest = first_checksum(game, players)
        lines = db.execute(
            "SELECT line, at, kind, deal, key, answer FROM events WHERE match = ? ORDER BY line",
            [match_id],
        ).fetchall()
        for line, *values in lines:
            row = dict(zip(("at", "kind", "deal", "key", "answer"), values, strict=True))
            latest = next_checksum(latest, row)
            db.execute(
                "UPDATE events SET checksum = ? WHERE match = ? AND line = ?",
                [latest, match_id, line],
            )
