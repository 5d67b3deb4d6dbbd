"""`make bench`: prints what was measured beside its budget.

Machines are noisy, so this is not a test: it fails only if something broke, or if it is asked to be
`--strict`. What is left out, and what broke, is said once more at the end.
"""

import argparse
import os
import platform
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from traceback import format_exc

from app.paths import PROJECT
from app.store.sqlite.connection import sqlite3
from bench.answer import trace_requests
from bench.away import away
from bench.club_files import club_files
from bench.doubling import doubling
from bench.expensive_match import expensive_match
from bench.faults import faults
from bench.faults.phones import phones
from bench.faults.servers import servers
from bench.languages import languages
from bench.load import fairness, live_updates, throughput
from bench.measures import FULL, QUICK, Measure, Row, Size
from bench.pages import lighthouse_scores, page_weight, tap_latency
from bench.paper import paper
from bench.pocket import pocket
from bench.speed import engine, many_matches, memory, recording, searching

MEASURES: dict[str, Measure] = {
    "answer": trace_requests,
    "recording": recording,
    "many": many_matches,
    "search": searching,
    "memory": memory,
    "clubs": club_files,
    "expensive": expensive_match,
    "doubling": doubling,
    "fairness": fairness,
    "throughput": throughput,
    "live": live_updates,
    "weight": page_weight,
    "languages": languages,
    "latency": tap_latency,
    "lighthouse": lighthouse_scores,
    "paper": paper,
    "pocket": pocket,
    "away": away,
    "engine": engine,
    "faults": faults,
    "phones": phones,
    "servers": servers,
}
LONG = ("faults", "phones", "servers")
"""What takes minutes, and says nothing about how fast anything is."""
BUILD = PROJECT / "build"
TRACEBACKS = BUILD / "bench-tracebacks.txt"


def main() -> int:
    """Measure what is asked for. Returns 1 if something broke, or a strict run is over budget."""
    asked = parser()
    options = asked.parse_args()
    if unknown := set(options.what) - MEASURES.keys():
        asked.error(f"{', '.join(unknown)}: there are {', '.join(MEASURES)}")
    print(
        f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, "
        f"load {os.getloadavg()[0]:.1f} before we began · "
        f"Python {platform.python_version()} · SQLite {sqlite3.sqlite_version}"
    )
    began = time.monotonic()
    over, broken, left_out = 0, [], []
    # On the disk where matches are kept; /tmp may be memory, where nothing has to be written.
    BUILD.mkdir(exist_ok=True)
    TRACEBACKS.unlink(missing_ok=True)
    for name in options.what or [name for name in MEASURES if name not in LONG]:
        print()
        with TemporaryDirectory(prefix="bench-", dir=BUILD, ignore_cleanup_errors=True) as folder:
            try:
                for row in rows_of(name, Path(folder), QUICK if options.quick else FULL):
                    over += row.is_over
                    left_out += [f"{row.what}: {row.measured}"] * row.is_left_out
            except Exception as error:
                broken.append(f"{name} broke: {type(error).__name__}: {str(error)[:300]}")
                print(broken[-1])
                with TRACEBACKS.open("a") as file:
                    file.write(f"{name}\n{format_exc()}\n")
    print(f"\n{over or 'Nothing'} over budget, after {time.monotonic() - began:.0f} s")
    for line in [*left_out, *broken]:
        print(f"*** {line}", file=sys.stderr)
    if broken:
        print(f"*** the tracebacks are in {TRACEBACKS}", file=sys.stderr)
    return 1 if broken or (options.strict and over) else 0


def rows_of(name: str, folder: Path, size: Size) -> Iterator[Row]:
    """The rows of a measure, each printed as soon as it is there."""
    for row in MEASURES[name](folder, size):
        verdict = "OVER" if row.is_over else "ok" if row.budget else ""
        line = f"{row.what:<56} {row.measured:<44} {row.budget:<7} {verdict}".rstrip()
        print(line, flush=True)
        yield row


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    asked = argparse.ArgumentParser(prog="make bench", description="Numbers against the budgets.")
    words = f"any of {', '.join(MEASURES)}; all but {', '.join(LONG)} if you name none"
    asked.add_argument("what", nargs="*", metavar="WHAT", help=words)
    asked.add_argument("--quick", action="store_true", help="fewer rounds, fewer matches")
    asked.add_argument("--strict", action="store_true", help="exit with 1 if over budget")
    return asked


if __name__ == "__main__":
    sys.exit(main())
