"""Background jobs and their queue: a worker process for jobs that would hold up every table.

In the process of the server they would slow down every answer, because only one thread runs Python
at a time. A worker does one job after the other, at a lower priority than the server, and ends a
job that takes too long. A view starts one with `services().executor`, a PDF comes through
`app.paper.print_queue`; the callers queue at a `FairLock`. `app.server.run` makes the workers. What
is done by the clock, as backups, is in `app.server.housekeeping`.

Modules that start processes are imported where they are used: a browser has no processes, and runs
jobs inline (`run_inline`).
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import rmtree
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from weakref import finalize

from app.fair_queue import FairLock, Requester

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

MAX_WAITING = 8  # callers that may wait for a worker
WAIT_SECONDS = 10.0
WALL_CLOCK_FACTOR = 4  # how many times its limit of CPU time a job may take by the clock
# See `os.nice`. While others keep both cores of a machine busy a sheet takes 2 seconds; with 10 it
# takes up to 8, and with 0 every answer takes half as long again.
NICENESS = 5

Result = TypeVar("Result")


class Executor(Protocol):
    """Runs a job for a requester and returns its result; raises `Busy` if it cannot, and the
    exceptions of the job."""

    def __call__(
        self, requester: Requester, job: Callable[..., Result], /, *args: Any
    ) -> Result: ...


class Busy(Exception):
    """The worker has too much to do, or gave up; try again `after` so many seconds."""

    def __init__(self, after: int) -> None:
        super().__init__(f"the worker is busy, ask again after {after} s")
        self.after = after


class GaveUp(Busy):
    """The worker ended a job that took too long, or died of it."""


class OverBudget(Busy):
    """The worker has worked for this requester as long as it may in a minute."""


class Budget(Protocol):
    """Limits how long a worker may work for a requester.

    `most_waiting` jobs of one club, or of one address, may wait.
    """

    most_waiting: int

    def check(self, requester: Requester) -> None:
        """Raise `OverBudget` if the requester has used up its share."""

    def charge(self, requester: Requester, seconds: float) -> None:
        """Count so many seconds of work for a requester."""


class NoBudget:
    """No limit for a requester, only that for all."""

    most_waiting = MAX_WAITING

    def check(self, requester: Requester) -> None:
        """Raise nothing."""

    def charge(self, requester: Requester, seconds: float) -> None:
        """Count nothing."""


def run_inline(_requester: Requester, job: Callable[..., Result], /, *args: Any) -> Result:
    """Run a job in this thread."""
    return job(*args)


class Worker:
    """A process that starts with its first job; none may take more than `longest_job` seconds.

    `on_wait` is called by the thread of a caller before it may have to wait.
    """

    def __init__(self, longest_job: float) -> None:
        self.budget: Budget = NoBudget()
        self.on_wait: Callable[[], object] = lambda: None
        self._longest_job = longest_job
        self._turn = FairLock()
        self._jobs: list[Requester] = []  # the requesters of all jobs that wait or run
        self._lock = Lock()
        self._process: ProcessPoolExecutor | None = None
        self._clear_up: Callable[[], object] = lambda: None

    def run(self, requester: Requester, job: Callable[..., Result], /, *args: Any) -> Result:
        """Run a job for a requester when the worker is free, and return its result.

        Raises `Busy` if too many wait already or it takes too long, `OverBudget` if the requester
        has used up its share, and the exceptions of the job.
        """
        with self.exclusive(requester):
            return self.do(job, *args)

    @contextmanager
    def exclusive(self, requester: Requester) -> Iterator[None]:
        """Wait for the turn of a requester, and run no other job during the block. Raises `Busy`,
        and `OverBudget`."""
        self.budget.check(requester)
        with self._place(requester):
            self.on_wait()
            if not self._turn.acquire(requester, WAIT_SECONDS):
                raise Busy(after=10)
            begin = monotonic()
            try:
                yield
            finally:
                self._turn.release()
                self.budget.charge(requester, monotonic() - begin)

    @contextmanager
    def _place(self, requester: Requester) -> Iterator[None]:
        with self._lock:
            of_club = sum(job.club == requester.club for job in self._jobs)
            of_address = sum(job.address == requester.address for job in self._jobs)
            most = self.budget.most_waiting
            if len(self._jobs) >= MAX_WAITING or max(of_club, of_address) >= most:
                raise Busy(after=5)
            self._jobs.append(requester)
        try:
            yield
        finally:
            with self._lock:
                self._jobs.remove(requester)

    def do(self, job: Callable[..., Result], *args: Any) -> Result:
        """Run a job within `exclusive`. Raises as `run`, and `GaveUp`."""
        from concurrent.futures.process import BrokenProcessPool

        try:
            return self.process().submit(with_time_limit, self._longest_job, job, *args).result()
        except BrokenProcessPool as error:
            # It took too long, or the machine has no memory left. The next job gets a new process;
            # this one must not be tried again at once, it might end that one too.
            self._process = None
            self._clear_up()
            raise GaveUp(after=10) from error

    def process(self) -> ProcessPoolExecutor:
        """Return the process, or a new one."""
        if self._process is None:
            import multiprocessing
            from concurrent.futures import ProcessPoolExecutor

            # Its temporary files go with it: libraries remove theirs at an exit that never comes
            # when a job takes too long, such as the fonts of all pages.
            folder = tempfile.mkdtemp(prefix="tricktally-")
            self._clear_up = finalize(self, rmtree, folder, ignore_errors=True)
            # Spawned, not forked: a copy of the server would hold its locks and its open database.
            self._process = ProcessPoolExecutor(
                max_workers=1,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=init_worker,
                initargs=(folder,),
            )
        return self._process


def init_worker(folder: str) -> None:
    """In the worker: lower its priority, leave Ctrl-C to the server, put temporary files into
    `folder`, and exit with the server."""
    import signal

    tempfile.tempdir = folder
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=exit_with_server, args=[folder], daemon=True).start()


def exit_with_server(folder: str) -> None:
    """In the worker: exit when the server has, even if it was killed, and remove `folder`."""
    import multiprocessing

    server = multiprocessing.parent_process()
    assert server is not None, "a worker has a process of its own"
    server.join()
    rmtree(folder, ignore_errors=True)
    os._exit(0)


def with_time_limit(seconds: float, job: Callable[..., Result], *args: Any) -> Result:
    """In the worker: run a job; if it takes longer than `seconds`, the process ends.

    They are of CPU time, because on a busy machine others come first; and `WALL_CLOCK_FACTOR` times
    as many by the clock, for a job that waits for something that never comes.
    """
    import signal

    # Nothing handles these signals, so they end the process: an exception in Python would have to
    # wait until a library returns, perhaps for ever. The caller finds the process gone.
    timers = {signal.ITIMER_PROF: seconds, signal.ITIMER_REAL: seconds * WALL_CLOCK_FACTOR}
    for timer, most in timers.items():
        signal.setitimer(timer, most)
    try:
        return job(*args)
    finally:
        for timer in timers:
            signal.setitimer(timer, 0)
