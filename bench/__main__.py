"""`make bench`: prints what was measured beside its budget.

Machines are noisy, so this is not a test: it fails only if something broke, or if it is asked to be
`--strict`.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from app.paths import PROJECT
from app.store.sqlite.connection import sqlite3
from bench.access import access
from bench.answer import answer
from bench.doubling import doubling
from bench.engine import engine
from bench.expensive_match import expensive_match
from bench.fairness import fairness
from bench.faults import faults
from bench.faults.phones import phones
from bench.faults.servers import servers
from bench.lighthouse_scores import lighthouse_scores
from bench.live_updates import live_updates
from bench.measures import FULL, QUICK, Measure, Row
from bench.measures import MEASURES as TABLE_MEASURES
from bench.page_weight import page_weight
from bench.paper import paper
from bench.pocket import pocket
from bench.tap_latency import tap_latency
from bench.throughput import throughput

MEASURES: dict[str, Measure] = {
    **TABLE_MEASURES,
    "answer": answer,
    "access": access,
    "expensive": expensive_match,
    "doubling": doubling,
    "fairness": fairness,
    "throughput": throughput,
    "live": live_updates,
    "weight": page_weight,
    "latency": tap_latency,
    "lighthouse": lighthouse_scores,
    "paper": paper,
    "pocket": pocket,
    "engine": engine,
    "faults": faults,
    "phones": phones,
    "servers": servers,
}


LONG = ("faults", "phones", "servers")
"""What takes minutes, and says nothing about how fast anything is."""


def main() -> int:
    """Measure what is asked for. Returns 1 if a strict run is over budget."""
    options = parser().parse_args()
    print(machine())
    begin = time.monotonic()
    over = 0
    # On the disk where matches are kept; /tmp may be memory, where nothing has to be written.
    build = PROJECT / "build"
    build.mkdir(exist_ok=True)
    with TemporaryDirectory(prefix="bench-", dir=build) as folder:
        for measure in options.what:
            print()
            for row in measure(Path(folder), QUICK if options.quick else FULL):
                print(in_a_line(row), flush=True)
                over += row.is_over
    print(f"\n{over or 'Nothing'} over budget, after {time.monotonic() - begin:.0f} s")
    return 1 if options.strict and over else 0


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    asked = argparse.ArgumentParser(prog="make bench", description="Numbers against the budgets.")
    asked.add_argument(
        "what",
        nargs="*",
        type=measure_of,
        default=[measure for name, measure in MEASURES.items() if name not in LONG],
        metavar="WHAT",
        help=f"any of {', '.join(MEASURES)}; all but {', '.join(LONG)} if you name none",
    )
    asked.add_argument("--quick", action="store_true", help="fewer rounds, fewer matches")
    asked.add_argument("--strict", action="store_true", help="exit with 1 if over budget")
    return asked


def measure_of(name: str) -> Measure:
    """The measure of this name."""
    if name not in MEASURES:
        raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(MEASURES)}")
    return MEASURES[name]


def machine() -> str:
    """Where these numbers come from, and whether it had something else to do."""
    return (
        f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, "
        f"load {os.getloadavg()[0]:.1f} before we began · "
        f"Python {platform.python_version()} · SQLite {sqlite3.sqlite_version}"
    )


def in_a_line(row: Row) -> str:
    """A row of the table."""
    verdict = "OVER" if row.is_over else "ok" if row.budget else ""
    return f"{row.what:<56} {row.measured:<44} {row.budget:<7} {verdict}".rstrip()


if __name__ == "__main__":
    sys.exit(main())
