"""The figures of both engines: what an answer takes on PostgreSQL, what a second process brings,
how often the app turns to it, and how the database of a town weighs against that of a house.

The server is real, its files lie on the disk, and all that keeps an answer there is switched on.
What is compared takes turns in the same run.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import islice, repeat
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple
from urllib.parse import quote

from bench.browser import Browser
from bench.engine_large import large
from bench.live_updates import across
from bench.measures import NO_POSTGRES, Act, Row, Size, in_turns, left_out, ms, seconds
from bench.servers import Server, app_server, processor_of
from bench.speed import beside_the_floor, recorded
from bench.throughput import Phone, play, shared_out
from bench.whole_matches import whole_match
from tests.postgres import Cluster, a_cluster, programs

ON_DISK = "/var/tmp"
"""Where files are kept when the machine goes out. The path has to be short: it is a socket's."""
SETTINGS = {"shared_buffers": "128MB", "max_wal_size": "4GB"}
"""As PostgreSQL comes, but for a log that is large enough to load a million matches in one go."""

SYNCS = 200
PHONES = 8
SPAN = 0.8
"""In seconds: short ones, many times, since a machine has other things to do now and then."""
QUIET = 3
"""One in so many pairs of them counts: those in which it had the fewest."""
LEAST_FOR_TWO = 1.6
"""Times the answers a second of one process."""

LOGGED = quote("-clog_statement=all -clog_min_messages=log")
STATEMENT = re.compile(r"LOG:  (?:statement|execute [^:]*): (\w+)")
WARM = 8
"""So many times each is asked before: from the sixth time on a statement is prepared."""
THREADS = 24
"""As many as the app has: so many phones ask at once while its memory is measured."""


def engine(folder: Path, size: Size) -> Iterator[Row]:
    """Everything, on one server that is made for it."""
    if programs() is None:
        yield left_out("PostgreSQL beside SQLite", NO_POSTGRES)
        return
    with a_cluster(ON_DISK, **SETTINGS) as cluster:
        yield sync_of(cluster.folder)
        databases = (cluster.address(cluster.new_database()) for _database in range(2))
        with beside_the_floor(*databases, folder) as (browser, below):
            yield from recorded(browser, below, "PostgreSQL", size.rounds // 2)
        yield from processes(cluster, folder, size)
        yield from statements_of_requests(cluster, folder)
        yield from of_memory(cluster, folder)
        yield from large(cluster, folder, size)


def sync_of(folder: Path) -> Row:
    """What it costs on the disk of the server to be told that a row is there."""
    handle = os.open(folder / "sync", os.O_CREAT | os.O_WRONLY)

    def write() -> None:
        os.write(handle, bytes(200))
        os.fdatasync(handle)

    try:
        took = [seconds(write) for _time in range(SYNCS)]
    finally:
        os.close(handle)
    return Row(f"fdatasync of 200 bytes in {ON_DISK}", ms(median(took)))


# --- a second process ---------------------------------------------------------------------------


class Span(NamedTuple):
    """So many answers a second; how many processors were busy with something else; and the seconds
    of a processor that each answer took: in our processes, in PostgreSQL, and in the phones."""

    rate: float
    others: float
    ours: float
    server: float
    phones: float


def processes(cluster: Cluster, folder: Path, size: Size) -> Iterator[Row]:
    """The same phones at one process and at two, in turns; who asks and the server of the rows have
    the same cores as they."""
    address, cores = cluster.address(cluster.new_database()), os.cpu_count() or 1
    with ExitStack() as stack:
        both = [stack.enter_context(app_server(address, folder)) for _process in range(2)]
        yield across(both)
        alternatives = [
            [Phone(both[n % number].port, share) for n, share in enumerate(shared_out(PHONES))]
            for number in (1, 2)
        ]
        acts = [partial(play, phones, SPAN) for phones in alternatives]
        ones, twos = in_turns(*acts, size.rounds * 3 // 4, partial(span_of, both, cluster))
    pairs = sorted(zip(ones, twos, strict=True), key=lambda pair: sum(span.others for span in pair))
    quiet = pairs[: max(1, len(pairs) // QUIET)]
    ratio = median(two.rate / one.rate for one, two in quiet)
    yield Row(
        f"two processes against one, {PHONES} phones, {cores} cores for all",
        f"{ratio:.2f} × ({median(two.rate for _one, two in quiet):.0f} a second), {busy(quiet)}",
        f"≥ {LEAST_FOR_TWO:g} ×",
        ratio < LEAST_FOR_TWO,
    )
    ratios = [two.rate / one.rate for one, two in pairs]
    low, *_between, high = quantiles(ratios, n=20)
    yield Row(
        f"  in all {len(pairs)} rounds, nine in ten of them",
        f"{median(ratios):.2f} × ({low:.2f} to {high:.2f}), {busy(pairs)}",
    )
    for what, spans in (("one process", ones), ("two processes", twos)):
        costs = [median(cost) for cost in zip(*(span[2:] for span in spans), strict=True)]
        words = "app {}, PostgreSQL {}, phones {}".format(*map(ms, costs))
        yield Row(f"  processor for an answer, {what}", words)
    # One process is never busier than one core; two are until all cores are.
    best = median(span.ours for span in ones) * cores / sum(costs)
    yield Row("  what two could do at best, by that", f"{best:.2f} ×")


def busy(pairs: Sequence[tuple[Span, Span]]) -> str:
    """How many cores had something else to do beside two processes, in words."""
    return f"{median(two.others for _one, two in pairs):.1f} cores busy elsewhere"


def span_of(servers: Sequence[Server], cluster: Cluster, answer_all: Act) -> Span:
    """What phones get done in a while, by what they return: the seconds of each answer."""

    def used() -> tuple[float, float, float, float]:
        """The seconds of all processors since the machine began, and of whom."""
        user, nice, system, _idle, _waiting, *more = Path("/proc/stat").read_text().split()[1:9]
        done = sum(map(int, (user, nice, system, *more))) / os.sysconf("SC_CLK_TCK")
        ours = sum(server.processor() for server in servers)
        return done, ours, sum(map(processor_of, processes_of(cluster))), time.process_time()

    before, began = used(), time.perf_counter()
    answers = len(answer_all())
    span = time.perf_counter() - began
    done, *costs = (after - then for after, then in zip(used(), before, strict=True))
    others = max(0.0, done - sum(costs)) / span
    return Span(answers / SPAN, others, *(cost / answers for cost in costs))


def processes_of(cluster: Cluster) -> list[int]:
    """The ids of the processes of a server of rows."""
    first = (cluster.folder / "data" / "postmaster.pid").read_text().split()[0]
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    return [int(number) for number in (first, *children)]


# --- how often the app turns to it ----------------------------------------------------------------


def statements_of_requests(cluster: Cluster, folder: Path) -> Iterator[Row]:
    """What the log of the server says of one request."""
    address, match = cluster.address(cluster.new_database(), options=LOGGED), whole_match("trex")
    with app_server(address, folder) as app, Browser(app.port) as browser:
        place = browser.begin(match)
        requests = {
            "an answer": browser.answers(match, place),
            "a match page": repeat(partial(browser.ask, "GET", place)),
            "the start page": repeat(partial(browser.ask, "GET", "/")),
            "a new match": repeat(partial(browser.ask, "GET", "/matches/new?game=trex")),
        }
        for what, asks in requests.items():
            for ask in islice(asks, WARM):
                ask()
            before = len(statements(cluster))
            next(asks)()
            words = statements(cluster)[before:]
            yield Row(f"statements for {what}", f"{len(words)}: {' '.join(words)}")


def statements(cluster: Cluster) -> list[str]:
    """The first word of each statement that the server was sent so far."""
    return STATEMENT.findall((cluster.folder / "log").read_text())


def of_memory(cluster: Cluster, folder: Path) -> Iterator[Row]:
    """The same phones at a database in a file and at one on the server, and the memory of the
    app."""
    databases = {
        "SQLite": folder / "engine-memory.sqlite3",
        "PostgreSQL": cluster.address(cluster.new_database()),
    }
    for engine, database in databases.items():
        with app_server(database, folder) as app:
            at_first, shares = app.memory(), shared_out(PHONES)
            phones = [Phone(app.port, shares[n % len(shares)]) for n in range(THREADS)]
            play(phones, 2)
            after = app.memory()
        if at_first and after:
            yield Row(f"memory on {engine}", f"{after:.0f} MB ({at_first:.0f} MB at first)")
