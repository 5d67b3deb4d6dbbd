"""Evenings: which matches were played on one, and what people wrote about it.

An evening begins with a match, and ends after six hours without an answer or at six in the morning.
A match belongs to the evening in which it began, by the time of the phone that began it. Which one
that is, is written once, with the match; people can split and join evenings later.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from app.dates import day_of, parse_moment
from app.store.clubs.clubs import lock_club, next_number
from app.store.engine import Database, insert, one_transaction

PAUSE = timedelta(hours=6)  # after so long without an answer an evening is over


@dataclass(frozen=True)
class Evening:
    """An evening, by a number in its club. `day` is its date (ISO) where it was played, `began` a
    moment (ISO, UTC). `has_awards` says whether its awards are shown, and `has_names` whether its
    picture has names, or initials only."""

    id: int
    day: str
    began: str
    title: str = ""
    place: str = ""
    note: str = ""
    has_awards: bool = True
    has_names: bool = True


class NoSuchEvening(LookupError):
    """There is no such evening in the club, or none before it, or no such match in its midst."""


COLUMNS = "number, day, began, title, place, note, awards, names"
HAS_MATCHES = (
    "EXISTS (SELECT 1 FROM matches WHERE matches.club = evenings.club"
    " AND evening = evenings.number AND deleted IS NULL)"
)
# SQL: the matches that were played last first, whenever they were put right or imported.
LATEST_FIRST = "ORDER BY day DESC, started DESC, number DESC"


def mended_day(day: str, moment: str, utc_offset: int | None) -> str:
    """Return the day for which a match counts that began at a moment, "" if it is that of its
    clock."""
    return "" if day in ("", day_of(moment, utc_offset)) else day


def latest_numbers(db: Database, club: str, limit: int) -> list[int]:
    """Return the numbers of the matches that began last, over or not, the latest first."""
    # In two queries, because each of them is in the order of an index.
    rows = [
        (number, day, started)
        for is_over in range(2)
        for number, day, started in db.execute(
            "SELECT number, day, started FROM matches WHERE club = ? AND deleted IS NULL"
            f" AND is_over = {is_over} {LATEST_FIRST} LIMIT ?",
            [club, limit],
        ).fetchall()
    ]
    rows.sort(key=lambda row: (*row[1:], row[0]), reverse=True)
    return [number for number, _day, _started in rows[:limit]]


def assign_evening(db: Database, club: str, match_id: int, *, by_date: bool = False) -> None:
    """Write, in the open transaction, to which evening a match belongs, unless that is known.

    One that was typed or imported belongs to an evening `by_date`, however late it was. One that is
    of an import that goes on does not move the beginning of its evening yet.
    """
    row = db.execute(
        "SELECT started, utc_offset, evening, import_id FROM matches WHERE club = ? AND number = ?",
        [club, match_id],
    ).fetchone()
    if row is None or row[2] is not None:
        return
    started, utc_offset, _evening, import_id = row
    day = day_of(started, utc_offset)
    lock_club(db, club)
    number = find_evening_at(db, club, day, started, by_date=by_date)
    if number is None:
        number = next_number(db, club, "evening")
        evening = {"club": club, "number": number, "day": day, "began": started, "until": started}
        insert(db, "evenings", evening)
    if import_id is None:
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
    """Return the number of the evening of that day that goes on at a moment, None if there is none;
    `by_date` the one that had begun, or else the first of the day."""
    # One that was joined with that before it is of an earlier day, and has matches of this one.
    evenings = db.execute(
        "SELECT number, began FROM evenings WHERE club = ? AND day = ?"
        " UNION SELECT before.number, began FROM (SELECT number, began FROM evenings"
        f" WHERE club = ? AND day < ? AND {HAS_MATCHES}"
        " ORDER BY day DESC, began DESC, number DESC LIMIT 1) AS before"
        " JOIN matches ON matches.club = ? AND evening = before.number AND matches.day = ?"
        " AND deleted IS NULL ORDER BY began, number",
        [club, day, club, day, club, day],
    ).fetchall()
    begun = [number for number, began in evenings if began <= moment]
    if by_date:
        return begun[-1] if begun else evenings[0][0] if evenings else None
    if not begun:
        return None
    until = end_of_evening(db, club, begun[-1])
    # It is remembered, so that only what was said since is read the next time.
    db.execute(
        "UPDATE evenings SET until = ? WHERE club = ? AND number = ? AND until <> ?",
        [until, club, begun[-1], until],
    )
    return begun[-1] if parse_moment(moment) - parse_moment(until) < PAUSE else None


def end_of_evening(db: Database, club: str, evening: int) -> str:
    """Return the moment of the last answer before the first pause that ends an evening."""
    row = db.execute(
        "SELECT until FROM evenings WHERE club = ? AND number = ?", [club, evening]
    ).fetchone()
    # Joined with that before it meanwhile: it is over.
    known = row[0] if row else ""
    # A plain join would let SQLite begin with all lines of the club.
    rows = db.execute(
        "SELECT at FROM matches CROSS JOIN events"
        " WHERE events.club = matches.club AND match = number"
        " AND matches.club = ? AND evening = ? AND deleted IS NULL AND changed > ? AND at > ?"
        " ORDER BY at",
        [club, evening, known, known],
    ).fetchall()
    last = known
    for (at,) in rows:
        if parse_moment(at) - parse_moment(last) >= PAUSE:
            break
        last = at
    return str(last)


def evening_at(db: Database, club: str, moment: str) -> Evening | None:
    """Return the evening that goes on at a moment (ISO, UTC), None if none does: by the day of its
    latest match, and the clock of the phone that began that."""
    latest = f"club = ? AND began <= ? AND {HAS_MATCHES} ORDER BY day DESC, began DESC, number DESC"
    evening = next(iter(select_evenings(db, f"{latest} LIMIT 1", club, moment)), None)
    if evening is None:
        return None
    latest_match = db.execute(
        "SELECT day, utc_offset FROM matches WHERE club = ? AND evening = ? AND deleted IS NULL"
        " ORDER BY day DESC, started DESC, number DESC LIMIT 1",
        [club, evening.id],
    ).fetchone()
    # None if that was deleted since the evening was read.
    if latest_match is None or latest_match[0] != day_of(moment, latest_match[1]):
        return None
    until = end_of_evening(db, club, evening.id)
    return evening if parse_moment(moment) - parse_moment(until) < PAUSE else None


def find_evening(db: Database, club: str, evening: int) -> Evening | None:
    """Return the evening with this number, None if there is none, or none with a match."""
    where = f"club = ? AND number = ? AND {HAS_MATCHES}"
    return next(iter(select_evenings(db, where, club, evening)), None)


def evening_of_match(db: Database, club: str, match_id: int) -> Evening | None:
    """Return the evening to which a match belongs, None for one without."""
    own = "SELECT evening FROM matches WHERE club = ? AND number = ?"
    where = f"club = ? AND number = ({own})"
    return next(iter(select_evenings(db, where, club, club, match_id)), None)


def list_evenings(db: Database, club: str, limit: int, before: int | None = None) -> list[Evening]:
    """Return the latest evenings on which a match was played, the last one first; `before`: those
    behind that one in this order."""
    behind = ""
    values: list[str | int] = [club]
    if before is not None:
        own = "SELECT day, began, number FROM evenings WHERE club = ? AND number = ?"
        behind = f"AND (day, began, number) < ({own})"
        values += [club, before]
    return select_evenings(
        db,
        f"club = ? {behind} AND {HAS_MATCHES} ORDER BY day DESC, began DESC, number DESC LIMIT ?",
        *(*values, limit),
    )


def later_evenings(db: Database, club: str, evening: int, limit: int) -> list[Evening]:
    """Return the evenings that follow one, on which a match was played, the next one first."""
    own = "SELECT day, began, number FROM evenings WHERE club = ? AND number = ?"
    return select_evenings(
        db,
        f"club = ? AND (day, began, number) > ({own}) AND {HAS_MATCHES}"
        " ORDER BY day, began, number LIMIT ?",
        *(club, club, evening, limit),
    )


def select_evenings(db: Database, where: str, *values: str | int) -> list[Evening]:
    """Return the evenings for which `where` holds, in its order."""
    rows = db.execute(f"SELECT {COLUMNS} FROM evenings WHERE {where}", values).fetchall()
    return [
        Evening(number, day, began, title, place, note, bool(awards), bool(names))
        for number, day, began, title, place, note, awards, names in rows
    ]


@one_transaction
def describe_evening(db: Database, club: str, evening: Evening) -> None:
    """Write what people say of an evening, and what is shown of it."""
    about = (evening.title, evening.place, evening.note)
    shown = (int(evening.has_awards), int(evening.has_names))
    db.execute(
        "UPDATE evenings SET title = ?, place = ?, note = ?, awards = ?, names = ?"
        " WHERE club = ? AND number = ?",
        [*about, *shown, club, evening.id],
    )


@one_transaction
def show_awards(db: Database, club: str, evening: int, shown: bool) -> None:
    """Show the awards of an evening, or hide them."""
    db.execute(
        "UPDATE evenings SET awards = ? WHERE club = ? AND number = ?", [int(shown), club, evening]
    )


def remove_empty_evenings(db: Database, club: str) -> None:
    """Remove, in the open transaction, the evenings of which no match is left, deleted or not."""
    db.execute(
        "DELETE FROM evenings WHERE club = ? AND number NOT IN (SELECT evening FROM matches"
        " WHERE club = ? AND evening IS NOT NULL)",
        [club, club],
    )
