"""Evenings: which matches were played on one.

An evening begins with a match, and ends after six hours without an answer or at six in the morning.
A match belongs to the evening in which it began, by the time of the phone that began it. Which one
that is, is written once, with the match.
"""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from app.store.clubs import lock_club, next_number
from app.store.engine import Database, insert, parse_moment

PAUSE = timedelta(hours=6)
"""After so long without an answer an evening is over."""
MORNING = timedelta(hours=6)
"""So long after midnight the day of an evening ends."""


def local_time(moment: str, utc_offset: int | None) -> datetime:
    """A moment (ISO, UTC) as the clock showed it where it is so many minutes later than in UTC; in
    UTC if that is not known."""
    return parse_moment(moment).astimezone(timezone(timedelta(minutes=utc_offset or 0)))


def day_of(moment: str, utc_offset: int | None) -> str:
    """The date (ISO) of the evening to which a moment belongs: until six in the morning it is that
    of the day before."""
    try:
        return (local_time(moment, utc_offset) - MORNING).date().isoformat()
    except OverflowError:
        return datetime.min.date().isoformat()


def assign_evening(db: Database, club: str, match_id: int, *, by_date: bool = False) -> None:
    """Write, in the open transaction, to which evening a match belongs, unless that is known.

    One that was typed or imported belongs to an evening `by_date`, however late it was.
    """
    row = db.execute(
        "SELECT started, utc_offset, evening FROM matches WHERE club = ? AND number = ?",
        [club, match_id],
    ).fetchone()
    if row is None or row[2] is not None:
        return
    started, utc_offset = row[0], row[1]
    day = day_of(started, utc_offset)
    lock_club(db, club)
    number = find_evening_at(db, club, day, started, by_date=by_date)
    if number is None:
        number = next_number(db, club, "evening")
        row = {"club": club, "number": number, "day": day, "began": started, "until": started}
        insert(db, "evenings", row)
    db.execute(
        "UPDATE evenings SET began = ? WHERE club = ? AND number = ? AND began > ?",
        [started, club, number, started],
    )
    db.execute(
        "UPDATE matches SET evening = ?, day = ? WHERE club = ? AND number = ?",
        [number, day, club, match_id],
    )


def find_evening_at(
    db: Database, club: str, day: str, moment: str, *, by_date: bool = False
) -> int | None:
    """The number of the evening of that day that goes on at a moment, None if there is none;
    `by_date` the one that had begun, or else the first of the day."""
    evenings = db.execute(
        "SELECT number, began FROM evenings WHERE club = ? AND day = ? ORDER BY began, number",
        [club, day],
    ).fetchall()
    begun = [number for number, began in evenings if began <= moment]
    if by_date:
        return begun[-1] if begun else evenings[0][0] if evenings else None
    if not begun:
        return None
    until = end_of_evening(db, club, begun[-1])
    return begun[-1] if parse_moment(moment) - parse_moment(until) < PAUSE else None


def end_of_evening(db: Database, club: str, evening: int) -> str:
    """The moment of the last answer before the first pause that is long enough to end an evening.

    It is remembered, so that only what was said since is read the next time.
    """
    (known,) = db.execute(
        "SELECT until FROM evenings WHERE club = ? AND number = ?", [club, evening]
    ).fetchone()
    rows = db.execute(
        "SELECT at FROM events JOIN matches ON matches.club = events.club AND number = match"
        " WHERE matches.club = ? AND evening = ? AND deleted IS NULL AND changed > ? AND at > ?"
        " ORDER BY at",
        [club, evening, known, known],
    ).fetchall()
    last = known
    for (at,) in rows:
        if parse_moment(at) - parse_moment(last) >= PAUSE:
            break
        last = at
    if last != known:
        db.execute(
            "UPDATE evenings SET until = ? WHERE club = ? AND number = ?", [last, club, evening]
        )
    return str(last)
