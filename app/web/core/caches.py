"""The caches of a process: matches as far as they were played, rendered pages, and answers of the
store.

Nothing is invalidated by hand: what is cached has the head of a log or the version of a club in its
key, so what was written since is asked for under another key. `render_shared` of
`app.web.match.page` says what a rendered page depends on.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from cachetools import LRUCache

from app.scoring import Match
from app.store.matches.log import LogHead

MAX_KILOBYTES = 16_000  # of the match cache: some 130 matches in their midst
MAX_RENDERED = 4_000_000  # letters of the render cache: some 400 partials
MAX_BYTES = 2_000_000  # of all answers together, packed; in memory some eight times as much


def kilobytes_of(match: Match) -> int:
    """About how much a match takes: its table and its script, its lines, and among them the house
    rules, which may have a deck with words of its own."""
    return 20 + sum([32 if line.event.key == "rules" else 4 for line in match.log])


class MatchCache:
    """The matches that were asked for last, as far as they were played, bounded by their size.

    A request checks its match out and checks it in at its end: an answer plays the script on, and
    two requests cannot share that. A second request meanwhile replays the log.
    """

    def __init__(self) -> None:
        self._matches: LRUCache[tuple[str, int], Match] = LRUCache(
            MAX_KILOBYTES, getsizeof=kilobytes_of
        )
        self._lock = Lock()

    def check_out(self, club: str, match_id: int, head: LogHead) -> Match | None:
        """Take the match out; None unless it is as the `head` in the database says."""
        with self._lock:
            match = self._matches.pop((club, match_id), None)
        shown = match and (*match.log_end, match.title, match.revision)
        is_same = shown == (head.line, head.at, head.title, head.revision)
        return match if is_same else None

    def check_in(self, club: str, match: Match) -> None:
        """Keep the match for the next request, unless it alone is larger than the cache."""
        with self._lock, suppress(ValueError):
            self._matches[club, match.id] = match


@dataclass
class CachedHtml:
    """A partial in the cache; `html` is None until it was rendered under `lock`."""

    html: str | None = None
    lock: Lock = field(default_factory=Lock)


class RenderCache:
    """Partials as they were rendered last, for all phones that follow the same match."""

    def __init__(self) -> None:
        self._partials: LRUCache[tuple[Any, ...], CachedHtml] = LRUCache(
            MAX_RENDERED, getsizeof=lambda partial: 1_000 + len(partial.html or "")
        )
        self._lock = Lock()

    def get_or_render(self, key: tuple[Any, ...], render: Callable[[], str]) -> str:
        """The partial with this key, rendered once however many ask at the same time."""
        with self._lock:
            partial: CachedHtml = self._partials.setdefault(key, CachedHtml())
        # Rendered under its own lock: where fifty phones ask at once, one of them renders for all,
        # and no table waits for the rendering of another.
        with partial.lock:
            if partial.html is None:
                partial.html = render()
                with self._lock, suppress(ValueError):
                    self._partials[key] = partial  # now that it has a size
            return partial.html


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
