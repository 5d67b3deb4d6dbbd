"""Totals: facts that are read, added up or match by match. How they are written is in
`app.store.facts`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.store.engine import Database
from app.store.people import group_of, heads_of


@dataclass(frozen=True)
class Total:
    """Facts that were added up: of how many `matches`, with `count` of `chances`, and `points`."""

    matches: int = 0
    count: int = 0
    chances: int = 0
    points: int = 0

    def __add__(self, more: Total) -> Total:
        return Total(
            self.matches + more.matches,
            self.count + more.count,
            self.chances + more.chances,
            self.points + more.points,
        )


@dataclass(frozen=True)
class FactFilter:
    """Which facts are asked for: only those for which all hold that are given.

    `person` and `other` are people, with all who were merged into them; `keys` are some of those of
    a game; `month` is one (``2026-11``), or the year in which it is (``2026``). `since` is a day
    (ISO), for facts match by match alone.
    """

    person: int | None = None
    other: int | None = None
    game: str | None = None
    variant: str | None = None
    keys: Sequence[str] = ()
    month: str | None = None
    since: str | None = None


def add_up(
    db: Database, club: str, by: Sequence[str], asked: FactFilter
) -> dict[tuple[Any, ...], Total]:
    """The totals of all facts that are asked for, by the columns of `by`: of `person`, `other`,
    `game`, `variant`, `month`, `key`.

    A person is the number of who stands for them, `other` None for nobody else. Whoever was
    forgotten is not there.
    """
    where, values = condition_of(db, club, asked, "sums")
    columns = ", ".join(by)
    rows = db.execute(
        f"SELECT {columns}, sum(matches), sum(count), sum(chances), sum(points) FROM sums"
        f" WHERE {where} GROUP BY {columns}",
        values,
    ).fetchall()
    people = [at for at, column in enumerate(by) if column in ("person", "other")]
    heads = heads_of(db, club, {row[at] for row in rows for at in people if row[at]})
    totals: dict[tuple[Any, ...], Total] = {}
    for row in rows:
        named = [*row[: len(by)]]
        for at in people:
            named[at] = heads[row[at]].id if row[at] in heads else None
        # The driver of a server gives sums as decimals.
        total = Total(*map(int, row[len(by) :]))
        totals[tuple(named)] = totals.get(tuple(named), Total()) + total
    return totals


@dataclass(frozen=True)
class MatchFact:
    """What a match says under a key: of a person, and about the other if it is about one. `day` is
    that of its evening (ISO), `deals` are the numbers of the deals that it happened in."""

    match_id: int
    day: str
    game: str
    variant: str
    person: int
    other: int | None
    key: str
    count: int
    chances: int
    points: int
    deals: Sequence[int]


ORDERS = {
    "latest": "on_day DESC, in_match DESC",
    "most points": "points DESC, on_day, in_match",
    "fewest points": "points, on_day, in_match",
}
"""By the word for it how facts are sorted: of equal points the earlier is first."""
OF_ALL = (
    "SELECT match AS in_match, day AS on_day, {columns} FROM facts"
    " JOIN matches ON matches.club = facts.club AND number = match WHERE {where}"
)
OF_SEATED = (
    "SELECT in_match, on_day, {columns}"
    " FROM (SELECT DISTINCT match AS in_match, day AS on_day, person AS who FROM seatings"
    " WHERE club = ? AND person IN ({people})) AS seated CROSS JOIN facts CROSS JOIN matches"
    " WHERE facts.match = in_match AND facts.person = who"
    " AND matches.club = facts.club AND matches.number = in_match AND {where}"
)
"""SQL for facts with their matches: of somebody from the matches in which they had a seat. A plain
join would let SQLite begin with all facts of the club."""
LATEST_OF_SEATED = (
    "SELECT DISTINCT seatings.match AS in_match, seatings.day AS on_day, {columns} FROM seatings"
    " CROSS JOIN facts CROSS JOIN matches WHERE seatings.club = ? AND seatings.person IN ({people})"
    " AND facts.match = seatings.match AND facts.person = seatings.person"
    " AND matches.club = facts.club AND matches.number = facts.match AND {where}"
)
"""The same for some of the latest, which come first there: the others are not read."""

MATCHES_WITH = (
    "SELECT number AS in_match, day AS on_day FROM matches WHERE club = ? AND matches.facts > 0"
    " AND EXISTS (SELECT 1 FROM facts WHERE match = matches.number AND {where})"
)
"""SQL for the matches that have such facts of anybody."""
BEHIND = (
    " AND (matches.day, matches.number)"
    " < (SELECT day, number FROM matches WHERE club = ? AND number = ?)"
)
"""SQL: only of matches that were before a match."""
OF_FACT = "game, variant, facts.person, other, key, count, chances, points, deals"


def list_facts(
    db: Database, club: str, asked: FactFilter, order: str = "latest", limit: int = 100
) -> list[MatchFact]:
    """The facts that are asked for, match by match, in one of the `ORDERS`."""
    of_seated = LATEST_OF_SEATED if order == "latest" else OF_SEATED
    source, values = facts_with_matches(db, club, asked, OF_FACT, of_seated)
    return read_facts(db, club, f"{source} ORDER BY {ORDERS[order]} LIMIT ?", *values, limit)


def read_facts(db: Database, club: str, sql: str, *values: str | int) -> list[MatchFact]:
    """The facts that this SQL selects, in its order: each as `OF_FACT` behind its match."""
    rows = db.execute(sql, values).fetchall()
    heads = heads_of(db, club, {number for row in rows for number in row[4:6] if number})
    return [
        MatchFact(
            *(match_id, day, game, variant, heads[person].id),
            heads[other].id if other in heads else None,
            *(key, count, chances, points, json.loads(deals)),
        )
        for match_id, day, game, variant, person, other, key, count, chances, points, deals in rows
        if person in heads
    ]


def facts_by_match(
    db: Database, club: str, asked: FactFilter, limit: int, before: int | None = None
) -> dict[int, list[MatchFact]]:
    """The latest matches that have such facts, by number, the latest first, each with these facts;
    `before`: only those behind that match."""
    where, values = condition_of(db, club, asked, "facts")
    if asked.person is None:
        source, of_matches = MATCHES_WITH.format(where=where), [club, *values]
    else:
        # A column that no index has: from `facts_of_person` SQLite would read, match by match, all
        # facts of the person.
        source, of_matches = facts_with_matches(db, club, asked, "0 * count AS is_there")
    behind = [] if before is None else [club, before]
    rows = db.execute(
        f"{source}{BEHIND if behind else ''} ORDER BY {ORDERS['latest']} LIMIT ?",
        [*of_matches, *behind, limit],
    ).fetchall()
    found: dict[int, list[MatchFact]] = {row[0]: [] for row in rows}
    if found:
        some = f"{where} AND match IN ({', '.join('?' * len(found))})"
        sql = OF_ALL.format(columns=OF_FACT, where=some)
        for fact in read_facts(db, club, sql, *values, *found):
            found[fact.match_id].append(fact)
    return found


def facts_with_matches(
    db: Database, club: str, asked: FactFilter, columns: str, of_seated: str = OF_SEATED
) -> tuple[str, list[str | int]]:
    """SQL for some columns of the facts that are asked for, behind the number and the day of their
    match, and its values."""
    if asked.person is None:
        where, values = condition_of(db, club, asked, "facts")
        return OF_ALL.format(columns=columns, where=where), values
    group = group_of(db, club, asked.person)
    where, values = condition_of(db, club, replace(asked, person=None), "facts")
    people = ", ".join("?" * len(group))
    sql = of_seated.format(columns=columns, where=where, people=people)
    return sql, [club, *group, *values]


def condition_of(
    db: Database, club: str, asked: FactFilter, table: str
) -> tuple[str, list[str | int]]:
    """SQL for only the rows of `sums`, or `facts` and their matches, that are asked for, and its
    values."""
    where = [f"{table}.club = ?"]
    values: list[str | int] = [club]
    for column in ("person", "other"):
        if (number := getattr(asked, column)) is not None:
            group = group_of(db, club, number)
            where.append(f"{table}.{column} IN ({', '.join('?' * len(group))})")
            values += group
    for column in ("game", "variant"):
        if (value := getattr(asked, column)) is not None:
            where.append(f"{column} = ?")
            values.append(value)
    if asked.keys:
        where.append(f"key IN ({', '.join('?' * len(asked.keys))})")
        values += asked.keys
    if asked.month is not None:
        # All days and months of a year begin with it.
        column = "month" if table == "sums" else "matches.day"
        where.append(f"{column} >= ? AND {column} < ?")
        values += [asked.month, f"{asked.month}~"]
    if asked.since is not None:
        where.append("matches.day >= ?")
        values.append(asked.since)
    return " AND ".join(where), values


def is_behind(db: Database, club: str) -> bool:
    """Whether the facts of some match of a club are still to be written."""
    row = db.execute(
        "SELECT 1 FROM matches WHERE club = ? AND is_over = 1 AND counted = 0 LIMIT 1", [club]
    ).fetchone()
    return row is not None
