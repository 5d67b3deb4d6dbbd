"""Import a match file as a match that goes on: with its log, or deal by deal.

`replay_file` ignores the log in a file. An import restores it, so that an undo takes back the
latest answer and corrections can still be looked up; but only if it is a log as tables write it,
line by line, and leads to exactly the deals of the file. Otherwise only the deals are imported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple, cast

from app.games import GAMES
from app.matchfile.read import MOST_PLAYERS, FileProblem, InvalidFile, MatchFile, parse, replay_file
from app.matchfile.write import as_deals, player_names
from app.scoring import SEATS, VOID, Event, Line, Match, Prompt, Refused, Standing
from app.scoring.game import normalise_name
from app.scoring.match.log import KINDS, MAX_DEALS, TOO_MANY_DEALS, Kind

MAX_CHANGES = 250  # the most lines of a log that are no plain answers

# The most answers that are replayed in all, because the match is replayed after each change, and a
# table that is being scored meanwhile must not wait. Twenty deals of two answers stay below it with
# as many changes as are allowed.
MAX_PLAYED = 12_000

LINE_KEYS = {"at", "kind", "deal", "key", "answer"}


class ImportedMatch(NamedTuple):
    """The head of a file, and the players and the log of its match."""

    file: MatchFile
    players: Sequence[str]
    log: Sequence[Line]

    @property
    def match(self) -> Match:
        """The match, not replayed yet."""
        return Match(GAMES[self.file.game], self.players, self.log)


def import_match(content: bytes) -> ImportedMatch | tuple[FileProblem, ...]:
    """Parse a match file and return its match, or everything that is wrong with it.

    This is a job for a worker: a replayed match could not be sent back from its process, nor could
    a head that is nested too deeply.
    """
    try:
        file = parse(content)
        match = open_match(file)
    except InvalidFile as invalid:
        return invalid.problems
    about = {key: getattr(file, key) for key in ("title", "started", "finished", "note")}
    texts: dict[str, Any] = {
        key: text if isinstance(text, str) else None for key, text in about.items()
    }
    head = replace(file, rules={}, deals=[], log=None, **texts)
    return ImportedMatch(head, match.players, match.log)


def open_match(file: MatchFile) -> Match:
    """Return the match of `file`, from its log if that is valid, else from its deals.

    Raises `InvalidFile`.
    """
    if len(file.deals) > MAX_DEALS:
        raise InvalidFile(FileProblem(MAX_DEALS + 1, None, TOO_MANY_DEALS))
    return match_from_log(file) or match_from_deals(replay_file(file))


def match_from_deals(standing: Standing) -> Match:
    """Return the match with one line for each answer, in the order of the questions."""
    lines: list[Line] = []
    earlier: Prompt | None = None
    for answered in standing.answered:
        prompt, answer = answered.prompt, answered.answer
        # A void deal may have a contract and no owner, who was never entered. An answer that is
        # forced has no line either.
        if prompt.problems(answer) or (prompt.forced_answer is not None and prompt.key != VOID):
            continue
        answer = None if answer is None else prompt.normalise(answer)
        kind: Kind = "void" if prompt.key == VOID else "entry"
        event = Event(kind, prompt.deal, prompt.key, answer)
        # Answers that are asked in the same rows are one change, as at a table.
        below = earlier.follow_up if earlier and not earlier.optional else None
        is_below = below is not None and (below.deal, below.key) == (prompt.deal, prompt.key)
        batch = lines[-1].batch if is_below else len(lines) + 1
        lines.append(Line(event, batch=batch))
        earlier = prompt
    if standing.ended_by_table:
        lines.append(Line(Event("end"), batch=len(lines) + 1))
    return Match(standing.game, player_names(standing), lines)


def match_from_log(file: MatchFile) -> Match | None:
    """Return the match with the log of `file`; None if it has none, or one that is not valid."""
    game, log = GAMES.get(file.game), parse_log(file.log)
    if game is None or log is None:
        return None
    players, lines = log
    if game.seating_problems(players, accepted=players):
        return None
    if sum(line.event.kind != "entry" for line in lines) > MAX_CHANGES:
        return None
    if answers_played([line.event for line in lines]) > MAX_PLAYED:
        return None
    match = Match(game, players)
    try:
        for line in lines:
            match = match.accept(line.event, at=line.at, on_file=True)
    except (Refused, RecursionError):
        return None
    deals = {"players": file.players, "rules": file.rules, "deals": file.deals}
    is_same = as_deals(match.standing) == deals | ({"ended": True} if file.ended else {})
    return match if is_same else None


def answers_played(events: Sequence[Event]) -> int:
    """Return the most answers that are replayed until all `events` are checked, one after the
    other."""
    played, is_played = 0, True
    questions: set[tuple[int, str]] = set()
    for event in events:
        # Undo and redo need the log alone; the event after them needs a replay.
        if event.kind not in ("undo", "redo") and not is_played:
            played += len(questions)
        if event.key == SEATS:
            # An answer that nothing asks for any more may be looked up by a replay of its own.
            played += len(questions) ** 2 // 8
        if event.is_answer:
            questions.add((event.deal, event.key))
        is_played = event.kind == "entry"
    return played


def parse_log(log: Any) -> tuple[list[str], list[Line]] | None:
    """Return the first players and the lines of a log in a file, None if it is not as we write
    it."""
    if not isinstance(log, dict) or log.keys() != {"players", "lines"}:
        return None
    players, rows = log["players"], log["lines"]
    if not (players and isinstance(players, list) and rows and isinstance(rows, list)):
        return None
    if len(players) > MOST_PLAYERS:
        return None
    if not all(isinstance(name, str) and name == normalise_name(name) for name in players):
        return None
    lines = [line for row in rows if (line := parse_line(row))]
    return (players, lines) if len(lines) == len(rows) else None


def parse_line(row: Any) -> Line | None:
    """Return one line of a log in a file, None if it has other keys or values than ours."""
    if not isinstance(row, dict) or not row.keys() <= LINE_KEYS:
        return None
    at, kind, deal = row.get("at"), row.get("kind"), row.get("deal", 0)
    key, answer = row.get("key", ""), row.get("answer")
    if not (at is None or isinstance(at, str)) or kind not in KINDS:
        return None
    if type(deal) is not int or not isinstance(key, str):
        return None
    return Line(Event(cast(Kind, kind), deal, key, answer), at)
