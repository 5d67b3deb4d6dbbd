"""How fast the server is, and what it takes: answers, pages, searches and memory, on either engine.

What is compared takes turns in the same run.
"""

import gc
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import timedelta
from functools import partial
from itertools import cycle, islice
from math import ceil
from pathlib import Path
from statistics import fmean, median

from app.scoring import Match
from app.store import engine_for
from app.store.clubs.clubs import HOME, lock_club
from app.store.engine import Database, DatabaseUrl
from app.store.matches import lists, matches
from bench.measures import NO_POSTGRES, Row, Size, at_most, left_out, medians, seconds, times
from testkit.http_browser import Browser
from testkit.postgres import a_cluster, programs
from testkit.servers import Server, app_server, free_port, running
from testkit.whole_matches import (
    DIFFERENT_MATCHES,
    OF_AN_EVENING,
    WholeMatch,
    fill,
    save,
    some_of_each,
    whole_match,
)

MAX_FLOORS, MAX_LAST = 4.0, 3.0
RECORDED = ("tribello", "trex", "italian_whist")
FEW_MATCHES = 96
MAX_SLOWER, MAX_SLOWER_OF_PEOPLE, MAX_SLOWER_OF_ONE = 1.2, 1.3, 1.5
ALIKE = {
    "the start page": ("/", MAX_SLOWER),
    "a new match": ("/matches/new?game=trex", MAX_SLOWER),
    "the players": ("/players", MAX_SLOWER_OF_PEOPLE),
    "a search for a title": ("/matches/earlier?q=friday", MAX_SLOWER_OF_PEOPLE),
    "a search for who came once": ("/matches/earlier?q=solo", MAX_SLOWER_OF_ONE),
}
"""Pages whose address is the same in every database, and how many times as long they may take."""
NUMBERS = {
    "a person": "/players/1",
    "two people": "/players/1/with/2",
    "the standings of Trex": "/numbers/trex/4",
}
CHANGED = {**NUMBERS, "the year": "/numbers", "all years": "/numbers?year=all"}
LONGEST_PAGE_OF_NUMBERS = 150
"""In ms, also where all matches of a year are read."""
LONGEST_SEARCH = 3
"""In ms, of the server and the way to it."""
TYPED = ("tricks", "lutoosh", "latoush", "kupa", "kubba", "banat", "trix", "redeal", "who+leads")
TABLES = 4
MAX_MEMORY = 120.0
ON_DISK = "/var/tmp"
"""Where files are kept when the machine goes out. The path has to be short: it is a socket's."""


@contextmanager
def floor_server(database: DatabaseUrl, folder: Path) -> Iterator[Server]:
    """The floor, on a database of its own; what it prints goes into the `folder`."""
    port = free_port()
    command = ["-m", "bench.floor", str(port), str(database)]
    with running(command, port, folder / f"floor-{port}") as server:
        yield server


def recording(folder: Path, size: Size) -> Iterator[Row]:
    """Every answer of whole matches takes turns with the floor, after a match to warm up."""
    databases = folder / "recording.sqlite3", folder / "floor.sqlite3"
    yield from recorded("SQLite", *databases, folder, size.rounds)


def recorded(
    engine: str, ours: DatabaseUrl, floor: DatabaseUrl, folder: Path, rounds: int
) -> Iterator[Row]:
    """A row for each game: of every answer the median of all rounds."""
    with (
        app_server(ours, folder) as app,
        floor_server(floor, folder) as empty,
        Browser(app.port) as browser,
        Browser(empty.port) as below,
    ):
        for match in map(whole_match, RECORDED):
            played = [record_by_turns(browser, below, match) for _round in range(rounds + 1)]
            answers, floors = (
                [median(answer) for answer in zip(*each, strict=True)]
                for each in zip(*played[1:], strict=True)
            )
            what = f"recording on {engine}, {match.game}, {len(match.forms)} answers"
            yield times(what, fmean(answers), fmean(floors), MAX_FLOORS)
            # It writes what the match says of everybody as well, and shows the last page.
            others = fmean(answers[:-1])
            yield times(f"the last one of {match.game}", answers[-1], others, MAX_LAST)


def record_by_turns(
    browser: Browser, below: Browser, match: WholeMatch
) -> tuple[Sequence[float], Sequence[float]]:
    """Play the match once; after each answer do what is the least that can be done."""
    gc.collect()
    ours, floor = [], []
    for answer, form in zip(browser.answers(match), match.forms, strict=True):
        ours.append(seconds(answer))
        floor.append(seconds(partial(below.ask, "POST", "/kept", form)))
    return ours, floor


def many_matches(folder: Path, size: Size) -> Iterator[Row]:
    """The same pages from a full database and from one with the same latest matches only."""
    databases = folder / "full.sqlite3", folder / "nearly-empty.sqlite3"
    yield from crowded("SQLite", *databases, folder, size)


def crowded(
    engine: str, full: DatabaseUrl, nearly_empty: DatabaseUrl, folder: Path, size: Size
) -> Iterator[Row]:
    """A row for each page."""
    latest = some_of_each(DIFFERENT_MATCHES)
    skipped = -size.matches_kept % DIFFERENT_MATCHES
    fill(full, islice(cycle(latest), skipped, skipped + size.matches_kept))
    fill(nearly_empty, islice(cycle(latest), FEW_MATCHES))
    trex = [match.game for match in latest].index("trex") + 1
    match = f"/matches/{size.matches_kept - FEW_MATCHES + trex}"
    for database in (full, nearly_empty):
        seat_one_once(database)
    evening, other_evening = map(evening_of_yesterday, (size.matches_kept, FEW_MATCHES))
    picture, other_picture = f"{evening}/picture.svg", f"{other_evening}/picture.svg"
    pages = [
        ("a match of Trex", match, f"/matches/{trex}", MAX_SLOWER),
        ("an evening", evening, other_evening, MAX_SLOWER_OF_PEOPLE),
        ("its picture", picture, other_picture, MAX_SLOWER_OF_PEOPLE),
        *((page, path, path, most) for page, (path, most) in ALIKE.items()),
        *((page, path, path, MAX_SLOWER_OF_ONE) for page, path in NUMBERS.items()),
    ]
    with (
        app_server(full, folder) as here,
        app_server(nearly_empty, folder) as there,
        Browser(here.port) as browser,
        Browser(there.port) as other,
    ):
        for page, path, other_path, most in pages:
            asks = partial(browser.ask, "GET", path), partial(other.ask, "GET", other_path)
            what = f"{page}, {engine}, {size.matches_kept:,} matches against {FEW_MATCHES}"
            took, least = medians(*asks, size.pages)
            yield times(what, took, least, most)
        with closing(engine_for(full).connect()) as db:
            # The first to look after a match was finished: nothing is kept any more.
            for page, path in CHANGED.items():
                took = median(seconds_after_change(db, browser, path) for _page in range(20))
                yield at_most(f"{page} after a change", took * 1000, LONGEST_PAGE_OF_NUMBERS, "ms")


def seconds_after_change(db: Database, browser: Browser, path: str) -> float:
    """How long a page takes when something in the club has just changed."""
    with db.transaction():
        lock_club(db, HOME)
    return seconds(partial(browser.ask, "GET", path))


def evening_of_yesterday(matches: int) -> str:
    """The address of the last evening but one in a database of so many matches."""
    return f"/evenings/{ceil(matches / OF_AN_EVENING) - 1}"


def seat_one_once(database: DatabaseUrl) -> None:
    """Let somebody have a seat in what is now the oldest match, and the latest have a title."""
    with closing(engine_for(database).connect()) as db:
        (latest,) = lists.latest_matches(db, HOME, 1)
        matches.set_title(db, HOME, latest.id, "Friday")
        match = whole_match("trex").match
        with_another = Match(match.game, ["Solo", *match.players[1:]], match.log)
        save(db, with_another, ago=timedelta(days=9_000))


def searching(folder: Path, size: Size) -> Iterator[Row]:
    """Words typed letter by letter, after each of them once."""
    words = [word[:end] for word in TYPED for end in range(1, len(word) + 1)]
    with app_server(folder / "searching.sqlite3") as app, Browser(app.port) as browser:
        took = [
            seconds(partial(browser.ask, "GET", f"/rules/search?game=trex&q={word}", part=True))
            for word in islice(cycle(words), len(words) + size.pages)
        ]
    what = "searching the rules, letter by letter"
    yield at_most(what, median(took[len(words) :]) * 1000, LONGEST_SEARCH, "ms", ".2f")


def memory(folder: Path, size: Size) -> Iterator[Row]:
    """What the server takes after whole matches of Tribello, played at several tables at once."""
    what = f"memory after {size.matches_played:,} matches"
    with app_server(folder / "memory.sqlite3") as app, ThreadPoolExecutor(TABLES) as tables:
        list(tables.map(partial(play_whole, app), [size.matches_played // TABLES] * TABLES))
        took = app.memory()
    if took is None:
        yield left_out(what, "this system does not tell")
    else:
        yield at_most(what, took, MAX_MEMORY, "MB")


def play_whole(app: Server, matches: int) -> None:
    """Play so many whole matches at one table."""
    with Browser(app.port) as browser:
        for _match in range(matches):
            browser.play(whole_match("tribello"))


def engine(folder: Path, size: Size) -> Iterator[Row]:
    """PostgreSQL: an answer and a full database. The server is real, its files lie on the disk, and
    all that keeps an answer there is switched on."""
    if programs() is None:
        yield left_out("PostgreSQL beside SQLite", NO_POSTGRES)
        return
    with a_cluster(ON_DISK, shared_buffers="128MB") as cluster:
        addresses = [cluster.address(cluster.new_database()) for _database in range(4)]
        yield from recorded("PostgreSQL", *addresses[:2], folder, size.rounds // 2)
        yield from crowded("PostgreSQL", *addresses[2:], folder, size)
