"""Exports: what the file of a club says beside its match files."""

from __future__ import annotations

from typing import NamedTuple

from app.store.engine import Database
from app.store.matches.flags import Flag
from app.store.people.evenings import mended_day
from app.store.people.people import key_in_match


class MatchToExport(NamedTuple):
    """A match that goes into a file, by its number; `evening` is the number of its evening, and it
    counts for a `day` (ISO). `started` is a moment (ISO, UTC), see `Record`."""

    id: int
    game: str
    day: str
    evening: int | None
    started: str = ""
    utc_offset: int | None = None

    @property
    def dated(self) -> str:
        """The day for which it counts, "" for that of its clock."""
        return mended_day(self.day, self.started, self.utc_offset)


def matches_to_export(db: Database, club: str) -> list[MatchToExport]:
    """Return the matches of a club that are not deleted, in the order of their numbers."""
    rows = db.execute(
        "SELECT number, game, day, evening, started, utc_offset FROM matches WHERE club = ?"
        " AND deleted IS NULL ORDER BY number",
        [club],
    )
    return [MatchToExport(*row) for row in rows.fetchall()]


def changes_of_matches(db: Database, club: str) -> dict[int, int]:
    """Return the revision of each match of a club that is not deleted: how often something beside
    its log was changed, such as a name."""
    rows = db.execute(
        "SELECT number, asides FROM matches WHERE club = ? AND deleted IS NULL", [club]
    )
    return dict(rows.fetchall())


def flags_by_match(db: Database, club: str) -> dict[int, list[Flag]]:
    """Return every flag of a club, by the number of its match."""
    rows = db.execute(
        "SELECT match, deal, at, words, outcome FROM doubts WHERE club = ? ORDER BY match, deal",
        [club],
    )
    flags: dict[int, list[Flag]] = {}
    for match_id, *flag in rows.fetchall():
        flags.setdefault(match_id, []).append(Flag(*flag))
    return flags


def names_by_person(db: Database, club: str) -> dict[int, list[str]]:
    """Return all names of each person of a club, by number, as `name_key` has them."""
    rows = db.execute(
        "SELECT person, key FROM names WHERE club = ? AND key NOT LIKE ? ORDER BY key",
        [club, key_in_match("%", "%")],
    )
    names: dict[int, list[str]] = {}
    for person, key in rows.fetchall():
        names.setdefault(person, []).append(key)
    return names
