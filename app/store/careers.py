"""Careers: what a person did over all games, such as a run of matches won or a best evening."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from app.store.engine import Database
from app.store.people import heads_of
from app.store.totals import FactFilter, condition_of


@dataclass(frozen=True)
class Run:
    """So many `matches` that were won in a row: the last of them, and its day (ISO)."""

    matches: int
    match_id: int
    day: str


@dataclass(frozen=True)
class Meetings:
    """How often somebody was ahead of another, and behind, on an evening, of so many meetings."""

    evening_id: int
    day: str
    other: int
    ahead: int
    behind: int
    all: int


def longest_run(db: Database, club: str, person: int) -> Run | None:
    """The most matches that a person won in a row, of those that are not won together; the earlier
    of equal runs, None for none."""
    fact_filter = FactFilter(person=person, keys=["won"])
    where, values = condition_of(db, club, fact_filter, "day")
    rows = db.execute(
        f"SELECT match, day, count FROM facts WHERE {where} ORDER BY day, match", values
    ).fetchall()
    runs = ((is_won, [*matches]) for is_won, matches in groupby(rows, key=lambda row: bool(row[2])))
    best = max((run for is_won, run in runs if is_won), key=len, default=None)
    if best is None:
        return None
    match_id, day, _count = best[-1]
    return Run(len(best), match_id, day)


def meetings_by_evening(db: Database, club: str, person: int) -> list[Meetings]:
    """The meetings of a person with each other one, evening by evening, the first one first. Who
    was never more than a partner is there with none."""
    fact_filter = FactFilter(person=person, keys=["met", "partner"])
    # Facts of partners are read for those who never met; they count for nothing.
    met = "sum(CASE WHEN key = 'met' THEN {} ELSE 0 END)"
    columns = ", ".join(map(met.format, ("count", "chances", "points")))
    where, values = condition_of(db, club, fact_filter, "day")
    rows = db.execute(
        f"SELECT evening, min(day), other, {columns} FROM facts WHERE {where}"
        " GROUP BY evening, other ORDER BY min(day), evening, other",
        values,
    ).fetchall()
    heads = heads_of(db, club, {row[2] for row in rows})
    return [
        Meetings(evening, day, heads[other].id, int(ahead), int(ahead - balance), int(times))
        for evening, day, other, ahead, times, balance in rows
        if other in heads
    ]
