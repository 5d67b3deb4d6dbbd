"""Copy all clubs of one database into another, whichever engine keeps each, and compare them.

A club is copied whole or not at all, in one transaction of the target, which is committed only when
every row was read again there and is the same. So an interrupted copy is continued by running it
again: the clubs that have arrived are recognised. Codes that can be typed in place of a link are
not copied: they last ten minutes. Facts are not either: they are made from the logs when the target
is opened.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.store.clubs.clubs import HOME
from app.store.engine import Database
from app.store.errors import StoreError
from app.store.matches.log import DamagedLine, checksum_of, damaged_lines

PAGE = 200  # matches that are in memory at once, with their logs
# The last columns of a match: they can be made again at any time, and do not make two databases
# different.
MADE_FROM_LOGS = ("changed", "is_over", "summary")
# Of each table, but for the club with which every key of the others begins.
COLUMNS = {
    "clubs": (
        *("id", "name", "founded", "generation", "next_match", "next_deck"),
        *("next_person", "next_evening", "language", "court_cards"),
    ),
    "matches": (
        *("number", "game", "players", "started", "title", "deleted", "generation", "uuid"),
        *("asides", "seated", "utc_offset", "day", "evening", "import_id"),
        *MADE_FROM_LOGS,
    ),
    "events": ("match", "line", "at", "kind", "deal", "key", "answer", "once", "batch", "checksum"),
    "doubts": ("match", "deal", "at", "words", "outcome"),
    "seatings": ("match", "seat", "deal", "person", "day"),
    "decks": ("number", "name", "faces", "entered"),
    "people": (
        *("number", "name", "colour", "matches", "added", "hidden", "renamed", "former"),
        *("merged_into", "merged", "forgotten"),
    ),
    "evenings": ("number", "day", "began", "until", "title", "place", "note", "awards", "names"),
    "names": ("key", "person", "in_log"),
    "erasures": ("person", "keys", "next", "until"),
    "evening_changes": ("id", "at", "kind", "evening", "title", "day", "found", "left_as"),
}
BY_NUMBER = ("decks", "people", "evenings")
# The tables that are not of one match, and for those without a number their key.
BY_KEY = {"names": "key", "erasures": "person", "evening_changes": "id"}
# Where the compared columns of a table end, unless all are compared.
COMPARED = {"matches": -len(MADE_FROM_LOGS)}

Row = tuple[Any, ...]
OnProgress = Callable[[int], None]


class TargetDiffers(Exception):
    """What the target holds already is not what is to be copied there; the text says which club."""


@dataclass
class ClubContent:
    """All that a club holds, as far as its rows were added: equal for equal rows in equal order."""

    club: Row
    counts: Counter[str] = field(default_factory=Counter)
    """Rows by table."""
    digest: str = ""

    def add(self, table: str, rows: Sequence[Row]) -> None:
        """Add rows of a table."""
        self.counts[table] += len(rows)
        for row in rows:
            self.digest = checksum_of([self.digest, *row[: COMPARED.get(table)]])

    def differences(self, other: ClubContent) -> str:
        """Return how the other content differs, in words."""
        pairs = [
            *((words, self.counts[key], other.counts[key]) for key, words in TABLE_WORDS.items()),
            *zip(CLUB_WORDS, self.club[1:], other.club[1:], strict=True),
        ]
        return (
            "; ".join(f"{words} {one}, there {two}" for words, one, two in pairs if one != two)
            or "a line, a title or a deck is not the same"
        )


TABLE_WORDS = {
    "matches": "matches",
    "events": "lines",
    "decks": "decks",
    "doubts": "deals in doubt",
    "people": "people",
    "evenings": "evenings",
}
# What the columns of a club but its id are called in words.
CLUB_WORDS = (
    *("called", "founded", "member link number", "next match", "next deck"),
    *("next person", "next evening", "language", "court cards"),
)


@dataclass(frozen=True)
class TransferResult:
    """How many clubs were copied now, how many were there before, how many rows all of them have by
    table, and what is damaged in the target, as it was in the source."""

    copied: int
    known: int
    counts: Counter[str]
    damaged: tuple[DamagedLine, ...]


def count_all_matches(db: Database) -> int:
    """Return how many matches a database holds, in all clubs."""
    return int(db.execute("SELECT count(*) FROM matches").fetchone()[0])


def transfer(
    source: Database, target: Database, on_progress: OnProgress = lambda _matches: None
) -> TransferResult:
    """Copy every club of `source` that `target` does not have, and compare all others.

    `on_progress` is called with numbers of matches that are done. Of what `target` holds nothing is
    changed, but its first club is removed if it was never used. Raises `TargetDiffers` and
    `StoreError`; both leave only whole clubs behind.
    """
    # The source may be served meanwhile: all of it is read as of one moment, because a club that
    # grows between two pages would arrive as one that never was.
    with source.snapshot():
        clubs = select_clubs(source)
        contents = compare_clubs(source, target, clubs, on_progress)
        missing = [club for club in clubs if club[0] not in contents]
        for club in select_clubs(target):
            if is_unused(club) and club not in clubs:
                with target.transaction():
                    target.execute("DELETE FROM clubs WHERE id = ? AND next_match = 1", [HOME])
        for club in missing:
            contents[club[0]] = copy_club(source, target, club, on_progress)
        if others := [club for club in select_clubs(target) if club[0] not in contents]:
            raise TargetDiffers(f"meanwhile {club_name(others[0])} came there from elsewhere")
    return TransferResult(
        copied=len(missing),
        known=len(clubs) - len(missing),
        counts=sum((content.counts for content in contents.values()), Counter()),
        damaged=tuple(damaged_lines(target)),
    )


def compare_clubs(
    source: Database, target: Database, clubs: Sequence[Row], on_progress: OnProgress
) -> dict[str, ClubContent]:
    """Return the content of each club that arrived before, by its id. Raises `TargetDiffers`."""
    wanted = {club[0]: club for club in clubs}
    contents = {}
    with target.snapshot():
        for club in select_clubs(target):
            if is_unused(club) and wanted.get(club[0]) != club:
                continue
            if club[0] not in wanted:
                raise TargetDiffers(f"{club_name(club)} is there, and not in what is copied")
            there = read_club(target, club)
            here = read_club(source, wanted[club[0]], on_progress)
            if there != here:
                raise TargetDiffers(
                    f"{club_name(club)} is there and is another: {here.differences(there)}"
                )
            contents[club[0]] = here
    return contents


def copy_club(
    source: Database, target: Database, club: Row, on_progress: OnProgress
) -> ClubContent:
    """Copy one club, and read every row again before it is committed."""
    sent = ClubContent(club)
    with target.transaction():
        target.load("clubs", COLUMNS["clubs"], [club])
        for table, rows in club_rows(source, club[0]):
            sent.add(table, rows)
            target.load(table, ("club", *COLUMNS[table]), [(club[0], *row) for row in rows])
            if table == "matches":
                on_progress(len(rows))
        (arrived,) = select_clubs(target, "WHERE id = ?", club[0])
        if (there := read_club(target, arrived)) != sent:
            raise StoreError(f"{club_name(club)} did not come as it was: {sent.differences(there)}")
    return sent


def read_club(
    db: Database, club: Row, on_progress: OnProgress = lambda _matches: None
) -> ClubContent:
    """Read all that a club holds."""
    content = ClubContent(club)
    for table, rows in club_rows(db, club[0]):
        content.add(table, rows)
        if table == "matches":
            on_progress(len(rows))
    return content


def select_clubs(db: Database, where: str = "", *values: str) -> list[Row]:
    """Return the rows of the clubs, the oldest first."""
    columns = ", ".join(COLUMNS["clubs"])
    return select(db, f"SELECT {columns} FROM clubs {where} ORDER BY founded, id", values)


def club_rows(db: Database, club: str) -> Iterator[tuple[str, list[Row]]]:
    """Yield every row of a club, with its table: a page of matches, their lines, flags and seats,
    and so on; then what is not of one match."""
    for matches in pages(db, "matches", club):
        yield "matches", [(*row[:-1], valid_json_or_none(row[-1])) for row in matches]
        for table in ("events", "doubts", "seatings"):
            columns = COLUMNS[table]
            yield (
                table,
                select(
                    db,
                    f"SELECT {', '.join(columns)} FROM {table} WHERE club = ?"
                    f" AND match BETWEEN ? AND ? ORDER BY match, {columns[1]}, {columns[2]}",
                    [club, matches[0][0], matches[-1][0]],
                ),
            )
    for table in BY_NUMBER:
        for rows in pages(db, table, club):
            yield table, rows
    for table, key in BY_KEY.items():
        told = ", ".join(COLUMNS[table])
        sql = f"SELECT {told} FROM {table} WHERE club = ? ORDER BY {key}"
        yield table, select(db, sql, [club])


def pages(db: Database, table: str, club: str) -> Iterator[list[Row]]:
    """Yield the rows of a table by their numbers, a page at a time."""
    last = -1
    while rows := select(
        db,
        f"SELECT {', '.join(COLUMNS[table])} FROM {table} WHERE club = ? AND number > ?"
        f" ORDER BY number LIMIT {PAGE}",
        [club, last],
    ):
        yield rows
        last = rows[-1][0]


def select(db: Database, sql: str, values: Sequence[Any]) -> list[Row]:
    """Return rows as every engine can keep them: without NUL characters, which PostgreSQL
    rejects."""
    return [
        tuple("".join(v.split("\0")) if isinstance(v, str) and "\0" in v else v for v in row)
        for row in db.execute(sql, values).fetchall()
    ]


def valid_json_or_none(summary: str | None) -> str | None:
    """Return a summary, or None for one that is broken, which PostgreSQL rejects."""
    try:
        # Python reads NaN, which is no JSON: so that raises.
        json.loads(summary or "", parse_constant=int)
    except ValueError:
        return None
    return summary


def is_unused(club: Row) -> bool:
    """Return whether it is the first club of a database, never used."""
    return club[0] == HOME and club[3:] == (*(1,) * 5, "", "")


def club_name(club: Row) -> str:
    """Return the name of a club in messages."""
    return f"the club {club[1]} ({club[0]})"
