"""The tables of the score book on a server, and how a book of before gets those of today.

A version has the same number and the same tables as in SQLite. The first one here is the ninth
there: no older book was ever kept on a server. None of them is ever changed; the next one comes
behind the last.

Every key begins with the club, and no row points into another one: so the rows can be spread over
several servers by their club. A step behind the first one only adds: what is there is neither
removed nor written anew, because no copy of a server is made before an upgrade.
"""

from __future__ import annotations

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
