"""A database of a thousand clubs and a million matches beside one of a club and a thousand.

Pages of the club with a tenth of all matches, and of one as small as the club of the other
database, take turns with pages of that database. No match was opened before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import chain, count
from multiprocessing import get_context
from pathlib import Path
from statistics import median

import psycopg

from app import store
from app.games import GAMES
from app.scoring import Event, Line, Match
from bench.browser import Browser
from bench.measures import FULL, Act, Row, Size, medians, seconds, times
from bench.servers import app_server
from bench.speed import MAX_SLOWER
from bench.whole_matches import save, whole_match
from tests.postgres import Cluster

# --- the same clubs, matches and lines in either engine -------------------------------------------
# Every match has five lines: four answers, and that it was ended early. So a million of them are
# read and written as by a town that has played for years, and are made in a minute: a few are
# played, and all others are copies of them under other numbers.

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


# --- what is measured ---------------------------------------------------------------------------

HOUSE = Clubs(1_000)
TOWN = Clubs(1_000_000, 1_000, 100_000)
QUICK_TOWN = Clubs(100_000, 100, 10_000)
LONGEST_START = 3.0
"""In seconds."""
STARTS = 3
SLOW, FEW = 0.1, 10
"""What takes so many seconds is asked for only so often."""
PART = 6
"""Of the pages that are asked for where a measure has nothing else to do."""

Pair = tuple[store.DatabaseUrl, store.DatabaseUrl]
"""The database of a town and that of a house."""


@dataclass(frozen=True)
class ServedClub:
    """A club of a served database: its address, how many matches it has, and the first match that
    was not opened yet."""

    browser: Browser
    club: str
    size: int
    unseen: int

    def ask(self, path: str) -> None:
        """Ask for a page of the club."""
        self.browser.ask("GET", f"/c/{self.club}{path}")


def large(cluster: Cluster, folder: Path, size: Size) -> Iterator[Row]:
    """Both engines, each with both databases."""
    town = TOWN if size.matches_played >= FULL.matches_played else QUICK_TOWN
    on_server = [cluster.address(cluster.new_database()) for _database in range(2)]
    databases: dict[str, Pair] = {
        "SQLite": (folder / "town.sqlite3", folder / "house.sqlite3"),
        "PostgreSQL": (on_server[0], on_server[1]),
    }
    took = seconds(partial(fill_all, databases, town))
    what = f"{town.matches:,} matches, {town.matches * LINES:,} lines, into both engines"
    yield Row(what, f"{took:.0f} s")
    for engine, pair in databases.items():
        yield start(engine, pair, folder, town)
        yield from pages(engine, pair, folder, town, size)


def fill_all(databases: dict[str, Pair], town: Clubs) -> None:
    """Make the databases, those of both engines at the same time."""
    pairs = [zip(pair, (town, HOUSE), strict=True) for pair in databases.values()]
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        for made in [processes.submit(fill, *each) for pair in pairs for each in pair]:
            made.result()


def start(engine: str, pair: Pair, folder: Path, town: Clubs) -> Row:
    """From the command to the first page."""

    def took(database: store.DatabaseUrl) -> float:
        began = time.perf_counter()
        with app_server(database, folder) as app, Browser(app.port) as browser:
            browser.ask("GET", f"/c/{club(0)}/")
            return time.perf_counter() - began

    large, small = (median(took(each) for _time in range(STARTS)) for each in pair)
    return Row(
        f"{engine}: start to first page, {town.matches:,} matches",
        f"{large:.2f} s, and {small:.2f} s with {HOUSE.matches:,}",
        f"{LONGEST_START:g} s",
        large > LONGEST_START,
    )


def pages(engine: str, pair: Pair, folder: Path, town: Clubs, size: Size) -> Iterator[Row]:
    """What is asked for in the evening, and what was long ago."""
    sizes = dict(town.sizes())
    with ExitStack() as stack:
        servers = [stack.enter_context(app_server(each, folder)) for each in pair]
        in_town, in_house = (stack.enter_context(Browser(server.port)) for server in servers)
        for place, name in enumerate((club(0), club(town.clubs // 2)), start=1):
            of = ServedClub(in_town, name, sizes[name], sizes[name] // 3 * place)
            house = ServedClub(in_house, club(0), HOUSE.matches, HOUSE.matches // 3 * place)
            what = f"{engine}: a club of {of.size:,} in {town.matches:,} against {house.size:,}"
            yield Row(what, "")
            for what, visit in VISITS.items():
                here, there = visit(of), visit(house)
                rounds = FEW if seconds(here) > SLOW else size.pages // PART
                yield times(f"  {what}", *medians(here, there, rounds), MAX_SLOWER)


# --- what is asked for --------------------------------------------------------------------------


def match_page(place: ServedClub) -> Act:
    """Another match each time, which has to be played first."""
    numbers = count(place.unseen)
    return lambda: place.ask(f"/matches/{next(numbers)}")


def answer(place: ServedClub) -> Act:
    """Whole matches, one after the other; a median does not see where one of them begins."""
    match, browser = whole_match("trex"), place.browser
    matches = (browser.answers(match, browser.begin(match, place.club)) for _match in count())
    answers = chain.from_iterable(matches)
    return lambda: next(answers)()


def page(path: str) -> Callable[[ServedClub], Act]:
    """The same page each time."""
    return lambda place: partial(place.ask, path)


def past(place: ServedClub) -> Act:
    """Past matches from long ago, another page each time."""
    numbers = count(place.unseen)
    return lambda: place.ask(f"/matches/earlier?before={next(numbers)}")


VISITS: dict[str, Callable[[ServedClub], Act]] = {
    "a match page": match_page,
    "an answer": answer,
    "the start page": page("/"),
    "a search for who plays often": page("/matches/earlier?q=anna1"),
    "a search for who came once": page(f"/matches/earlier?q={RARE}"),
    "the latest past matches": page("/matches/earlier"),
    "past matches of long ago": past,
    "a new match": page("/matches/new?game=trex"),
}
