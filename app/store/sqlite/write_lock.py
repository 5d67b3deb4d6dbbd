"""The right to write into a file: threads of this process wait for it in a queue of ours."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from app.store.errors import StoreError

# How long a statement waits for another process, and a transaction for another thread.
BUSY_MILLISECONDS = 3000
# How long a transaction waits for another thread that itself has waited so long for another
# process. If all threads waited there, nobody could read.
MOST_BEHIND_SECONDS = 0.25


class WriteLock:
    """The right to write, for one thread of this process at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asks_since = math.inf

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Have it in the block. Raises `StoreError` (locked) after `BUSY_MILLISECONDS`."""
        longest = BUSY_MILLISECONDS / 1000
        until = time.monotonic() + longest
        while not self._lock.acquire(timeout=min(MOST_BEHIND_SECONDS, longest)):
            now = time.monotonic()
            if now >= until or now > self._asks_since + MOST_BEHIND_SECONDS:
                raise StoreError("database is locked by the writes before this one", "locked")
        try:
            yield
        finally:
            self._lock.release()

    @contextmanager
    def asking_others(self) -> Iterator[None]:
        """Say, by its holder, that other processes are asked for it in the block."""
        self._asks_since = time.monotonic()
        try:
            yield
        finally:
            self._asks_since = math.inf
