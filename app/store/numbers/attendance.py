"""Attendance: how often people were there, from when to when, and with whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.store.engine import Database, placeholders, select_by_keys
from app.store.numbers.totals import FactFilter, condition_of
from app.store.people.people import canonical_people


@dataclass(frozen=True)
class Attendance:
    """In how many matches, and on how many evenings, people had a seat; the day of the first and of
    the last of them (ISO), "" for none."""

    matches: int
    evenings: int
    first: str
    last: str


@dataclass(frozen=True)
class EveningsTogether:
    """On how many evenings somebody finished a match with others: on `all` of them, and by the
    number of who was there as well."""

    all: int
    with_others: Mapping[int, int]


def attendance_of(db: Database, club: str, people: Sequence[int]) -> Attendance:
    """Return the attendance of these people, by number, who are one person: where several of
    them had a seat, the match counts once."""
    row = db.execute(
        "SELECT count(DISTINCT match), count(DISTINCT evening),"
        " coalesce(min(seatings.day), ''), coalesce(max(seatings.day), '')"
        " FROM seatings JOIN matches ON matches.club = seatings.club AND number = match"
        " WHERE seatings.club = ?"
        f" AND person IN ({placeholders(people)})",
        [club, *people],
    ).fetchone()
    return Attendance(*row)


def matches_of_groups(
    db: Database, club: str, groups: Mapping[int, Sequence[int]]
) -> dict[int, int]:
    """Return in how many matches any of the people of each group had a seat, by the key of
    the group."""
    group_of = {person: group for group, people in groups.items() for person in people}
    matches: dict[int, set[int]] = {group: set() for group in groups}
    sql = "SELECT DISTINCT person, match FROM seatings WHERE club = ? AND person IN ({keys})"
    for person, match_id in select_by_keys(db, sql, [club], sorted(group_of)):
        matches[group_of[person]].add(match_id)
    return {group: len(numbers) for group, numbers in matches.items()}


def evenings_together(db: Database, club: str, person: int) -> EveningsTogether:
    """Return on how many evenings a person finished a match with others, and with each of them,
    against them or as partners."""
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
