"""A worker does what takes long in a process of its own, and gives up what takes too long."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import DEVNULL, PIPE

import pytest

from app.fair_queue import Owners
from app.matchfile import ImportedMatch, import_match
from app.paths import PROJECT
from app.worker import Busy, Worker
from tests.front_door import CAST, match_file

CLUB = Owners("club", "192.0.2.1")


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    worker = Worker(longest_job=0.3)
    yield worker
    worker.process().shutdown()


def test_a_job_is_done_in_another_process(worker):
    assert worker.run(CLUB, os.getpid) != os.getpid()


def test_what_a_job_raises_is_raised_here(worker):
    with pytest.raises(ValueError, match="invalid literal"):
        worker.run(CLUB, int, "x")


def test_a_match_comes_back_as_its_file_tells_it(worker):
    file = match_file("tribello", [{"trump": "hearts", "tricks": [7, 4, 2]}])

    opened = worker.run(CLUB, import_match, json.dumps(file).encode())

    assert isinstance(opened, ImportedMatch)
    assert opened.match.standing.totals == (1, 0, -1)
    assert opened.match.players == tuple(CAST[:3])


def test_what_nobody_looks_at_in_a_file_may_be_nested_as_deep_as_json_can_be(worker):
    file = json.dumps(match_file("tribello", []) | {"note": 0})
    nested = file.replace(": 0}", f": {'[' * 600}{']' * 600}}}")

    assert isinstance(worker.run(CLUB, import_match, nested.encode()), ImportedMatch)


def test_what_is_wrong_with_a_file_comes_back_in_words(worker):
    file = match_file("tribello", [{"trump": "hearts", "tricks": [7, 4, 3]}])

    (fault,) = worker.run(CLUB, import_match, json.dumps(file).encode())

    assert (fault.deal, fault.answer) == (1, "tricks")
    assert str(fault.message).startswith("That makes 14")


def work_for_ever():
    while True:
        pass


@pytest.mark.parametrize(
    "job", [(work_for_ever,), (time.sleep, 60)], ids=["that works", "that waits"]
)
def test_a_job_that_takes_too_long_is_given_up_and_the_next_one_is_done(job, worker):
    with pytest.raises(Busy):
        worker.run(CLUB, *job)

    assert worker.run(CLUB, int, "7") == 7


# --- what it lays aside -------------------------------------------------------------------------


def lay_aside():
    return tempfile.mkdtemp()


def test_what_a_job_has_laid_aside_goes_when_it_is_given_up(worker):
    folder = Path(worker.run(CLUB, lay_aside))
    assert folder.is_dir()

    with pytest.raises(Busy):
        worker.run(CLUB, work_for_ever)

    assert not folder.parent.exists()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_what_a_job_has_laid_aside_goes_with_the_server(how):
    words = (
        "from app.worker import Worker; from tests.test_worker import CLUB, lay_aside;"
        "worker = Worker(9); print(worker.run(CLUB, lay_aside), flush=True); input()"
    )
    server = subprocess.Popen(
        [sys.executable, "-c", words],
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        text=True,
        cwd=PROJECT,
    )
    folder = Path(server.stdout.readline().strip())
    assert folder.is_dir()

    server.send_signal(how)
    server.communicate(timeout=10)

    until = time.monotonic() + 10
    while folder.parent.exists():
        assert time.monotonic() < until, f"{folder} is there"
        time.sleep(0.02)
