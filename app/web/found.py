"""Find a match and where it stands."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from threading import Lock

from flask import abort, current_app, g

from app import store
from app.games import GAMES
from app.scoring import (
    VOID,
    Answered,
    Answers,
    Event,
    Game,
    Replay,
    Standing,
    answers_of,
    replay,
    standing_lines,
)
from app.web.pages import connection

LARGEST_ID = 2**63 - 1
MOST_KEPT = 32


class Found:
    """A match, its game, and the standing that its log adds up to."""

    def __init__(self, match: store.Match) -> None:
        self.match = match
        self.game: Game = GAMES[match.game]
        self._replay = Replay(self.game, match.players, self.answers)

    @property
    def id(self) -> int:
        """The match's number in the store."""
        return self.match.id

    @property
    def standing(self) -> Standing:
        """Where the match stands after the last line of its log."""
        return self._replay.standing

    @property
    def answers(self) -> Answers:
        """Everything that was said and not taken back."""
        return answers_of(self.match.events)

    @property
    def latest(self) -> Event | None:
        """The line that an undo would take back, None before the first answer of the table."""
        lines = standing_lines(self.match.events)
        return lines[-1] if len(lines) > 1 else None

    def stand_with(self, new: Answered) -> Standing:
        """Where the match would stand with another answer to one question."""
        answers = self.answers
        given = answers.setdefault(new.prompt.deal, {})
        given[new.prompt.key] = new.answer
        if new.prompt.key == VOID and new.answer is None:
            del given[VOID]
        return replay(self.game, self.match.players, answers)

    def append(self, event: Event) -> None:
        """Keep `event` as the next line of the log; raises `store.Overtaken`.

        An answer to the waiting question goes on from here; anything else is replayed.
        """
        line = store.append(connection(), self.id, event, after=self.match.last_line)
        self.match = replace(self.match, lines=(*self.match.lines, line))
        if event.kind == "entry":
            self._replay.go_on(event.answer)
        else:
            self._replay = Replay(self.game, self.match.players, self.answers)


class Tables:
    """The matches that were played last, kept in memory so that an answer need not replay them.

    One request at a time has a table: who comes meanwhile replays the log. A table is only used
    if the log still ends where it ended when it was put back.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[int, Found] = OrderedDict()
        self._lock = Lock()

    def take(self, match_id: int, end: tuple[int, str]) -> Found | None:
        """The table of this match, for this request alone, if it is there and up to date."""
        with self._lock:
            found = self._kept.pop(match_id, None)
        return found if found and found.match.end == end else None

    def put_back(self, found: Found) -> None:
        """Keep the table for the next request, and let go of the one not used for longest."""
        with self._lock:
            self._kept[found.id] = found
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)


def find(match_id: int) -> Found:
    """The match with this number, or 404."""
    is_id = 0 < match_id <= LARGEST_ID
    end = store.end_of_log(connection(), match_id) if is_id else (0, "")
    tables: Tables = current_app.extensions["tables"]
    found = tables.take(match_id, end)
    if found is None:
        match = store.find_match(connection(), match_id) if end[0] else None
        if match is None or match.game not in GAMES:
            abort(404)
        found = Found(match)
    g.found = found
    return found


def put_back(error: BaseException | None) -> None:
    """At the end of a request: keep its table, unless something went wrong."""
    found: Found | None = g.pop("found", None)
    if found and error is None:
        current_app.extensions["tables"].put_back(found)
