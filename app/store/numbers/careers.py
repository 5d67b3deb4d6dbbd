"""Careers: what a person did over all games, such as a run of matches won or a best evening."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from app.store.engine import Database
from app.store.matches.facts import STARTED
from app.store.numbers.totals import FactFilter, condition_of
from app.store.people.people import canonical_people


@dataclass(frozen=True)
class Run:
    """A run of `matches` won in a row: the last of them, and its day (ISO)."""

    matches: int
    match_id: int
    day: str


@dataclass(frozen=True)
class BestEvening:
    """An evening on which somebody was ahead so often, of so many meetings; its day (ISO)."""

    id: int
    day: str
    ahead: int
    meetings: int


@dataclass(frozen=True)
class EveningsTogether:
    """On how many evenings somebody finished a match with others: on `all` of them, and by the
    number of who was there as well."""

    all: int
    with_others: Mapping[int, int]


def longest_run(db: Database, club: str, person: int) -> Run | None:
    """The most matches that a person won in a row, of those that are not won together; the earlier
    of equal runs, None for none."""
    fact_filter = FactFilter(person=person, keys=("won",))
    where, values = condition_of(db, club, fact_filter, "day")
    rows = db.execute(
        f"SELECT match, day, count FROM facts WHERE {where} ORDER BY day, {STARTED}, match", values
    ).fetchall()
    runs = ((is_won, [*matches]) for is_won, matches in groupby(rows, key=lambda row: bool(row[2])))
    best = max((run for is_won, run in runs if is_won), key=len, default=None)
    if best is None:
        return None
    match_id, day, _count = best[-1]
    return Run(len(best), match_id, day)


def best_evening(db: Database, club: str, person: int) -> BestEvening | None:
    """The evening on which a person was ahead most often, less how often behind; of equal ones that
    with more ahead, then the earlier. None if they never were ahead more often than behind, and
    more than once."""
    where, values = condition_of(db, club, FactFilter(person=person, keys=("met",)), "day")
    # The points of a meeting are 1 for ahead and −1 for behind.
    row = db.execute(
        "SELECT evening, min(day), sum(count), sum(chances) FROM facts"
        f" WHERE {where} GROUP BY evening HAVING sum(points) > 0 AND sum(count) > 1"
        f" ORDER BY sum(points) DESC, sum(count) DESC, min(day), min({STARTED}), evening LIMIT 1",
        values,
    ).fetchone()
    if row is None:
        return None
    evening, day, ahead, meetings = row
    return BestEvening(evening, day, int(ahead), int(meetings))


def evenings_together(db: Database, club: str, person: int) -> EveningsTogether:
    """On how many evenings a person finished a match with others, and with each of them, against
    them or as partners."""
    where, values = condition_of(
        db, club, FactFilter(person=person, keys=("met", "partner")), "day"
    )
    rows = db.execute(f"SELECT DISTINCT other, evening FROM facts WHERE {where}", values).fetchall()
    canonical = canonical_people(db, club, {other for other, _evening in rows})
    # A person was there on the evenings of all who were merged into them, each counted once.
    evenings: dict[int, set[int]] = defaultdict(set)
    for other, evening in rows:
        if other in canonical:
            evenings[canonical[other].id].add(evening)
    return EveningsTogether(
        len(set().union(*evenings.values())),
        {other: len(those) for other, those in evenings.items()},
    )
