"""Score books of any size in either engine: the same clubs, matches and lines in both.

Every match has five lines: four answers, and that it was ended early. So a million of them are read
and written as by a town that has played for years, and are made in a minute.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import psycopg

from app import store
from app.games import GAMES
from app.scoring import Event, Line, Match
from app.store import log
from app.web.match.repository import summary_of
from bench.whole_matches import whole_match

LINES = 5
OPEN = 5
"""So many of the latest matches of each club go on."""
CASTS = 20
RARE = "Zenobia"
"""Who has played once in each club, long ago."""
FIRST = datetime(2020, 1, 1, tzinfo=UTC)
CLUB, EVENT, MATCH = (
    ("id", "name", "founded", "next_match"),
    ("club", "match", "line", "at", "kind", "deal", "key", "answer", "checksum"),
    (
        *("club", "number", "game", "players", "started", "changed", "is_over", "summary"),
        *("uuid", "title"),
    ),
)
AT_ONCE = 20_000
Values = tuple[Any, ...]


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


@dataclass(frozen=True)
class MatchRows:
    """What the rows of a match hold whatever its number: those of its log end in a checksum."""

    game: str
    players: str
    summary: str
    is_over: int
    lines: tuple[Values, ...]


@cache
def kept(place: int, *, is_open: bool = False, is_rare: bool = False) -> MatchRows:
    """A match of one of the games by one of the casts."""
    game = ("tribello", "trex", "italian_whist")[place % 3]
    cast = place % CASTS
    names = [f"{letter}{cast}" for letter in ("Anna", "Bruno", "Carla", "Dino")]
    players = names[: GAMES[game].players[0]]
    if is_rare:
        players[0] = RARE
    events = whole_match(game).events[:LINES]
    if not is_open:
        events[-1] = Event("end")
    at = store.now()
    match = Match(GAMES[game], players, [Line(event, at) for event in events])
    columns = store.log.summary_columns(summary_of(match))
    assert columns["is_over"] != is_open
    names_as_kept = store.to_json(players)
    latest = log.first_checksum(game, names_as_kept)
    lines = []
    for number, event in enumerate(events, start=1):
        row = store.log.as_row("", 0, number, Line(event), at)
        latest = log.next_checksum(latest, row)
        lines.append((*(row[name] for name in EVENT[2:-1]), latest))
    return MatchRows(game, names_as_kept, columns["summary"], columns["is_over"], tuple(lines))


def matches_of(size: int) -> Iterator[tuple[int, str, MatchRows]]:
    """The number of each match of a club, when it was changed last, and what it holds."""
    step = (datetime.now(UTC) - timedelta(days=1) - FIRST) / size
    for number in range(1, size + 1):
        changed = (FIRST + step * number).isoformat(timespec="milliseconds")
        place = number % (3 * CASTS)
        yield number, changed, kept(place, is_open=number > size - OPEN, is_rare=number == OPEN)


def club_rows(clubs: Clubs) -> Iterator[Values]:
    """A row for each club."""
    for name, size in clubs.sizes():
        yield name, f"Club {name}", FIRST.isoformat(timespec="microseconds"), size + 1


def match_rows(clubs: Clubs) -> Iterator[Values]:
    """A row for each match."""
    for name, size in clubs.sizes():
        for number, at, it in matches_of(size):
            uuid = f"{name}-{number:027}"
            about = (it.game, it.players, at, at, it.is_over, it.summary, uuid, "")
            yield name, number, *about


def event_rows(clubs: Clubs) -> Iterator[Values]:
    """A row for each line."""
    for name, size in clubs.sizes():
        for number, _at, it in matches_of(size):
            for line in it.lines:
                yield name, number, *line


TABLES = {
    "clubs": (CLUB, club_rows),
    "matches": (MATCH, match_rows),
    "events": (EVENT, event_rows),
}


def fill_file(database: Path, clubs: Clubs) -> None:
    """Make a database in a file."""
    with closing(store.engine_for(database).open()) as db:
        # Nothing reads it yet, and what would be left of it after a crash is of no use.
        for pragma in ("foreign_keys = OFF", "synchronous = OFF", "cache_size = -100000"):
            db.execute(f"PRAGMA {pragma}")
        with db.transaction():
            for table, (columns, rows) in TABLES.items():
                places = ", ".join("?" * len(columns))
                statement = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"
                db.execute_many(statement, rows(clubs))
        # SQLite asks for it now and then by itself.
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def fill_server(address: str, clubs: Clubs) -> None:
    """Make a database on a server, as its own tools do: by COPY."""
    store.engine_for(address).open().close()
    with psycopg.connect(address, autocommit=True) as db:
        # Every line has its match: that is not looked up five million times.
        db.execute("SET session_replication_role = replica")
        for table, (columns, rows) in TABLES.items():
            copy_in(db, f"COPY {table} ({', '.join(columns)}) FROM STDIN", rows(clubs))
        db.execute("VACUUM ANALYZE")


def copy_in(db: psycopg.Connection, statement: str, rows: Iterator[Values]) -> None:
    """Send rows as the lines of text that COPY reads, many at once: one by one takes longer than
    all that the server does with them."""
    with db.cursor().copy(statement) as copy:
        while some := list(islice(rows, AT_ONCE)):
            copy.write(
                "".join("\t".join(map(str, row)) + "\n" for row in some).replace("\\", "\\\\")
            )
