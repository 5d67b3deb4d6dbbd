"""The press room: whoever wants something printed waits here for the one press.

The press works in a process of its own with low priority. In the process of the server it would
hold up every answer at a table: a page keeps Python busy for a good part of a second, and two
threads take turns at that. One press is enough: a second one would only slow down the first.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from threading import BoundedSemaphore, Lock

from app.paper.press.page import Page
from app.paper.press.press import Press

MOST_WAITING = 8
LONGEST_WAIT = 10.0
"""How many may wait for the press, and for how many seconds."""
LONGEST_JOB = 120
"""In seconds; a page that takes longer is given up, and the press starts anew."""
MOST_KEPT = 32_000_000
"""How many bytes of what was printed are kept for who asks again."""
POLITENESS = 10
"""How much the press steps back behind the table: see `os.nice`."""


class Busy(Exception):
    """The press has too much to do; ask again `after` so many seconds."""

    def __init__(self, after: int) -> None:
        super().__init__(f"the press is busy, ask again after {after} s")
        self.after = after


class PressRoom:
    """Prints one page after the other, and keeps what it has printed."""

    def __init__(self) -> None:
        self.printed = 0
        self._places = BoundedSemaphore(MOST_WAITING)
        self._turn = Lock()
        self._keeping = Lock()
        self._pdfs: OrderedDict[Hashable, bytes] = OrderedDict()

    def print(self, key: Hashable, make: Callable[[], Page]) -> bytes:
        """The PDF that is known by `key`; `make` lays it out if it has to be printed.

        Raises `Busy` when too many wait already or the press takes too long, and what the press
        raises.
        """
        pdf = self.cached(key)
        if pdf is not None:
            return pdf
        if not self._places.acquire(blocking=False):
            raise Busy(after=5)
        try:
            if not self._turn.acquire(timeout=LONGEST_WAIT):
                raise Busy(after=10)
            try:
                # Whoever was before us may have asked for the same.
                return self.cached(key) or self._print(key, make())
            finally:
                self._turn.release()
        finally:
            self._places.release()

    def cached(self, key: Hashable) -> bytes | None:
        """What was printed under this key, if it is still there."""
        with self._keeping:
            if key in self._pdfs:
                self._pdfs.move_to_end(key)
            return self._pdfs.get(key)

    def _print(self, key: Hashable, page: Page) -> bytes:
        try:
            pdf = press_process().submit(work, page).result()
        except BrokenProcessPool as error:
            # A page took too long, or the machine has no memory left. Whoever comes next finds a
            # new process; this page must not be tried again at once, it might end that one too.
            press_process.cache_clear()
            raise Busy(after=10) from error
        self.printed += 1
        with self._keeping:
            self._pdfs[key] = pdf
            while sum(map(len, self._pdfs.values())) > MOST_KEPT:
                self._pdfs.popitem(last=False)
        return pdf


@cache
def press_process() -> ProcessPoolExecutor:
    """The process of the press, which starts with its first page."""
    # Spawned, not forked: a copy of the server would hold its locks and its open database.
    return ProcessPoolExecutor(
        max_workers=1,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=begin_to_work,
    )


# --- in the process of the press ----------------------------------------------------------------


@cache
def own_press() -> Press:
    """The press of this process."""
    return Press()


def begin_to_work() -> None:
    """Step back behind the server, leave Ctrl-C to it, and end when it ends."""
    os.nice(POLITENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_the_server, daemon=True).start()


def end_with_the_server() -> None:
    """A server that was killed leaves no press behind."""
    server = multiprocessing.parent_process()
    assert server is not None, "the press has a process of its own"
    server.join()
    os._exit(0)


def work(page: Page) -> bytes:
    """Print a page; one that takes too long ends the process."""
    # Nothing handles SIGALRM, so it ends the process: an exception in Python would have to wait
    # until Pango returns, perhaps for ever. Whoever waits for the page finds the process gone.
    signal.alarm(LONGEST_JOB)
    try:
        return own_press().print(page)
    finally:
        signal.alarm(0)
