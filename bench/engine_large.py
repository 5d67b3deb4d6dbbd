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
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from app import store
from bench.browser import Browser
from bench.engine_databases import LINES, RARE, Clubs, club, fill_file, fill_server
from bench.measures import FULL, MAX_SLOWER, Row, Size, in_turns, ms, seconds
from bench.servers import app_server
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
    """Both engines, each with both books."""
    town = TOWN if size.matches_played >= FULL.matches_played else QUICK_TOWN
    databases: dict[str, tuple[store.DatabaseUrl, store.DatabaseUrl]] = {
        "SQLite": (folder / "town.sqlite3", folder / "house.sqlite3"),
        "PostgreSQL": (
            cluster.address(cluster.new_database()),
            cluster.address(cluster.new_database()),
        ),
    }
    took = seconds(partial(fill, databases, town))
    yield Row(
        f"{town.matches:,} matches, {town.matches * LINES:,} lines, into both engines",
        f"{took:.0f} s",
    )
    for engine, (of_town, of_house) in databases.items():
        yield start(engine, of_town, of_house, folder, town)
        yield from pages(engine, of_town, of_house, folder, town, size)


def fill(databases: dict[str, tuple[store.DatabaseUrl, store.DatabaseUrl]], town: Clubs) -> None:
    """Make the books, those of both engines at the same time."""
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        made = [
            processes.submit(
                fill_file if isinstance(database, Path) else fill_server, database, clubs
            )
            for of_engine in databases.values()
            for database, clubs in zip(of_engine, (town, HOUSE), strict=True)
        ]
        for one in made:
            one.result()


def start(
    engine: str, of_town: store.DatabaseUrl, of_house: store.DatabaseUrl, folder: Path, town: Clubs
) -> Row:
    """From the command to the first page."""

    def took(database: store.DatabaseUrl) -> float:
        began = time.perf_counter()
        with app_server(database, folder) as app, Browser(app.port) as browser:
            browser.ask("GET", f"/c/{club(0)}/")
            return time.perf_counter() - began

    large, small = (
        median(took(database) for _time in range(STARTS)) for database in (of_town, of_house)
    )
    return Row(
        f"{engine}: start to first page, {town.matches:,} matches",
        f"{large:.2f} s, and {small:.2f} s with {HOUSE.matches:,}",
        f"{LONGEST_START:g} s",
        large > LONGEST_START,
    )


def pages(
    engine: str,
    of_town: store.DatabaseUrl,
    of_house: store.DatabaseUrl,
    folder: Path,
    town: Clubs,
    size: Size,
) -> Iterator[Row]:
    """What is asked for in the evening, and what was long ago."""
    with ExitStack() as stack:
        large_book, small_book = (
            stack.enter_context(Browser(stack.enter_context(app_server(database, folder)).port))
            for database in (of_town, of_house)
        )
        sizes = dict(town.sizes())
        other = club(town.clubs // 2)
        for place, name in enumerate((club(0), other), start=1):
            of, house = (
                ServedClub(browser, its, of_its, of_its // 3 * place)
                for browser, its, of_its in (
                    (large_book, name, sizes[name]),
                    (small_book, club(0), HOUSE.matches),
                )
            )
            what = f"{engine}: a club of {of.size:,} in {town.matches:,} against {house.size:,}"
            yield Row(what, "")
            for what, visit in VISITS.items():
                here, there = visit(of), visit(house)
                rounds = FEW if seconds(here) > SLOW else size.pages // PART
                times = in_turns(here, there, rounds)
                slower = times[0] / times[1]
                yield Row(
                    f"  {what}",
                    f"{slower:.2f} × ({ms(times[0])} / {ms(times[1])})",
                    f"{MAX_SLOWER:g} ×",
                    slower > MAX_SLOWER,
                )


# --- what is asked for --------------------------------------------------------------------------

Visit = Callable[[], object]


def match_page(place: ServedClub) -> Visit:
    """Another match each time, which has to be played first."""
    numbers = count(place.unseen)
    return lambda: place.ask(f"/matches/{next(numbers)}")


def answer(place: ServedClub) -> Visit:
    """Whole matches, one after the other; a median does not see where one of them begins."""
    match = whole_match("trex")

    def forms() -> Iterator[Visit]:
        while True:
            where = place.browser.ask("POST", f"/c/{place.club}/matches", match.first_form)
            address = where.headers["Location"]
            for line, form in enumerate(match.forms, start=1):
                yield partial(place.browser.enter, address, line, form)

    answers = forms()
    return lambda: next(answers)()


def page(path: str) -> Callable[[ServedClub], Visit]:
    """The same page each time."""
    return lambda place: partial(place.ask, path)


def past(place: ServedClub) -> Visit:
    """Past matches from long ago, another page each time."""
    numbers = count(place.unseen)
    return lambda: place.ask(f"/matches/earlier?before={next(numbers)}")


VISITS: dict[str, Callable[[ServedClub], Visit]] = {
    "a match page": match_page,
    "an answer": answer,
    "the start page": page("/"),
    "a search for who plays often": page("/matches/earlier?q=anna1"),
    "a search for who came once": page(f"/matches/earlier?q={RARE}"),
    "the latest past matches": page("/matches/earlier"),
    "past matches of long ago": past,
    "a new match": page("/matches/new?game=trex"),
}
