"""Import a match file as a match that goes on: with its log, or deal by deal.

`replay_file` ignores the log in a file. An import restores it, so that an undo takes back the
latest answer and corrections can still be looked up; but only if it is a log as tables write it,
line by line, and leads to exactly the deals of the file. Otherwise only the deals are imported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, NamedTuple, cast

from app.games import GAMES
from app.matchfile.read import (
    MOST_PLAYERS,
    NESTED,
    FileProblem,
    InvalidFile,
    MatchFile,
    invalid,
    no_such_game,
    parse,
    replay_file,
)
from app.matchfile.write import as_deals, player_names
from app.scoring import (
    PLAYERS,
    SEATS,
    VOID,
    Event,
    Line,
    Match,
    Prompt,
    Refused,
    Standing,
    Text,
    _,
    _n,
)
from app.scoring.game import normalise_name
from app.scoring.match.log import KINDS, MAX_DEALS, TOO_MANY_DEALS, Kind, is_same_but_names

MAX_CHANGES = 250  # the most lines of a log that are no plain answers

# The most answers that are replayed in all, because the match is replayed after each change, and a
# table that is being scored meanwhile must not wait. Twenty deals of two answers stay below it with
# as many changes as are allowed.
MAX_PLAYED = 12_000

LINE_KEYS = {"at", "kind", "deal", "key", "answer", "batch", "once"}


class StoredLog(NamedTuple):
    """A log that was checked before: the key of its game, its first players and its lines."""

    game: str
    players: Sequence[str]
    lines: Sequence[Line]


class ImportedMatch(NamedTuple):
    """The head of a file, and the players and the log of its match; `request_ids` has what the file
    says of the requests that wrote its lines, by their numbers."""

    file: MatchFile
    players: Sequence[str]
    log: Sequence[Line]
    request_ids: Mapping[int, str]

    @property
    def match(self) -> Match:
        """The match, not replayed yet."""
        return Match(GAMES[self.file.game], self.players, self.log)


def import_match(
    content: bytes, stored: StoredLog | None = None
) -> ImportedMatch | tuple[FileProblem, ...]:
    """Parse a match file and return its match, or everything that is wrong with it.

    What a file that has only a log shares with the log that is `stored` is not checked again. This
    is a job for a worker: a replayed match could not be sent back from its process, nor could a
    head that is nested too deeply.
    """
    try:
        file = parse(content)
        match = open_match(file, stored)
    except InvalidFile as invalid:
        return invalid.problems
    about = {key: getattr(file, key) for key in ("title", "started", "finished", "note")}
    texts: dict[str, Any] = {
        key: text if isinstance(text, str) else None for key, text in about.items()
    }
    head = replace(file, rules={}, deals=[], log=None, **texts)
    return ImportedMatch(head, match.players, match.log, request_ids_of(file.log, match))


def open_match(file: MatchFile, stored: StoredLog | None = None) -> Match:
    """Return the match of `file`, from its log if that is valid, else from its deals.

    Where a file has no deals and no house rules its log has to be valid; `stored` is as
    `import_match` takes it. Raises `InvalidFile`.
    """
    if len(file.deals) > MAX_DEALS:
        raise InvalidFile(FileProblem(MAX_DEALS + 1, None, TOO_MANY_DEALS))
    if file.log is not None and not (file.deals or file.rules or file.ended):
        return match_of_log(file, stored)
    return match_from_log(file) or match_from_deals(replay_file(file))


def request_ids_of(log: Any, match: Match) -> dict[int, str]:
    """Return the ids of the requests that wrote the lines of a log in a file, by the numbers of the
    lines; none if the match was not read from it."""
    parsed = parse_log(log)
    if parsed is None or [line.event for line in parsed[1]] != match.events:
        return {}
    sent = {number: row.get("once") for number, row in enumerate(log["lines"], start=1)}
    return {number: once for number, once in sent.items() if isinstance(once, str)}


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
    """Return the match with the log of `file`; None if it has none, or one that is not valid or
    leads to other deals."""
    try:
        match = match_of_log(file)
    except InvalidFile:
        return None
    deals = {"players": file.players, "rules": file.rules, "deals": file.deals}
    is_same = as_deals(match.standing) == deals | ({"ended": True} if file.ended else {})
    return match if is_same else None


def match_of_log(file: MatchFile, stored: StoredLog | None = None) -> Match:
    """Return the match that the log of `file` says.

    Raises `InvalidFile` with what is wrong with the first line that cannot follow, and for a log
    that it would take too long to check.
    """
    game, log = GAMES.get(file.game), parse_log(file.log)
    if game is None:
        raise no_such_game(file.game)
    if log is None:
        raise invalid(problem_of_log(file.log), "log")
    players, lines = log
    if problems := game.seating_problems(players, accepted=players):
        raise InvalidFile(*(FileProblem(None, "log", problem.message) for problem in problems))
    shared = lines_shared(file.game, players, lines, stored) if stored else 0
    events = [line.event for line in lines]
    changes = sum(event.kind != "entry" for event in events[shared:])
    if changes > MAX_CHANGES or answers_played(events, shared) > MAX_PLAYED:
        raise invalid(
            _n(
                "Its log has {n} change: too many to be checked.",
                "Its log has {n} changes: too many to be checked.",
                changes,
            ),
            "log",
        )
    match = Match(game, stored.players, stored.lines[:shared]) if stored and shared else None
    match = match or Match(game, players)
    for number, line in enumerate(lines[shared:], shared + 1):
        try:
            match = match.accept(line.event, at=line.at, on_file=True)
        except Refused as refused:
            raise InvalidFile(
                *(problem_of_line(number, line.event, one.message) for one in refused.problems)
            ) from refused
        except RecursionError as error:
            raise invalid(NESTED, "log") from error
    # With the names and the batches of the file; but what was replayed is kept where it can be.
    is_as_in_file = not shared and not any(line.batch for line in lines)
    return match if is_as_in_file else Match(game, players, lines)


def lines_shared(
    game: str, players: Sequence[str], lines: Sequence[Line], stored: StoredLog
) -> int:
    """Return how many lines at the start of a log say the same as those of a stored one, whatever
    the players are called."""
    if (game, len(players)) != (stored.game, len(stored.players)):
        return 0
    pairs = zip(lines, stored.lines, strict=False)
    return sum(1 for _pair in takewhile(lambda pair: says_the_same(*pair), pairs))


def says_the_same(line: Line, stored: Line) -> bool:
    """Return whether a line of a file says what a stored one does, in names that can be names."""
    if not is_same_but_names(line.event, stored.event):
        return False
    answer = line.event.answer
    names = answer if line.event.key == PLAYERS and isinstance(answer, list) else []
    return all(name is None or isinstance(name, str) for name in names)


def problem_of_line(number: int, event: Event, message: Text) -> FileProblem:
    """Return the problem of a line of a log, by its number."""
    words = _("Line {line} of the log: {problem}", line=number, problem=message)
    return FileProblem(event.deal or None, event.key or "log", words)


def answers_played(events: Sequence[Event], known: int = 0) -> int:
    """Return the most answers that are replayed until all `events` are checked, one after the
    other; so many of them are `known` to be right."""
    played, is_played = 0, not known
    questions = {(event.deal, event.key) for event in events[:known] if event.is_answer}
    for event in events[known:]:
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
    """Return the first players and the lines of a log in a file, None if it is not as we write it.
    Whether the lines can follow one another is not checked."""
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
    if len(lines) < len(rows):
        return None
    # A batch is called by the number of its first line: another one is no batch.
    for index, line in enumerate(lines):
        before = lines[index - 1].batch if index else None
        if line.batch not in (None, before, index + 1):
            lines[index] = replace(line, batch=None)
    return players, lines


def problem_of_log(log: Any) -> Text:
    """Return what is wrong with a log in a file that is not as we write it."""
    rows = log.get("lines") if isinstance(log, dict) else None
    for number, row in enumerate(rows if isinstance(rows, list) else (), start=1):
        if parse_line(row) is None:
            return _(
                "Line {line} of the log has something that this version of Tricktally does not"
                " know.",
                line=number,
            )
    return _("The log is not as Tricktally writes it.")


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
    batch = row.get("batch")
    event = Event(cast(Kind, kind), deal, key, answer)
    return Line(event, at, batch if type(batch) is int else None)
