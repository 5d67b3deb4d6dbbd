"""A database of a thousand clubs and a million matches beside one of a club and a thousand.

Pages of the club with a tenth of all matches, and of one as small as the club of the other
database, take turns with pages of that database. No match was opened before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from app import store
from bench.browser import Browser
from bench.engine_databases import LINES, RARE, Clubs, club, fill
from bench.measures import FULL, Act, Row, Size, medians, seconds, times
from bench.servers import app_server
from bench.speed import MAX_SLOWER
from bench.whole_matches import whole_match
from tests.postgres import Cluster

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
