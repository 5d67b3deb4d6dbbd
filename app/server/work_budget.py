"""What a server lets clubs and addresses take of its workers: seconds of work in a minute."""

from __future__ import annotations

import math

from flask import Flask

from app.fair_queue import Requester, quota_keys
from app.limits import Limits
from app.web.core.rate_limiter import RateLimit
from app.web.core.services import services
from app.worker import OverBudget

TENTHS = 10
"""Of a second, in which work is counted."""


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
        """The limits that a requester has used up part of, each with whom it counts."""
        return [
            (RateLimit(f"{self._work} of {kind}", self._tenths), counted)
            for kind, counted in quota_keys(requester)
        ]
