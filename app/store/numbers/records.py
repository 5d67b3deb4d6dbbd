"""Records: what was best, of a person or a club, and which records a match has brought.

They are read from the facts, so that a correction, a merge or a deleted match changes them. Of
equal ones the earlier is the record. A forgotten person holds none of a club's.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from app.scoring.game import MOST_PLAYERS
from app.store.engine import Database, placeholders
from app.store.matches.facts import STARTED
from app.store.numbers.totals import FactFilter, condition_of
from app.store.people.people import Person, canonical_people, canonical_people_of_groups

ENOUGH_MATCHES = 3  # before so many of a variant there is nothing to be the best of

IN_TIME = f"day, {STARTED}, match"  # SQL: the order in which matches were played
# SQL: the totals of some people in one variant of a game, in the points of facts.
TOTALS = "FROM facts WHERE club = ? AND key = 'points' AND game = ? AND variant = ?{people}"
BEFORE = f"({IN_TIME}) < (?, ?, ?)"  # SQL: of matches that were before a place in time


class BestFact(NamedTuple):
    """The most `points` of a match: the number of the canonical person who has them, the match, and
    its day (ISO)."""

    points: int
    person: int
    match_id: int
    day: str


class Run(NamedTuple):
    """A run of `matches` that a person won in a row: the number of the canonical person, the last
    match of the run, and its day (ISO)."""

    matches: int
    person: int
    match_id: int
    day: str


@dataclass(frozen=True)
class BestEvening:
    """An evening on which a person was ahead so often, of so many meetings; its day (ISO)."""

    id: int
    day: str
    ahead: int
    meetings: int


def facts_of_people(
    db: Database, club: str, fact_filter: FactFilter
) -> tuple[str, list[str | int]]:
    """Return SQL for the facts that fit the filter and are about one person alone, who is not
    forgotten, and its values."""
    where, values = condition_of(db, club, fact_filter, "day")
    if fact_filter.person is None:
        # Asked person by person, SQLite finds all of them in an index.
        where += " AND person IN (SELECT number FROM people WHERE people.club = ?)"
        values.append(club)
    return f"{where} AND other = 0", values


def best_facts(
    db: Database, club: str, by: Sequence[str], fact_filter: FactFilter
) -> dict[tuple[Any, ...], BestFact]:
    """Return the fact with most points of all that fit the filter, by the columns in `by`: `game`,
    `variant`, `key`."""
    where, values = facts_of_people(db, club, fact_filter)
    columns = ", ".join(by)
    rows = db.execute(
        f"SELECT points, person, match, day, {columns} FROM facts WHERE {where}"
        f" AND ({columns}, points) IN"
        f" (SELECT {columns}, max(points) FROM facts WHERE {where} GROUP BY {columns})"
        f" ORDER BY {IN_TIME}, person",
        values + values,
    ).fetchall()
    canonical = canonical_people(db, club, {row[1] for row in rows})
    best: dict[tuple[Any, ...], BestFact] = {}
    for points, person, match_id, day, *of in rows:
        fact = BestFact(points, canonical[person].id, match_id, day)
        first = best.setdefault(tuple(of), fact)
        # Of two partners who both hold it, whoever came first to the club.
        if first.match_id == match_id and fact.person < first.person:
            best[tuple(of)] = fact
    return best


def longest_runs(
    db: Database, club: str, by: Sequence[str], fact_filter: FactFilter
) -> dict[tuple[Any, ...], Run]:
    """Return the most matches that a person won in a row, of those that they played and that fit
    the filter, by the columns in `by`: `game`, `variant`. Matches that are won together are not
    among them."""
    where, values = facts_of_people(db, club, fact_filter)
    columns = "".join(f", {column}" for column in by)
    rows = db.execute(
        f"SELECT count, person, match, day{columns} FROM facts WHERE {where} AND key = ?"
        f" ORDER BY {IN_TIME}, person",
        [*values, "won"],
    ).fetchall()
    canonical = canonical_people(db, club, {row[1] for row in rows})
    longest: dict[tuple[Any, ...], Run] = {}
    won_in_a_row: Counter[tuple[Any, ...]] = Counter()
    for is_won, number, match_id, day, *columns_of_row in rows:
        of, person = tuple(columns_of_row), canonical[number].id
        run = won_in_a_row[person, of] = won_in_a_row[person, of] + 1 if is_won else 0
        if is_won and (of not in longest or run > longest[of].matches):
            longest[of] = Run(run, person, match_id, day)
    return longest


def best_evening(db: Database, club: str, person: int) -> BestEvening | None:
    """Return the evening on which a person was ahead most often, less how often behind; of
    equal ones that with more ahead, then the earlier. None if they never were ahead more often than
    behind, and more than once."""
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


# A total that may be a record: whose it is (None for the whole club), its points, and SQL for only
# those of the same people, with its values.
Candidate = tuple[Person | None, int, str, Sequence[str | int]]


def broken_records(db: Database, club: str, match_id: int) -> list[BrokenRecord]:
    """Return the records that a match has brought and that still hold: that of the club first, then
    those of others by points.

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
            (canonical[person], points, f" AND person IN ({placeholders(group)})", group)
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
    """Return for each total whether none is better, and no equal one was before this `place` in
    time: the day of a match, the moment at which it began, and its number."""
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
    """Return the best total in earlier matches, None if there are fewer than `ENOUGH_MATCHES`."""
    rows = db.execute(
        f"SELECT points, person, match, day {TOTALS.format(people=people)} AND {BEFORE}"
        f" ORDER BY points DESC, {IN_TIME}, person LIMIT ?",
        [*values, ENOUGH_MATCHES * MOST_PLAYERS],
    ).fetchall()
    if len({match for _points, _person, match, _day in rows}) < ENOUGH_MATCHES:
        return None
    points, person, match_id, day = rows[0]
    return FormerBest(points, canonical_people(db, club, [person])[person], match_id, day)
