"""Reads the matches and the decks in a club file, in a worker: each as it would be imported, or the
reason why not."""

from __future__ import annotations

import pickle
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any, Literal

from app import matchfile
from app.games import GAMES
from app.matchfile import DeckEntry, FileProblem, InvalidFile, MatchEntry, UnreadableEntry
from app.scoring import Match, Text, _
from app.scoring.game import LONGEST_NAME, normalise_name
from app.store.matches.flags import FLAG_OUTCOMES
from app.store.matches.imports import HiddenMatch
from app.web.core.page.accepted_dates import read_moment
from app.web.match.rebuild import UNREADABLE
from app.web.match.repository import summary_of
from app.web.match_file.files import beginning_of_file, lines_of
from app.web.match_file.identities import names_seated

# The state of a match of a file, compared with the club: `new`; `longer`, if it continues the
# club's log; the `same`, or a part of that; `apart`, if the two logs differ from some line on;
# `deleted` in the club, and restored with all lines of the file; or `unreadable`.
State = Literal["new", "longer", "same", "apart", "deleted", "unreadable"]

HEAD_BYTES = 2_000  # of an unreadable file, searched for its game and its date
GAME = re.compile(r'"game": *"(\w{1,40})"')
STARTED = re.compile(r'"started": *"([\w:.+-]{10,40})"')
NEWER_FORMAT = re.compile(r'"format": *"tricktally/([2-9]|\d\d+)"')
NEWER = _("made by a newer Tricktally")


@dataclass(frozen=True)
class FileMatch:
    """A match in a club file, compared with the club.

    `started` is a moment (ISO, UTC), "" if it is not known; `names` are all names of its players
    except those `forgotten` in the club. A `remark` says why it began at another moment than its
    file says. Its content is `length` bytes at `offset` of the file `matches` of the job, for
    `unpacked`. `here` is the number of the same match in the club, whose first `shared` lines are
    equal, and `revision` is that match's.
    """

    entry: MatchEntry
    game: str = ""
    started: str = ""
    uuid: str = ""
    names: Sequence[str] = ()
    forgotten: Sequence[str] = ()
    state: State = "new"
    reason: Text | None = None
    remark: Text | None = None
    offset: int = 0
    length: int = 0
    here: int | None = None
    shared: int = 0
    revision: int = 0

    @property
    def is_deleted(self) -> bool:
        """Whether the match is deleted in the club."""
        return self.state == "deleted"

    @property
    def comes_in(self) -> bool:
        """Whether the match will be imported."""
        return self.state in ("new", "longer", "deleted")


def read_matches(
    path: str, entries: Sequence[tuple[MatchEntry, str | None, str]], seconds: float
) -> list[tuple[FileMatch, bytes]]:
    """Read matches in a zip, each with the name of its member and the day (ISO) of its evening, for
    about so many seconds. Returns at least the first, each with its content.

    This is a job for a worker: every match is unpacked and replayed.
    """
    until = monotonic() + seconds
    found: list[tuple[FileMatch, bytes]] = []
    with matchfile.open_zip(Path(path)) as archive:
        for entry, member, day in entries:
            try:
                if member is None:
                    raise UnreadableEntry(_("it is not in the file"))
                content = matchfile.unpack(archive, member)
            except UnreadableEntry as error:
                found.append((FileMatch(entry, state="unreadable", reason=error.reason), b""))
            else:
                found.append(read_match(entry, content, day))
            if monotonic() > until:
                break
    return found


def read_match(entry: MatchEntry, content: bytes, day_of_evening: str) -> tuple[FileMatch, bytes]:
    """Read one match, of an evening of this day (ISO), "" for none. Returns it with its content."""
    try:
        file = matchfile.parse(content)
        # It has been played by now, and is not played again for its summary.
        match = matchfile.open_match(file)
        summary = summary_of(match)
    except InvalidFile as invalid:
        return refused(entry, content, reason_of(invalid.problems[0], content)), b""
    except UNREADABLE:
        return refused(entry, content, _("it cannot be played from its beginning")), b""
    day = entry.day if entry.evening is not None and read_moment(entry.day) else ""
    began = beginning_of_file(file, match, day_of_evening)
    started = began.moment
    hidden = HiddenMatch(
        file.game,
        match.players,
        started,
        lines_of(replace(file, started=started), match),
        title=title_of(file.title, match.players),
        uuid=(file.id or "").lower(),
        summary=summary,
        utc_offset=file.utc_offset,
        flags=flags_of(entry, match, started),
        day=day,
    )
    names = names_seated(match)
    about = FileMatch(entry, file.game, started, hidden.uuid, names, remark=began.remark)
    return about, packed(hidden)


def packed(hidden: HiddenMatch) -> bytes:
    """Serialise a match, to be staged until the import writes it."""
    return pickle.dumps(hidden)


def unpacked(content: bytes) -> HiddenMatch:
    """Deserialise a staged match."""
    # It was packed by this program, and lay in a folder of its own.
    hidden: HiddenMatch = pickle.loads(content)
    return hidden


def title_of(title: Any, players: Sequence[str]) -> str:
    """Return the title of a match, empty if it is only the names of the players."""
    words = normalise_name(title) if isinstance(title, str) else ""
    return "" if words == normalise_name(", ".join(players)) else words[:LONGEST_NAME]


def flags_of(
    entry: MatchEntry, match: Match, started: str
) -> list[tuple[int, str, str, str | None]]:
    """Return the flags of a match as they are stored, for each deal the last valid one. One whose
    moment is not accepted gets that of the match."""
    flags = [flag for row in entry.flags if (flag := flag_of(row, match, started))]
    return [*{flag[0]: flag for flag in flags}.values()]


def flag_of(
    row: Mapping[str, Any], match: Match, started: str
) -> tuple[int, str, str, str | None] | None:
    """Return a flag of the file as it is stored, None if it is not valid."""
    deal, outcome = row.get("deal"), row.get("outcome")
    at, words = read_moment(row.get("at")) or started, row.get("words", "")
    if type(deal) is not int or not 0 < deal <= len(match.standing.deals):
        return None
    if outcome not in (None, *FLAG_OUTCOMES) or not isinstance(words, str):
        return None
    return deal, at, normalise_name(words)[:LONGEST_NAME], outcome


# What cannot be read


def reason_of(problem: FileProblem, content: bytes) -> Text:
    """Say why a match cannot be read, and where in its file."""
    if NEWER_FORMAT.search(head_of(content)):
        return NEWER
    if problem.deal is not None:
        return _("deal {deal}: {message}", deal=problem.deal, message=problem.message)
    if problem.answer:
        return _("{key}: {message}", key=problem.answer[:40], message=problem.message)
    return _("{message}", message=problem.message)


def head_of(content: bytes) -> str:
    """Return the beginning of a file as text, also of one that is no text."""
    return content[:HEAD_BYTES].decode("utf-8", "replace")


def refused(entry: MatchEntry, content: bytes, reason: Text) -> FileMatch:
    """Return an unreadable match, with the game and the date that its file shows all the same."""
    head = head_of(content)
    game, started = GAME.search(head), STARTED.search(head)
    return FileMatch(
        entry,
        game[1] if game and game[1] in GAMES else "",
        (read_moment(started[1]) or "") if started else "",
        state="unreadable",
        reason=reason,
    )


def check_decks(
    decks: Sequence[DeckEntry],
) -> tuple[list[DeckEntry], list[tuple[str, Text]]]:
    """The decks of a file that can be played with, and the names of the others, each with what is
    wrong with it. A file may have very many."""
    rule = next(game.deck for game in GAMES.values() if game.deck)
    good, bad = [], []
    for deck in decks:
        if problems := rule.whole_problems(deck.faces):
            bad.append((deck.name, problems[0].message))
        else:
            good.append(DeckEntry(deck.name, rule.normalise(deck.faces)))
    return good, bad
