"""A worker: a process of its own for what would hold up every table.

In the process of the server dear work would stand in the way of every answer, because two threads
take turns at Python. A worker does one job after the other, steps back behind the server, and
gives up a job that takes too long. More than one for the same kind of work would only slow each
other down.

What makes processes is imported where it is used: where there are none, as in a browser, a door
does the same work at once (`here_and_now`).
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import rmtree
from threading import BoundedSemaphore, Lock
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from weakref import finalize

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

MOST_WAITING = 8
LONGEST_WAIT = 10.0
"""How many may wait for a worker, and for how many seconds."""
BY_THE_CLOCK = 4
"""So many times its own time a job may take by the clock."""
POLITENESS = 10
"""How much a worker steps back behind the tables: see `os.nice`."""

Result = TypeVar("Result")


class Executor(Protocol):
    """Has a job done where it holds up nobody, and gives what comes of it; may raise `Busy`."""

    def __call__(self, job: Callable[..., Result], /, *about: Any) -> Result: ...


class Busy(Exception):
    """The worker has too much to do, or gave up; ask again `after` so many seconds."""

    def __init__(self, after: int) -> None:
        super().__init__(f"the worker is busy, ask again after {after} s")
        self.after = after


def here_and_now(job: Callable[..., Result], /, *about: Any) -> Result:
    """What a job gives, where there is nobody that it could hold up."""
    return job(*about)


class Worker:
    """A process that starts with its first job; none may take more than so many seconds."""

    def __init__(self, longest_job: float) -> None:
        self._longest_job = longest_job
        self._places = BoundedSemaphore(MOST_WAITING)
        self._turn = Lock()
        self._process: ProcessPoolExecutor | None = None
        self._clear_up: Callable[[], object] = lambda: None

    def wait_and_do(self, job: Callable[..., Result], /, *about: Any) -> Result:
        """What a job gives, as soon as it is its turn.

        Raises `Busy` when too many wait already or it takes too long, and what the job raises.
        """
        with self.turn():
            return self.do(job, *about)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait until nobody else has a job for it; raises `Busy`."""
        if not self._places.acquire(blocking=False):
            raise Busy(after=5)
        try:
            if not self._turn.acquire(timeout=LONGEST_WAIT):
                raise Busy(after=10)
            try:
                yield
            finally:
                self._turn.release()
        finally:
            self._places.release()

    def do(self, job: Callable[..., Result], *about: Any) -> Result:
        """What a job gives; only for whose `turn` it is. Raises as `wait_and_do`."""
        from concurrent.futures.process import BrokenProcessPool

        try:
            return self.process().submit(in_time, self._longest_job, job, *about).result()
        except BrokenProcessPool as error:
            # It took too long, or the machine has no memory left. Whoever comes next finds a new
            # process; this job must not be tried again at once, it might end that one too.
            self._process = None
            self._clear_up()
            raise Busy(after=10) from error

    def process(self) -> ProcessPoolExecutor:
        """The process as it is now, or a new one."""
        if self._process is None:
            import multiprocessing
            from concurrent.futures import ProcessPoolExecutor

            # What it lays aside goes with it: libraries leave that to an end that never comes when
            # a job takes too long, such as the fonts of all pages.
            folder = tempfile.mkdtemp(prefix="tricktally-")
            self._clear_up = finalize(self, rmtree, folder, ignore_errors=True)
            # Spawned, not forked: a copy of the server would hold its locks and its open database.
            self._process = ProcessPoolExecutor(
                max_workers=1,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=begin_to_work,
                initargs=(folder,),
            )
        return self._process


# --- in the process of the worker ---------------------------------------------------------------


def begin_to_work(folder: str) -> None:
    """Step back behind the server, leave Ctrl-C to it, lay aside everything in a folder, and end
    when it ends."""
    import signal

    tempfile.tempdir = folder
    os.nice(POLITENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_the_server, args=[folder], daemon=True).start()


def end_with_the_server(folder: str) -> None:
    """A server that was killed leaves no worker behind, and nothing that one has laid aside."""
    import multiprocessing

    server = multiprocessing.parent_process()
    assert server is not None, "a worker has a process of its own"
    server.join()
    rmtree(folder, ignore_errors=True)
    os._exit(0)


def in_time(seconds: float, job: Callable[..., Result], *about: Any) -> Result:
    """Do a job; one that takes longer ends the process.

    Counted is its own time, because on a busy machine others come first; and the clock, should it
    wait for something that never comes.
    """
    import signal

    # Nothing handles these signals, so they end the process: an exception in Python would have to
    # wait until a library returns, perhaps for ever. Whoever waits finds the process gone.
    timers = {signal.ITIMER_PROF: seconds, signal.ITIMER_REAL: seconds * BY_THE_CLOCK}
    for timer, most in timers.items():
        signal.setitimer(timer, most)
    try:
        return job(*about)
    finally:
        for timer in timers:
            signal.setitimer(timer, 0)
