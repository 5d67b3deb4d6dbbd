"""A store in which several processes count together for rate limits, such as Redis."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from flask import Flask
from limits import RateLimitItemPerSecond
from limits.errors import ConfigurationError, StorageError
from limits.storage import Storage, storage_from_string
from limits.strategies import FixedWindowRateLimiter

from app.limits import RateLimit, RateLimiter, StoreAway
from app.web.core.services import services

Result = TypeVar("Result")


def use_store(app: Flask, address: str) -> None:
    """Count in the store at `address`, such as redis://127.0.0.1, together with other processes.

    Raises ValueError, with the reason, for a store that is unknown.
    """
    services(app).rate_limiter = RateLimiter(SharedWindows(address))


class SharedWindows:
    """The rate-limit windows in the store at `address`, such as redis://127.0.0.1.

    Raises ValueError, with the reason, for an unknown store; its methods raise `StoreAway`.
    """

    def __init__(self, address: str) -> None:
        try:
            # Only the first request waits so long for a silent store: see `RateLimiter`.
            storage = storage_from_string(
                address, wrap_exceptions=True, socket_timeout=2, socket_connect_timeout=2
            )
        except (ConfigurationError, TypeError) as error:
            raise ValueError(str(error) or f"{address} is no storage") from error
        if not isinstance(storage, Storage):
            raise ValueError(f"{address} is a storage for programs of another kind")
        self._windows = FixedWindowRateLimiter(storage)

    def test(self, limit: RateLimit, client: str) -> bool:
        """Whether the client is below the limit."""
        return self._ask(lambda: self._windows.test(item(limit), client))

    def hit(self, limit: RateLimit, client: str, cost: int = 1) -> bool:
        """Count a request of the client, or `cost` of them; returns False if that exceeds the
        limit."""
        return self._ask(lambda: self._windows.hit(item(limit), client, cost=cost))

    def end(self, limit: RateLimit, client: str) -> float:
        """Return when the window of the client ends, as `time.time`."""
        return self._ask(lambda: self._windows.get_window_stats(item(limit), client).reset_time)

    def _ask(self, question: Callable[[], Result]) -> Result:
        try:
            return question()
        except StorageError as error:
            raise StoreAway(str(error)) from error


def item(limit: RateLimit) -> RateLimitItemPerSecond:
    """Return the limit in the form of the library."""
    return RateLimitItemPerSecond(limit.most, multiples=limit.seconds, namespace=limit.name)
