"""Six letters in place of a link, where typing is easier than scanning. In memory only."""

from __future__ import annotations

import secrets
import threading
import time
from dataclasses import dataclass

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Those that nobody mistakes for another."""
LENGTH = 6
SECONDS = 600
WRONG_ONES = RateLimitItemPerMinute(5, namespace="wrong codes")


class TooMany(Exception):
    """An address has tried too many wrong codes in a minute."""


@dataclass(frozen=True)
class Code:
    """What is typed, the key that it stands for, and until when."""

    letters: str
    key: str
    until: float


class Codes:
    """The codes that can be typed now: one for each key, good for one phone."""

    def __init__(self) -> None:
        self._codes: dict[str, Code] = {}
        self._lock = threading.Lock()
        self._wrong = MovingWindowRateLimiter(MemoryStorage())

    def of(self, key: str) -> str:
        """The code for a key: the one that is still good, or a new one."""
        with self._lock:
            self._drop_old()
            known = next((code for code in self._codes.values() if code.key == key), None)
            if known is None:
                letters = "".join(secrets.choice(LETTERS) for _letter in range(LENGTH))
                known = Code(letters, key, time.monotonic() + SECONDS)
                self._codes[letters] = known
            return known.letters

    def take(self, typed: str, address: str) -> str | None:
        """The key that a code stands for, which nobody can use again; None if it is wrong.

        Raises `TooMany` for an address that has tried too many.
        """
        if not self._wrong.test(WRONG_ONES, address):
            raise TooMany
        letters = "".join(letter for letter in typed.upper() if letter.isalnum())
        with self._lock:
            self._drop_old()
            code = self._codes.pop(letters, None)
        if code is None:
            self._wrong.hit(WRONG_ONES, address)
            return None
        return code.key

    def _drop_old(self) -> None:
        now = time.monotonic()
        self._codes = {name: code for name, code in self._codes.items() if code.until > now}
