"""A plugin of pytest: notes which lines each test reaches, or runs chosen tests in their order."""

from __future__ import annotations

import json
import os
import signal
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

DURATIONS = "MUTANTS_DURATIONS"
"""The file for how long each test took, in seconds; without it nothing is noted."""
CHOSEN = "MUTANTS_CHOSEN"
"""A file with the tests to run and how long each may take, in their order."""

durations: dict[str, float] = defaultdict(float)
failed: set[str] = set()


def time_limits() -> dict[str, int]:
    """The seconds that each chosen test may take."""
    path = os.environ.get(CHOSEN)
    return json.loads(Path(path).read_text("utf-8")) if path else {}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the chosen tests, in the order in which they were chosen."""
    if chosen := list(time_limits()):
        by_id = {item.nodeid: item for item in items}
        items[:] = [by_id[test] for test in chosen if test in by_id]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Let coverage know which test runs, and end them all at one that hangs."""
    measured = coverage.Coverage.current()
    if measured is not None:
        measured.switch_context(item.nodeid)
    if limit := time_limits().get(item.nodeid):
        signal.signal(signal.SIGALRM, lambda *_: end_at(item.nodeid))
        signal.alarm(limit)
    yield
    signal.alarm(0)
    if measured is not None:
        measured.switch_context("")


def end_at(test: str) -> None:
    """A mutant can wait for ever, in a thread that no exception reaches."""
    os.write(1, f"\nFAILED {test} - it hangs\n".encode())
    os._exit(1)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    durations[report.nodeid] += report.duration
    if report.failed:
        failed.add(report.nodeid)


def pytest_sessionfinish() -> None:
    """Write how long each test took. One that failed here could tell nothing of a mutant."""
    if DURATIONS in os.environ and "PYTEST_XDIST_WORKER" not in os.environ:
        passed = {test: took for test, took in durations.items() if test not in failed}
        Path(os.environ[DURATIONS]).write_text(json.dumps(passed), "utf-8")
