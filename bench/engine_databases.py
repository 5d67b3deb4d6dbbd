"""Databases of any size in either engine: the same clubs, matches and lines in both.

Every match has five lines: four answers, and that it was ended early. So a million of them are read
and written as by a town that has played for years, and are made in a minute: a few are played, and
all others are copies of them under other numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg

from app import store
from app.games import GAMES
from app.scoring import Event, Line, Match
from bench.whole_matches import save, whole_match

LINES = 5
OPEN = 5
"""So many of the latest matches of each club go on."""
GAMES_PLAYED = ("tribello", "trex", "italian_whist")
KINDS = 20 * len(GAMES_PLAYED)
"""So many different matches: twenty casts at three games."""
RARE = "Zenobia"
"""Who has played once in each club, long ago."""
FIRST = datetime(2020, 1, 1, tzinfo=UTC)

COPY_MATCHES = """
INSERT INTO matches
  (club, number, game, players, started, changed, is_over, summary, uuid, title)
SELECT CAST(? AS text), places.number, game, players, at, at, is_over, summary,
  CAST(? AS text) || '-000000000000000000000' || CAST(places.number AS text), ''
FROM places JOIN matches ON club = ? AND matches.number = template
"""
COPY_EVENTS = """
INSERT INTO events (club, match, line, at, kind, deal, key, answer, checksum)
SELECT CAST(? AS text), number, line, events.at, kind, deal, key, answer, checksum
FROM places JOIN events ON club = ? AND match = template
"""


@dataclass(frozen=True)
class Clubs:
    """How many matches there are in all, in how many clubs; the first has a share of its own."""

    matches: int
    clubs: int = 1
    of_first: int | None = None

    def sizes(self) -> Iterator[tuple[str, int]]:
        """Each club, and how many matches it has."""
        of_first = self.matches if self.of_first is None else self.of_first
        yield club(0), of_first
        for number in range(1, self.clubs):
            yield club(number), (self.matches - of_first) // (self.clubs - 1)


def club(number: int) -> str:
    """The id of a club."""
    return f"club{number:04}"


def played(place: int, *, is_open: bool = False, is_rare: bool = False) -> Match:
    """A match of one of the games by one of the casts."""
    game = GAMES[GAMES_PLAYED[place % len(GAMES_PLAYED)]]
    names = [f"{name}{place % 20}" for name in ("Anna", "Bruno", "Carla", "Dino")]
    players = names[: game.players[0]]
    if is_rare:
        players[0] = RARE
    events = whole_match(game.key).events[:LINES]
    if not is_open:
        events[-1] = Event("end")
    return Match(game, players, map(Line, events))


def places(size: int, templates: list[int]) -> Iterator[tuple[int, str, int]]:
    """The number of each match of a club, when it was changed last, and what it is a copy of: one
    of those that are over, of those that go on, or the rare one at the end."""
    step = (datetime.now(UTC) - timedelta(days=1) - FIRST) / size
    for number in range(1, size + 1):
        changed = (FIRST + step * number).isoformat(timespec="milliseconds")
        kind = number % KINDS + KINDS * (number > size - OPEN)
        yield number, changed, templates[-1 if number == OPEN else kind]


def fill(database: store.DatabaseUrl, clubs: Clubs) -> None:
    """Make a database."""
    is_file = isinstance(database, Path)
    with closing(store.engine_for(database).open()) as db:
        origin = store.create_club(db, "Templates").id
        templates = [
            save(db, match, origin)
            for match in (
                *(played(place) for place in range(KINDS)),
                *(played(place, is_open=True) for place in range(KINDS)),
                played(OPEN, is_rare=True),
            )
        ]
        # Nothing reads it yet, and what would be left of it after a crash is of no use.
        pragmas = ("foreign_keys = OFF", "synchronous = OFF", "cache_size = -100000")
        settings = [f"PRAGMA {pragma}" for pragma in pragmas]
        for setting in settings if is_file else ["SET session_replication_role = replica"]:
            db.execute(setting)
        db.execute("CREATE TEMPORARY TABLE places (number BIGINT, at TEXT, template BIGINT)")
        placed = 0
        with db.transaction():
            for name, size in clubs.sizes():
                if size != placed:
                    db.execute("DELETE FROM places")
                    rows = places(size, templates)
                    db.execute_many("INSERT INTO places VALUES (?, ?, ?)", rows)
                    placed = size
                about = [name, f"Club {name}", FIRST.isoformat(timespec="microseconds"), size + 1]
                columns = "id, name, founded, next_match"
                db.execute(f"INSERT INTO clubs ({columns}) VALUES (?, ?, ?, ?)", about)
                db.execute(COPY_MATCHES, [name, name, origin])
                db.execute(COPY_EVENTS, [name, origin])
            for table, column in (("events", "club"), ("matches", "club"), ("clubs", "id")):
                db.execute(f"DELETE FROM {table} WHERE {column} = ?", [origin])
        if is_file:  # SQLite does it now and then by itself
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    if not is_file:
        with psycopg.connect(database, autocommit=True) as db:
            db.execute("VACUUM ANALYZE")
