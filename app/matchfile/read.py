"""Parse a match file, validate it, and replay it."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NoReturn

from app.games import GAMES
from app.matchfile.file_kinds import wrong_kind
from app.scoring import Standing, Text, _, _n, replay
from app.scoring.game import normalise_name
from app.scoring.match.match import NOTHING_COUNTS

LARGEST_FILE = 4_000_000  # bytes


@dataclass(frozen=True, slots=True)
class FileProblem:
    """A problem of a file: its deal, None for the head, the answer or key, and the message."""

    deal: int | None
    answer: str | None
    message: Text

    def as_row(self) -> dict[str, Any]:
        """Return the problem as `tricktally score` prints it."""
        return {"deal": self.deal, "answer": self.answer, "message": str(self.message)}


class InvalidFile(Exception):
    """Raised for a file that cannot be right; `problems` are all those of the first question with
    any."""

    def __init__(self, *problems: FileProblem) -> None:
        super().__init__("; ".join(str(problem.message) for problem in problems))
        self.problems = problems


def invalid(message: Text, key: str | None = None) -> InvalidFile:
    """Return the error for one problem, of a key of the head or of the whole file."""
    return InvalidFile(FileProblem(None, key, message))


@dataclass(frozen=True)
class MatchFile:
    """The keys of a match file; the game checks what the answers mean.

    `utc_offset` is how many minutes the clock of the phone that began the match was ahead of UTC.
    """

    format: str
    game: str
    players: list[str]
    rules: dict[str, Any] = field(default_factory=dict)
    deals: list[dict[str, Any]] = field(default_factory=list)
    title: Any = None
    started: Any = None
    finished: Any = None
    note: Any = None
    log: Any = None
    ended: bool = False
    id: str | None = None
    utc_offset: int | None = None


FORMAT = "tricktally/1"
UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
MOST_PLAYERS = 50  # more than sit at any table; each name is compared with the others
MAX_OFFSET = 14 * 60  # minutes ahead of UTC or behind, of any place
REQUIRED = ("format", "game", "players")
# The keys of the head, in the order in which they are checked.
KEYS = tuple(key.name for key in fields(MatchFile))

OBJECT = _("An object in braces is needed here.")
LIST = _("A list in brackets is needed here.")
TYPES: Mapping[str, tuple[type, Text]] = {
    "game": (str, _("A text in quotes is needed here.")),
    "players": (list, LIST),
    "rules": (dict, OBJECT),
    "deals": (list, LIST),
    "ended": (bool, _("True or false is needed here.")),
}
NESTED = _("Not a match file: nested too deeply.")


def read(name: str) -> MatchFile:
    """Read the match file at the path `name`, ``-`` for standard input. Raises `InvalidFile`."""
    try:
        if name == "-":
            content = sys.stdin.buffer.read(LARGEST_FILE + 1) if sys.stdin else b""
        else:
            with Path(name).open("rb") as file:
                content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise invalid(_("Cannot be read: {reason}.", reason=reason)) from error
    return parse(content)


def parse(content: bytes) -> MatchFile:
    """Parse the match file `content` and check its head. Raises `InvalidFile`."""
    if elsewhere := wrong_kind(content, "match"):
        raise invalid(elsewhere)
    if len(content) > LARGEST_FILE:
        raise invalid(
            _n(
                "Larger than {n} byte, the most for a match file.",
                "Larger than {n} bytes, the most for a match file.",
                LARGEST_FILE,
            )
        )
    try:
        value = parse_json(content)
    except RecursionError as error:
        raise invalid(NESTED) from error
    except json.JSONDecodeError as error:
        message = _(
            "Not JSON: it goes wrong in line {line}, column {column}.",
            line=str(error.lineno),
            column=str(error.colno),
        )
        raise invalid(message) from error
    except NotJson as error:
        raise invalid(error.reason) from error
    except UnicodeError as error:
        raise invalid(_("Not JSON: its letters are not in UTF-8.")) from error
    if not isinstance(value, dict):
        raise invalid(_("Not a match file: an object is expected."))
    if problems := head_problems(value):
        raise InvalidFile(*problems)
    return MatchFile(**value)


class NotJson(ValueError):
    """Raised for what Python reads as JSON, but others read otherwise or not at all."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


def parse_json(content: bytes) -> Any:
    """Parse strict JSON in UTF-8; a number with too many digits stays text.

    Raises ValueError for anything else, also for a key that is there twice, RecursionError for JSON
    that is nested too deeply.
    """
    value = json.loads(
        content.decode("utf-8-sig"),
        object_pairs_hook=object_of,
        parse_constant=refuse_constant,
        parse_int=short_number,
    )
    # A lone surrogate can be written as an escape, and stored nowhere.
    json.dumps(value, ensure_ascii=False).encode()
    return value


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object with these pairs. Raises NotJson for a key that is there twice, which
    parsers would read differently."""
    value = dict(pairs)
    if len(value) < len(pairs):
        times = Counter(key for key, _value in pairs)
        twice = next(key for key, n in times.items() if n > 1)
        raise NotJson(_("Not JSON: “{key}” stands twice in one object.", key=twice[:40]))
    return value


def short_number(digits: str) -> int | str:
    """Parse a whole number; one with too many digits stays text, and is refused by its question."""
    return int(digits) if len(digits) <= 18 else digits


def refuse_constant(word: str) -> NoReturn:
    """Raise NotJson for NaN and Infinity."""
    raise NotJson(_("Not JSON: {word} is not a number.", word=word))


def head_problems(head: Mapping[str, Any]) -> list[FileProblem]:
    """Return all problems of the first key of the head with any, else the unknown keys."""
    for key in KEYS:
        if key not in head and key in REQUIRED:
            return [FileProblem(None, key, _("“{key}” is missing.", key=key))]
        if key in head and (messages := key_problems(key, head[key])):
            return [FileProblem(None, key, message) for message in messages]
        if key == "deals":
            is_object = [isinstance(deal, dict) for deal in head.get(key, ())]
            if not all(is_object):
                return [FileProblem(is_object.index(False) + 1, None, OBJECT)]
    return [
        FileProblem(None, key, _("“{key}” is not a key of a match file.", key=key[:40]))
        for key in head
        if key not in KEYS
    ]


def key_problems(key: str, value: Any) -> list[Text]:
    """Return what is wrong with the shape of one key of the head; the deals in their list are not
    checked."""
    if key in TYPES and not isinstance(value, TYPES[key][0]):
        return [TYPES[key][1]]
    if key == "format" and value != FORMAT:
        return [_("This must be “tricktally/1”.")]
    if key == "id" and not (isinstance(value, str) and UUID.fullmatch(value)):
        return [_("This must be a UUID, as the app gives one to each match.")]
    if key == "utc_offset" and type(value) is not int:
        return [_("A whole number of minutes is needed here.")]
    if key == "utc_offset" and abs(value) > MAX_OFFSET:
        return [no_such_clock(value)]
    if key == "players" and len(value) > MOST_PLAYERS:
        return [
            _n(
                "No match has more than {n} player.",
                "No match has more than {n} players.",
                MOST_PLAYERS,
            )
        ]
    if key == "players":
        return [
            _("Player {number}: a name in quotes is needed.", number=number)
            for number, name in enumerate(value, start=1)
            if not isinstance(name, str)
        ]
    return []


def no_such_clock(offset: int | str) -> Text:
    """Return the message that no clock is so many minutes ahead of UTC."""
    return _("No place has a clock that is {offset} min ahead.", offset=offset)


def no_such_game(key: str) -> InvalidFile:
    """Return the error for a file of a game that is not here."""
    message = _("“{game}” is not one of: {games}.", game=key[:40], games=[*GAMES])
    return invalid(message, "game")


def replay_file(file: MatchFile) -> Standing:
    """Replay the match of `file` and return its standing. Raises `InvalidFile`."""
    game = GAMES.get(file.game)
    if game is None:
        raise no_such_game(file.game)
    names = [normalise_name(name) for name in file.players]
    if problems := game.seating_problems(names, accepted=names):
        raise InvalidFile(*(FileProblem(None, "players", problem.message) for problem in problems))
    answers = {0: {"rules": file.rules}} | dict(enumerate(file.deals, start=1))
    try:
        standing = replay(game, names, answers, deals_on_file=len(file.deals))
    except RecursionError as error:
        raise invalid(NESTED) from error
    if of_answers := answer_problems(standing, len(file.deals)):
        raise InvalidFile(*of_answers)
    if file.ended:
        if standing.is_over:
            last = len(standing.deals)
            words = _("The match was over after deal {last}, so “ended” cannot be true.", last=last)
            raise invalid(words, "ended")
        if not standing.finished:
            raise invalid(NOTHING_COUNTS, "ended")
        standing.end()
    return standing


def answer_problems(standing: Standing, deals_on_file: int) -> list[FileProblem]:
    """Return all problems of the first question with any, empty if the file is right."""
    prompt = standing.prompt
    # A deal that need not be played any more is in the file, with a null for its question.
    last = max(len(standing.deals), standing.moot.deal if standing.moot else 0)
    open_deal = prompt.deal if prompt else last + 1
    stray = []
    for deal, answers in sorted(standing.unasked.items()):
        for key in answers:
            if deal > last or (prompt and (deal, key) == (open_deal, prompt.key)):
                continue
            message = _("“{key}” is not asked in this deal.", key=key[:40])
            if prompt and deal == open_deal:
                message = _(
                    "“{key}” is not asked here: the deal waits for “{waiting}”.",
                    key=key[:40],
                    waiting=prompt.key,
                )
            stray.append(FileProblem(deal, key, message))
    # Stray answers of earlier deals are reported before the open question, later ones after it.
    if stray and stray[0].deal is not None and stray[0].deal < open_deal:
        return [problem for problem in stray if problem.deal == stray[0].deal]
    if prompt is None:
        if deals_on_file > last:
            message = _("The match was over after deal {after}.", after=last)
            return [FileProblem(last + 1, None, message)]
        return stray
    if standing.problems:
        return [
            FileProblem(
                None, f"{prompt.key}.{problem.at}" if problem.at else prompt.key, problem.message
            )
            if prompt.deal == 0
            else FileProblem(prompt.deal, prompt.key, problem.message)
            for problem in standing.problems
        ]
    if prompt.deal < deals_on_file:
        message = _("This answer is missing, but deal {next} follows.", next=prompt.deal + 1)
        return [FileProblem(prompt.deal, prompt.key, message)]
    return stray
