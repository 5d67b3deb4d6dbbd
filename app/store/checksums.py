"""A checksum on every line of a log, which goes on from that of the line before.

A disk or a memory that fails may change a letter that SQLite does not miss. The checksum of the
latest line stands for all of them: where one was changed, it and all that follow do not fit any
more; where two logs of one match part, so do their checksums.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from typing import Any

from app.store.engine import Database

LETTERS = 32
"""Of 64 that the hash has: enough for what happens by accident."""


@dataclass(frozen=True)
class Damage:
    """The first line of a match that is not what was written, or not after what was."""

    club: str
    match: int
    line: int


def beginning(game: str, players: str) -> str:
    """What the first line goes on from; `players` as they are stored."""
    return checksum_of([game, players])


def after(previous: str, row: Mapping[str, Any]) -> str:
    """The checksum of a line as it is stored, after that of the line before."""
    return checksum_of(
        [previous, row["at"], row["kind"], row["deal"], row["key"], row["answer"]],
    )


def checksum_of(values: list[Any]) -> str:
    """The same values, the same checksum: 32 letters."""
    return sha256(json.dumps(values).encode("ascii")).hexdigest()[:LETTERS]


WITH_CLUBS = ("events.club", "(matches.club, number) = (events.club, match)")
BEFORE_CLUBS = ("''", "matches.id = match")
"""How the tables of a version say to which club and which match a line belongs."""


def damages(db: Database, version: tuple[str, str] = WITH_CLUBS) -> Iterator[Damage]:
    """The first damage of each match that has one, in the order of clubs and matches."""
    club, is_its_match = version
    rows = db.stream(
        f"SELECT {club}, match, game, players, line, at, kind, deal, key, answer, checksum"
        f" FROM events JOIN matches ON {is_its_match} ORDER BY 1, match, line"
    )
    names = ("line", "at", "kind", "deal", "key", "answer", "checksum")
    for (club, match, game, players), lines in groupby(rows, lambda row: row[:4]):
        latest = beginning(game, players)
        for number, values in enumerate(lines, start=1):
            row = dict(zip(names, values[4:], strict=True))
            latest = after(latest, row)
            if (row["line"], row["checksum"]) != (number, latest):
                yield Damage(club, match, number)
                break
