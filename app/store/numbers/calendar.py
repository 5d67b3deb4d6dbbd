"""The calendar: which matches of a club count, and on which evenings they were played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from app.dates import parse_moment
from app.store.engine import Database, select_by_keys
from app.store.matches.lists import ListedMatch, read_summary
from app.store.numbers.totals import ORDERS, FactFilter, condition_of
from app.store.people.evenings import PAUSE


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


COUNTS = "club = ? AND deleted IS NULL AND variant <> ''"  # SQL: a match of a club that counts


def count_matches_by_month(db: Database, club: str) -> dict[tuple[str, str, str], int]:
    """Return the number of matches of a club that count, by game, variant and month (ISO)."""
    rows = db.execute(
        f"SELECT game, variant, substr(day, 1, 7) AS month, count(*) FROM matches WHERE {COUNTS}"
        " GROUP BY game, variant, substr(day, 1, 7)",
        [club],
    ).fetchall()
    return {(game, variant, month): int(matches) for game, variant, month, matches in rows}


def counted_matches(db: Database, club: str, year: str = "") -> list[CountedMatch]:
    """Return the matches of a club that count, of a year or of all, in the order in which they were
    played."""
    rows = db.execute(
        "SELECT number, game, variant, day, evening, started, changed FROM matches"
        f" WHERE {COUNTS} AND day >= ? AND day < ? ORDER BY day, started, number",
        [club, year, f"{year}~"],
    ).fetchall()
    return [CountedMatch._make(row) for row in rows]


def latest_counted(
    db: Database,
    club: str,
    *,
    game: str | None,
    variant: str | None,
    period: str,
    before: int | None,
    limit: int,
) -> list[int]:
    """Return the numbers of the matches of a club that count, the latest first: of a game and a
    variant if they are given, of a year or month (ISO) or "" for all time, and only `before` that
    match."""
    where = [COUNTS, "day >= ?", "day < ?"]
    values: list[str | int] = [club, period, f"{period}~"]
    for column, value in (("game", game), ("variant", variant)):
        if value is not None:
            where.append(f"{column} = ?")
            values.append(value)
    if before is not None:
        own = "SELECT day, started, number FROM matches WHERE club = ? AND number = ?"
        where.append(f"(day, started, number) < ({own})")
        values += [club, before]
    rows = db.execute(
        f"SELECT number FROM matches WHERE {' AND '.join(where)}"
        " ORDER BY day DESC, started DESC, number DESC LIMIT ?",
        [*values, limit],
    ).fetchall()
    return [number for (number,) in rows]


def time_played(
    db: Database, club: str, matches: Sequence[CountedMatch | ListedMatch]
) -> dict[int, timedelta]:
    """Return the time that each of these matches took, by its number, up to the first pause that
    ends an evening: a correction on another day does not make it long."""
    played = {
        match.id: parse_moment(match.changed) - parse_moment(match.started) for match in matches
    }
    long = {match.id: match.started for match in matches if played[match.id] >= PAUSE}
    return played | time_before_pause(db, club, long)


def time_before_pause(db: Database, club: str, started: Mapping[int, str]) -> dict[int, timedelta]:
    """Return the time of each match before the first pause that ends an evening; `started` maps its
    number to the moment when it began."""
    first = {match_id: parse_moment(moment) for match_id, moment in started.items()}
    last, ended, numbers = dict(first), set[int](), [*first]
    sql = (
        "SELECT match, at FROM events WHERE club = ? AND at IS NOT NULL"
        " AND match IN ({keys}) ORDER BY match, line"
    )
    for match_id, at in select_by_keys(db, sql, [club], numbers):
        moment = parse_moment(at)
        if moment - last[match_id] >= PAUSE:
            ended.add(match_id)
        elif match_id not in ended:
            last[match_id] = max(last[match_id], moment)
    return {match_id: last[match_id] - first[match_id] for match_id in numbers}


def times_of_deals(
    db: Database, club: str, game: str, variant: str, person: int | None, limit: int
) -> tuple[timedelta, ...]:
    """Return the mean time of a deal in each of the latest matches of a variant that count, of all
    or of those in which a person had a seat, by the moments of their logs."""
    which, values = "", list[str | int]()
    if person is not None:
        keys = ("won", "won_together")
        fact_filter = FactFilter(person=person, game=game, variant=variant, keys=keys)
        where, values = condition_of(db, club, fact_filter, "day")
        latest = f"ORDER BY {ORDERS['latest']} LIMIT ?"
        which = f" AND number IN (SELECT match FROM facts WHERE {where} {latest})"
        values.append(limit)
    rows = db.execute(
        "SELECT number, game, variant, day, evening, started, changed, summary FROM matches"
        f" WHERE {COUNTS} AND game = ? AND variant = ?{which}"
        " ORDER BY day DESC, started DESC, number DESC LIMIT ?",
        [club, game, variant, *values, limit],
    ).fetchall()
    played = time_played(db, club, [CountedMatch._make(row[:-1]) for row in rows])
    deals = {row[0]: (read_summary(row[-1]) or {}).get("deals", 0) for row in rows}
    return tuple(long / deals[number] for number, long in played.items() if deals[number])


def summaries_of_counted(
    db: Database, club: str, matches: Sequence[CountedMatch]
) -> dict[int, dict[str, Any]]:
    """Return the summaries of these matches, by their numbers."""
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
