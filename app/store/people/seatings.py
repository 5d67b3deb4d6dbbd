"""Seatings: which person sits in each seat of a match, from which deal on.

`seatings` is made from the log of a match, in the transaction that writes it, and can be made again
at any time. A log keeps the names that were entered; pages show the names of today.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from app.scoring import PLAYERS, SEATS, Event
from app.scoring.game import name_key
from app.scoring.match.seating import seatings
from app.scoring.model.seats import FORGOTTEN, OLD_UNNAMED, has_name
from app.store.clubs.clubs import lock_club
from app.store.engine import LAST_LINE_SQL, Database, one_transaction, placeholders, select_by_keys
from app.store.errors import DamagedText
from app.store.people.evenings import assign_evening, latest_numbers
from app.store.people.people import (
    Person,
    canonical_people,
    create_person,
    direct_people,
    find_people,
    insert_person,
    people_in_matches,
)


@dataclass(frozen=True)
class PersonSeat:
    """The person in a seat, counted from 0, from a deal on (0 for the beginning); None for a player
    without a name."""

    seat: int
    deal: int
    person: Person | None


# Names


def own_people(
    names: Iterable[str], seated: Sequence[Sequence[str]], people: Mapping[str, Person]
) -> dict[str, Person]:
    """Return the person to whom each of these names of a match belongs, by the name as it is in the
    log; `people` maps the key of a name to its person.

    If two names of one person were `seated` at the same time, only the first of them is theirs.
    """
    # Several names of a match may be one person's: one who was renamed between two games, or was
    # merged. That is right while they follow each other on a seat. Side by side they would make the
    # person their own opponent, and count the match twice for them. People who sat together cannot
    # be merged here, but a match file can bring such a match. Then the name in the lower seat stays
    # theirs, and the other one is no one's in the whole match, so that it does not change owners
    # from deal to deal.
    owners = {name: people[key] for name in set(names) if (key := name_key(name)) in people}
    for names_then in seated:
        sitting: dict[int, str] = {}
        for name in names_then:
            if name in owners and sitting.setdefault(owners[name].id, name) != name:
                del owners[name]
    return owners


def names_in_log(players: Sequence[str], events: Iterable[Event]) -> list[str]:
    """Return every name in the log of a match, also one that a correction has replaced."""
    names = dict.fromkeys(players)
    for event in events:
        if event.key == PLAYERS and isinstance(event.answer, list):
            names |= dict.fromkeys(name for name in event.answer if isinstance(name, str))
    return [*names]


def names_of_today(
    players: Sequence[str], events: Sequence[Event], people: Mapping[str, Person]
) -> dict[str, str]:
    """Map each name in the log of a match to the name that its person has today.

    `people` has at least the owners of these names, by key. Players without a name get today's word
    for their seat, and a person who is being forgotten gets a mark.
    """
    names = names_in_log(players, events)
    if {*players} <= OLD_UNNAMED.keys():
        return {name: OLD_UNNAMED.get(name, name) for name in names}
    owners = own_people(names, [], people)
    if len({owner.id for owner in owners.values()}) < len(owners):
        # Seldom: they may have sat together.
        spans = seatings(players, [*events])[-1].spans
        alone = own_people(names, [seated for _deal, seated in spans], people)
        # Two who did are told apart by what was said.
        together = {owners[name].id for name in owners.keys() - alone.keys()}
        owners = {
            name: owner
            for name, owner in owners.items()
            if owner.forgotten or owner.id not in together
        }
    marks = marks_for(
        names, [name for name in names if name in owners and owners[name].forgotten], players
    )
    return {name: marks.get(name, owners[name].name if name in owners else name) for name in names}


def marks_for(
    names: Iterable[str], forgotten: Sequence[str], players: Sequence[str]
) -> dict[str, str]:
    """Return the mark that takes the place of each `forgotten` name in a match that says these
    `names`: the number of its seat, or the next that is free."""
    taken = {name for name in names if FORGOTTEN.fullmatch(name)}
    marks: dict[str, str] = {}
    for name in forgotten:
        seat = players.index(name) if name in players else 0
        number = seat + 1
        while f"?#{number}" in taken:
            number += 1
        marks[name] = f"?#{number}"
        taken.add(marks[name])
    return marks


# Seats


def seat_people(db: Database, club: str, match_id: int) -> None:
    """Write the seatings of a match, in the open transaction, as its log has them.

    A deleted match has none. A name that the club does not know becomes a new person.
    """
    # Before anything is read: a name in it may be forgotten this very moment.
    lock_club(db, club)
    assign_evening(db, club, match_id)
    row = db.execute(
        "SELECT deleted, day FROM matches WHERE club = ? AND number = ?", [club, match_id]
    ).fetchone()
    if row is None:
        return
    deleted, day = row
    rows: list[tuple[int, int, int | None]] = []
    # A disk that fails may have changed any letter of a log; `damaged_lines` says where.
    with suppress(ValueError, TypeError, LookupError, DamagedText):
        if not deleted:
            (players,) = db.execute(
                "SELECT players FROM matches WHERE club = ? AND number = ?", [club, match_id]
            ).fetchone()
            events = seating_events(db, club, match_id)
            rows = seating_rows(db, club, match_id, json.loads(players), events)
    before = people_of_match(db, club, match_id)
    db.execute("DELETE FROM seatings WHERE club = ? AND match = ?", [club, match_id])
    db.execute_many(
        "INSERT INTO seatings (club, match, seat, deal, person, day) VALUES (?, ?, ?, ?, ?, ?)",
        [(club, match_id, seat, deal, person, day) for seat, deal, person in rows],
    )
    after = {person for _seat, _deal, person in rows if person is not None}
    db.execute_many(
        "UPDATE people SET matches = matches + ? WHERE club = ? AND number = ?",
        [
            *((1, club, person) for person in sorted(after - before)),
            *((-1, club, person) for person in sorted(before - after)),
        ],
    )
    db.execute(
        f"UPDATE matches SET seated = coalesce({LAST_LINE_SQL}, 0) WHERE club = ? AND number = ?",
        [club, match_id],
    )


def seating_events(db: Database, club: str, match_id: int) -> list[Event]:
    """Return the log of a match with the answers of its seating lines only; none if no line changes
    seats or names."""
    if not has_seating_lines(db, club, match_id):
        return []
    rows = db.execute(
        "SELECT kind, deal, key, CASE WHEN key IN (?, ?) THEN answer END FROM events"
        " WHERE club = ? AND match = ? ORDER BY line",
        [PLAYERS, SEATS, club, match_id],
    )
    return [
        Event(kind, deal, key, json.loads(answer) if answer else None)
        for kind, deal, key, answer in rows.fetchall()
    ]


def has_seating_lines(db: Database, club: str, match_id: int) -> bool:
    """Return whether a line of a match changes names, or the order of the seats."""
    row = db.execute(
        "SELECT 1 FROM events WHERE club = ? AND match = ? AND key IN (?, ?) LIMIT 1",
        [club, match_id, PLAYERS, SEATS],
    ).fetchone()
    return row is not None


def seating_rows(
    db: Database, club: str, match_id: int, players: Sequence[str], events: Sequence[Event]
) -> list[tuple[int, int, int | None]]:
    """Return a row for each change of a seat: the seat, the deal from which on, and the number of
    the person, None for a player without a name."""
    spans = seatings(players, events)[-1].spans
    persons: dict[str, int] = {}
    if not {*players} <= OLD_UNNAMED.keys():
        seated = [names for _deal, names in spans]
        persons = ensure_people(db, club, match_id, players, events, seated)
    rows: list[tuple[int, int, int | None]] = []
    sitting: dict[int, int | None] = {}
    for deal, names in spans:
        for seat, name in enumerate(names):
            person = persons.get(name)
            if seat not in sitting or person != sitting[seat]:
                rows.append((seat, deal, person))
                sitting[seat] = person
    return rows


def ensure_people(
    db: Database,
    club: str,
    match_id: int,
    players: Sequence[str],
    events: Sequence[Event],
    seated: Sequence[Sequence[str]],
) -> dict[str, int]:
    """Return the number of the person of each name that has a seat in a match, and create those
    that are new. A forgotten name becomes a new person's."""
    names = names_in_log(players, events)
    people = find_people(db, club, names)
    here = people_in_matches(db, club, {(match_id, name_key(name)) for name in names})
    direct = {key: person for (_match, key), person in here.items()}
    people |= canonical_people_of_names(db, club, direct)
    named = {name for names_then in seated for name in names_then if has_name(name)}
    for name in sorted(named, key=names.index):
        known = people.get(name_key(name))
        if name_key(name) in direct:
            # It is that of another person in this match alone.
            continue
        if known is None or known.forgotten:
            people[name_key(name)] = create_person(db, club, name, in_log=True)
    if named:
        direct = direct_people(db, club, named) | direct
    owners = own_people(names, seated, people)
    db.execute_many(
        "UPDATE names SET in_log = 1 WHERE club = ? AND key = ? AND in_log = 0",
        [(club, name_key(name)) for name in sorted(named)],
    )
    numbers = {name: direct[name_key(name)] for name in owners if name_key(name) in direct}
    return numbers | other_marks(db, club, seated, direct.keys())


def other_marks(
    db: Database, club: str, seated: Sequence[Sequence[str]], known: Collection[str]
) -> dict[str, int]:
    """Return the number of the row that all forgotten players of files share, for each mark in a
    match that is not `known`."""
    marks = {name for names in seated for name in names if FORGOTTEN.fullmatch(name)}
    if marks <= {*known}:
        return {}
    row = db.execute(
        "SELECT number FROM people WHERE club = ? AND forgotten = ''", [club]
    ).fetchone()
    number = int(row[0]) if row else insert_person(db, club, "", forgotten="")
    return dict.fromkeys(marks - {*known}, number)


def canonical_people_of_names(
    db: Database, club: str, direct: Mapping[str, int]
) -> dict[str, Person]:
    """Map each name, or mark, to the canonical person of the one it belongs to."""
    canonical = canonical_people(db, club, {*direct.values()})
    return {name: canonical[person] for name, person in direct.items() if person in canonical}


def people_of_match(db: Database, club: str, match_id: int) -> set[int]:
    """Return the numbers of all people who have a seat in a match, or had one."""
    rows = db.execute(
        "SELECT DISTINCT person FROM seatings WHERE club = ? AND match = ? AND person IS NOT NULL",
        [club, match_id],
    )
    return {person for (person,) in rows.fetchall()}


def seats_of_matches(
    db: Database, club: str, match_ids: Sequence[int]
) -> dict[int, list[PersonSeat]]:
    """Return the seatings of each of these matches, by its number, in the order of seats and
    deals."""
    sql = (
        "SELECT match, seat, deal, person FROM seatings"
        " WHERE club = ? AND match IN ({keys}) ORDER BY match, seat, deal"
    )
    rows = select_by_keys(db, sql, [club], match_ids)
    canonical = canonical_people(
        db, club, {person for *_seat, person in rows if person is not None}
    )
    found: dict[int, list[PersonSeat]] = {}
    for match_id, seat, deal, person in rows:
        who = canonical.get(person) if person is not None else None
        found.setdefault(match_id, []).append(PersonSeat(seat, deal, who))
    return found


def recent_people(db: Database, club: str, matches: int) -> list[Person]:
    """Return the people to offer a seat: those with a seat in so many latest matches, the latest
    first, then those who were entered by hand since. Hidden people are left out.

    Of one match, those who began it come before those who took over a seat.
    """
    latest = {number: place for place, number in enumerate(latest_numbers(db, club, matches))}
    seats = db.execute(
        "SELECT person, match FROM seatings WHERE club = ? AND person IS NOT NULL"
        f" AND match IN ({placeholders(latest)})"
        " ORDER BY CASE deal WHEN 0 THEN 0 ELSE 1 END, deal, seat",
        [club, *latest],
    ).fetchall()
    seats.sort(key=lambda row: latest[row[1]])
    new = db.execute(
        "SELECT number FROM people WHERE club = ? AND matches = 0 AND added IS NOT NULL"
        " ORDER BY number DESC LIMIT ?",
        [club, matches],
    ).fetchall()
    numbers = list(dict.fromkeys(row[0] for row in [*seats, *new]))
    canonical = canonical_people(db, club, numbers)
    people = {
        head.id: head for head in (canonical[number] for number in numbers if number in canonical)
    }
    return [
        person for person in people.values() if person.hidden is None and person.forgotten is None
    ]


def players_of_today(players: Sequence[str], seats: Sequence[PersonSeat]) -> list[str]:
    """Return the names of today of the players of a match; `players` are those in its log at
    present, by seat, and `seats` those of `seats_of_matches`."""
    if {*players} <= OLD_UNNAMED.keys():
        return [OLD_UNNAMED[name] for name in players]
    names = [*players]
    for sitting in seats:
        if sitting.seat < len(names) and sitting.person is not None:
            is_forgotten = sitting.person.forgotten is not None
            names[sitting.seat] = f"?#{sitting.seat + 1}" if is_forgotten else sitting.person.name
        elif sitting.seat < len(names):
            names[sitting.seat] = players[sitting.seat]
    # A mark of the log says more than the number of the seat; and two seats of one person are told
    # apart by what was said.
    return [
        name if FORGOTTEN.fullmatch(name) or names.count(today) > 1 else today
        for name, today in zip(players, names, strict=True)
    ]


UNSEATED_AT_ONCE = 50  # matches in one transaction, so that no table waits long for it


def backfill_seatings(db: Database) -> int:
    """Write the seatings of every match without them, which an older version has written. Return
    the number of these matches."""
    seated = 0
    while rows := db.execute(
        f"SELECT club, number FROM matches WHERE seated <> {LAST_LINE_SQL}"
        f" ORDER BY club, number LIMIT {UNSEATED_AT_ONCE}"
    ).fetchall():
        seat_matches(db, rows)
        seated += len(rows)
    return seated


@one_transaction
def seat_matches(db: Database, matches: Sequence[tuple[str, int]]) -> None:
    """Write the seatings of these matches, each with its club."""
    for club, match_id in matches:
        seat_people(db, club, match_id)
