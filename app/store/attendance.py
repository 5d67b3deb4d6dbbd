"""Attendance: how often people were there, and from when to when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.store.engine import Database


@dataclass(frozen=True)
class Attendance:
    """In how many matches, and on how many evenings, people had a seat; the day of the first and of
    the last of them (ISO), "" for none."""

    matches: int
    evenings: int
    first: str
    last: str


def attendance_of(db: Database, club: str, people: Sequence[int]) -> Attendance:
    """The attendance of these people, by number, as of one: where several of them had a seat, the
    match counts once."""
    row = db.execute(
        "SELECT count(DISTINCT match), count(DISTINCT evening),"
        " coalesce(min(seatings.day), ''), coalesce(max(seatings.day), '')"
        " FROM seatings JOIN matches ON matches.club = seatings.club AND number = match"
        " WHERE seatings.club = ?"
        f" AND person IN ({', '.join('?' * len(people))})",
        [club, *people],
    ).fetchone()
    return Attendance(*row)
