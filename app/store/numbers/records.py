"""Records: which best totals of a club or a person a match has brought, and what they were before.

They are read from the facts, so that a correction, a merge or a deleted match changes them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from app.store.engine import Database
from app.store.matches.facts import STARTED
from app.store.people.people import Person, canonical_people, canonical_people_of_groups

ENOUGH_MATCHES = 3
"""Before so many matches of a variant there is nothing to be the best of."""
LARGEST_TABLE = 8
"""No match has points of more people."""

TOTALS = "FROM facts WHERE club = ? AND key = 'points' AND game = ? AND variant = ?{people}"
"""SQL: the totals of some people in one variant of a game, in the points of facts."""
BEFORE = f"(day, {STARTED}, match) < (?, ?, ?)"
"""SQL: of matches that were before a place in time."""


@dataclass(frozen=True)
class FormerBest:
    """The best total before: its points (more is better), whose it was, in which match, and on
    which day (ISO)."""

    points: int
    person: Person
    match_id: int
    day: str


@dataclass(frozen=True)
class BrokenRecord:
    """A total that is better than all others of its game and variant: of the whole club, where
    `person` is None, or of one person. It is in the points of facts, as that of `before`."""

    person: Person | None
    points: int
    before: FormerBest


Candidate = tuple[Person | None, int, str, Sequence[str | int]]
"""A total that may be a record: whose it is (None for the whole club), its points, and SQL for only
those of the same people, with its values."""


def broken_records(db: Database, club: str, match_id: int) -> list[BrokenRecord]:
    """The records that a match has brought and that still hold: that of the club first, then those
    of others by points.

    Of equal totals the earlier is the record. There has to be one before, of at least
    `ENOUGH_MATCHES` of the same variant. A match that does not count has none.
    """
    rows = db.execute(
        f"SELECT person, points, game, variant, day, {STARTED} FROM facts"
        " WHERE club = ? AND match = ? AND key = 'points' ORDER BY points DESC, person",
        [club, match_id],
    ).fetchall()
    if not rows:
        return []
    canonical = canonical_people_of_groups(db, club, {row[0] for row in rows})
    candidates: list[Candidate] = [(None, rows[0][1], "", [])]
    groups: dict[int, list[int]] = defaultdict(list)
    for number, head in canonical.items():
        groups[head.id].append(number)
    for person, points, *_match in rows:
        group = groups[canonical[person].id]
        candidates.append(
            (canonical[person], points, f" AND person IN ({', '.join('?' * len(group))})", group)
        )
    _person, _points, game, variant, *time = rows[0]
    place = [*time, match_id]
    best = are_best(db, club, candidates, [game, variant], place)
    records: list[BrokenRecord] = []
    for (person, points, people, values), is_best in zip(candidates, best, strict=True):
        # Whoever has the record of the club has their own as well.
        is_said = bool(records) and records[0].person is None and points == records[0].points
        if is_best and not is_said:
            where = [club, game, variant, *values, *place]
            before = best_before(db, club, people, where)
            records += [BrokenRecord(person, points, before)] if before else []
    return records


def are_best(
    db: Database,
    club: str,
    candidates: Sequence[Candidate],
    variant: Sequence[str],
    place: Sequence[object],
) -> list[bool]:
    """For each total whether none is better, and no equal one was before this `place` in time: the
    day of a match, the moment at which it began, and its number."""
    # Most totals are not the best, and then the first better one ends the search.
    better = (
        "SELECT {n} AS n, EXISTS (SELECT 1 {totals}"
        " AND points >= ? AND (points > ? OR {before})) AS is_beaten"
    )
    sql, values = [], []
    for n, (_person, points, people, numbers) in enumerate(candidates):
        sql.append(better.format(n=n, totals=TOTALS.format(people=people), before=BEFORE))
        values += [club, *variant, *numbers, points, points, *place]
    rows = db.execute(" UNION ALL ".join(sql) + " ORDER BY n", values).fetchall()
    return [not is_beaten for _n, is_beaten in rows]


def best_before(
    db: Database, club: str, people: str, values: Sequence[object]
) -> FormerBest | None:
    """The best total in earlier matches, None where there are fewer than `ENOUGH_MATCHES`."""
    rows = db.execute(
        f"SELECT points, person, match, day {TOTALS.format(people=people)} AND {BEFORE}"
        f" ORDER BY points DESC, day, {STARTED}, match, person LIMIT ?",
        [*values, ENOUGH_MATCHES * LARGEST_TABLE],
    ).fetchall()
    if len({match for _points, _person, match, _day in rows}) < ENOUGH_MATCHES:
        return None
    points, person, match_id, day = rows[0]
    return FormerBest(points, canonical_people(db, club, [person])[person], match_id, day)
