"""Reading a match file, checking it whole, and playing it."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

from app.games import GAMES
from app.scoring import Answers, Standing, Text, _, replay
from app.scoring.game import normalise_name
from app.scoring.match.match import NOTHING_COUNTS

LARGEST_FILE = 4_000_000


@dataclass(frozen=True, slots=True)
class Fault:
    """One problem of a file: its deal (None for the head), the answer, and the words."""

    deal: int | None
    answer: str | None
    message: Text

    def as_row(self) -> dict[str, Any]:
        """The fault as `score` prints it."""
        return {"deal": self.deal, "answer": self.answer, "message": str(self.message)}


class Unusable(Exception):
    """The file cannot be right; `faults` are all problems of the first question that has one."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(str(fault.message) for fault in faults))
        self.faults = faults


@dataclass(frozen=True)
class MatchFile:
    """The envelope of a match file; what the answers mean is for the game to say."""

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

    def answers(self) -> Answers:
        """The answers by deal, the house rules as those of deal 0."""
        return {0: {"rules": self.rules}} | dict(enumerate(self.deals, start=1))


FORMAT = "tricktally/1"
UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
NEEDED = ("format", "game", "players")
KEYS = tuple(key.name for key in fields(MatchFile))
"""The keys of the head, in the order in which they are checked."""


def read(name: str) -> MatchFile:
    """The match file with this name, ``-`` for standard input; raises `Unusable`."""
    try:
        if name == "-":
            content = sys.stdin.buffer.read(LARGEST_FILE + 1) if sys.stdin else b""
        else:
            with Path(name).open("rb") as file:
                content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unusable(Fault(None, None, _("Cannot be read: {reason}.", reason=reason))) from error
    return parse(content)


def parse(content: bytes) -> MatchFile:
    """The match file in `content`; raises `Unusable`."""
    if len(content) > LARGEST_FILE:
        raise Unusable(
            Fault(None, None, _("Larger than {most} bytes: no match is.", most=LARGEST_FILE))
        )
    try:
        text = content.decode("utf-8-sig")
        value = json.loads(
            text, object_pairs_hook=once_each, parse_constant=no_constant, parse_int=short_number
        )
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError as error:
        raise Unusable(Fault(None, None, _("Not a match file: nested too deeply."))) from error
    except json.JSONDecodeError as error:
        message = _(
            "Not JSON: {what}, in line {line}, column {column}.",
            what=error.msg,
            line=error.lineno,
            column=error.colno,
        )
        raise Unusable(Fault(None, None, message)) from error
    except ValueError as error:
        raise Unusable(
            Fault(None, None, _("Not JSON: {reason}.", reason=str(error)[:200]))
        ) from error
    if not isinstance(value, dict):
        raise Unusable(Fault(None, None, _("Not a match file: an object is expected.")))
    if faults := head_faults(value):
        raise Unusable(*faults)
    return MatchFile(**value)


def once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object without a key that stands there twice, which readers would take differently."""
    read = dict(pairs)
    if len(read) < len(pairs):
        times = Counter(key for key, _value in pairs)
        twice = next(key for key, n in times.items() if n > 1)
        raise ValueError(f"the key {twice[:40]!r} stands twice in one object")
    return read


def short_number(digits: str) -> int | str:
    """A whole number; one with far too many digits stays text, to be refused where it stands."""
    return int(digits) if len(digits) <= 18 else digits


def no_constant(word: str) -> NoReturn:
    """NaN and Infinity are not JSON."""
    raise ValueError(f"{word} is not a number")


OBJECT = _("An object in braces is needed here.")
LIST = _("A list in brackets is needed here.")
TEXT = _("A text in quotes is needed here.")


def head_faults(head: Mapping[str, Any]) -> list[Fault]:
    """Everything wrong with the first key of the head that has a problem."""
    for key in KEYS:
        if key not in head and key in NEEDED:
            return [Fault(None, key, _("“{key}” is missing.", key=key))]
        if key in head and (faults := faults_of(key, head[key])):
            return faults
    return [
        Fault(None, key, _("“{key}” is not a key of a match file.", key=key[:40]))
        for key in head
        if key not in KEYS
    ]


def faults_of(key: str, value: Any) -> list[Fault]:
    """What is wrong with the shape of one key; in a list of deals, with the first that is none."""
    if key == "format" and value != FORMAT:
        return [Fault(None, key, _("This must be “tricktally/1”."))]
    if key == "game" and not isinstance(value, str):
        return [Fault(None, key, TEXT)]
    if key == "rules" and not isinstance(value, dict):
        return [Fault(None, key, OBJECT)]
    if key in ("players", "deals") and not isinstance(value, list):
        return [Fault(None, key, LIST)]
    if key == "ended" and not isinstance(value, bool):
        return [Fault(None, key, _("True or false is needed here."))]
    if key == "id" and not (isinstance(value, str) and UUID.fullmatch(value)):
        return [Fault(None, key, _("This must be a UUID, as the app gives one to each match."))]
    if key == "players":
        return [
            Fault(None, key, _("Player {number}: a name in quotes is needed.", number=number))
            for number, name in enumerate(value, start=1)
            if not isinstance(name, str)
        ]
    if key == "deals":
        strange = (n for n, deal in enumerate(value, start=1) if not isinstance(deal, dict))
        return [Fault(number, None, OBJECT) for number in islice(strange, 1)]
    return []


def score(file: MatchFile) -> Standing:
    """Where the match of `file` stands; raises `Unusable` if it cannot be right."""
    game = GAMES.get(file.game)
    if game is None:
        message = _("“{game}” is not one of: {games}.", game=file.game[:40], games=[*GAMES])
        raise Unusable(Fault(None, "game", message))
    names = [normalise_name(name) for name in file.players]
    if problems := game.seating_problems(names, accepted=names):
        raise Unusable(*(Fault(None, "players", problem.message) for problem in problems))
    try:
        standing = replay(game, names, file.answers(), deals_on_file=len(file.deals))
    except RecursionError as error:
        raise Unusable(Fault(None, None, _("Not a match file: nested too deeply."))) from error
    if faults := match_faults(standing, len(file.deals)):
        raise Unusable(*faults)
    if file.ended:
        if hindrance := ending_hindrance(standing):
            raise Unusable(Fault(None, "ended", hindrance))
        standing.end_early()
    return standing


def ending_hindrance(standing: Standing) -> Text | None:
    """Why a match cannot have been ended early, None if it can."""
    if standing.is_over:
        last = len(standing.deals)
        return _("The match was over after deal {last}: nobody ended it early.", last=last)
    if not standing.finished:
        return NOTHING_COUNTS
    return None


def match_faults(standing: Standing, deals_on_file: int) -> list[Fault]:
    """All problems of the first question that has one, none if the file is right."""
    prompt, waiting = standing.prompt, standing.unasked
    # A deal that nobody has to play any more stands in the file with a null.
    last = max(len(standing.deals), standing.moot.deal if standing.moot else 0)
    open_deal = prompt.deal if prompt else last + 1
    stray = [
        Fault(deal, key, stray_message(standing, key, deal == open_deal))
        for deal, given in sorted(waiting.items())
        for key in given
        if deal <= last and not (prompt and (deal, key) == (open_deal, prompt.key))
    ]
    earlier = [fault for fault in stray if fault.deal is not None and fault.deal < open_deal]
    if earlier:
        return [fault for fault in earlier if fault.deal == earlier[0].deal]
    if prompt is None:
        if deals_on_file > last:
            message = _("The match was over after deal {after}.", after=last)
            return [Fault(last + 1, None, message)]
        return stray
    if standing.problems:
        return [
            Fault(None, f"{prompt.key}.{problem.at}" if problem.at else prompt.key, problem.message)
            if prompt.deal == 0
            else Fault(prompt.deal, prompt.key, problem.message)
            for problem in standing.problems
        ]
    if prompt.deal < deals_on_file:
        message = _("This answer is missing, but deal {next} follows.", next=prompt.deal + 1)
        return [Fault(prompt.deal, prompt.key, message)]
    return stray


def stray_message(standing: Standing, key: str, is_open: bool) -> Text:
    """Why nothing asked for this answer."""
    if is_open and standing.prompt:
        return _(
            "“{key}” is not asked here: the deal waits for “{waiting}”.",
            key=key[:40],
            waiting=standing.prompt.key,
        )
    return _("“{key}” is not asked in this deal.", key=key[:40])
