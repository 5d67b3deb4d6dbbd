"""The figures of both engines: what an answer takes on PostgreSQL, what a second process brings,
and how the score book of a town weighs against that of a house.

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

from tests.bench.browser import Browser
from tests.bench.crowd import Phone, play, shared_out
from tests.bench.engine_large import large
from tests.bench.engine_trips import trips
from tests.bench.measures import (
    Row,
    Size,
    ms,
    record_by_turns,
    recording_rows,
    seconds,
)
from tests.bench.servers import Server, app_server, free_port, processor_of, running
from tests.bench.whole_matches import whole_match
from tests.postgres import Cluster, a_cluster, programs

ON_DISK = "/var/tmp"
"""Where files are kept when the machine goes out. The path has to be short: it is a socket's."""
SETTINGS = {"shared_buffers": "128MB", "max_wal_size": "4GB"}
"""As PostgreSQL comes, but for a log that is large enough to load a million matches in one go."""

SYNCS = 200
PHONES = 8
SPAN = 1.0
"""In seconds: short ones, many times, since a machine has other things to do now and then."""
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
            rounds = [record_by_turns(browser, below, match) for _round in range(size.rounds)]
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
    arguments = ["-m", "tests.bench.engine_floor", str(port), address]
    with running(arguments, port, folder / f"floor-{port}") as server:
        yield server


# --- a second process ---------------------------------------------------------------------------


class Span(NamedTuple):
    """So many answers a second, and the seconds of a processor that each of them took: in our
    processes, in the server of the rows, and in the phones."""

    rate: float
    ours: float
    server: float
    phones: float


def processes(cluster: Cluster, folder: Path, size: Size) -> Iterator[Row]:
    """The same phones at one process and at two, in turns; who asks and the server of the rows have
    the same cores as they."""
    address = cluster.address(cluster.new_database())
    with ExitStack() as stack:
        both = [stack.enter_context(app_server(address, folder)) for _process in range(2)]
        alone, shared = (
            [Phone(both[n % processes].port, share) for n, share in enumerate(shared_out(PHONES))]
            for processes in (1, 2)
        )
        ones: list[Span] = []
        twos: list[Span] = []
        for turn in range(-2, size.rounds):
            order = (alone, shared) if turn % 2 else (shared, alone)
            first, second = (answers(phones, both, cluster) for phones in order)
            if turn >= 0:
                ones.append(first if turn % 2 else second)
                twos.append(second if turn % 2 else first)
    times = [two.rate / one.rate for one, two in zip(ones, twos, strict=True)]
    rates = " / ".join(f"{median(span.rate for span in spans):.0f}" for spans in (twos, ones))
    yield Row(
        f"two processes against one, {PHONES} phones, {os.cpu_count()} cores for all",
        f"{median(times):.2f} × ({spread(times)}), {rates} a second",
        f"≥ {LEAST_FOR_TWO:g} ×",
        median(times) < LEAST_FOR_TWO,
    )
    for what, spans in (("one process", ones), ("two processes", twos)):
        costs = [ms(median(cost)) for cost in zip(*(span[1:] for span in spans), strict=True)]
        yield Row(
            f"  processor for an answer, {what}",
            "app {}, PostgreSQL {}, phones {}".format(*costs),
        )


def answers(phones: Sequence[Phone], servers: Sequence[Server], cluster: Cluster) -> Span:
    """What these phones get done in a while."""

    def busy() -> tuple[float, float, float]:
        ours = sum(server.processor() for server in servers)
        return ours, sum(map(processor_of, processes_of(cluster))), time.process_time()

    before = busy()
    took = play(phones, SPAN)
    costs = [(after - then) / len(took) for after, then in zip(busy(), before, strict=True)]
    return Span(len(took) / SPAN, *costs)


def processes_of(cluster: Cluster) -> list[int]:
    """The ids of the processes of a server of rows."""
    first = (cluster.folder / "data" / "postmaster.pid").read_text().split()[0]
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    return [int(number) for number in (first, *children)]


def spread(ratios: Sequence[float]) -> str:
    """Between what nine in ten of them lie."""
    parts = quantiles(ratios, n=20)
    return f"{parts[0]:.2f} to {parts[-1]:.2f}"
