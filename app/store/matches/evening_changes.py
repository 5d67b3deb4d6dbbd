"""Evenings that people change by hand: split, join and date them, and move a match; each can be
undone.

What a change finds is written beside it in `evening_changes`, for `DAYS_TO_UNDO` and not for ever:
the evenings with their words, and to which of them, and to which day, each of its matches belonged.
A match counts for its day, which is that of its clock until people say otherwise; the moments in
its log stay.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from secrets import token_hex
from typing import Any, Literal

from app.dates import parse_moment
from app.store.clubs.clubs import lock_club, next_number
from app.store.engine import Database, insert, now, one_transaction, placeholders, to_json
from app.store.matches.facts import move_facts
from app.store.people.evenings import (
    Evening,
    NoSuchEvening,
    find_evening,
    find_evening_at,
    list_evenings,
)

Kind = Literal["split", "joined", "moved", "dated"]

DAYS_TO_UNDO = 30
MOST_CHANGES = 50  # changes of a club that can be undone, the latest
MOST_MOVED = 1_000  # matches of an evening that is changed: all are written in one transaction
COLUMNS = ("day", "began", "until", "title", "place", "note", "awards", "names")


class TooManyMatches(Exception):
    """An evening has more matches than can be written at once."""


class CannotUndo(Exception):
    """There is no such change any more, or its matches have been moved since."""


@dataclass(frozen=True)
class EveningChange:
    """A change that can be undone: `at` is its moment (ISO, UTC), `evening` the number of the
    evening where its matches are since. What was changed had this `title` and this `day` (ISO)."""

    id: str
    at: str
    kind: Kind
    evening: int
    title: str
    day: str


@dataclass(frozen=True)
class Snapshot:
    """Evenings by number, each with its `COLUMNS`, and the evening and the day of each match."""

    evenings: Mapping[int, Sequence[Any]]
    matches: Mapping[int, tuple[int, str]]


@one_transaction
def split_evening(db: Database, club: str, evening: int, match_id: int) -> EveningChange:
    """Let a new evening begin with a match of this one, and with all that follow it.

    Raises `NoSuchEvening` unless it is a match of the evening, and not its first.
    """
    lock_club(db, club)
    before = snapshot(db, club, [evening])
    numbers = listed_matches(db, club, evening)
    if match_id not in numbers[1:]:
        raise NoSuchEvening(f"match {match_id} of evening {evening} of {club}")
    number = new_evening(db, club, match_id, like=evening)
    for moved in numbers[numbers.index(match_id) :]:
        move_match(db, club, moved, number)
    return remember(db, club, "split", number, evening, before)


@one_transaction
def join_evening(
    db: Database, club: str, evening: int, about: Evening | None = None
) -> EveningChange:
    """Let an evening be one with that before it: `about` has the number of that and the words that
    stay, None for its own, or those of the later where it has none. What is hidden of either is
    hidden.

    Raises `NoSuchEvening` if one is missing, or the one before is not that of `about`.
    """
    lock_club(db, club)
    later = find_evening(db, club, evening)
    earlier = next(iter(list_evenings(db, club, 1, evening)), None) if later else None
    if later is None or earlier is None or (about and about.id != earlier.id):
        raise NoSuchEvening(f"evening {evening} of {club}, or one before it")
    about = about or words_of_both(earlier, later)
    before = snapshot(db, club, [evening, earlier.id])
    db.execute(
        "UPDATE evenings SET title = ?, place = ?, note = ?, awards = ?, names = ?,"
        " until = (SELECT until FROM evenings WHERE club = ? AND number = ?)"
        " WHERE club = ? AND number = ?",
        [
            *(about.title, about.place, about.note),
            int(earlier.has_awards and later.has_awards),
            int(earlier.has_names and later.has_names),
            *(club, evening, club, earlier.id),
        ],
    )
    for match_id, (of_evening, _day) in before.matches.items():
        if of_evening == evening:
            move_match(db, club, match_id, earlier.id)
    db.execute("DELETE FROM evenings WHERE club = ? AND number = ?", [club, evening])
    return remember(db, club, "joined", earlier.id, evening, before)


def words_of_both(earlier: Evening, later: Evening) -> Evening:
    """Return the earlier of two evenings with its own words, or those of the later where it has
    none, and the notes of both."""
    title, place = earlier.title or later.title, earlier.place or later.place
    note = "\n\n".join(filter(None, (earlier.note, later.note)))
    return Evening(earlier.id, earlier.day, earlier.began, title, place, note)


@one_transaction
def move_to_evening(
    db: Database, club: str, evening: int, match_id: int, target: int | date | None
) -> EveningChange:
    """Move a match of an evening to the one numbered `target`, or to that of a day, for which it
    counts from then on; None for a new one of its own.

    Raises `NoSuchEvening` if it is not of this evening, or there is no such other one.
    """
    lock_club(db, club)
    if match_id not in listed_matches(db, club, evening):
        raise NoSuchEvening(f"match {match_id} of evening {evening} of {club}")
    if isinstance(target, date):
        day: str | None = target.isoformat()
        noon = f"{day}T12:00:00.000+00:00"
        number = find_evening_at(db, club, target.isoformat(), noon, by_date=True)
    else:
        there = find_evening(db, club, target) if target is not None else None
        if target is not None and there is None:
            raise NoSuchEvening(f"evening {target} of {club}")
        number, day = target, there.day if there else None
    if number == evening:
        raise NoSuchEvening(f"match {match_id} is of evening {evening} of {club} already")
    before = snapshot(db, club, [evening, *([number] if number else [])], only=match_id)
    if number is None:
        number = new_evening(db, club, match_id, like=evening, day=day)
    move_match(db, club, match_id, number, day)
    return remember(db, club, "moved", number, evening, before)


@one_transaction
def date_evening(db: Database, club: str, evening: int, day: date) -> EveningChange | None:
    """Give an evening another date: all its matches count that many days earlier or later. Returns
    None, and changes nothing, if that is its date.

    Raises `NoSuchEvening`.
    """
    lock_club(db, club)
    there = find_evening(db, club, evening)
    if there is None:
        raise NoSuchEvening(f"evening {evening} of {club}")
    later_by = day - date.fromisoformat(there.day)
    if not later_by:
        return None
    before = snapshot(db, club, [evening])
    db.execute(
        "UPDATE evenings SET day = ?, began = ? WHERE club = ? AND number = ?",
        [day.isoformat(), moment_later_by(there.began, later_by), club, evening],
    )
    for match_id, (_evening, its_day) in before.matches.items():
        try:
            moved = (date.fromisoformat(its_day) + later_by).isoformat()
        except (ValueError, OverflowError):
            moved = day.isoformat()
        move_match(db, club, match_id, evening, moved)
    return remember(db, club, "dated", evening, evening, before)


def moment_later_by(moment: str, later_by: timedelta) -> str:
    """Return a moment (ISO, UTC) so many days later, by which evenings of one day are in order."""
    try:
        return (parse_moment(moment) + later_by).isoformat(timespec="milliseconds")
    except OverflowError:
        return moment


def listed_matches(db: Database, club: str, evening: int) -> list[int]:
    """Return the matches of an evening that are not deleted, in the order in which they began."""
    rows = db.execute(
        "SELECT number FROM matches WHERE club = ? AND evening = ? AND deleted IS NULL"
        " ORDER BY started, number",
        [club, evening],
    )
    return [number for (number,) in rows.fetchall()]


def new_evening(
    db: Database, club: str, match_id: int, *, like: int, day: str | None = None
) -> int:
    """Insert, in the open transaction, an evening that begins with a match, of its day or of
    another; what is shown is as of the one it was in. Returns its number."""
    number = next_number(db, club, "evening")
    began, its_day = db.execute(
        "SELECT started, day FROM matches WHERE club = ? AND number = ?", [club, match_id]
    ).fetchone()
    db.execute(
        "INSERT INTO evenings (club, number, day, began, until, awards, names)"
        " SELECT club, ?, ?, ?, until, awards, names FROM evenings WHERE club = ? AND number = ?",
        [number, day or its_day, began, club, like],
    )
    return number


def move_match(
    db: Database, club: str, match_id: int, evening: int, day: str | None = None
) -> None:
    """Let a match, and what it says, belong to an evening, in the open transaction; and to a `day`,
    None for the one that it has."""
    (day,) = db.execute(
        "UPDATE matches SET evening = ?, day = coalesce(?, day), asides = asides + 1"
        " WHERE club = ? AND number = ? RETURNING day",
        [evening, day, club, match_id],
    ).fetchone()
    db.execute("UPDATE seatings SET day = ? WHERE club = ? AND match = ?", [day, club, match_id])
    move_facts(db, club, match_id, str(day), evening)


# Undo


def snapshot(db: Database, club: str, evenings: Sequence[int], only: int | None = None) -> Snapshot:
    """Return those of the evenings that there are, with all their matches, deleted or not, or with
    the `only` one that is moved. Raises `TooManyMatches`."""
    rows = db.execute(
        f"SELECT number, {', '.join(COLUMNS)} FROM evenings WHERE club = ?"
        f" AND number IN ({placeholders(evenings)})",
        [club, *evenings],
    ).fetchall()
    where = "number = ?" if only else f"evening IN ({placeholders(evenings)})"
    matches = db.execute(
        f"SELECT number, evening, day FROM matches WHERE club = ? AND {where}"
        f" ORDER BY number LIMIT {MOST_MOVED + 1}",
        [club, *([only] if only else evenings)],
    ).fetchall()
    if len(matches) > MOST_MOVED:
        raise TooManyMatches(f"evening {evenings[0]} of {club}")
    return Snapshot(
        {number: about for number, *about in rows},
        {number: (evening, day) for number, evening, day in matches},
    )


def remember(
    db: Database, club: str, kind: Kind, evening: int, changed: int, before: Snapshot
) -> EveningChange:
    """Write, in the open transaction, what a change of the evening `changed` has found and left.
    Its matches are in `evening` since."""
    after = snapshot(db, club, [*{evening, *before.evenings}])
    left = {number: after.matches.get(number) for number in before.matches}
    day, _began, _until, title, *_about = before.evenings[changed]
    change = EveningChange(token_hex(8), now(), kind, evening, title, day)
    row = {
        **{"club": club, "id": change.id, "at": change.at, "kind": kind, "evening": evening},
        **{"title": title, "day": day},
        # The evening that was changed comes first.
        "found": to_json(
            [
                sorted(before.evenings.items(), key=lambda it: it[0] != changed),
                [*before.matches.items()],
            ]
        ),
        "left_as": to_json([[*after.evenings.items()], [*left.items()]]),
    }
    insert(db, "evening_changes", row)
    db.execute(
        "DELETE FROM evening_changes WHERE club = ? AND id NOT IN (SELECT id FROM evening_changes"
        " WHERE club = ? ORDER BY at DESC, id LIMIT ?)",
        [club, club, MOST_CHANGES],
    )
    return change


def list_evening_changes(db: Database, club: str) -> list[EveningChange]:
    """Return the changes of a club that can be undone, the latest first."""
    rows = db.execute(
        "SELECT id, at, kind, evening, title, day FROM evening_changes WHERE club = ? AND at >= ?"
        " ORDER BY at DESC, id",
        [club, oldest_kept()],
    )
    return [EveningChange(*row) for row in rows.fetchall()]


@one_transaction
def undo_evening_change(db: Database, club: str, change: str) -> int:
    """Let everything be as a change has found it. What was written about an evening since stays,
    and so do matches that came since. Returns the number of the evening that was changed.

    Raises `CannotUndo`.
    """
    lock_club(db, club)
    row = db.execute(
        "SELECT found, left_as FROM evening_changes WHERE club = ? AND id = ?", [club, change]
    ).fetchone()
    if row is None:
        raise CannotUndo(f"change {change} of {club}")
    before, after = map(read_snapshot, row)
    here = snapshot_of_matches(db, club, [*after.matches])
    if any(place != after.matches[number] for number, place in here.items()):
        raise CannotUndo(f"matches of change {change} of {club} were moved since")
    for number, about in before.evenings.items():
        restore_evening(db, club, number, about, after.evenings.get(number))
    for number in here:
        move_match(db, club, number, *before.matches[number])
    for number in after.evenings.keys() - before.evenings.keys():
        db.execute(
            "DELETE FROM evenings WHERE club = ? AND number = ? AND NOT EXISTS"
            " (SELECT 1 FROM matches WHERE matches.club = evenings.club AND evening = ?)",
            [club, number, number],
        )
    db.execute("DELETE FROM evening_changes WHERE club = ? AND id = ?", [club, change])
    (changed, *_others) = before.evenings
    return changed


def read_snapshot(text: str) -> Snapshot:
    """Return a snapshot as it is stored."""
    evenings, matches = json.loads(text)
    return Snapshot(dict(evenings), {number: tuple(place) for number, place in matches})


def snapshot_of_matches(
    db: Database, club: str, match_ids: Sequence[int]
) -> dict[int, tuple[int, str]]:
    """Return the evening and the day of those of these matches that there are."""
    rows = db.execute(
        "SELECT number, evening, day FROM matches WHERE club = ?"
        f" AND number IN ({placeholders(match_ids)})",
        [club, *match_ids],
    )
    return {number: (evening, day) for number, evening, day in rows.fetchall()}


def restore_evening(
    db: Database, club: str, number: int, before: Sequence[Any], after: Sequence[Any] | None
) -> None:
    """Let an evening be as it was `before`, in the open transaction, but for what has been written
    since it was as `after`, None if it was gone."""
    row = db.execute(
        f"SELECT {', '.join(COLUMNS)} FROM evenings WHERE club = ? AND number = ?", [club, number]
    ).fetchone()
    if row is None:
        about = dict(zip(COLUMNS, before, strict=True))
        insert(db, "evenings", {"club": club, "number": number, **about})
        return
    values = [
        was if after is not None and now_is == then else now_is
        for now_is, was, then in zip(row, before, after or row, strict=True)
    ]
    db.execute(
        f"UPDATE evenings SET {' = ?, '.join(COLUMNS)} = ? WHERE club = ? AND number = ?",
        [*values, club, number],
    )


def forget_evening_changes(db: Database, club: str) -> None:
    """Remove, in the open transaction, all that changes of a club have found: nothing can be
    undone."""
    db.execute("DELETE FROM evening_changes WHERE club = ?", [club])


def purge_evening_changes(db: Database) -> None:
    """Remove what changes have found `DAYS_TO_UNDO` ago."""
    if db.execute("SELECT 1 FROM evening_changes WHERE at < ? LIMIT 1", [oldest_kept()]).fetchone():
        with db.transaction():
            db.execute("DELETE FROM evening_changes WHERE at < ?", [oldest_kept()])


def oldest_kept() -> str:
    """Return the moment (ISO, UTC) before which no change can be undone."""
    before = datetime.now(UTC) - timedelta(days=DAYS_TO_UNDO)
    return before.isoformat(timespec="milliseconds")
