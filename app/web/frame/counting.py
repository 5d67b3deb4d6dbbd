"""How often something is done: counted in this process, or in a store where several look.

Where that store is away nothing is counted, and nobody is kept from anything.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from flask import current_app
from limits import RateLimitItem
from limits.errors import StorageError
from limits.strategies import MovingWindowRateLimiter

log = logging.getLogger("tricktally")


def limiter() -> MovingWindowRateLimiter:
    """What counts for this app."""
    counting: MovingWindowRateLimiter = current_app.extensions["limiter"]
    return counting


def is_within(limit: RateLimitItem, whose: str) -> bool:
    """Count it, and say whether it was not too often."""
    is_counted = True
    with unless_away():
        is_counted = limiter().hit(limit, whose)
    return is_counted


@contextmanager
def unless_away() -> Iterator[None]:
    """Go on where nothing can be counted."""
    try:
        yield
    except StorageError as error:
        log.warning("Nothing is counted, so nothing is limited: %s", error)
