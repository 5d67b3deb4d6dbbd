"""Counting for rate limits: how often a client has done something, in this process or in a store
that several processes share.

The limits themselves are in `app.limits`, what posts count as in `app.web.core.rate_limits`.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from operator import methodcaller
from threading import Lock
from typing import Any, NamedTuple, Protocol

logger = logging.getLogger("tricktally")

MINUTE, HOUR = 60, 3600
STORE_RETRY_SECONDS = 5.0
"""Seconds in which a store that was away is not asked again."""
SWEEP_SECONDS = 60.0


class RateLimit(NamedTuple):
    """How much of something, by its name, a client may do in a window of so many seconds."""

    name: str
    most: int
    seconds: int = MINUTE


class StoreAway(Exception):
    """The store that processes share does not answer."""


class Windows(Protocol):
    """What clients have done, in windows that begin with the first of it."""

    def test(self, limit: RateLimit, client: str) -> bool:
        """Whether the client is below the limit."""

    def hit(self, limit: RateLimit, client: str, cost: int) -> bool:
        """Count what the client has done; False if it is over the limit now."""

    def end(self, limit: RateLimit, client: str) -> float:
        """When the window of the client ends, as `time.time`; now if it has none."""


class WindowsInMemory:
    """The windows of this process. Once a minute those that are over are forgotten."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._windows: dict[tuple[str, int, str], tuple[int, float]] = {}
        self._swept = time.time()

    def __len__(self) -> int:
        """How many windows are kept."""
        return len(self._windows)

    def test(self, limit: RateLimit, client: str) -> bool:
        """Whether the client is below the limit."""
        done, _end = self._window(limit, client)
        return done < limit.most

    def hit(self, limit: RateLimit, client: str, cost: int = 1) -> bool:
        """Count what the client has done; False if it is over the limit now."""
        with self._lock:
            if time.time() - self._swept >= SWEEP_SECONDS:
                self._sweep()
            done, end = self._window(limit, client)
            self._windows[limit.name, limit.seconds, client] = done + cost, end
        return done + cost <= limit.most

    def end(self, limit: RateLimit, client: str) -> float:
        """When the window of the client ends, as `time.time`; a new one's end if it has none."""
        return self._window(limit, client)[1]

    def _window(self, limit: RateLimit, client: str) -> tuple[int, float]:
        """What was done in the window, and its end."""
        now = time.time()
        window = self._windows.get((limit.name, limit.seconds, client))
        return window if window and window[1] > now else (0, now + limit.seconds)

    def _sweep(self) -> None:
        now = self._swept = time.time()
        self._windows = {key: window for key, window in self._windows.items() if window[1] > now}


class RateLimiter:
    """Counts in windows that several processes share, if there are any.

    While their store is away each process counts for itself: no request is refused because of it,
    and guessing stays limited.
    """

    def __init__(self, shared: Windows | None = None) -> None:
        self._here = WindowsInMemory()
        self._shared = self._here if shared is None else shared
        self._away_until = 0.0

    def test(self, limit: RateLimit, client: str) -> bool:
        """Whether the client is below the limit, without counting a hit."""
        is_below: bool = self._ask(methodcaller("test", limit, client))
        return is_below

    def hit(self, limit: RateLimit, client: str, cost: int = 1) -> bool:
        """Count what the client has done; False if it is over the limit now."""
        may: bool = self._ask(methodcaller("hit", limit, client, cost))
        return may

    def seconds_left(self, limit: RateLimit, client: str) -> int:
        """Whole seconds until it is counted from the start again, at least one."""
        end: float = self._ask(methodcaller("end", limit, client))
        return max(1, math.ceil(end - time.time()))

    def seconds_to_wait(self, *counted: tuple[RateLimit, str], cost: int = 1) -> int:
        """Count what clients have done, each under its limit; 0 if all may, and else the seconds
        until the first may that is over. What is refused for one does not count for those behind
        it."""
        for limit, client in counted:
            if not self.hit(limit, client, cost):
                return self.seconds_left(limit, client)
        return 0

    def _ask(self, question: Callable[[Windows], Any]) -> Any:
        if time.monotonic() >= self._away_until:
            try:
                return question(self._shared)
            except StoreAway as error:
                logger.warning(
                    "The store of the limits is away, each process counts alone: %s", error
                )
                self._away_until = time.monotonic() + STORE_RETRY_SECONDS
        return question(self._here)
