"""The calendar: which matches of a club count, and on which evenings they were played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from app.store.engine import Database, parse_moment
from app.store.evenings import PAUSE
from app.store.lists import ListedMatch, read_summary


class CountedMatch(NamedTuple):
    """A match that was played to its end: its `variant` is a key, `day` is that of its evening
    (ISO), and `evening` the number of that. `started` and `changed` (the last line of its log) are
    moments (ISO, UTC)."""

    id: int
    game: str
    variant: str
    day: str
    evening: int
    started: str
    changed: str


COUNTS = "club = ? AND deleted IS NULL AND variant <> ''"
"""SQL: a match of a club that counts."""


def count_matches_by_month(db: Database, club: str) -> dict[tuple[str, str, str], int]:
    """How many matches of a club count, by game, variant and month (ISO)."""
    rows = db.execute(
        f"SELECT game, variant, substr(day, 1, 7) AS month, count(*) FROM matches WHERE {COUNTS}"
        " GROUP BY game, variant, substr(day, 1, 7)",
        [club],
    ).fetchall()
    return {(game, variant, month): int(matches) for game, variant, month, matches in rows}


def counted_matches(db: Database, club: str, year: str = "") -> list[CountedMatch]:
    """The matches of a club that count, of a year or of all, in the order in which they were
    played."""
    rows = db.execute(
        "SELECT number, game, variant, day, evening, started, changed FROM matches"
        f" WHERE {COUNTS} AND day >= ? AND day < ? ORDER BY day, started, number",
        [club, year, f"{year}~"],
    ).fetchall()
    return [CountedMatch._make(row) for row in rows]


def time_played(
    db: Database, club: str, matches: Sequence[CountedMatch | ListedMatch]
) -> dict[int, timedelta]:
    """How long each of these matches went, by its number: up to the first pause that would end an
    evening, so that what was put right on another day does not make it long."""
    played = {it.id: parse_moment(it.changed) - parse_moment(it.started) for it in matches}
    for match_id, long in played.items():
        if long >= PAUSE:
            played[match_id] = time_before_pause(db, club, match_id)
    return played


def time_before_pause(db: Database, club: str, match_id: int) -> timedelta:
    """How long a match went before the first pause that would end an evening."""
    rows = db.execute(
        "SELECT started, at FROM matches JOIN events ON events.club = matches.club"
        " AND match = number WHERE matches.club = ? AND number = ? ORDER BY line",
        [club, match_id],
    ).fetchall()
    first = last = parse_moment(rows[0][0])
    for _started, at in rows:
        moment = parse_moment(at) if at else last
        if moment - last >= PAUSE:
            break
        last = max(last, moment)
    return last - first


def summaries_of_counted(
    db: Database, club: str, matches: Sequence[CountedMatch]
) -> dict[int, dict[str, Any]]:
    """The summaries of these matches, by their numbers."""
    if not matches:
        return {}
    numbers = {it.id for it in matches}
    # Those of a year follow each other, but for a few: their list can be too long for a statement.
    rows = db.execute(
        "SELECT number, summary FROM matches WHERE club = ? AND number BETWEEN ? AND ?",
        [club, min(numbers), max(numbers)],
    ).fetchall()
    summaries = {number: read_summary(text) for number, text in rows if number in numbers}
    return {number: summary for number, summary in summaries.items() if summary}
