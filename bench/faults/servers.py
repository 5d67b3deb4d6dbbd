"""A database server that stops, crashes or is killed under load, or processes of the app."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from bench.faults.damage import SEED
from bench.measures import NO_POSTGRES, Row, Size, at_most, left_out, none
from testkit.faults.servers import FAULTS, Report, fail_over, inject_faults
from testkit.postgres import programs

ROUNDS_OF_KILLS = 4
"""Of so many kills of a file's server one round of each fault is made, and a failover of ten."""
SLOWEST, RECOVERED = 5.0, 2.0
"""Seconds: we try for three of them; a pooler holds the last try too, before it looks whether the
server is there."""


def servers(folder: Path, size: Size) -> Iterator[Row]:
    """What becomes of answers while PostgreSQL, connections to it, or the app on it end."""
    if programs() is None:
        yield left_out("faults of a server", NO_POSTGRES)
        return
    yield Row("faults of a server, drawn by lot", f"SEED={SEED}")
    rounds = size.kills // ROUNDS_OF_KILLS
    rare = max(1, rounds // 5)
    measures: dict[str, Callable[..., Report]] = {
        name: partial(inject_faults, faults=[fault], rounds=rounds)
        for name, fault in FAULTS.items()
    }
    behind = [FAULTS["stop fast"], FAULTS["pg_terminate_backend"]]
    measures["both behind a pooler"] = partial(
        inject_faults, faults=behind, rounds=rare, has_pooler=True
    )
    measures["a standby takes its place"] = partial(fail_over, rounds=rare)
    for name, measure in measures.items():
        own = folder / name.replace(" ", "-")
        own.mkdir()
        yield from rows_of(name, measure(own, rng=random.Random(f"{SEED} {name}")))


def rows_of(name: str, report: Report) -> Iterator[Row]:
    """What came of a fault."""
    counts = (
        f"{report.acknowledged:,} answers taken, {report.refused} refused, {report.unsure} unsure"
    )
    yield Row(f"{name}, {report.rounds} times", counts)
    for what, number in report.harm.items():
        yield none(f"  {what}", number)
    yield at_most("  slowest answer", report.slowest, SLOWEST, "s", ".1f")
    recovered = "  all phones are answered again after"
    yield at_most(recovered, report.recovery, RECOVERED, "s", ".1f")
    for crash in report.crashes[:3]:
        print(crash)
