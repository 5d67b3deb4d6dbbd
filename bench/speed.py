"""How fast the server is, and what it takes: answers, pages, searches, the command `score`, memory,
and what it costs of each request to find out what its phone may do."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from itertools import count, cycle, islice
from pathlib import Path
from statistics import fmean, median
from typing import NamedTuple

from flask import g

from app import store
from app.games import GAMES
from app.paths import PROJECT
from app.server.run import open_app
from app.store import HOME
from app.web.core.access import authorize_request, cookie_name
from app.web.core.links import link_token
from app.web.core.services import services
from bench.browser import Browser
from bench.measures import Row, Size, at_most, left_out, medians, ms, seconds, times
from bench.servers import Server, app_server, floor_server
from bench.whole_matches import WholeMatch, fill, some_of_each, whole_match

# --- recording an answer ------------------------------------------------------------------------

MAX_FLOORS = 4.0
RECORDED = ("tribello", "trex", "italian_whist")


@contextmanager
def beside_the_floor(
    ours: store.DatabaseUrl, floor: store.DatabaseUrl, folder: Path
) -> Iterator[tuple[Browser, Browser]]:
    """A browser at the app, and one at the floor, each on a database of its own."""
    with (
        app_server(ours, folder) as app,
        floor_server(floor, folder) as empty,
        Browser(app.port) as browser,
        Browser(empty.port) as below,
    ):
        yield browser, below


def recording(folder: Path, size: Size) -> Iterator[Row]:
    """Every answer of whole matches takes turns with the floor."""
    databases = folder / "recording.sqlite3", folder / "floor.sqlite3"
    with beside_the_floor(*databases, folder) as (browser, below):
        yield from recorded(browser, below, "SQLite", size.rounds)


def recorded(browser: Browser, below: Browser, engine: str, rounds: int) -> Iterator[Row]:
    """The rows of each game, after a match to warm up."""
    for match in map(whole_match, RECORDED):
        record_by_turns(browser, below, match)
        all_times = [record_by_turns(browser, below, match) for _round in range(rounds)]
        yield from recording_rows(match, all_times, engine)


class AnswerTimes(NamedTuple):
    """How long an answer took, and the floors after it."""

    ours: float
    opened: float
    kept: float


def record_by_turns(browser: Browser, below: Browser, match: WholeMatch) -> list[AnswerTimes]:
    """Play the match once; after each answer do what is the least that can be done."""
    gc.collect()
    return [
        AnswerTimes(
            seconds(answer),
            seconds(partial(below.ask, "POST", "/opened", form)),
            seconds(partial(below.ask, "POST", "/kept", form)),
        )
        for answer, form in zip(browser.answers(match), match.forms, strict=True)
    ]


def recording_rows(
    match: WholeMatch, rounds: Sequence[Sequence[AnswerTimes]], engine: str
) -> Iterator[Row]:
    """The whole match, then parts of the truth that its median hides."""

    def each_answer(pick: Callable[[Sequence[float]], float]) -> AnswerTimes:
        answers = [map(pick, zip(*answer, strict=True)) for answer in zip(*rounds, strict=True)]
        return AnswerTimes(*zip(*answers, strict=True))

    ours, opened, kept = ([*each] for each in each_answer(median))
    late = len(ours) * 3 // 4
    # What a busy machine does to the medians it does not do to the quickest of many rounds.
    quickest = each_answer(min)
    what = f"recording on {engine}, {match.game}, {len(ours)} answers"
    yield times(what, fmean(ours), fmean(opened), MAX_FLOORS, " the floor")
    yield times("  its last quarter", fmean(ours[late:]), fmean(opened[late:]))
    yield times("  the quickest of all rounds", fmean(quickest.ours), fmean(quickest.opened))
    yield times("  a floor that keeps its connection", fmean(ours), fmean(kept))


# --- many matches -------------------------------------------------------------------------------

FEW_MATCHES = 12
MAX_SLOWER = 1.2


def many_matches(folder: Path, size: Size) -> Iterator[Row]:
    """The same pages from a full database and from one with the same latest matches only."""
    latest = some_of_each(FEW_MATCHES)
    full, nearly_empty = folder / "full.sqlite3", folder / "nearly-empty.sqlite3"
    skipped = -size.matches_kept % FEW_MATCHES
    fill(full, islice(cycle(latest), skipped, skipped + size.matches_kept))
    fill(nearly_empty, latest)
    before = size.matches_kept - FEW_MATCHES
    trex = [match.game for match in latest].index("trex") + 1
    pages = {
        "a match of Trex": (f"/matches/{before + trex}", f"/matches/{trex}"),
        "the start page": ("/", "/"),
        "a new match": ("/matches/new?game=trex", "/matches/new?game=trex"),
    }
    with (
        app_server(full) as crowded,
        app_server(nearly_empty) as quiet,
        Browser(crowded.port) as browser,
        Browser(quiet.port) as other,
    ):
        for page, (here, there) in pages.items():
            asks = partial(browser.ask, "GET", here), partial(other.ask, "GET", there)
            what = f"{page}, {size.matches_kept:,} matches against {FEW_MATCHES}"
            yield times(what, *medians(*asks, size.pages), MAX_SLOWER)


# --- searching the rules ------------------------------------------------------------------------

LONGEST_SEARCH = 0.003
TYPED = ("tricks", "lutoosh", "latoush", "kupa", "kubba", "banat", "trix", "redeal", "who+leads")


def searching(folder: Path, size: Size) -> Iterator[Row]:
    """Words typed letter by letter take turns with an empty route; then words nobody typed yet."""
    letters = [word[:end] for word in TYPED for end in range(1, len(word) + 1)]
    new = (f"{one}+{other}+{number}" for number in count(2) for one in TYPED for other in TYPED)
    databases = folder / "searching.sqlite3", folder / "empty.sqlite3"
    with beside_the_floor(*databases, folder) as (browser, below):

        def search(words: Iterator[str]) -> None:
            browser.ask("GET", f"/rules/search?game=trex&q={next(words)}", part=True)

        for word in letters:
            search(iter([word]))
        empty = partial(below.ask, "GET", "/empty")
        ours, floor = medians(partial(search, cycle(letters)), empty, size.pages)
        measured = times("", ours, floor, of=" an empty route").measured
        what, most = "searching the rules, letter by letter", LONGEST_SEARCH
        yield Row(what, measured, ms(most), ours > most)
        typed = medians(partial(search, new), empty, size.pages)
        yield times("  words that nobody has searched for yet", *typed)


# --- the command `score` ------------------------------------------------------------------------

FILES = 1000
MAX_SECONDS = 3.0


def scoring(folder: Path, _size: Size) -> Iterator[Row]:
    """Whole matches of all games, all in one call."""
    files = [folder / f"{number}.json" for number in range(FILES)]
    for file, match in zip(files, some_of_each(FILES), strict=True):
        file.write_text(json.dumps(match.file), "utf-8")
    command = [sys.executable, "-m", "app", "score", *map(str, files)]
    run = partial(subprocess.run, command, cwd=PROJECT, check=True, capture_output=True)
    took = median(seconds(run) for _round in range(3))
    what = f"tricktally score, {FILES:,} whole matches of {len(GAMES)} games"
    yield at_most(what, took, MAX_SECONDS, "s", ".2f")


# --- memory -------------------------------------------------------------------------------------

TABLES = 4
MAX_MEMORY = 120.0


def memory(folder: Path, size: Size) -> Iterator[Row]:
    """What the server takes after whole matches of Tribello, played at several tables at once."""
    match, number = whole_match("tribello"), size.matches_played
    with app_server(folder / "memory.sqlite3") as app:
        at_first = app.memory()
        if at_first is None:
            yield left_out("memory of the server", "this system does not tell")
            return
        took = seconds(partial(play_at_tables, app, match, number // 2))
        half_way = app.memory() or 0.0
        took += seconds(partial(play_at_tables, app, match, number - number // 2))
        after = app.memory() or 0.0
    note = f" ({at_first:.0f} MB at first, {half_way:.0f} MB half way)"
    yield at_most(f"memory after {number:,} matches", after, MAX_MEMORY, "MB", note=note)
    rate = number * len(match.forms) / took
    yield Row(f"  answers a second, {TABLES} tables at once", f"{rate:.0f}")


def play_at_tables(app: Server, match: WholeMatch, number: int) -> None:
    """Play the match `number` times, at several tables at once."""

    def play(times: int) -> None:
        with Browser(app.port) as browser:
            for _time in range(times):
                browser.play(match)

    share = [number // TABLES + (table < number % TABLES) for table in range(TABLES)]
    with ThreadPoolExecutor(TABLES) as tables:
        list(tables.map(play, share))


# --- who may do what ----------------------------------------------------------------------------

MAX_OF_A_REQUEST = 0.2
"""In ms."""


def access(folder: Path, size: Size) -> Iterator[Row]:
    """The member of a club, and who only watches a match, ask for the page of that match."""
    database = folder / "access.sqlite3"
    app = open_app(store.engine_for(database))
    fill(database, some_of_each(1))

    def check_again() -> None:
        """As at the beginning of a request."""
        g.club_id = HOME
        authorize_request()

    with closing(services(app).main_connection) as db:
        club, key = store.list_clubs(db)[0], services(app).link_key()
        links = {
            "a member": (None, link_token(key, club, "member", club.generation)),
            "a watcher": (1, link_token(key, club, "watcher", 1, 1)),
        }
        for who, (match, link) in links.items():
            cookie = f"{cookie_name(HOME, match)}={link.rpartition('.')[2]}"
            path = f"/c/{HOME}/matches/1"
            with app.test_request_context(path, headers={"Cookie": cookie}):
                app.preprocess_request()
                assert g.role, f"{who} may not come in"
                took = median(seconds(check_again) for _time in range(size.pages * 5))
            what = f"what {who} may do, of each request"
            yield at_most(what, took * 1000, MAX_OF_A_REQUEST, "ms", ".2f")
