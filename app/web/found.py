"""Find a match and where it stands."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
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
    Seating,
    Standing,
    Text,
    answers_of,
    replay,
    seating_of,
    standing_lines,
)
from app.scoring.seating import away_words, stand
from app.web.pages import connection

LARGEST_ID = 2**63 - 1
MOST_KEPT = 32


class Found:
    """A match, its game, and the standing that its log adds up to."""

    def __init__(self, match: store.Match) -> None:
        self.match = match
        self.game: Game = GAMES[match.game]
        self._play_anew()

    def _play_anew(self) -> None:
        self.seating = seating_of(self.match.players, self.match.events)
        self._replay = Replay(self.game, self.seating.present, self.answers)
        self._told: dict[tuple[str, ...], Standing] = {}
        lines = standing_lines(self.match.events)
        self.latest = lines[-1] if len(lines) > 1 else None
        """The line that an undo would take back, None before the first answer of the table."""

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
    def pause(self) -> store.Line | None:
        """The line of the pause that lasts, None while the match goes on or when it is over."""
        place = self.seating.paused_at
        return None if place is None or self.standing.is_over else self.match.lines[place]

    @property
    def away_words(self) -> Text | None:
        """Who the pause is for, None if nobody in particular."""
        return away_words([self.seating.seats[seat] for seat in self.seating.away])

    def standing_at(self, deal: int) -> Standing:
        """Where the match stands, told with the names that were right in a deal."""
        names = self.seating.at(deal)
        if names == self.seating.present:
            return self.standing
        if names not in self._told:
            self._told[names] = replay(self.game, names, self.answers)
        return self._told[names]

    def as_of(self, line: int) -> tuple[Seating, Standing]:
        """Who sat where, and where the match stood, after an earlier line of its log."""
        events = self.match.events[:line]
        return seating_of(self.match.players, events), stand(self.game, self.match.players, events)

    def seating_for(self, form: Mapping[str, str]) -> Seating:
        """Who sat where on the page of a form, which says the line of the log that it showed.

        Who has moved since keeps what the form says of them. A line that never was is taken for
        the latest.
        """
        line = form.get("after", "")
        if line.isdecimal() and len(line) < 9 and 0 < int(line) < self.match.last_line:
            return seating_of(self.match.players, self.match.events[: int(line)])
        return self.seating

    def stand_with(self, *news: Answered) -> Standing:
        """Where the match would stand with other answers to these questions."""
        answers = self.answers
        for new in news:
            given = answers.setdefault(new.prompt.deal, {})
            given[new.prompt.key] = new.answer
            if new.prompt.key == VOID and new.answer is None:
                del given[VOID]
        return replay(self.game, self.seating.present, answers)

    def stand_after(self, event: Event) -> Standing:
        """Where the match would stand with one more line."""
        return stand(self.game, self.match.players, [*self.match.events, event])

    def append(self, *events: Event) -> None:
        """Keep `events` as the next lines of the log; raises `store.Overtaken`.

        Answers to the waiting questions go on from here; anything else is replayed.
        """
        lines = store.append(connection(), self.id, *events, after=self.match.last_line)
        self.match = replace(self.match, lines=(*self.match.lines, *lines))
        if all(event.kind == "entry" for event in events):
            for event in events:
                self._replay.go_on(event.key, event.answer)
            self._told = {}
            self.latest = events[-1]
        else:
            self._play_anew()

    @property
    def last_said(self) -> int:
        """The number of the latest line that is neither a pause nor the end of one.

        What is tapped after it and not saved yet stays right through a pause.
        """
        lines = reversed(self.match.lines)
        said = (line for line in lines if line.event.kind not in ("pause", "resume"))
        return next(said).number if self.match.lines else 0


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
