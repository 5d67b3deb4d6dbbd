"""What a server counts of each club and each address: seconds of work, and what is written.

The numbers are in `app.limits`. Each process counts for itself, unless a storage is given in which
several count together.
"""

from __future__ import annotations

import math

from flask import Flask, request
from flask.typing import ResponseReturnValue

from app.fair_queue import Requester, quota_keys
from app.limits import Limits
from app.scoring import _n
from app.web.core.access import this_requester
from app.web.core.errors import show_error
from app.web.core.pubsub import PubSub
from app.web.core.rate_limiter import HOUR, MINUTE, RateLimit, RateLimiter
from app.web.core.services import services
from app.web.core.writes import is_marked, reads_only, takes_large_file
from app.worker import OverBudget

TENTHS = 10
"""Of a second, in which work is counted."""


def init_app(app: Flask, limits: Limits) -> None:
    """Count in memory, by these limits."""
    held = services(app)
    held.limits = limits
    held.pubsub = PubSub(limits)
    held.rate_limiter = RateLimiter()
    app.before_request(limit_writes)


def use_storage(app: Flask, address: str) -> None:
    """Count in the storage at `address`, such as redis://127.0.0.1, together with other processes.

    Raises ValueError, with the reason, for a storage that is unknown.
    """
    # The library takes a while to import, and is needed here alone.
    from app.server.limit_store import SharedWindows

    services(app).rate_limiter = RateLimiter(SharedWindows(address))


class WorkBudget:
    """How many seconds a worker may work in a minute for a club, and for an address.

    A job is charged when it is done, for as long as it has taken.
    """

    def __init__(self, app: Flask, limits: Limits, work: str) -> None:
        self.most_waiting = limits.jobs_of_club
        self._app = app
        self._tenths = limits.work_seconds_per_minute * TENTHS
        self._work = work
        """What the worker does; each kind of work is counted for itself."""

    def check(self, requester: Requester) -> None:
        """Raise `OverBudget` if the requester has used up its share."""
        limiter = services(self._app).rate_limiter
        for limit, counted in self._counted(requester):
            if not limiter.test(limit, counted):
                raise OverBudget(limiter.seconds_left(limit, counted))

    def charge(self, requester: Requester, seconds: float) -> None:
        """Count so many seconds that the worker has worked for a requester."""
        limiter = services(self._app).rate_limiter
        for limit, counted in self._counted(requester):
            limiter.hit(limit, counted, cost=math.ceil(seconds * TENTHS))

    def _counted(self, requester: Requester) -> list[tuple[RateLimit, str]]:
        return for_each(requester, self._work, self._tenths, MINUTE)


def for_each(
    requester: Requester, what: str, most: int, seconds: int
) -> list[tuple[RateLimit, str]]:
    """The same limit for the club and for the address: how much of `what` in so many seconds."""
    return [
        (RateLimit(f"{what} of {kind}", most, seconds), counted)
        for kind, counted in quota_keys(requester)
    ]


def limit_writes() -> ResponseReturnValue | None:
    """429 for a club or an address that has written as much as it may."""
    if request.method != "POST" or is_marked(reads_only):
        return None
    limits, limiter, requester = services().limits, services().rate_limiter, this_requester()
    writes = for_each(requester, "writes", limits.writes_per_minute, MINUTE)
    sent = for_each(requester, "kilobytes", limits.kilobytes_per_hour, HOUR)
    kilobytes = math.ceil((request.content_length or 0) / 1000)
    kilobytes = 0 if is_marked(takes_large_file) else kilobytes
    after = limiter.seconds_to_wait(*writes) or limiter.seconds_to_wait(*sent, cost=kilobytes)
    if not after:
        return None
    sentence = _n(
        "Too much was sent at once, and this was not saved. Try again in {n} second.",
        "Too much was sent at once, and this was not saved. Try again in {n} seconds.",
        after,
    )
    return show_error(429, sentence, retry_after=after)
