"""Rate limits: how often a client may do something, how much a club and an address may write, and
how long a worker may work for them. Quotas: how much a club may store on a public server.

The numbers are in `app.limits`. A view says by a decorator what its posts count as; those of a view
without one are counted, and need no quota, because what they store is little. `limit_posts` checks
them before the view is called. Counts are kept in this process, or in a store that several share:
see `app.server.limit_store`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Literal, TypeVar

from cachetools.func import ttl_cache
from flask import Flask, current_app, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from app.fair_queue import Requester, quota_keys
from app.limits import HOUR, Limits, RateLimit, RateLimiter
from app.scoring import Text, _, _n
from app.store.clubs import clubs
from app.store.clubs.clubs import Usage
from app.store.matches.deletion import DAYS_TO_RESTORE
from app.web.core.access import is_member, this_club, this_requester, view_of_request
from app.web.core.errors import show_error, try_again
from app.web.core.services import connection, services
from app.worker import OverBudget

View = TypeVar("View", bound=Callable[..., Any])
Stored = Literal["answer", "match", "deck", "club"]

MEGABYTE = 1_000_000
USAGE_SECONDS = 60
"""So old may be what is known of a club while its matches are played: to add up 64 MB takes 20 ms,
as long as ten answers."""
CHECKED_CLUBS = 10_000
TENTHS = 10  # work is counted in tenths of a second


def init_app(app: Flask, limits: Limits) -> None:
    """Check each post by these limits, and count in memory."""
    held = services(app)
    held.limits = limits
    held.rate_limiter = RateLimiter()
    held.usage_lately = usage_lately()
    app.before_request(limit_posts)


# What a view says of its posts


def reads_only(view: View) -> View:
    """Exempt this view from rate limits: its post writes nothing, and is sent with each tap."""
    view.reads_only = True  # type: ignore[attr-defined]
    return view


def takes_large_file(view: View) -> View:
    """Take more than other posts have at this view, and count no kilobytes of it, but the seconds
    in which it is read."""
    view.takes_large_file = True  # type: ignore[attr-defined]
    return view


def stores(what: Stored) -> Callable[[View], View]:
    """Check the quota of the club before this view, which stores another answer, match or deck, or
    all of another club."""

    def mark(view: View) -> View:
        view.stores = what  # type: ignore[attr-defined]
        return view

    return mark


def is_large_file_taken(app: Flask, path: str) -> bool:
    """Return whether the view of a post to this path has `takes_large_file`."""
    try:
        endpoint, _values = app.url_map.bind("").match(path, "POST")
    except HTTPException:  # a redirect too
        return False
    return getattr(app.view_functions[endpoint], "takes_large_file", False)


# What is checked before it


def limit_posts() -> ResponseReturnValue | None:
    """Refuse a post with 429 if its club or address has written as much as it may, with 507 if a
    club on a public server has stored as much as it may."""
    if request.method != "POST":
        return None
    view = view_of_request()
    if not getattr(view, "reads_only", False) and (after := seconds_to_wait_to_write(view)):
        why = _("Too much was sent at once, and this was not saved.")
        return show_error(429, try_again(after, why), retry_after=after)
    stored: Stored | None = getattr(view, "stores", None)
    if stored and current_app.config["PUBLIC"] and is_member():
        usage = services().usage_lately if stored == "answer" else usage_now
        if sentence := what_is_full(usage(this_club()), stored):
            return show_error(507, sentence)
    return None


def seconds_to_wait_to_write(view: Callable[..., Any] | None) -> int:
    """Count this post of a club and of an address; 0 if they may write it, and else the seconds
    until they may."""
    held, requester = services(), this_requester()
    limits, limiter = held.limits, held.rate_limiter
    kilobytes = math.ceil((request.content_length or 0) / 1000)
    return limiter.seconds_to_wait(
        (RateLimit("writes of club", limits.writes_per_minute), requester.club),
        (RateLimit("writes of address", limits.writes_per_minute), requester.address),
    ) or limiter.seconds_to_wait(
        (RateLimit("kilobytes of club", limits.kilobytes_per_hour, HOUR), requester.club),
        (RateLimit("kilobytes of address", limits.kilobytes_per_hour, HOUR), requester.address),
        cost=0 if getattr(view, "takes_large_file", False) else kilobytes,
    )


def usage_now(club: str) -> Usage:
    """Add up what a club has stored."""
    return clubs.usage(connection(), club)


def usage_lately() -> Callable[[str], Usage]:
    """Return a function for the same, at most `USAGE_SECONDS` old."""
    lately: Callable[[str], Usage] = ttl_cache(CHECKED_CLUBS, USAGE_SECONDS)(usage_now)
    return lately


def what_is_full(usage: Usage, stored: Stored) -> Text | None:
    """Return why no more of this may be stored, and what can be done; None if it may."""
    limits = services().limits
    if stored == "match" and usage.matches >= limits.matches_of_club:
        return _n(
            "This club has {n} match, the most on this server. Delete it if nobody needs it.",
            "This club has {n} matches, the most on this server. Delete one that nobody needs.",
            usage.matches,
        )
    if stored == "deck" and usage.decks >= limits.decks_of_club:
        return _n(
            "This club has {n} deck, the most on this server.",
            "This club has {n} decks, the most on this server.",
            usage.decks,
        )
    if usage.bytes >= limits.megabytes_of_club * MEGABYTE:
        return _n(
            "This club has stored {megabytes} MB, the most on this server. Delete matches that"
            " nobody needs; their room is free {n} day later.",
            "This club has stored {megabytes} MB, the most on this server. Delete matches that"
            " nobody needs; their room is free {n} days later.",
            DAYS_TO_RESTORE,
            megabytes=usage.bytes // MEGABYTE,
        )
    return None


# What a worker does for them


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
