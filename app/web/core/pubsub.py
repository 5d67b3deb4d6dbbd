"""Publish and subscribe: the streams that follow a match hear at once that it has changed, in every
process that serves the database.

They hear no more than that: each reads for itself what its phone may see, so there is nothing to
keep in step.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from threading import Event, Lock

from app.fair_queue import Owners, Share, shares
from app.limits import DEFAULT_LIMITS, Limits


class PubSub:
    """The subscribers to matches in this process."""

    def __init__(self, limits: Limits = DEFAULT_LIMITS) -> None:
        self._most = limits.streams
        self._most_of = {"club": limits.streams_of_club, "address": limits.streams_of_address}
        self.is_closed = False
        self.on_count: Callable[[int], object] = lambda subscribers: None
        """Called with the number of subscribers whenever it changes."""
        self._subscribers: defaultdict[tuple[str, int], set[Event]] = defaultdict(set)
        self._lock = Lock()
        self._count = 0
        self._count_of: Counter[Share] = Counter()

    def subscribe(self, owners: Owners, match_id: int) -> Event | None:
        """An event that is set when the match of their club may have changed, until `unsubscribe`;
        None if too many have subscribed, of this club, of this address or of all."""
        with self._lock:
            is_full = any(
                self._count_of[kind, owner] >= self._most_of[kind] for kind, owner in shares(owners)
            )
            if self.is_closed or is_full or self._count >= self._most:
                return None
            event = Event()
            self._subscribers[owners.club, match_id].add(event)
            self._count += 1
            self._count_of.update(shares(owners))
            self.on_count(self._count)
            return event

    def unsubscribe(self, owners: Owners, match_id: int, event: Event) -> None:
        """Set this event no more."""
        with self._lock:
            events = self._subscribers[owners.club, match_id]
            if event in events:
                events.remove(event)
                self._count -= 1
                self._count_of.subtract(shares(owners))
                self._count_of += Counter()  # forgets those who have none
                self.on_count(self._count)
            if not events:
                del self._subscribers[owners.club, match_id]

    def matches(self) -> list[tuple[str, int]]:
        """The club and the number of each match that has subscribers."""
        with self._lock:
            return list(self._subscribers)

    def publish(self, club: str, match_id: int | None = None) -> None:
        """Set the events of a match, or of every match of the club."""
        with self._lock:
            events = [
                event
                for (its_club, its_id), events in self._subscribers.items()
                if its_club == club and match_id in (None, its_id)
                for event in events
            ]
        for event in events:
            event.set()

    def close(self) -> None:
        """Set all events and take no more subscribers: the server stops."""
        with self._lock:
            self.is_closed = True
            events = [event for events in self._subscribers.values() for event in events]
        for event in events:
            event.set()
