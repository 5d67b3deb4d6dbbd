"""Rate limits: how often a client has done something, counted in this process or in a store that
several processes share.

The limits themselves are in `app.limits`.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from typing import TypeVar

from limits import RateLimitItem
from limits.errors import StorageError
from limits.storage import MemoryStorage, Storage
from limits.strategies import FixedWindowRateLimiter

Result = TypeVar("Result")

logger = logging.getLogger("tricktally")

STORE_RETRY_SECONDS = 5.0
"""Seconds in which a store that was away is not asked again."""


class RateLimiter:
    """Counts in a store that several processes share, if one is given.

    While that is away each process counts for itself: no request is refused because of it, and
    guessing stays limited.
    """

    def __init__(self, shared: Storage | None = None) -> None:
        self._here = FixedWindowRateLimiter(MemoryStorage())
        self._shared = FixedWindowRateLimiter(shared) if shared is not None else self._here
        self._away_until = 0.0

    def test(self, limit: RateLimitItem, client: str) -> bool:
        """Whether the client is below the limit, without counting a hit."""
        return self._ask(lambda window: window.test(limit, client))

    def hit(self, limit: RateLimitItem, client: str, cost: int = 1) -> bool:
        """Count what the client has done; False if it is over the limit now."""
        return self._ask(lambda window: window.hit(limit, client, cost=cost))

    def seconds_left(self, limit: RateLimitItem, client: str) -> int:
        """Whole seconds until it is counted from the start again, at least one."""
        end = self._ask(lambda window: window.get_window_stats(limit, client).reset_time)
        return max(1, math.ceil(end - time.time()))

    def seconds_to_wait(self, *counted: tuple[RateLimitItem, str], cost: int = 1) -> int:
        """Count what clients have done, each under its limit; 0 if all may, and else the seconds
        until the first may that is over. What is refused for one does not count for those behind
        it."""
        for limit, client in counted:
            if not self.hit(limit, client, cost):
                return self.seconds_left(limit, client)
        return 0

    def _ask(self, question: Callable[[FixedWindowRateLimiter], Result]) -> Result:
        if time.monotonic() >= self._away_until:
            try:
                return question(self._shared)
            except StorageError as error:
                logger.warning(
                    "The store of the limits is away, each process counts alone: %s", error
                )
                self._away_until = time.monotonic() + STORE_RETRY_SECONDS
        return question(self._here)
