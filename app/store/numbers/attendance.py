"""Attendance: how often people were there, and from when to when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.store.engine import Database
from app.store.people.people import KEYS_AT_ONCE


@dataclass(frozen=True)
class Attendance:
    """In how many matches, and on how many evenings, people had a seat; the day of the first and of
    the last of them (ISO), "" for none."""

    matches: int
    evenings: int
    first: str
    last: str


def attendance_of(db: Database, club: str, people: Sequence[int]) -> Attendance:
    """The attendance of these people, by number, who are one person: where several of them had a
    seat, the match counts once."""
    row = db.execute(
        "SELECT count(DISTINCT match), count(DISTINCT evening),"
        " coalesce(min(seatings.day), ''), coalesce(max(seatings.day), '')"
        " FROM seatings JOIN matches ON matches.club = seatings.club AND number = match"
        " WHERE seatings.club = ?"
        f" AND person IN ({', '.join('?' * len(people))})",
        [club, *people],
    ).fetchone()
    return Attendance(*row)


def matches_of_groups(
    db: Database, club: str, groups: Mapping[int, Sequence[int]]
) -> dict[int, int]:
    """In how many matches any of the people of each group had a seat, by the key of the group."""
    group_of = {person: group for group, people in groups.items() for person in people}
    matches: dict[int, set[int]] = {group: set() for group in groups}
    people = sorted(group_of)
    for start in range(0, len(people), KEYS_AT_ONCE):
        chunk = people[start : start + KEYS_AT_ONCE]
        rows = db.execute(
            "SELECT DISTINCT person, match FROM seatings WHERE club = ?"
            f" AND person IN ({', '.join('?' * len(chunk))})",
            [club, *chunk],
        )
        for person, match_id in rows.fetchall():
            matches[group_of[person]].add(match_id)
    return {group: len(numbers) for group, numbers in matches.items()}
