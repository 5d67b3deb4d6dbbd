"""Faults: what becomes of a database to which everything bad happens. Any number but 0 is bad.

Whatever is drawn by lot follows from a seed that is printed; `SEED=… make bench ARGS=faults` draws
the same.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from statistics import quantiles
from typing import TypeVar

from app import store
from app.ops.doctor import check_file
from app.server import trusted_hosts
from app.server.run import open_app
from app.store import HOME
from bench.faults.damage import Damage
from bench.faults.fuzz import Send, ServedClubs, over_the_wire, to_app
from bench.faults.kills import kill
from bench.faults.power_cuts import cut, play
from bench.faults.streams import flood
from bench.faults.token_guesses import guess
from bench.measures import Row, Size
from bench.servers import NO_LIMITS, UNLIMITED, free_port, running

ANSWERS_BEFORE_CUTS = 1_000
PART_OVER_THE_WIRE = 10
"""One request of so many goes to a server, the others straight to the app."""
STREAMS = 10_000
SHOWN = 20


def faults(folder: Path, size: Size) -> Iterator[Row]:
    """Kills, power cuts, strange requests, a stranger who guesses, and a crowd that follows."""
    seed = os.environ.get("SEED") or str(time.time_ns())
    yield Row("faults, drawn by lot", f"SEED={seed}")
    for name, measure in (
        ("kills", of_kills),
        ("cuts", of_cuts),
        ("requests", of_requests),
        ("guesses", of_guesses),
        ("streams", of_streams),
    ):
        own = folder / name
        own.mkdir()
        yield from measure(own, size, random.Random(f"{seed} {name}"))


def of_kills(folder: Path, size: Size, rng: random.Random) -> Iterator[Row]:
    """A server that is killed while phones answer, or while it starts."""
    damage, took = timed(lambda: kill(folder, size.kills, rng))
    yield Row(
        f"kill -9, {size.kills} times", f"{damage.acknowledged:,} answers taken, {took:.0f} s"
    )
    yield from rows_of(damage)


def of_cuts(folder: Path, size: Size, rng: random.Random) -> Iterator[Row]:
    """A disk whose power is cut while it is written."""
    disk = play(folder, ANSWERS_BEFORE_CUTS)
    damage, took = timed(lambda: cut(disk, size.cuts, rng, folder))
    yield Row(
        f"power cuts, {size.cuts:,}, in {len(disk.operations):,} deeds of a disk",
        f"{damage.acknowledged // max(1, damage.rounds):,} answers on average, {took:.0f} s",
    )
    yield from rows_of(damage)


def rows_of(damage: Damage) -> Iterator[Row]:
    """What was found wrong after faults."""
    yield none("  answers acknowledged, and lost", damage.lost)
    yield none("  lines that nobody sent, or sent once", damage.doubled)
    yield none("  books damaged", damage.damaged)


def of_requests(folder: Path, size: Size, rng: random.Random) -> Iterator[Row]:
    """Requests over every route, by everybody, most straight to the app and some over the wire."""
    over_wire = size.requests // PART_OVER_THE_WIRE
    own = folder / "app.sqlite3"
    app = open_app(store.engine_for(own), limits=NO_LIMITS)
    app.testing = True  # what crashes tells why
    app.config["PUBLIC"] = True
    trusted_hosts.init_app(app)
    database, port = folder / "wire.sqlite3", free_port()
    command = [
        "-m",
        "app",
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--public",
        *UNLIMITED,
    ]
    with running([*command, "--database", str(database)], port, database):
        with closing(ServedClubs(own, store.Key(store.engine_for(own)), app, rng)) as clubs:
            send = to_app(app, rng)
            clubs.check_state(send)
            yield from fuzzed(clubs, send, size.requests - over_wire, "to the app")
        with closing(
            ServedClubs(database, store.Key(store.engine_for(database)), app, rng)
        ) as clubs:
            clubs.check_state(over_the_wire(port))
            yield from fuzzed(clubs, over_the_wire(port, rng), over_wire, "over the wire")
        log = database.with_suffix(".log").read_text(errors="replace")
        yield none("  tracebacks in the log of the server", log.count("Traceback"))
    for file in (own, database):
        bad = [sign.line for sign in check_file(store.engine_for(file)) if sign.verdict == "bad"]
        yield none(f"  damages of {file.name}", len(bad))


def fuzzed(clubs: ServedClubs, send: Send, number: int, transport: str) -> Iterator[Row]:
    """One way in, and what came of it; what did harm is printed whole."""
    findings, took = timed(lambda: clubs.receive(number, send))
    yield Row(
        f"{findings.requests:,} strange requests {transport}",
        f"{findings.taken:,} of them taken (2xx, 3xx), {took:.0f} s",
    )
    yield none("  answered by a crash (5xx)", len(findings.crashes))
    yield none("  that wrote what is not theirs", len(findings.meddled))
    yield none("  that took away what was said", len(findings.lost))
    for one in findings.all_bad[:SHOWN]:
        print(one.encode("utf-8", "backslashreplace").decode())


def of_guesses(folder: Path, size: Size, rng: random.Random) -> Iterator[Row]:
    """A stranger who tries links, codes, cookies and addresses."""
    database = folder / "matches.sqlite3"
    app = open_app(store.engine_for(database))
    with closing(ServedClubs(database, store.Key(store.engine_for(database)), app, rng)) as clubs:
        told, took = timed(lambda: guess(app, size.guesses, rng))
        assert clubs.states()[HOME], "there is nothing to guess"
    yield none(f"guesses of a stranger that told something, {took:.0f} s", told, size.guesses)


def of_streams(folder: Path, size: Size, _rng: random.Random) -> Iterator[Row]:
    """Ten thousand who ask for a stream that they never read."""
    flooded, took = timed(lambda: flood(folder, min(STREAMS, size.requests)))
    answered = {200, 204}
    yield Row(
        f"streams asked for, {flooded.asked:,}, of whom {flooded.held:,} held on",
        f"{flooded.statuses[200]} follow, {flooded.statuses[204]:,} told to ask, {took:.0f} s",
    )
    yield none(
        "  who got another answer, or none",
        sum(number for status, number in flooded.statuses.items() if status not in answered),
    )
    slowest = quantiles(flooded.took, n=20)[-1]
    yield Row(f"  p95 of {len(flooded.took)} answers meanwhile", f"{slowest * 1000:.0f} ms")
    yield Row("  a new phone begins a match beside them", f"{flooded.to_begin * 1000:.0f} ms")
    yield none("  matches with an answer lost or doubled", flooded.harmed, len(flooded.sent))


Result = TypeVar("Result")


def timed(act: Callable[[], Result]) -> tuple[Result, float]:
    """What comes of it, and how long it took, in seconds."""
    begin = time.perf_counter()
    return act(), time.perf_counter() - begin


def none(what: str, number: int, of: int | None = None) -> Row:
    """A number of which there must be none."""
    return Row(what, f"{number}" + (f" of {of:,}" if of else ""), "0", number > 0)
