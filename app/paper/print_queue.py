"""The press room: whoever wants something printed waits here for the one press.

The press works in a process of its own: a page keeps Python busy for a good part of a second.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cache
from threading import Lock

from app.paper.pdf import Page, Press, Printed
from app.worker import Worker

LONGEST_JOB = 30
"""In seconds; a page that takes longer is given up. The dearest that a match can be takes a
quarter of that, and all the rules a tenth."""
MOST_KEPT = 32_000_000
"""How many bytes of what was printed are kept for who asks again."""


class PressRoom:
    """Prints one page after the other, and keeps what it has printed."""

    def __init__(self) -> None:
        self.printed = 0
        self.worker = Worker(LONGEST_JOB)
        self._keeping = Lock()
        self._pdfs: OrderedDict[Hashable, Printed] = OrderedDict()

    def print(self, key: Hashable, make: Callable[[], Page]) -> Printed:
        """The PDF that is known by `key`; `make` lays it out if it has to be printed.

        Raises `app.worker.Busy` when too many wait already or the press takes too long, and what
        the press raises.
        """
        pdf = self.cached(key)
        if pdf is not None:
            return pdf
        with self.worker.turn():
            # Whoever was before us may have asked for the same.
            return self.cached(key) or self._print(key, make())

    def cached(self, key: Hashable) -> Printed | None:
        """What was printed under this key, if it is still there."""
        with self._keeping:
            if key in self._pdfs:
                self._pdfs.move_to_end(key)
            return self._pdfs.get(key)

    def _print(self, key: Hashable, page: Page) -> Printed:
        pdf = Printed(self.worker.do(work, page), page.fingerprint)
        self.printed += 1
        with self._keeping:
            self._pdfs[key] = pdf
            while sum(len(kept.content) for kept in self._pdfs.values()) > MOST_KEPT:
                self._pdfs.popitem(last=False)
        return pdf


# --- in the process of the press ----------------------------------------------------------------


@cache
def own_press() -> Press:
    """The press of this process."""
    return Press()


def work(page: Page) -> bytes:
    """Print a page."""
    return own_press().print(page)
