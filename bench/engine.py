"""The figures of both engines: what an answer takes on PostgreSQL, what a second process brings,
and how the database of a town weighs against that of a house.

The server is real, its files lie on the disk, and all that keeps an answer there is switched on.
What is compared takes turns in the same run.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

from bench.browser import Browser
from bench.engine_large import large
from bench.engine_round_trips import trips
from bench.live_updates import across
from bench.measures import (
    Row,
    Size,
    ms,
    record_by_turns,
    recording_rows,
    seconds,
)
from bench.servers import Server, app_server, free_port, processor_of, running
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


def engine(folder: Path, size: Size) -> Iterator[Row]:
    """Everything, on one server that is made for it."""
    if programs() is None:
        yield Row("PostgreSQL beside SQLite", "no PostgreSQL here")
        return
    with a_cluster(ON_DISK, **SETTINGS) as cluster:
        yield from recording(cluster, folder, size)
        yield from processes(cluster, folder, size)
        yield from trips(cluster, folder, size)
        yield from large(cluster, folder, size)


# --- recording an answer ------------------------------------------------------------------------


def recording(cluster: Cluster, folder: Path, size: Size) -> Iterator[Row]:
    """Every answer of whole matches takes turns with the floor, as on SQLite."""
    yield sync_of(cluster.folder)
    with (
        app_server(cluster.address(cluster.new_database()), folder) as app,
        floor_server(cluster.address(cluster.new_database()), folder) as floor,
        Browser(app.port) as browser,
        Browser(floor.port) as below,
    ):
        for game in ("tribello", "trex", "italian_whist"):
            match = whole_match(game)
            record_by_turns(browser, below, match)
            rounds = [record_by_turns(browser, below, match) for _round in range(size.rounds // 2)]
            yield from recording_rows(match, rounds, "PostgreSQL")


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


@contextmanager
def floor_server(address: str, folder: Path) -> Iterator[Server]:
    """The floor, on a database of its own."""
    port = free_port()
    arguments = ["-m", "bench.engine_floor", str(port), address]
    with running(arguments, port, folder / f"floor-{port}") as server:
        yield server


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
    address = cluster.address(cluster.new_database())
    with ExitStack() as stack:
        both = [stack.enter_context(app_server(address, folder)) for _process in range(2)]
        yield across(both)
        alone, shared = (
            [Phone(both[n % processes].port, share) for n, share in enumerate(shared_out(PHONES))]
            for processes in (1, 2)
        )
        ones: list[Span] = []
        twos: list[Span] = []
        for turn in range(-2, size.rounds * 3 // 4):
            order = (alone, shared) if turn % 2 else (shared, alone)
            first, second = (answers(phones, both, cluster) for phones in order)
            if turn >= 0:
                ones.append(first if turn % 2 else second)
                twos.append(second if turn % 2 else first)
    pairs = sorted(zip(ones, twos, strict=True), key=lambda pair: sum(span.others for span in pair))
    quiet = pairs[: len(pairs) // QUIET]
    times = median(two.rate / one.rate for one, two in quiet)
    yield Row(
        f"two processes against one, {PHONES} phones, {os.cpu_count()} cores for all",
        f"{times:.2f} × ({median(two.rate for _one, two in quiet):.0f} a second),"
        f" {median(two.others for _one, two in quiet):.1f} cores busy elsewhere",
        f"≥ {LEAST_FOR_TWO:g} ×",
        times < LEAST_FOR_TWO,
    )
    all_times = [two.rate / one.rate for one, two in pairs]
    yield Row(
        f"  in all {len(pairs)} rounds, nine in ten of them",
        f"{median(all_times):.2f} × ({spread(all_times)}),"
        f" {median(two.others for _one, two in pairs):.1f} cores busy elsewhere",
    )
    for what, spans in (("one process", ones), ("two processes", twos)):
        costs = [median(cost) for cost in zip(*(span[2:] for span in spans), strict=True)]
        yield Row(
            f"  processor for an answer, {what}",
            "app {}, PostgreSQL {}, phones {}".format(*map(ms, costs)),
        )
    # One process is never busier than one core; two are until all cores are.
    yield Row(
        "  what two could do at best, by that",
        f"{median(span.ours for span in ones) * (os.cpu_count() or 1) / sum(costs):.2f} ×",
    )


def answers(phones: Sequence[Phone], servers: Sequence[Server], cluster: Cluster) -> Span:
    """What these phones get done in a while."""

    def busy() -> tuple[float, float, float, float]:
        ours = sum(server.processor() for server in servers)
        of_rows = sum(map(processor_of, processes_of(cluster)))
        return all_that_was_done(), ours, of_rows, time.process_time()

    before, began = busy(), time.perf_counter()
    took = play(phones, SPAN)
    span = time.perf_counter() - began
    done, *costs = (after - then for after, then in zip(busy(), before, strict=True))
    others = max(0.0, done - sum(costs)) / span
    return Span(len(took) / SPAN, others, *(cost / len(took) for cost in costs))


def all_that_was_done() -> float:
    """The seconds for which all processors together were busy since the machine began."""
    user, nice, system, _idle, _waiting, *more = Path("/proc/stat").read_text().split()[1:9]
    return sum(map(int, (user, nice, system, *more))) / os.sysconf("SC_CLK_TCK")


def processes_of(cluster: Cluster) -> list[int]:
    """The ids of the processes of a server of rows."""
    first = (cluster.folder / "data" / "postmaster.pid").read_text().split()[0]
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    return [int(number) for number in (first, *children)]


def spread(ratios: Sequence[float]) -> str:
    """Between what nine in ten of them lie."""
    parts = quantiles(ratios, n=20)
    return f"{parts[0]:.2f} to {parts[-1]:.2f}"
