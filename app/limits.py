"""Rate limits and quotas of a server, for each club and each address: every number in one table,
and the counting of what each has done, in this process or in a store that several share.

An administrator can set each number by its name, and `deploy/README.md` lists them. What posts
count as is in `app.web.core.rate_limits`.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from operator import methodcaller
from threading import Lock
from typing import Any, NamedTuple, Protocol

logger = logging.getLogger("tricktally")

MINUTE, HOUR = 60, 3600
STORE_RETRY_SECONDS = 5.0
"""Seconds in which a store that was away is not asked again."""
SWEEP_SECONDS = 60.0


@dataclass(frozen=True)
class Limits:
    """The limits of a server. An address is an IPv4 address, or the IPv6 network of one household;
    a whole club may share one."""

    connections_of_address: int = 250
    """Connections open at once, unless the server is behind a proxy, which counts them itself."""
    requests_of_club: int = 1
    """Requests answered at once; others wait for their turn. Printing a sheet, reading a file and a
    stream do not count. Only one thread runs Python at a time: two of a club are no faster than one
    after the other, and an answer of another club takes twice as long beside them."""
    requests_of_address: int = 2
    """Requests answered at once for one address, of several clubs."""
    streams: int = 256
    """Streams (server-sent events) open at once, each in a thread of its own, by which phones
    follow a match; phones without one poll every few seconds."""
    streams_of_club: int = 64
    streams_of_address: int = 64
    jobs_of_club: int = 4
    """Sheets waiting to be printed, and as many files waiting to be read: enough for four phones
    that print the same sheet at the end of a match."""
    work_seconds_per_minute: int = 30
    """Seconds spent on printing sheets for one club or address, and as many on reading and
    importing its files."""
    writes_per_minute: int = 1_200
    """Posts that write, such as answers, of one club or address."""
    kilobytes_per_hour: int = 20_000
    """Kilobytes in these posts: about 2,000 matches. The file of a club does not count here, but
    the time to read it does."""
    flags_of_address_per_minute: int = 6
    flags_of_club_per_minute: int = 20
    wrong_codes_per_minute: int = 5
    """Wrong invite codes of one address."""
    tried_codes_per_minute: int = 20
    """Invite codes of one address, right or wrong: of codes sent at once, each is counted before it
    is known whether it is wrong. An IPv6 network of 56 bits has twice as many, one of 48 bits four
    times."""
    tried_codes_of_all_per_minute: int = 300
    """Invite codes of all clients: 3,000 of 148 million can be tried while one is valid."""
    clubs_per_hour: int = 10
    """Clubs founded from one address; from larger networks more, as for codes."""
    clubs_of_all_per_hour: int = 200
    matches_of_club: int = 2_000
    """Matches that a club may have. This limit and those below hold only on a public server."""
    decks_of_club: int = 100
    megabytes_of_club: int = 64
    """Megabytes of the logs of a club's matches, and of its decks."""
    days_of_unused_club: int = 30
    """Days after which a club in which nothing was ever begun is deleted."""


DEFAULT_LIMITS = Limits()  # where an administrator has set none


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
