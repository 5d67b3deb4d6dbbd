"""Records of a club in each variant of a game: the most points, and the longest run of wins.

Both are read from the facts of a year, or for "" of all years. A forgotten person holds no record;
of equal ones the earlier counts. People are numbers of canonical ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from app.store.engine import Database
from app.store.matches.facts import STARTED
from app.store.people.people import canonical_people

OF_PEOPLE = (
    "club = ? AND person IN (SELECT number FROM people WHERE people.club = ?)"
    " AND day >= ? AND day < ? AND other = 0"
)
"""SQL: facts of a time that are about one person alone. Asked person by person, SQLite finds all of
them in an index."""


class BestFact(NamedTuple):
    """The most `points` that anybody has of a match under a key: whose, and on which day (ISO)."""

    points: int
    person: int
    match_id: int
    day: str


class ClubRun(NamedTuple):
    """A run of `matches` that a person won in a row, and the last of them with its day (ISO)."""

    matches: int
    person: int
    match_id: int
    day: str


def best_facts(
    db: Database, club: str, year: str, keys: Sequence[str]
) -> dict[tuple[str, str, str], BestFact]:
    """The most points under each of these keys, by game, variant and key."""
    of_keys = f"{OF_PEOPLE} AND key IN ({', '.join('?' * len(keys))})"
    values = [club, club, year, f"{year}~", *keys]
    rows = db.execute(
        f"SELECT game, variant, key, points, person, match, day FROM facts WHERE {of_keys}"
        " AND (game, variant, key, points) IN (SELECT game, variant, key, max(points) FROM facts"
        f" WHERE {of_keys} GROUP BY game, variant, key) ORDER BY day, {STARTED}, match, person",
        values + values,
    ).fetchall()
    canonical = canonical_people(db, club, {row[4] for row in rows})
    best: dict[tuple[str, str, str], BestFact] = {}
    for game, variant, key, points, person, match_id, day in rows:
        fact = BestFact(points, canonical[person].id, match_id, day)
        first = best.setdefault((game, variant, key), fact)
        # Of two partners who both hold it, whoever came first to the club.
        if first.match_id == match_id and fact.person < first.person:
            best[game, variant, key] = fact
    return best


def longest_runs(db: Database, club: str, year: str) -> dict[tuple[str, str], ClubRun]:
    """The most matches that anybody won in a row of those of one variant in which they played, by
    game and variant; matches that are won together are not among them."""
    rows = db.execute(
        f"SELECT person, game, variant, count, match, day FROM facts WHERE {OF_PEOPLE}"
        f" AND key = ? ORDER BY day, {STARTED}, match, person",
        [club, club, year, f"{year}~", "won"],
    ).fetchall()
    canonical = {
        number: it.id for number, it in canonical_people(db, club, {row[0] for row in rows}).items()
    }
    longest: dict[tuple[str, str], ClubRun] = {}
    runs: Counter[tuple[int, str, str]] = Counter()
    for number, game, variant, is_won, match_id, day in rows:
        whose = canonical[number], game, variant
        runs[whose] = runs[whose] + 1 if is_won else 0
        if is_won and ((game, variant) not in longest or runs[whose] > longest[game, variant][0]):
            longest[game, variant] = ClubRun(runs[whose], canonical[number], match_id, day)
    return longest
