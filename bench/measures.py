"""What is measured. Each measure yields its rows; what is compared takes turns in the same run."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count, cycle
from pathlib import Path
from statistics import fmean, median

from app import store
from app.games import GAMES
from app.paths import PROJECT
from app.scoring import Line, Match
from app.store import HOME
from app.web.match.repository import summary_of
from bench.browser import Browser
from bench.servers import Server, app_server, floor_server
from bench.whole_matches import WholeMatch, some_of_each, whole_match
from tests.browser.phone import Phone, chromium, phone_at
from tests.browser.taps import Thumb, every_kind_of_deal


@dataclass(frozen=True)
class Row:
    """One number: what it is, in words, beside its budget if it has one."""

    what: str
    measured: str
    budget: str = ""
    is_over: bool = False


@dataclass(frozen=True)
class Size:
    """How much of everything to measure."""

    rounds: int
    matches_kept: int
    pages: int
    matches_played: int
    seconds_at_tables: float
    kills: int
    phone_kills: int
    cuts: int
    requests: int
    guesses: int


FULL = Size(
    rounds=20,
    matches_kept=10_000,
    pages=300,
    matches_played=1000,
    seconds_at_tables=8,
    kills=200,
    phone_kills=50,
    cuts=1_000,
    requests=100_000,
    guesses=10_000,
)
QUICK = Size(
    rounds=5,
    matches_kept=10_000,
    pages=100,
    matches_played=50,
    seconds_at_tables=3,
    kills=10,
    phone_kills=8,
    cuts=100,
    requests=5_000,
    guesses=1_000,
)

Measure = Callable[[Path, Size], Iterator[Row]]


def seconds(act: Callable[[], object]) -> float:
    """How long `act` takes."""
    begin = time.perf_counter()
    act()
    return time.perf_counter() - begin


def ms(duration: float) -> str:
    """A duration in milliseconds."""
    return f"{duration * 1000:.2f} ms"


# --- recording an answer ------------------------------------------------------------------------

MAX_FLOORS = 4.0


def recording(folder: Path, size: Size) -> Iterator[Row]:
    """Every answer of whole matches takes turns with the floor."""
    with (
        app_server(folder / "recording.sqlite3") as app,
        floor_server(folder / "floor.sqlite3") as floor,
        Browser(app.port) as browser,
        Browser(floor.port) as below,
    ):
        for game in ("tribello", "trex", "italian_whist"):
            match = whole_match(game)
            record_by_turns(browser, below, match)
            rounds = [record_by_turns(browser, below, match) for _round in range(size.rounds)]
            yield from recording_rows(match, rounds)


@dataclass(frozen=True)
class AnswerTimes:
    """How long each answer of a match took, and the floors between them."""

    ours: list[float]
    opened: list[float]
    kept: list[float]


def record_by_turns(browser: Browser, below: Browser, match: WholeMatch) -> AnswerTimes:
    """Play the match once; after each answer do what is the least that can be done."""
    recorded = AnswerTimes([], [], [])
    forms = match.forms
    address = browser.begin(match)
    gc.collect()
    for line, form in enumerate(forms, start=1):
        recorded.ours.append(seconds(partial(browser.enter, address, line, form)))
        recorded.opened.append(seconds(partial(below.ask, "POST", "/opened", form)))
        recorded.kept.append(seconds(partial(below.ask, "POST", "/kept", form)))
    return recorded


def recording_rows(
    match: WholeMatch, rounds: Sequence[AnswerTimes], engine: str = "SQLite"
) -> Iterator[Row]:
    """The whole match, then parts of the truth that its median hides."""
    ours = each_answer(median, [each.ours for each in rounds])
    opened = each_answer(median, [each.opened for each in rounds])
    kept = each_answer(median, [each.kept for each in rounds])
    late = len(ours) * 3 // 4
    times = fmean(ours) / fmean(opened)
    yield Row(
        f"recording on {engine}, {match.game}, {len(ours)} answers",
        f"{times:.2f} × the floor ({ms(fmean(ours))} / {ms(fmean(opened))})",
        f"{MAX_FLOORS:g} ×",
        times > MAX_FLOORS,
    )
    yield against("  its last quarter", ours[late:], opened[late:])
    # What a busy machine does to the medians it does not do to the quickest of many rounds.
    quickest = each_answer(min, [each.ours for each in rounds])
    yield against(
        "  the quickest of all rounds", quickest, each_answer(min, [each.opened for each in rounds])
    )
    yield against("  a floor that keeps its connection", ours, kept)


def each_answer(
    pick: Callable[[Sequence[float]], float], rounds: Sequence[Sequence[float]]
) -> list[float]:
    """For each answer of the match what `pick` makes of its durations in all rounds."""
    return [pick(each) for each in zip(*rounds, strict=True)]


def against(what: str, ours: Sequence[float], floor: Sequence[float]) -> Row:
    """A row without a budget of its own."""
    here, there = fmean(ours), fmean(floor)
    return Row(what, f"{here / there:.2f} × ({ms(here)} / {ms(there)})")


# --- many matches -------------------------------------------------------------------------------

FEW_MATCHES = 12
MAX_SLOWER = 1.2


def many_matches(folder: Path, size: Size) -> Iterator[Row]:
    """The same pages from a full database and from one with the same latest matches only."""
    latest = some_of_each(FEW_MATCHES)
    full, nearly_empty = folder / "full.sqlite3", folder / "nearly-empty.sqlite3"
    fill(full, latest, size.matches_kept)
    fill(nearly_empty, latest, FEW_MATCHES)
    trex = next(place for place, match in enumerate(latest, start=1) if match.game == "trex")
    before = size.matches_kept - FEW_MATCHES
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
            times = in_turns(
                partial(browser.ask, "GET", here),
                partial(other.ask, "GET", there),
                size.pages,
            )
            slower = times[0] / times[1]
            yield Row(
                f"{page}, {size.matches_kept:,} matches against {FEW_MATCHES}",
                f"{slower:.2f} × ({ms(times[0])} / {ms(times[1])})",
                f"{MAX_SLOWER:g} ×",
                slower > MAX_SLOWER,
            )


def fill(database: Path, latest: Sequence[WholeMatch], number: int) -> None:
    """Write `number` matches in one transaction; the last ones are `latest`, in this order."""
    logs = [match.events for match in latest]
    played = [Match(GAMES[m.game], m.players, map(Line, m.events)) for m in latest]
    summaries = [store.log.summary_columns(summary_of(match)) for match in played]
    kept = [(number - at, len(latest) - 1 - at % len(latest)) for at in range(number)]
    db = store.engine_for(database).open()
    store.ensure_home_club(db)
    with db.transaction():
        db.table("matches").insert_all(
            {
                "club": HOME,
                "number": match_id,
                "game": latest[which].game,
                "players": store.to_json(latest[which].players),
                "started": store.now(),
                "changed": store.now(),
                **summaries[which],
            }
            for match_id, which in kept
        )
        db.table("events").insert_all(
            store.log.as_row(HOME, match_id, line, Line(event), store.now())
            for match_id, which in kept
            for line, event in enumerate(logs[which], start=1)
        )
        db.execute("UPDATE clubs SET next_match = ?", [number + 1])
    db.close()


def in_turns(
    one: Callable[[], object], other: Callable[[], object], times: int
) -> tuple[float, float]:
    """The median duration of both, after a warm-up; whoever begins changes each time."""
    ours: list[float] = []
    theirs: list[float] = []
    for turn in range(-times // 10, times):
        if turn % 2:
            a, b = seconds(one), seconds(other)
        else:
            b, a = seconds(other), seconds(one)
        if turn >= 0:
            ours.append(a)
            theirs.append(b)
    return median(ours), median(theirs)


# --- searching the rules ------------------------------------------------------------------------

LONGEST_SEARCH = 0.003
TYPED = ("tricks", "lutoosh", "latoush", "kupa", "kubba", "banat", "trix", "redeal", "who+leads")


def searching(folder: Path, size: Size) -> Iterator[Row]:
    """Words typed letter by letter take turns with an empty route; then words nobody typed yet."""
    letters = [word[:end] for word in TYPED for end in range(1, len(word) + 1)]
    new = (f"{one}+{other}+{number}" for number in count(2) for one in TYPED for other in TYPED)
    with (
        app_server(folder / "searching.sqlite3") as app,
        floor_server(folder / "empty.sqlite3") as floor,
        Browser(app.port) as browser,
        Browser(floor.port) as below,
    ):

        def search(words: Iterator[str]) -> None:
            browser.ask("GET", f"/rules/search?game=trex&q={next(words)}", part=True)

        for word in letters:
            search(iter([word]))
        empty = partial(below.ask, "GET", "/empty")
        ours, floors = in_turns(partial(search, cycle(letters)), empty, size.pages)
        yield Row(
            "searching the rules, letter by letter",
            f"{ours / floors:.2f} × an empty route ({ms(ours)} / {ms(floors)})",
            ms(LONGEST_SEARCH),
            ours > LONGEST_SEARCH,
        )
        ours, floors = in_turns(partial(search, new), empty, size.pages)
        what = "  words that nobody has searched for yet"
        yield Row(what, f"{ours / floors:.2f} × ({ms(ours)} / {ms(floors)})")


# --- the command `score` ------------------------------------------------------------------------

FILES = 1000
MAX_SECONDS = 3.0


def scoring(folder: Path, _size: Size) -> Iterator[Row]:
    """Whole matches of the five games, all in one call."""
    files = []
    for number, match in enumerate(some_of_each(FILES)):
        file = folder / f"{number}.json"
        file.write_text(json.dumps(match.file), "utf-8")
        files.append(str(file))
    command = [sys.executable, "-m", "app", "score", *files]
    took = median(
        seconds(lambda: subprocess.run(command, cwd=PROJECT, check=True, capture_output=True))
        for _round in range(3)
    )
    yield Row(
        f"tricktally score, {FILES:,} whole matches of five games",
        f"{took:.2f} s",
        f"{MAX_SECONDS:g} s",
        took > MAX_SECONDS,
    )


# --- taps ---------------------------------------------------------------------------------------


def taps(folder: Path, _size: Size) -> Iterator[Row]:
    """Every kind of deal, tapped in a real browser the size of a phone."""
    if not chromium():
        yield Row("taps for each kind of deal", "no Chromium here")
        return
    database = folder / "taps.sqlite3"
    with app_server(database) as app, phone_at(app.port) as page:
        for each in every_kind_of_deal(Thumb(Phone(page, database))):
            yield Row(each.what, f"{each.taps} taps", f"{each.most}", each.is_over)


# --- memory -------------------------------------------------------------------------------------

TABLES = 4
MAX_MEMORY = 120.0


def memory(folder: Path, size: Size) -> Iterator[Row]:
    """What the server takes after whole matches of Tribello, played at several tables at once."""
    match = whole_match("tribello")
    forms = len(match.forms)
    with app_server(folder / "memory.sqlite3") as app:
        at_first = app.memory()
        if at_first is None:
            yield Row("memory of the server", "this system does not tell")
            return
        half = size.matches_played // 2
        took = seconds(lambda: play_at_tables(app, match, half))
        half_way = app.memory() or 0.0
        took += seconds(lambda: play_at_tables(app, match, size.matches_played - half))
        after = app.memory() or 0.0
    yield Row(
        f"memory after {size.matches_played:,} matches",
        f"{after:.0f} MB ({at_first:.0f} MB at first, {half_way:.0f} MB half way)",
        f"{MAX_MEMORY:g} MB",
        after > MAX_MEMORY,
    )
    yield Row(
        f"  answers a second, {TABLES} tables at once",
        f"{size.matches_played * forms / took:.0f}",
    )


def play_at_tables(app: Server, match: WholeMatch, number: int) -> None:
    """Play the match `number` times, at several tables at once."""

    def play(times: int) -> None:
        with Browser(app.port) as browser:
            for _time in range(times):
                browser.play(match)

    share = [number // TABLES + (table < number % TABLES) for table in range(TABLES)]
    with ThreadPoolExecutor(TABLES) as tables:
        list(tables.map(play, share))


MEASURES: dict[str, Measure] = {
    "recording": recording,
    "many": many_matches,
    "search": searching,
    "score": scoring,
    "taps": taps,
    "memory": memory,
}
