"""The tables in a file: how they are created, and upgraded step by step.

The version of a database is the number of steps. A step is never changed once it is released, and
neither is the name of its function, which every database has stored; the next one comes last.

A new column: a step here, the same in `app.store.postgres.migrations` under its number, and its
name in `COLUMNS` of `app.store.transfer`; if it has words that people typed, in the list at the top
of `app.store` too.

A column is never renamed: while processes on PostgreSQL are started anew one after the other, those
of the version before read and write the tables that the first new one has upgraded, and the tables
here are the same. So some have another name in Python than in SQL:

    events.once      `request_id`: the form that wrote the line
    matches.asides   `revision`: how often something beside the log has changed
    doubts           `Flag`: a deal that the table should check
    codes            `InviteCode`
"""

from __future__ import annotations

from uuid import uuid4

from sqlite_utils import Database, Migrations

from app.store.clubs.clubs import HOME, HOME_NAME
from app.store.matches.log import first_checksum, next_checksum

migrations = Migrations("tricktally")


def execute_all(db: Database, *statements: str) -> None:
    """Run statements one after the other."""
    for statement in statements:
        db.execute(statement)


@migrations()
def matches_and_events(db: Database) -> None:
    execute_all(
        db,
        "CREATE TABLE matches (id INTEGER PRIMARY KEY, game TEXT NOT NULL, players TEXT NOT NULL,"
        " started TEXT NOT NULL) STRICT",
        "CREATE TABLE events (match INTEGER REFERENCES matches (id), line INTEGER,"
        " at TEXT NOT NULL, kind TEXT NOT NULL, deal INTEGER NOT NULL, key TEXT NOT NULL,"
        " answer TEXT, PRIMARY KEY (match, line)) STRICT",
        "CREATE TABLE decks (id INTEGER PRIMARY KEY, name TEXT NOT NULL, faces TEXT NOT NULL,"
        " entered TEXT NOT NULL) STRICT",
    )


@migrations()
def titles_marks_and_summaries(db: Database) -> None:
    # A match is listed as an open one until it has a summary, see `app.store.matches.log`.
    execute_all(
        db,
        "ALTER TABLE matches ADD COLUMN title TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE matches ADD COLUMN deleted TEXT",
        "ALTER TABLE matches ADD COLUMN changed TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE matches ADD COLUMN is_over INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE matches ADD COLUMN summary TEXT",
        "UPDATE matches SET changed = coalesce("
        "(SELECT at FROM events WHERE match = matches.id ORDER BY line DESC LIMIT 1), started)",
        "CREATE INDEX matches_listed ON matches (is_over, changed, id) WHERE deleted IS NULL",
        "CREATE INDEX matches_deleted ON matches (deleted) WHERE deleted IS NOT NULL",
    )


@migrations()
def checksums_of_lines(db: Database) -> None:
    db.execute("ALTER TABLE events ADD COLUMN checksum TEXT NOT NULL DEFAULT ''")
    matches = db.execute("SELECT id, game, players FROM matches").fetchall()
    for match_id, game, players in matches:
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


@migrations()
def matches_by_game(db: Database) -> None:
    # For the last screen of a game, which shows the earlier ones of its kind.
    db.execute(
        "CREATE INDEX matches_by_game ON matches (game, id) WHERE deleted IS NULL AND is_over = 1"
    )


@migrations()
def clubs(db: Database) -> None:
    # Every key begins with the club, so that no query can cross from one into another. SQLite
    # cannot change a primary key: the tables are made anew, and their rows moved.
    for table in ("events", "matches", "decks"):
        db.execute(f"ALTER TABLE {table} RENAME TO {table}_of_before")
    execute_all(
        db,
        "CREATE TABLE clubs (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL,"
        " founded TEXT NOT NULL, generation INTEGER NOT NULL DEFAULT 1,"
        " next_match INTEGER NOT NULL DEFAULT 1, next_deck INTEGER NOT NULL DEFAULT 1) STRICT",
        "CREATE TABLE matches (club TEXT NOT NULL REFERENCES clubs (id), number INTEGER NOT NULL,"
        " game TEXT NOT NULL, players TEXT NOT NULL, started TEXT NOT NULL,"
        " title TEXT NOT NULL DEFAULT '', deleted TEXT, changed TEXT NOT NULL DEFAULT '',"
        " is_over INTEGER NOT NULL DEFAULT 0, summary TEXT, generation INTEGER NOT NULL DEFAULT 1,"
        " PRIMARY KEY (club, number)) STRICT",
        "CREATE TABLE events (club TEXT NOT NULL, match INTEGER NOT NULL, line INTEGER NOT NULL,"
        " at TEXT NOT NULL, kind TEXT NOT NULL, deal INTEGER NOT NULL, key TEXT NOT NULL,"
        " answer TEXT, checksum TEXT NOT NULL DEFAULT '', PRIMARY KEY (club, match, line),"
        " FOREIGN KEY (club, match) REFERENCES matches (club, number)) STRICT",
        "CREATE TABLE decks (club TEXT NOT NULL REFERENCES clubs (id), number INTEGER NOT NULL,"
        " name TEXT NOT NULL, faces TEXT NOT NULL, entered TEXT NOT NULL,"
        " PRIMARY KEY (club, number)) STRICT",
    )
    move_into_home(db)
    for table in ("events", "matches", "decks"):
        db.execute(f"DROP TABLE {table}_of_before")
    execute_all(
        db,
        "CREATE INDEX matches_listed ON matches (club, is_over, changed, number)"
        " WHERE deleted IS NULL",
        "CREATE INDEX matches_by_game ON matches (club, game, number)"
        " WHERE deleted IS NULL AND is_over = 1",
        "CREATE INDEX matches_deleted ON matches (club, deleted) WHERE deleted IS NOT NULL",
    )


def move_into_home(db: Database) -> None:
    """Move all matches and decks into a first club, if there are any; their numbers stay."""
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
    for table, key, columns in (
        ("matches", "number", "game, players, started, title, deleted, changed, is_over, summary"),
        ("events", "match", "line, at, kind, deal, key, answer, checksum"),
        ("decks", "number", "name, faces, entered"),
    ):
        old_key = "match" if table == "events" else "id"
        db.execute(
            f"INSERT INTO {table} (club, {key}, {columns})"
            f" SELECT ?, {old_key}, {columns} FROM {table}_of_before",
            [HOME],
        )


@migrations()
def names_of_matches(db: Database) -> None:
    # By this a match is known in every club and file.
    db.execute("ALTER TABLE matches ADD COLUMN uuid TEXT NOT NULL DEFAULT ''")
    rows = db.execute("SELECT club, number FROM matches").fetchall()
    db.conn.executemany(
        "UPDATE matches SET uuid = ? WHERE (club, number) = (?, ?)",
        [(str(uuid4()), club, number) for club, number in rows],
    )
    db.execute("CREATE INDEX matches_by_uuid ON matches (club, uuid)")


@migrations()
def lines_as_they_were_sent(db: Database) -> None:
    # By this a phone that never got the response learns that its line was written. It belongs to
    # the way a line came and not to the log: files and checksums do not have it.
    execute_all(
        db,
        "ALTER TABLE events ADD COLUMN once TEXT",
        "CREATE UNIQUE INDEX events_once ON events (club, match, once) WHERE once IS NOT NULL",
    )


@migrations()
def what_changes_beside_a_log(db: Database) -> None:
    # By this a page that shows a title, a link or a flag learns that it is out of date.
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
    # What these two find would otherwise be looked for in every match of a club.
    execute_all(
        db,
        "CREATE INDEX matches_by_players ON matches (club, players, number)"
        " WHERE deleted IS NULL AND is_over = 1",
        "CREATE INDEX matches_unsummed ON matches (club, number) WHERE summary IS NULL",
    )


@migrations()
def codes_to_type(db: Database) -> None:
    execute_all(
        db,
        "CREATE TABLE codes (club TEXT NOT NULL, role TEXT NOT NULL,"
        " match INTEGER NOT NULL, generation INTEGER NOT NULL, until TEXT NOT NULL,"
        " digest TEXT NOT NULL, PRIMARY KEY (club, role, match)) STRICT",
        "CREATE INDEX codes_by_digest ON codes (digest)",
    )


@migrations()
def lines_that_are_one_change(db: Database) -> None:
    # Older lines do not have it: those of one change have the same moment. It says how a line came,
    # and checksums do not have it.
    db.execute("ALTER TABLE events ADD COLUMN batch INTEGER")


@migrations()
def people_evenings_and_facts(db: Database) -> None:
    # See the modules of `app.store` with these names. Of an older match, and of one that a process
    # of the version before writes, `seated` and `counted` are behind its log: its people and its
    # evening, and its facts, are made later.
    execute_all(
        db,
        "ALTER TABLE clubs ADD COLUMN next_person INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE clubs ADD COLUMN next_evening INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE clubs ADD COLUMN version INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE matches ADD COLUMN seated INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE matches ADD COLUMN utc_offset INTEGER",
        "ALTER TABLE matches ADD COLUMN day TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE matches ADD COLUMN evening INTEGER",
        # Of a match that is hidden until all that came with it is there:
        # see `app.store.matches.imports`.
        "ALTER TABLE matches ADD COLUMN import_id TEXT",
        "CREATE TABLE people (club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,"
        " number INTEGER NOT NULL,"
        " name TEXT NOT NULL, colour INTEGER NOT NULL DEFAULT 0,"
        " matches INTEGER NOT NULL DEFAULT 0, added TEXT, hidden TEXT, renamed TEXT,"
        " former TEXT NOT NULL DEFAULT '', merged_into INTEGER, merged TEXT, forgotten TEXT,"
        " PRIMARY KEY (club, number)) STRICT",
        "CREATE TABLE names (club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,"
        " key TEXT NOT NULL,"
        " person INTEGER NOT NULL, in_log INTEGER NOT NULL, PRIMARY KEY (club, key)) STRICT",
        "CREATE TABLE seatings (club TEXT NOT NULL, match INTEGER NOT NULL, seat INTEGER NOT NULL,"
        " deal INTEGER NOT NULL, person INTEGER, day TEXT NOT NULL,"
        " PRIMARY KEY (club, match, seat, deal),"
        " FOREIGN KEY (club, match) REFERENCES matches (club, number) ON DELETE CASCADE) STRICT",
        "CREATE TABLE erasures (club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,"
        " person INTEGER NOT NULL,"
        " keys TEXT NOT NULL, next INTEGER NOT NULL, until INTEGER NOT NULL,"
        " PRIMARY KEY (club, person)) STRICT",
        "CREATE TABLE evenings (club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,"
        " number INTEGER NOT NULL,"
        " day TEXT NOT NULL, began TEXT NOT NULL, until TEXT NOT NULL,"
        " title TEXT NOT NULL DEFAULT '',"
        " place TEXT NOT NULL DEFAULT '', note TEXT NOT NULL DEFAULT '',"
        " awards INTEGER NOT NULL DEFAULT 1, names INTEGER NOT NULL DEFAULT 1,"
        " PRIMARY KEY (club, number)) STRICT",
        "CREATE INDEX names_of_person ON names (club, person)",
        "CREATE INDEX seatings_by_person ON seatings (club, person, day, match)",
        "CREATE INDEX matches_by_evening ON matches (club, evening, number) WHERE deleted IS NULL",
        "CREATE INDEX evenings_by_day ON evenings (club, day, began, number)",
        "CREATE INDEX matches_with_title ON matches (club, number) WHERE title <> ''",
        "ALTER TABLE matches ADD COLUMN counted INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE matches ADD COLUMN facts INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE matches ADD COLUMN variant TEXT NOT NULL DEFAULT ''",
        "CREATE TABLE facts (club TEXT NOT NULL, match INTEGER NOT NULL, person INTEGER NOT NULL,"
        " other INTEGER NOT NULL, key TEXT NOT NULL, game TEXT NOT NULL, variant TEXT NOT NULL,"
        " day TEXT NOT NULL, evening INTEGER, count INTEGER NOT NULL,"
        " chances INTEGER NOT NULL, points INTEGER NOT NULL, deals TEXT NOT NULL,"
        " PRIMARY KEY (club, match, person, other, key),"
        " FOREIGN KEY (club, match) REFERENCES matches (club, number) ON DELETE CASCADE)"
        " STRICT, WITHOUT ROWID",
        "CREATE TABLE sums (club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,"
        " person INTEGER NOT NULL, other INTEGER NOT NULL, game TEXT NOT NULL,"
        " variant TEXT NOT NULL, month TEXT NOT NULL, key TEXT NOT NULL, matches INTEGER NOT NULL,"
        " count INTEGER NOT NULL, chances INTEGER NOT NULL, points INTEGER NOT NULL,"
        " PRIMARY KEY (club, person, other, game, variant, month, key)) STRICT, WITHOUT ROWID",
        # Without the deals: pages that look at all matches of a person need no row beside it.
        "CREATE INDEX facts_of_person ON facts (club, person, key, day, match, other, game,"
        " variant, evening, count, chances, points)",
        "CREATE INDEX facts_by_points ON facts (club, game, variant, points, day, match, person)"
        " WHERE key = 'points'",
        "CREATE INDEX matches_of_variant ON matches (club, game, variant, day)"
        " WHERE deleted IS NULL AND variant <> ''",
        "CREATE INDEX matches_to_count ON matches (club, number)"
        " WHERE deleted IS NULL AND is_over = 1 AND counted = 0",
        "CREATE INDEX matches_of_import ON matches (import_id, club, number)"
        " WHERE import_id IS NOT NULL",
    )


@migrations()
def changes_of_evenings(db: Database) -> None:
    # By this an evening that was split, joined or dated, and a match that was moved, is put back.
    execute_all(
        db,
        "CREATE TABLE evening_changes (club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,"
        " id TEXT NOT NULL, at TEXT NOT NULL, kind TEXT NOT NULL, evening INTEGER NOT NULL,"
        " title TEXT NOT NULL, day TEXT NOT NULL, found TEXT NOT NULL, left_as TEXT NOT NULL,"
        " PRIMARY KEY (club, id)) STRICT",
        # Lists have the matches in the order in which they were played, not in that of their
        # numbers.
        "CREATE INDEX matches_by_day ON matches (club, is_over, day, started, number)"
        " WHERE deleted IS NULL",
    )


@migrations()
def languages_of_clubs(db: Database) -> None:
    execute_all(
        db,
        "ALTER TABLE clubs ADD COLUMN language TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE clubs ADD COLUMN court_cards TEXT NOT NULL DEFAULT ''",
    )
