"""Publish and subscribe: each stream (SSE) that follows a match is told at once that it changed, in
every process that serves the database.

With a new line it is told the version too, and reads nothing. Of any other change it is told only
that there is one: each stream checks for itself whether its phone may still see the match.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock

from app.fair_queue import QuotaKey, Requester, quota_keys
from app.limits import DEFAULT_LIMITS, Limits
from app.store.engine import Connections
from app.store.errors import StoreError
from app.store.matches import log
from app.store.matches.log import LogHead

Version = tuple[int, int]
"""The last line of a match, and how often anything beside its log has changed."""


class Subscription:
    """The news of a match that one stream has not sent yet: `event` is set when there are some."""

    def __init__(self) -> None:
        self.event = Event()
        self._lock = Lock()
        self._version: Version | None = None
        self._is_asked = False

    def put(self, version: Version | None) -> None:
        """Add a version of the match, or None if the stream has to ask the database."""
        with self._lock:
            if version is None:
                self._is_asked = True
            else:
                # Two that are published at once may arrive the other way round.
                self._version = max(version, self._version or version)
        self.event.set()

    def take(self) -> Version | None:
        """Return the latest version since the last call, and forget it; None if the stream has to
        ask the database, because it was told to or nothing was added."""
        with self._lock:
            self.event.clear()
            version = None if self._is_asked else self._version
            self._version, self._is_asked = None, False
        return version


class PubSub:
    """The subscribers to matches in this process."""

    def __init__(self, limits: Limits = DEFAULT_LIMITS) -> None:
        self._most = limits.streams
        self._most_of = {"club": limits.streams_of_club, "address": limits.streams_of_address}
        self.is_closed = False
        self.on_count: Callable[[int], object] = lambda subscribers: None
        """Called with the number of subscribers whenever it changes."""
        self._subscribers: defaultdict[tuple[str, int], set[Subscription]] = defaultdict(set)
        self._lock = Lock()
        self._count = 0
        self._count_of: Counter[QuotaKey] = Counter()

    def subscribe(self, requester: Requester, match_id: int) -> Subscription | None:
        """Return a subscription to the match of their club, until `unsubscribe`; None if too many
        have subscribed, of this club, of this address or of all."""
        with self._lock:
            is_full = any(
                self._count_of[kind, counted] >= self._most_of[kind]
                for kind, counted in quota_keys(requester)
            )
            if self.is_closed or is_full or self._count >= self._most:
                return None
            subscription = Subscription()
            self._subscribers[requester.club, match_id].add(subscription)
            self._count += 1
            self._count_of.update(quota_keys(requester))
            self.on_count(self._count)
            return subscription

    def unsubscribe(self, requester: Requester, match_id: int, subscription: Subscription) -> None:
        """End a subscription; one that has ended already may be ended again."""
        with self._lock:
            subscriptions = self._subscribers[requester.club, match_id]
            if subscription in subscriptions:
                subscriptions.remove(subscription)
                self._count -= 1
                self._count_of.subtract(quota_keys(requester))
                self._count_of += Counter()  # forgets those who have none
                self.on_count(self._count)
            if not subscriptions:
                del self._subscribers[requester.club, match_id]

    def matches(self) -> list[tuple[str, int]]:
        """The club and the number of each match that has subscribers."""
        with self._lock:
            return list(self._subscribers)

    def publish(
        self, club: str, match_id: int | None = None, version: Version | None = None
    ) -> None:
        """Tell the subscribers of a match, or of every match of the club, that something is new,
        and its version if that is all."""
        with self._lock:
            subscriptions = [
                each
                for (its_club, its_id), all_of_it in self._subscribers.items()
                if its_club == club and match_id in (None, its_id)
                for each in all_of_it
            ]
        for each in subscriptions:
            each.put(version)

    def close(self) -> None:
        """Wake all subscribers and take no more: the server stops."""
        with self._lock:
            self.is_closed = True
            subscriptions = [each for of_it in self._subscribers.values() for each in of_it]
        for each in subscriptions:
            each.put(None)


class PeerListener:
    """Publishes in this process the writes of other processes on the same database."""

    def __init__(self, pubsub: PubSub, pool: Connections) -> None:
        self._pubsub = pubsub
        self._pool = pool
        self._heads: dict[tuple[str, int], LogHead | None] = {}

    def on_message(self, message: str) -> None:
        """Publish a message of a peer: a club, or a club and the number of one match, or these and
        the version of the match. Other messages are ignored."""
        club, *words = message.split(" ")
        with suppress(ValueError):
            match_id, line, revision = [*map(int, words), 0, 0, 0][:3]
            # A line is numbered from 1.
            self._pubsub.publish(club, match_id or None, (line, revision) if line else None)

    def poll(self) -> None:
        """Publish the matches with subscribers that have changed since the last poll."""
        matches = self._pubsub.matches()
        db = self._pool.check_out()
        is_sound = False
        try:
            heads = {match: log.find_log_head(db, *match) for match in matches}
            is_sound = True
        except StoreError:
            # The database is unavailable: pages say so, and the next poll is after a heartbeat.
            return
        finally:
            self._pool.check_in(db, is_sound=is_sound)
        for match, head in heads.items():
            # A match that is polled for the first time may have changed since its page was made.
            if match not in self._heads or self._heads[match] != head:
                version = (head.line, head.revision) if head and not head.deleted else None
                self._pubsub.publish(*match, version)
        self._heads = heads
