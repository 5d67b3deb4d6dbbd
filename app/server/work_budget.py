"""The rate limit of background jobs: seconds of work in a minute for each club and each address."""

from __future__ import annotations

import math

from flask import Flask

from app.fair_queue import Requester, quota_keys
from app.limits import Limits, RateLimit
from app.web.core.services import services
from app.worker import OverBudget

TENTHS = 10  # work is counted in tenths of a second


class WorkBudget:
    """Limits the seconds in a minute that a worker works for a club, and for an address.

    Each kind of `work` is counted for itself; a job is charged its duration when it is done.
    """

    def __init__(self, app: Flask, limits: Limits, work: str) -> None:
        self.most_waiting = limits.jobs_of_club
        self._app = app
        self._tenths = limits.work_seconds_per_minute * TENTHS
        self._work = work

    def check(self, requester: Requester) -> None:
        """Raise `OverBudget` if the requester has used up its share."""
        limiter = services(self._app).rate_limiter
        for limit, counted in self._counted(requester):
            if not limiter.test(limit, counted):
                raise OverBudget(limiter.seconds_left(limit, counted))

    def charge(self, requester: Requester, seconds: float) -> None:
        """Count so many seconds of work for a requester."""
        limiter = services(self._app).rate_limiter
        for limit, counted in self._counted(requester):
            limiter.hit(limit, counted, cost=math.ceil(seconds * TENTHS))

    def _counted(self, requester: Requester) -> list[tuple[RateLimit, str]]:
        """Return the limits that a requester counts against, each with the key of the club or
        address."""
        return [
            (RateLimit(f"{self._work} of {kind}", self._tenths), counted)
            for kind, counted in quota_keys(requester)
        ]
