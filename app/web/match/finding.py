"""Find the match that an address names, and record what is said in it."""

from __future__ import annotations

from threading import Lock

from cachetools import LRUCache
from flask import abort, current_app, g

from app import store
from app.games import GAMES
from app.scoring import Event, Match
from app.web.frame.pages import connection

LARGEST_ID = 2**63 - 1
MOST_LINES = 4_000
"""So many lines of logs are kept played: some hundred matches at once, in about as many MB."""


class Played:
    """The matches that were asked for last, as far as they were played, bounded by their lines.

    A request takes its match out, and puts it back at its end: an answer plays the script on, and
    two requests cannot share that. Who comes meanwhile has the log played again.
    """

    def __init__(self) -> None:
        self._matches: LRUCache[int, Match] = LRUCache(MOST_LINES, getsizeof=lambda m: len(m.log))
        self._lock = Lock()

    def take(self, match_id: int, end: tuple[int, str | None]) -> Match | None:
        """The match, for this request alone, if its log ends where the one in the store does."""
        with self._lock:
            match = self._matches.pop(match_id, None)
        return match if match and match.end == end else None

    def put_back(self, match: Match) -> None:
        """Keep the match for the next request; a log that is too long for that is not kept."""
        if len(match.log) <= MOST_LINES:
            with self._lock:
                self._matches[match.id] = match


def find(match_id: int) -> Match:
    """The match with this number, or 404."""
    is_id = 0 < match_id <= LARGEST_ID
    end = store.end_of_log(connection(), match_id) if is_id else (0, "")
    match = played().take(match_id, end) or (read(match_id) if end[0] else None) or abort(404)
    return keep(match)


def read(match_id: int) -> Match | None:
    """The match as its log says, played by nobody yet; None if there is none."""
    record = store.find_match(connection(), match_id) if 0 < match_id <= LARGEST_ID else None
    return as_match(record) if record and record.game in GAMES else None


def as_match(record: store.Record) -> Match:
    """A match as it is kept, with its game."""
    game = GAMES[record.game]
    return Match(game, record.players, record.log, id=record.id, started=record.started)


def keep(match: Match) -> Match:
    """Put this match back at the end of the request, unless something goes wrong."""
    g.match = match
    return match


def record(match: Match, *events: Event) -> Match:
    """The match with these lines, which are on the disk when it is returned.

    Raises `Refused` if nobody can say that now, and `store.Overtaken` if somebody was quicker.
    """
    at = store.now()
    after = match.accept(*events, at=at)
    store.append(connection(), match.id, *events, after=match.last_line, at=at)
    return keep(after)


def put_back(error: BaseException | None) -> None:
    """At the end of a request: keep its match, unless something went wrong."""
    match: Match | None = g.pop("match", None)
    if match and error is None:
        played().put_back(match)


def played() -> Played:
    """The matches that this app keeps played."""
    matches: Played = current_app.extensions["played"]
    return matches
