"""Rate limits: how often a client has done something, counted in this process or in a store that
several processes share.

The limits themselves are where they apply: codes that are typed and clubs that are founded in
`app.web.club.join`, flags in `app.web.match.live`, PDFs in `app.server.limits` (which also sets the
shared store), and connections of a client in `app.server.wsgi_server`.
"""

from __future__ import annotations

import ipaddress
import logging
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from limits import RateLimitItem
from limits.errors import StorageError
from limits.storage import MemoryStorage, Storage
from limits.strategies import MovingWindowRateLimiter

Result = TypeVar("Result")

logger = logging.getLogger("tricktally")

STORE_RETRY_SECONDS = 5.0
"""Seconds in which a store that was away is not asked again."""
IPV6_NETWORK = 64
"""So many bits are given to one household, which can choose the others as it likes."""
LARGER_IPV6_NETWORKS = (56, 48)
"""What some providers give to one household, and many to a company."""


class RateLimiter:
    """Counts in a store that several processes share, if one is given.

    While that is away each process counts for itself: no request is refused because of it, and
    guessing stays limited.
    """

    def __init__(self, shared: Storage | None = None) -> None:
        self._here = MovingWindowRateLimiter(MemoryStorage())
        self._shared = MovingWindowRateLimiter(shared) if shared is not None else self._here
        self._away_until = 0.0

    def test(self, limit: RateLimitItem, client: str) -> bool:
        """Whether the client is below the limit, without counting a hit."""
        return self._ask(lambda window: window.test(limit, client))

    def hit(self, limit: RateLimitItem, client: str) -> bool:
        """Count a hit of the client; False, and none is counted, if it is at the limit."""
        return self._ask(lambda window: window.hit(limit, client))

    def reset_time(self, limit: RateLimitItem, client: str) -> float:
        """When the oldest hit leaves the window, in seconds since 1970."""
        return self._ask(lambda window: window.get_window_stats(limit, client).reset_time)

    def _ask(self, question: Callable[[MovingWindowRateLimiter], Result]) -> Result:
        if time.monotonic() >= self._away_until:
            try:
                return question(self._shared)
            except StorageError as error:
                logger.warning(
                    "The store of the limits is away, each process counts alone: %s", error
                )
                self._away_until = time.monotonic() + STORE_RETRY_SECONDS
        return question(self._here)


def client_key(address: str) -> str:
    """What counts as one client: an IPv4 address, or the IPv6 network of one household."""
    return client_networks(address)[0]


def client_networks(address: str) -> Sequence[str]:
    """What counts as one client, the smallest first: an IPv4 address, or the IPv6 network of one
    household and those around it."""
    if ":" not in address:
        return [address]
    try:
        whole = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return [address]  # what a proxy has made up
    if whole.ipv4_mapped:
        return [str(whole.ipv4_mapped)]
    return [
        str(ipaddress.IPv6Network((whole, bits), strict=False))
        for bits in (IPV6_NETWORK, *LARGER_IPV6_NETWORKS)
    ]
