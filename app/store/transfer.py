"""All clubs of one book taken into another one, whatever keeps each, and compared there.

A club comes whole or not at all, in one transaction of the book that takes it, which is only
committed when everything was read again there and is what was sent. So whoever is interrupted
begins again: the clubs that have come are recognised. Codes that can be typed in place of a link
stay behind: they are good for ten minutes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from app.store import log
from app.store.clubs import HOME
from app.store.engine import Database
from app.store.errors import StoreError

AT_ONCE = 200
"""So many matches are in memory at once, with their logs."""
CLUB = ("id", "name", "founded", "generation", "next_match", "next_deck")
MATCH = (
    *("number", "game", "players", "started", "title", "deleted", "generation", "uuid", "asides"),
    *("changed", "is_over", "summary"),
)
TOLD_BY_THE_LOG = 3
"""So many of the last columns of a match are made from its log, and can be made again at any time:
whether they are there does not make two books different."""
LINE = ("match", "line", "at", "kind", "deal", "key", "answer", "once", "batch", "checksum")
DOUBT = ("match", "deal", "at", "words", "outcome")
DECK = ("number", "name", "faces", "entered")

Row = tuple[Any, ...]
Tell = Callable[[int], None]


class TargetDiffers(Exception):
    """What a book holds already is not what is to be copied there; it says which club."""


@dataclass(frozen=True)
class ClubCounts:
    """How much a club holds."""

    matches: int = 0
    lines: int = 0
    decks: int = 0
    doubts: int = 0

    def __add__(self, other: ClubCounts) -> ClubCounts:
        return ClubCounts(
            self.matches + other.matches,
            self.lines + other.lines,
            self.decks + other.decks,
            self.doubts + other.doubts,
        )


@dataclass(frozen=True)
class ClubContent:
    """All of a club: the same content, the same club. `about` is its own row: its names, how often
    its links were renewed, which numbers it has handed out; `digest` is made of every row and
    of the checksums of all logs, which are worked out anew; `damaged` are matches in whose log a
    line is not what was written."""

    about: Row
    counts: ClubCounts
    digest: str
    damaged: tuple[int, ...]


@dataclass(frozen=True)
class TransferResult:
    """What has come of a copy: how many clubs were copied now, how many were there before, and what
    all of them hold; `damaged` are the matches, by club and number, that came with a damage."""

    copied: int
    known: int
    counts: ClubCounts
    damaged: tuple[tuple[str, int], ...]


def matches_in(db: Database) -> int:
    """How many matches a book holds, in all clubs."""
    return int(db.execute("SELECT count(*) FROM matches").fetchone()[0])


def transfer(
    source: Database, target: Database, tell: Tell = lambda _matches: None
) -> TransferResult:
    """Copy every club of `source` that `target` does not have, and compare all of them.

    `tell` hears of how many matches more nothing has to be done. Nothing in `target` is changed
    but for its first club, which makes room if nobody has ever used it. Raises `TargetDiffers`, and
    `StoreError`; both leave only whole clubs behind.
    """
    with source.snapshot():
        clubs = club_rows(source)
        contents = there_before(source, target, clubs, tell)
        missing = [about for about in clubs if about[0] not in contents]
        make_room(target, clubs)
        for about in missing:
            contents[about[0]] = copy_club(source, target, about, tell)
        if others := [about for about in club_rows(target) if about[0] not in contents]:
            raise TargetDiffers(f"meanwhile {name_of(others[0])} came there from elsewhere")
    return TransferResult(
        copied=len(missing),
        known=len(clubs) - len(missing),
        counts=sum((content.counts for content in contents.values()), ClubCounts()),
        damaged=tuple(
            (club, number) for club, content in contents.items() for number in content.damaged
        ),
    )


def there_before(
    source: Database, target: Database, clubs: Sequence[Row], tell: Tell
) -> dict[str, ClubContent]:
    """What the clubs hold that have come before, by their ids. Raises `TargetDiffers`."""
    wanted = {about[0]: about for about in clubs}
    contents = {}
    with target.snapshot():
        for about in club_rows(target):
            if is_unused(about) and wanted.get(about[0]) != about:
                continue
            if about[0] not in wanted:
                raise TargetDiffers(f"{name_of(about)} is there, and not in what is copied")
            there = content_of(target, about)
            here = content_of(source, wanted[about[0]], tell)
            if there != here:
                raise TargetDiffers(
                    f"{name_of(about)} is there and is another: {differences(here, there)}"
                )
            contents[about[0]] = here
    return contents


def make_room(target: Database, clubs: Sequence[Row]) -> None:
    """Remove the first club that a book gets by itself, if it was never used and is not the one
    that is copied."""
    for about in club_rows(target):
        if is_unused(about) and about not in clubs:
            with target.transaction():
                target.execute("DELETE FROM clubs WHERE id = ? AND next_match = 1", [HOME])


def is_unused(about: Row) -> bool:
    """Whether it is the first club of a book, as nobody has touched it."""
    club, _name, _founded, generation, next_match, next_deck = about
    return bool(club == HOME and (generation, next_match, next_deck) == (1, 1, 1))


def copy_club(source: Database, target: Database, about: Row, tell: Tell) -> ClubContent:
    """Copy one club, and read it again before it counts."""
    club = about[0]
    with target.transaction():
        target.load("clubs", CLUB, [about])
        sent = ContentReader(about)
        for matches, lines, doubts in parts_of(source, club):
            sent.take(matches, lines, doubts)
            target.load("matches", ("club", *MATCH), with_club(club, matches))
            target.load("events", ("club", *LINE), with_club(club, lines))
            target.load("doubts", ("club", *DOUBT), with_club(club, doubts))
            tell(len(matches))
        for decks in decks_of(source, club):
            sent.take_decks(decks)
            target.load("decks", ("club", *DECK), with_club(club, decks))
        (arrived,) = club_rows(target, "WHERE id = ?", club)
        if (there := content_of(target, arrived)) != sent.content():
            raise StoreError(
                f"{name_of(about)} did not come as it was: {differences(sent.content(), there)}"
            )
    return there


def with_club(club: str, rows: Sequence[Row]) -> Iterator[Row]:
    """The rows as they are written: every key begins with the club."""
    return ((club, *row) for row in rows)


class ContentReader:
    """What goes past, counted and summed up."""

    def __init__(self, about: Row) -> None:
        self._about = about
        self._counts = ClubCounts()
        self._digest = ""
        self._damaged: list[int] = []

    def take(self, matches: Sequence[Row], lines: Sequence[Row], doubts: Sequence[Row]) -> None:
        """Some matches with their logs and doubts, each in its order."""
        latest = {row[0]: log.first_checksum(row[1], row[2]) for row in matches}
        damaged: dict[int, None] = {}
        place = dict.fromkeys(latest, 0)
        for row in lines:
            match, line, *_about, checksum = row
            latest[match] = log.next_checksum(latest[match], dict(zip(LINE, row, strict=True)))
            place[match] += 1
            if (place[match], latest[match]) != (line, checksum):
                damaged[match] = None
            # The rest of the line is in the checksum that was worked out.
            self._sum_up([line, row[-2], checksum])
        for row in matches:
            self._sum_up([*row[:-TOLD_BY_THE_LOG], place[row[0]], latest[row[0]]])
        for row in doubts:
            self._sum_up(row)
        self._damaged += damaged
        self._counts += ClubCounts(len(matches), len(lines), doubts=len(doubts))

    def take_decks(self, decks: Sequence[Row]) -> None:
        """Some decks."""
        for row in decks:
            self._sum_up(row)
        self._counts += ClubCounts(decks=len(decks))

    def content(self) -> ClubContent:
        """All that went past."""
        return ClubContent(self._about, self._counts, self._digest, tuple(self._damaged))

    def _sum_up(self, row: Sequence[Any]) -> None:
        self._digest = log.checksum_of([self._digest, *row])


def content_of(db: Database, about: Row, tell: Tell = lambda _matches: None) -> ClubContent:
    """All that a club holds."""
    reader = ContentReader(about)
    for matches, lines, doubts in parts_of(db, about[0]):
        reader.take(matches, lines, doubts)
        tell(len(matches))
    for decks in decks_of(db, about[0]):
        reader.take_decks(decks)
    return reader.content()


def club_rows(db: Database, where: str = "", *values: str) -> list[Row]:
    """The clubs, the oldest first, as they are stored."""
    rows = db.execute(
        f"SELECT {', '.join(CLUB)} FROM clubs {where} ORDER BY founded, id", values
    ).fetchall()
    return [strip_nul(row) for row in rows]


def parts_of(db: Database, club: str) -> Iterator[tuple[list[Row], list[Row], list[Row]]]:
    """The matches of a club, some at once, with their lines and their doubts."""
    last = -1
    while rows := page_of(db, "matches", MATCH, club, last):
        matches = [(*strip_nul(row[:-1]), valid_json_or_none(row[-1])) for row in rows]
        first, last = rows[0][0], rows[-1][0]
        yield (
            matches,
            rows_about(db, "events", LINE, club, first, last),
            rows_about(db, "doubts", DOUBT, club, first, last),
        )


def rows_about(
    db: Database, table: str, columns: Sequence[str], club: str, first: int, last: int
) -> list[Row]:
    """What stands in a table about the matches from one number to another."""
    rows = db.execute(
        f"SELECT {', '.join(columns)} FROM {table} WHERE club = ? AND match BETWEEN ? AND ?"
        f" ORDER BY match, {columns[1]}",
        [club, first, last],
    ).fetchall()
    return [strip_nul(row) for row in rows]


def decks_of(db: Database, club: str) -> Iterator[list[Row]]:
    """The decks of a club, some at once."""
    last = -1
    while decks := [strip_nul(row) for row in page_of(db, "decks", DECK, club, last)]:
        yield decks
        last = decks[-1][0]


def page_of(db: Database, table: str, columns: Sequence[str], club: str, last: int) -> list[Row]:
    """Some rows, in the order of their numbers, behind the one so numbered."""
    rows: list[Row] = db.execute(
        f"SELECT {', '.join(columns)} FROM {table} WHERE club = ? AND number > ?"
        f" ORDER BY number LIMIT {AT_ONCE}",
        [club, last],
    ).fetchall()
    return rows


def strip_nul(row: Row) -> Row:
    """A row without the one letter that nobody can type and not every engine can keep."""
    return tuple(
        "".join(value.split("\0")) if isinstance(value, str) and "\0" in value else value
        for value in row
    )


def valid_json_or_none(summary: str | None) -> str | None:
    """A summary, or None for one that is broken: an engine may refuse to keep that."""
    if summary is None or "\0" in summary:
        return None
    try:
        # What is no number, such as NaN, is no JSON for everybody.
        json.loads(summary, parse_constant=int)
    except ValueError:
        return None
    return summary


def differences(here: ClubContent, there: ClubContent) -> str:
    """In which way a club is not the same there."""
    pairs = (
        ("matches", here.counts.matches, there.counts.matches),
        ("lines", here.counts.lines, there.counts.lines),
        ("decks", here.counts.decks, there.counts.decks),
        ("deals in doubt", here.counts.doubts, there.counts.doubts),
        *(
            (words, here.about[CLUB.index(column)], there.about[CLUB.index(column)])
            for column, words in WORDS.items()
        ),
    )
    unlike = [f"{words} {ours}, there {theirs}" for words, ours, theirs in pairs if ours != theirs]
    return "; ".join(unlike) or "a line, a title or a deck is not the same"


WORDS = {
    "name": "called",
    "founded": "founded",
    "generation": "member link number",
    "next_match": "next match",
    "next_deck": "next deck",
}


def name_of(about: Row) -> str:
    """A club as it is called where something is said of it."""
    return f"the club {about[1]} ({about[0]})"
