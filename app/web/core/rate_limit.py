"""How often something is done: counted in this process, or in a store where several look."""

from __future__ import annotations

import ipaddress
import logging
import time
from collections.abc import Callable
from typing import TypeVar

from flask import current_app
from limits import RateLimitItem
from limits.errors import StorageError
from limits.storage import MemoryStorage, Storage
from limits.strategies import MovingWindowRateLimiter

Result = TypeVar("Result")

log = logging.getLogger("tricktally")

PAUSE = 5.0
"""Seconds in which a store that was away is not asked again."""


class Limiter:
    """Counts in a store that several processes share, if one is given.

    While that is away each process counts for itself: nobody is kept from anything for that, and
    nobody can guess without end.
    """

    def __init__(self, shared: Storage | None = None) -> None:
        self._here = MovingWindowRateLimiter(MemoryStorage())
        self._shared = MovingWindowRateLimiter(shared) if shared is not None else self._here
        self._away_until = 0.0

    def has_room(self, limit: RateLimitItem, whose: str) -> bool:
        """Whether it may be done once more. It is not counted."""
        return self._ask(lambda counted: counted.test(limit, whose))

    def hit(self, limit: RateLimitItem, whose: str) -> bool:
        """Count it, and say whether it was not too often."""
        return self._ask(lambda counted: counted.hit(limit, whose))

    def room_at(self, limit: RateLimitItem, whose: str) -> float:
        """When it may be done again, in seconds since 1970."""
        return self._ask(lambda counted: counted.get_window_stats(limit, whose).reset_time)

    def _ask(self, question: Callable[[MovingWindowRateLimiter], Result]) -> Result:
        if time.monotonic() >= self._away_until:
            try:
                return question(self._shared)
            except StorageError as error:
                log.warning("The store of the limits is away, each process counts alone: %s", error)
                self._away_until = time.monotonic() + PAUSE
        return question(self._here)


def limiter() -> Limiter:
    """What counts for this app."""
    counting: Limiter = current_app.extensions["limiter"]
    return counting


# ---- Who asks: which addresses count as one where only so much is allowed. ----

IPV6_NETWORK = 64
"""So many bits are given to one household, which can choose the others as it likes."""


def share_of(address: str) -> str:
    """Those who count as one: an IPv4 address, or the IPv6 network that one household is given."""
    if ":" not in address:
        return address
    try:
        whole = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address  # what a proxy has made up
    if whole.ipv4_mapped:
        return str(whole.ipv4_mapped)
    return str(ipaddress.IPv6Network((whole, IPV6_NETWORK), strict=False))
