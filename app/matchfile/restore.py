"""A match file as a match that goes on: with its log, or told deal by deal.

`score` ignores the log in a file. Who imports one gets it back, so that an undo takes back what
was said last and a correction can still be looked up; but only if it is a log that tables write,
line by line, and it leads to just the deals that stand in the file. Otherwise the deals alone are
taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple, cast

from app.games import GAMES
from app.matchfile.read import Fault, MatchFile, Unusable, parse, score
from app.matchfile.write import as_deals
from app.scoring import SEATS, VOID, Event, Line, Match, Prompt, Refused, Standing
from app.scoring.game import normalise_name
from app.scoring.match.log import KINDS, MOST_DEALS, TOO_MANY_DEALS, Kind
from app.scoring.match.seating import Names

MOST_CHANGES = 250
"""So many lines of a log may be no plain answers."""

MOST_PLAYED = 12_000
"""So many answers may be played in all, because the match is replayed after each of those: a table
that is being scored meanwhile must not wait for it. Twenty deals of two answers can be changed as
often as any."""

LINE_KEYS = {"at", "kind", "deal", "key", "answer"}


def open_match(file: MatchFile) -> Match:
    """The match of `file`, by its log if that can be right, else deal by deal.

    Raises `Unusable` if the file cannot be right.
    """
    if len(file.deals) > MOST_DEALS:
        raise Unusable(Fault(MOST_DEALS + 1, None, TOO_MANY_DEALS))
    return by_its_log(file) or deal_by_deal(score(file))


def read_through(content: bytes) -> Opened | tuple[Fault, ...]:
    """What a match file is, or all that is wrong with it: work for another process, which a match
    that is played in it could not leave."""
    try:
        file = parse(content)
        match = open_match(file)
    except Unusable as refused:
        return refused.faults
    return Opened(bare(file), match.players, match.log)


def bare(file: MatchFile) -> MatchFile:
    """A file without what its match says, and without what makes no sense in its head."""
    # What nobody has looked at may be nested deeper than a process can be told.
    about = {key: getattr(file, key) for key in ("title", "started", "finished", "note")}
    texts: dict[str, Any] = {
        key: text if isinstance(text, str) else None for key, text in about.items()
    }
    return replace(file, rules={}, deals=[], log=None, **texts)


class Opened(NamedTuple):
    """The head of a file, and the match that it tells of: who sat down, and the log so far."""

    file: MatchFile
    players: Names
    log: tuple[Line, ...]

    @property
    def match(self) -> Match:
        """The match, played by nobody yet."""
        return Match(GAMES[self.file.game], self.players, self.log)


def deal_by_deal(standing: Standing) -> Match:
    """The answers one after the other, as if nobody had ever changed their mind."""
    players = [seat.name for seat in standing.table.seats if isinstance(seat.name, str)]
    lines: list[Line] = []
    earlier: Prompt | None = None
    for answered in standing.answered:
        prompt, answer = answered.prompt, answered.answer
        # A void deal may know its contract and not who owned it: that was never said. Nor is what
        # goes without saying.
        if prompt.problems(answer) or (prompt.forced_answer is not None and prompt.key != VOID):
            continue
        answer = None if answer is None else prompt.normalise(answer)
        kind: Kind = "void" if prompt.key == VOID else "entry"
        event = Event(kind, prompt.deal, prompt.key, answer)
        # What is asked in the same rows is one change, as it is at a table.
        below = earlier.then if earlier and not earlier.optional else None
        is_below = below is not None and (below.deal, below.key) == (prompt.deal, prompt.key)
        batch = lines[-1].batch if is_below else len(lines) + 1
        lines.append(Line(event, batch=batch))
        earlier = prompt
    if standing.ended_early:
        lines.append(Line(Event("end"), batch=len(lines) + 1))
    return Match(standing.game, players, lines)


def by_its_log(file: MatchFile) -> Match | None:
    """The match as the log of `file` tells it; None if it has none, or none that can be right."""
    players, lines = players_of(file.log), lines_of(file.log)
    game = GAMES.get(file.game)
    if game is None or not players or not lines:
        return None
    if game.seating_problems(players, accepted=players):
        return None
    if sum(line.event.kind != "entry" for line in lines) > MOST_CHANGES:
        return None
    if answers_played([line.event for line in lines]) > MOST_PLAYED:
        return None
    match = Match(game, players)
    try:
        for line in lines:
            match = match.accept(line.event, at=line.at, on_file=True)
    except (Refused, RecursionError):
        return None
    return match if leads_to(file, match.standing) else None


def answers_played(events: Sequence[Event]) -> int:
    """How many answers are played in all until `events` are checked one by one, at the most."""
    played, is_played = 0, True
    questions: set[tuple[int, str]] = set()
    for event in events:
        # Undo and redo ask the log alone, and leave the replay to whatever comes next.
        if event.kind not in ("undo", "redo") and not is_played:
            played += len(questions)
        if event.key == SEATS:
            # What nothing asks for any more is looked for where it was said: a replay for each.
            played += len(questions) ** 2 // 8
        if event.is_answer:
            questions.add((event.deal, event.key))
        is_played = event.kind == "entry"
    return played


def leads_to(file: MatchFile, standing: Standing) -> bool:
    """Whether a match that stands there would be written as `file`."""
    written = as_deals(standing)
    return written.pop("ended", False) == file.ended and written == {
        "players": file.players,
        "rules": file.rules,
        "deals": file.deals,
    }


def players_of(log: Any) -> list[str]:
    """Those who sat down at first, none if the log does not say it as we do."""
    names = (
        log.get("players") if isinstance(log, dict) and log.keys() == {"players", "lines"} else 0
    )
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return []
    return names if names == [normalise_name(name) for name in names] else []


def lines_of(log: Any) -> list[Line]:
    """The lines of a log in a file, none if one of them is not a line as we write it."""
    rows = log.get("lines") if isinstance(log, dict) else None
    if not isinstance(rows, list):
        return []
    lines = [line_of(row) for row in rows]
    return [line for line in lines if line] if all(lines) else []


def line_of(row: Any) -> Line | None:
    """One line of a log in a file, None if it has other keys or values than ours."""
    if not isinstance(row, dict) or not row.keys() <= LINE_KEYS:
        return None
    at, kind, deal = row.get("at"), row.get("kind"), row.get("deal", 0)
    key, answer = row.get("key", ""), row.get("answer")
    if not (at is None or isinstance(at, str)) or kind not in KINDS:
        return None
    if type(deal) is not int or not isinstance(key, str):
        return None
    return Line(Event(cast(Kind, kind), deal, key, answer), at)
