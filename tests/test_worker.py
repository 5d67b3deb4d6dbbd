"""A worker does what takes long in a process of its own, and gives up what takes too long."""

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

from app.fair_queue import Requester
from app.matchfile import ImportedMatch, import_match
from app.paths import PROJECT
from app.worker import GaveUp, Worker
from testkit.match import CAST, match_file
from testkit.servers import wait_until

CLUB = Requester("club", "192.0.2.1")


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    worker = Worker(longest_job=0.3)
    yield worker
    worker.process().shutdown()


def test_a_job_is_done_in_another_process_and_what_it_raises_is_raised_here(worker):
    assert worker.run(CLUB, os.getpid) != os.getpid()
    with pytest.raises(ValueError, match="invalid literal"):
        worker.run(CLUB, int, "x")


@pytest.fixture
def imported(worker):
    """What a worker makes of a match file with this deal, and of a note in it."""

    def import_in_worker(tricks, note="0"):
        file = json.dumps(match_file("tribello", [{"trump": "hearts", "tricks": tricks}]))
        return worker.run(CLUB, import_match, f'{file[:-1]}, "note": {note}}}'.encode())

    return import_in_worker


# What nobody looks at in a file may be nested as deep as JSON can be.
@pytest.mark.parametrize("note", ["0", "[" * 600 + "]" * 600], ids=["", "nested"])
def test_a_match_comes_back_as_its_file_tells_it(note, imported):
    opened = imported([7, 4, 2], note)

    assert isinstance(opened, ImportedMatch)
    assert opened.match.standing.totals == (1, 0, -1)
    assert opened.match.players == tuple(CAST[:3])


def test_what_is_wrong_with_a_file_comes_back_in_words(imported):
    (fault,) = imported([7, 4, 3])

    assert (fault.deal, fault.answer) == (1, "tricks")
    assert str(fault.message).startswith("That makes 14")


def work_for_ever():
    while True:
        pass


@pytest.mark.parametrize(
    "job", [(work_for_ever,), (time.sleep, 60)], ids=["that works", "that waits"]
)
def test_a_job_that_takes_too_long_is_given_up_with_all_it_has_laid_aside(job, worker):
    folder = Path(worker.run(CLUB, tempfile.mkdtemp))
    assert folder.is_dir()

    with pytest.raises(GaveUp):
        worker.run(CLUB, *job)

    assert not folder.parent.exists()
    assert worker.run(CLUB, int, "7") == 7


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_what_a_job_has_laid_aside_goes_with_the_server(how):
    words = (
        "from tempfile import mkdtemp; from app.fair_queue import Requester;"
        "from app.worker import Worker; worker = Worker(9);"
        "print(worker.run(Requester('club', '192.0.2.1'), mkdtemp), flush=True); input()"
    )
    about = {"stdin": PIPE, "stdout": PIPE, "stderr": DEVNULL, "text": True, "cwd": PROJECT}
    server = subprocess.Popen([sys.executable, "-c", words], **about)
    folder = Path(server.stdout.readline().strip())
    assert folder.is_dir()

    server.send_signal(how)
    server.communicate(timeout=10)

    wait_until(lambda: not folder.parent.exists())
