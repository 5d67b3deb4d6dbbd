"""How the match of a file came to where it stands.

`score` ignores the log in a file. Who imports one gets it back, so that an undo takes back what
was said last and a correction can still be looked up; but only if it is a log that tables write,
line by line, and it leads to just the deals that stand in the file. Otherwise the deals alone are
taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from app.games import GAMES
from app.matchfile.log import History, Line, Log
from app.matchfile.reading import MatchFile
from app.matchfile.writing import as_file
from app.scoring import (
    PLAYERS,
    SEATS,
    VOID,
    Event,
    Game,
    Replay,
    Standing,
    answers_of,
    seating_of,
    standing_lines,
)
from app.scoring.events import Kind
from app.scoring.game import tidy_name
from app.scoring.seating import is_held_up, reseating

MOST_CHANGES = 250
"""So many lines of a log may be no plain answers. The match is replayed after each of those, and a
table that is being scored meanwhile must not wait for it."""


def history_of(file: MatchFile, standing: Standing) -> History:
    """How the match of `file`, which stands there, came about: by its log, or deal by deal."""
    return read_log(file) or told_by_deals(standing)


def told_by_deals(standing: Standing) -> History:
    """The answers one after the other, as if nobody had ever changed their mind."""
    names = tuple(str(seat) for seat in standing.table.seats if isinstance(seat.name, str))
    lines = []
    for asked in standing.answered:
        prompt, answer = asked.prompt, asked.answer
        # A void deal may know its contract and not who owned it: that was never said. Nor is what
        # goes without saying.
        if prompt.problems(answer) or (prompt.only is not None and prompt.key != VOID):
            continue
        answer = None if answer is None else prompt.tidy(answer)
        kind: Kind = "void" if prompt.key == VOID else "entry"
        lines.append(Line(None, Event(kind, prompt.deal, prompt.key, answer)))
    return History(names, tuple(lines))


def read_log(file: MatchFile) -> History | None:
    """The log of `file`, None if it has none that can be right."""
    try:
        log = Log.model_validate(file.log)
    except ValidationError:
        return None
    game, names = GAMES[file.game], tuple(log.players)
    if sum(line.kind != "entry" for line in log.lines) > MOST_CHANGES:
        return None
    if list(names) != [tidy_name(name) for name in names] or game.seating_problems(names):
        return None
    found = History(names, tuple(line.as_line() for line in log.lines))
    try:
        standing = Retelling(game, names).tell(found.events)
    except (Impossible, RecursionError):
        return None
    return found if leads_to(file, standing) else None


def leads_to(file: MatchFile, standing: Standing) -> bool:
    """Whether a match that stands there would be written as `file`."""
    written = as_file(standing)
    said: Mapping[str, Any] = {"players": file.players, "rules": file.rules, "deals": file.deals}
    return all(written[key] == value for key, value in said.items())


class Impossible(Exception):
    """No table could have said this."""


class Retelling:
    """A match that is told again line by line, and each line must have been possible then."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.game, self.names = game, names
        self.told: list[Event] = []
        self.seating = seating_of(names, [])
        self.replay = Replay(game, names, {})

    def tell(self, events: Sequence[Event]) -> Standing:
        """Where the match stands after all of it; raises `Impossible`."""
        for event in events:
            if not self.may_be(event):
                raise Impossible(f"line {len(self.told) + 1}: {event}")
            self.told.append(event)
            if event.kind == "entry":
                self.replay.go_on(event.key, event.answer)
                continue
            self.seating = seating_of(self.names, self.told)
            self.replay = Replay(self.game, self.seating.present, answers_of(self.told))
        if not self.told:
            raise Impossible("not even the house rules were settled")
        return self.replay.standing

    def may_be(self, event: Event) -> bool:
        """Whether a table could say this now."""
        if event.kind == "entry":
            return not self.is_paused and self.may_be_answered(event)
        if not self.told:
            return False
        if event.kind == "correction":
            return self.may_be_corrected(event)
        if event.kind == "void":
            return not self.is_paused and self.may_be_thrown_in(event)
        if event.key:
            return False
        if event.kind == "undo":
            return event == Event("undo") and len(standing_lines(self.told)) > 1
        return self.may_pause_or_resume(event)

    @property
    def is_paused(self) -> bool:
        """Whether nothing is taken until the match is resumed."""
        return self.seating.paused_at is not None and not self.replay.standing.is_over

    def may_be_answered(self, event: Event) -> bool:
        """Whether the answer is one to the waiting question, or to the one shown with it."""
        waiting = self.replay.standing.prompt
        asked = (waiting, waiting.then) if waiting else ()
        return any(
            prompt is not None
            and (prompt.deal, prompt.key) == (event.deal, event.key)
            and not prompt.problems(event.answer)
            for prompt in asked
        )

    def may_be_thrown_in(self, event: Event) -> bool:
        """Whether the deal that is being played can be void for that reason."""
        standing = self.replay.standing
        deal = standing.deal
        if deal is None or (event.deal, event.key) != (deal.number, VOID):
            return False
        return not standing.void_prompt(deal).problems(event.answer)

    def may_be_corrected(self, event: Event) -> bool:
        """Whether that was asked before, and could have been answered so."""
        standing = self.replay.standing
        if event.key == SEATS:
            return self.may_sit_otherwise(event)
        if event.key == PLAYERS:
            return self.may_be_called_otherwise(event)
        asked = standing.answer_to(event.deal, event.key)
        if event.key != VOID:
            return asked is not None and not asked.prompt.problems(event.answer)
        if not 0 < event.deal <= len(standing.deals):
            return False
        deal = standing.deals[event.deal - 1]
        is_open = asked is not None or not deal.void
        return is_open and not standing.void_prompt(deal, may_count=True).problems(event.answer)

    def may_sit_otherwise(self, event: Event) -> bool:
        """Whether the line has a new order, and everyone's answers in its terms."""
        order = event.answer.get("order") if isinstance(event.answer, dict) else None
        seats = [seat.index for seat in self.seating.seats]
        if not isinstance(order, list) or not all(type(seat) is int for seat in order):
            return False
        if sorted(order) != seats or is_held_up(self.replay.standing):
            return False
        return event == reseating(self.game, self.names, self.told, order)

    def may_be_called_otherwise(self, event: Event) -> bool:
        """Whether the line has a new name or None for each seat, and none that cannot be."""
        names = event.answer
        deals = range(2, len(self.replay.standing.deals) + 1)
        if not isinstance(names, list) or len(names) != len(self.seating.present):
            return False
        if not all(name is None or isinstance(name, str) for name in names):
            return False
        if any(name is not None and name != tidy_name(name) for name in names):
            return False
        if event.deal != 0 and event.deal not in deals:
            return False
        return not self.seating.renaming_problems(self.game, event.deal, names)

    def may_pause_or_resume(self, event: Event) -> bool:
        """Whether the match goes on and names who is away, or is paused and names nobody."""
        waiting = self.replay.standing.prompt
        if waiting is None or event.deal != waiting.deal:
            return False
        if event.kind == "resume":
            return self.is_paused and event.answer is None
        seats = [seat.index for seat in self.seating.seats]
        away = event.answer
        if self.is_paused or not isinstance(away, list):
            return False
        return away == [seat for seat in seats if any(each is seat for each in away)]
