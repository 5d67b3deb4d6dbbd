"""Totals: facts that are read, added up or match by match. How they are stored is in
`app.store.matches.facts`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.scoring.statistics import add_facts
from app.store.engine import Database, placeholders, select_by_keys
from app.store.matches.facts import STARTED, SeatFacts, people_at_seats
from app.store.matches.lists import read_summary
from app.store.people.people import canonical_people, group_of


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

    @property
    def share(self) -> Fraction:
        """The share of its chances that it has, such as the win rate; 0 without any."""
        return Fraction(self.count, self.chances or 1)

    @property
    def mean_points(self) -> Fraction:
        """The points of a chance, 0 without any."""
        return Fraction(self.points, self.chances or 1)


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
    keys: tuple[str, ...] = ()
    month: str | None = None
    since: str | None = None


def add_up(
    db: Database, club: str, by: Sequence[str], fact_filter: FactFilter
) -> dict[tuple[Any, ...], Total]:
    """Return the totals of all facts that fit the filter, by the columns in `by`: `person`,
    `other`, `game`, `variant`, `month`, `key`. A person is the number of the canonical one, `other`
    None if the fact is about one person. Forgotten people are left out."""
    where, values = condition_of(db, club, fact_filter, "month")
    columns = ", ".join(by)
    rows = db.execute(
        f"SELECT {columns}, sum(matches), sum(count), sum(chances), sum(points) FROM sums"
        f" WHERE {where} GROUP BY {columns}",
        values,
    ).fetchall()
    people = [at for at, column in enumerate(by) if column in ("person", "other")]
    canonical = canonical_people(db, club, {row[at] for row in rows for at in people if row[at]})
    totals: dict[tuple[Any, ...], Total] = {}
    for row in rows:
        named = [*row[: len(by)]]
        for at in people:
            named[at] = canonical[row[at]].id if row[at] in canonical else None
        # The driver of a server gives sums as decimals.
        key, total = tuple(named), Total(*map(int, row[len(by) :]))
        totals[key] = totals[key] + total if key in totals else total
    return totals


def count_matches(db: Database, club: str, fact_filter: FactFilter) -> dict[str, int]:
    """Return in how many matches there are facts that fit the filter, by the key of their
    variant."""
    where, values = condition_of(db, club, fact_filter, "day")
    rows = db.execute(
        f"SELECT variant, count(DISTINCT match) FROM facts WHERE {where} GROUP BY variant", values
    )
    return {variant: int(matches) for variant, matches in rows.fetchall()}


@dataclass(frozen=True)
class MatchFact:
    """A fact of a match under a key: of a person, and about the other if it is about one. `day` is
    that of the match (ISO), which is later than that of its evening where two evenings were joined;
    `deals` are the numbers of the deals in which it happened."""

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


# By the word for it how facts are sorted: of equal points the earlier is first.
ORDERS = {
    "latest": f"day DESC, {STARTED} DESC, match DESC",
    "most points": f"points DESC, day, {STARTED}, match",
    "fewest points": f"points, day, {STARTED}, match",
}


# SQL for the matches that have such facts of anybody, without reading all facts.
MATCHES_WITH = (
    "SELECT number AS match, day, started FROM matches WHERE club = ? AND facts > 0"
    " AND EXISTS (SELECT 1 FROM facts WHERE match = number AND {where})"
)
OF_PERSON = f"SELECT DISTINCT match, day, {STARTED} AS started FROM facts WHERE {{where}}"
KEY = "club, match, person, other, key"
COLUMNS = "match, day, game, variant, person, other, key, count, chances, points, deals"
# SQL: only the matches that were before a match.
BEHIND = (
    " WHERE (day, started, match) <"
    " (SELECT day, started, number FROM matches WHERE club = ? AND number = ?)"
)


def list_facts(
    db: Database, club: str, fact_filter: FactFilter, order: str = "latest", limit: int = 100
) -> list[MatchFact]:
    """Return the facts that are asked for, match by match, in one of the `ORDERS`."""
    where, values = condition_of(db, club, fact_filter, "day")
    # First which ones, from an index alone; only those are read whole.
    found = f"SELECT {KEY} FROM facts WHERE {where} ORDER BY {ORDERS[order]} LIMIT ?"
    rows = db.execute(
        f"SELECT {COLUMNS} FROM facts WHERE ({KEY}) IN ({found}) ORDER BY {ORDERS[order]}",
        [*values, limit],
    )
    return facts_from(db, club, rows.fetchall())


def facts_from(db: Database, club: str, rows: Sequence[Sequence[Any]]) -> list[MatchFact]:
    """Return the facts of these rows."""
    canonical = canonical_people(
        db, club, {number for row in rows for number in row[4:6] if number}
    )
    return [
        MatchFact(
            *(match_id, day, game, variant, canonical[person].id),
            canonical[other].id if other in canonical else None,
            *(key, count, chances, points, json.loads(deals)),
        )
        for match_id, day, game, variant, person, other, key, count, chances, points, deals in rows
        if person in canonical
    ]


def facts_by_match(
    db: Database, club: str, fact_filter: FactFilter, limit: int, before: int | None = None
) -> dict[int, list[MatchFact]]:
    """Return the latest matches that have such facts, by number, the latest first, each with these
    facts; `before`: only those behind that match."""
    where, values = condition_of(db, club, fact_filter, "day")
    behind = [] if before is None else [club, before]
    of_all = fact_filter.person is None
    source = (MATCHES_WITH if of_all else OF_PERSON).format(where=where)
    rows = db.execute(
        f"SELECT match FROM ({source}) AS found{BEHIND if behind else ''}"
        " ORDER BY day DESC, started DESC, match DESC LIMIT ?",
        [*([club] if of_all else []), *values, *behind, limit],
    ).fetchall()
    found: dict[int, list[MatchFact]] = {match_id: [] for (match_id,) in rows}
    if found:
        sql = f"SELECT {COLUMNS} FROM facts WHERE {where} AND match IN ({placeholders(found)})"
        for fact in facts_from(db, club, db.execute(sql, [*values, *found]).fetchall()):
            found[fact.match_id].append(fact)
    return found


def facts_of_matches(
    db: Database, club: str, matches: Sequence[int], keys: Sequence[str]
) -> list[MatchFact]:
    """Return the facts under these keys of these matches, of which there may be any number."""
    where, values = condition_of(db, club, FactFilter(keys=tuple(keys)), "day")
    sql = f"SELECT {COLUMNS} FROM facts WHERE {where} AND match IN ({{keys}})"
    return facts_from(db, club, select_by_keys(db, sql, values, matches))


def facts_of_seats(
    db: Database, club: str, match_id: int, seat_facts: SeatFacts, keys: Sequence[str]
) -> list[MatchFact]:
    """Return the facts under these keys of a match whose facts are not written yet, from those of
    its seats and from the people who sit there."""
    day, game = db.execute(
        "SELECT day, game FROM matches WHERE club = ? AND number = ?", [club, match_id]
    ).fetchone() or ("", "")
    sums = add_facts(seat_facts.facts, people_at_seats(db, club, match_id).at)
    return [
        MatchFact(
            *(match_id, day, game, seat_facts.variant_of(key), person, other, key),
            *(total.count, total.chances, total.points, sorted(total.deals)),
        )
        for (person, key, other), total in sums.items()
        if key in keys
    ]


def condition_of(
    db: Database, club: str, fact_filter: FactFilter, column_of_time: str
) -> tuple[str, list[str | int]]:
    """Return SQL for only the rows of `sums` or `facts` that are asked for, and its values; the
    column of time has their month or their day."""
    where = ["club = ?"]
    values: list[str | int] = [club]
    for column in ("person", "other"):
        if (number := getattr(fact_filter, column)) is not None:
            group = group_of(db, club, number)
            where.append(f"{column} IN ({placeholders(group)})")
            values += group
    for column in ("game", "variant"):
        if (value := getattr(fact_filter, column)) is not None:
            where.append(f"{column} = ?")
            values.append(value)
    if fact_filter.keys:
        where.append(f"key IN ({placeholders(fact_filter.keys)})")
        values += fact_filter.keys
    if fact_filter.month is not None:
        # All days and months of a year begin with it.
        where.append(f"{column_of_time} >= ? AND {column_of_time} < ?")
        values += [fact_filter.month, f"{fact_filter.month}~"]
    if fact_filter.since is not None:
        where.append("day >= ?")
        values.append(fact_filter.since)
    return " AND ".join(where), values


def has_uncounted_matches(db: Database, club: str) -> bool:
    """Return whether a club has a match that is over and whose facts are not written yet."""
    # Asked for their order, SQLite takes the index that has only these, and reads nothing.
    row = db.execute(
        "SELECT 1 FROM matches WHERE club = ? AND deleted IS NULL AND is_over = 1 AND counted = 0"
        " ORDER BY number LIMIT 1",
        [club],
    ).fetchone()
    return row is not None


def latest_titles(db: Database, club: str, game: str) -> dict[str, str]:
    """Return the title of the latest match of a game that counts, by variant, of those that have
    one."""
    rows = db.execute(
        "SELECT variant, summary FROM (SELECT variant, summary, row_number() OVER"
        " (PARTITION BY variant ORDER BY day DESC, started DESC, number DESC) AS place"
        " FROM matches WHERE club = ? AND deleted IS NULL AND variant <> '' AND game = ?)"
        " AS latest WHERE place = 1",
        [club, game],
    ).fetchall()
    titles = {variant: (read_summary(text) or {}).get("title") for variant, text in rows}
    return {variant: title for variant, title in titles.items() if title}
