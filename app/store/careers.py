"""Careers: what a person did over all games, such as a run of matches won or a best evening."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from app.store.engine import Database
from app.store.people import heads_of
from app.store.totals import FactFilter, facts_with_matches


@dataclass(frozen=True)
class Run:
    """So many `matches` that were won in a row: the last of them, and its day (ISO)."""

    matches: int
    match_id: int
    day: str


@dataclass(frozen=True)
class EveningRecord:
    """An evening on which somebody was ahead in `ahead` of `meetings`."""

    evening_id: int
    day: str
    ahead: int
    meetings: int


def longest_run(db: Database, club: str, person: int) -> Run | None:
    """The most matches that a person won in a row, of those that are not won together; the earlier
    of equal runs, None for none."""
    asked = FactFilter(person=person, keys=["won"])
    source, values = facts_with_matches(db, club, asked, "count")
    rows = db.execute(f"{source} ORDER BY on_day, in_match", values).fetchall()
    runs = ((is_won, [*matches]) for is_won, matches in groupby(rows, key=lambda row: bool(row[2])))
    best = max((run for is_won, run in runs if is_won), key=len, default=None)
    if best is None:
        return None
    match_id, day, _count = best[-1]
    return Run(len(best), match_id, day)


def best_evening(db: Database, club: str, person: int) -> EveningRecord | None:
    """The evening on which a person was ahead most clearly, the earlier of equal ones; None if they
    were never more often ahead than behind."""
    asked = FactFilter(person=person, keys=["met"])
    source, values = facts_with_matches(db, club, asked, "evening, other, count, chances, points")
    row = db.execute(
        "SELECT evening, min(on_day), sum(count), sum(chances)"
        f" FROM ({source}) AS meetings WHERE evening IS NOT NULL GROUP BY evening"
        " HAVING sum(points) > 0"
        " ORDER BY sum(points) DESC, sum(count) DESC, min(on_day), evening LIMIT 1",
        values,
    ).fetchone()
    return EveningRecord(row[0], row[1], int(row[2]), int(row[3])) if row else None


def evenings_together(db: Database, club: str, person: int) -> dict[int, int]:
    """On how many evenings a person finished a match with each other one, by their number; all that
    they had is under their own."""
    asked = FactFilter(person=person, keys=["met", "partner"])
    source, values = facts_with_matches(db, club, asked, "evening, other")
    rows = db.execute(f"SELECT DISTINCT other, evening FROM ({source}) AS met", values).fetchall()
    heads = heads_of(db, club, {other for other, _evening in rows})
    evenings: dict[int, set[int]] = {}
    for other, evening in rows:
        if other in heads:
            evenings.setdefault(heads[other].id, set()).add(evening)
            evenings.setdefault(person, set()).add(evening)
    return {other: len(some) for other, some in evenings.items()}
