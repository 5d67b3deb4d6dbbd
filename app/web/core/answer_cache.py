"""A cache of what the store answered about clubs, by the version of each club."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable
from contextlib import suppress
from threading import Lock
from typing import Any

from cachetools import LRUCache

MAX_BYTES = 2_000_000
"""Of all answers together, packed; in memory they take some eight times as much."""


def packed_bytes(answer: object) -> int:
    """How many bytes an answer takes when it is packed."""
    return len(pickle.dumps(answer))


class AnswerCache:
    """The answers that were asked for last, bounded by their size. Nobody may change one."""

    def __init__(self) -> None:
        self._answers: LRUCache[Hashable, Any] = LRUCache(MAX_BYTES, getsizeof=packed_bytes)
        self._lock = Lock()

    def get_or_ask(self, key: Hashable, ask: Callable[[], Any]) -> Any:
        """The answer under this key; without one, what `ask` returns, which is kept."""
        with self._lock:
            if key in self._answers:
                return self._answers[key]
        answer = ask()
        # One that is larger than the cache is asked for every time.
        with self._lock, suppress(ValueError):
            self._answers[key] = answer
        return answer
