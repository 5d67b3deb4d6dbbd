"""People: the persons of a club, and the names by which the logs of its matches know them.

`names` maps each name in a log, as `name_key` compares them, to a person. So a person can be
renamed on every page, or two can be merged, while no log is changed. `app.store.people.seatings`
has who sat where. A person whose name was forgotten keeps their row without a name, and `names` has
the mark of each match in its place, see `key_in_match`.

A person who was merged into another keeps a row, so that this can be undone. The person at the end
of that chain counts for all in it: the canonical one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from app.scoring.game import name_key
from app.scoring.model.seats import HUES, SOMEONE, has_name
from app.scoring.model.text import Name, Text
from app.store.clubs.clubs import lock_club, next_number
from app.store.engine import Database, insert, now, one_transaction, placeholders, select_by_keys


@dataclass(frozen=True)
class Person:
    """Somebody of a club, by a number in it. `colour` is a hue from 1, 0 for none chosen; `hue` is
    that which they have.

    `matches` counts those with a seat of theirs, `last` is the day of the latest (ISO; "" for
    none), both without those of people who were merged into this one. `added` (by hand), `hidden`,
    `renamed`, `merged` and `forgotten` are moments (ISO, UTC) or None; `former` is the name before
    the last renaming. One row of a club stands for all of whom nothing is known but that their name
    was forgotten, elsewhere or by an older version: its `forgotten` is "".
    """

    id: int
    name: str
    colour: int = 0
    matches: int = 0
    last: str = ""
    added: str | None = None
    hidden: str | None = None
    renamed: str | None = None
    former: str = ""
    merged_into: int | None = None
    merged: str | None = None
    forgotten: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", Name(self.name))

    @property
    def label(self) -> str | Text:
        """The name that pages show."""
        return self.name if self.forgotten is None else SOMEONE

    @property
    def is_known(self) -> bool:
        """Whether the row is one person, with or without a name, and not all forgotten ones of
        files."""
        return self.forgotten != ""

    @property
    def hue(self) -> int:
        """The hue of all that stands for them, 1 to `HUES`: the chosen one, or by their number."""
        return ((self.colour or self.id) - 1) % HUES + 1


COLUMNS = (
    "people.number, people.name, colour, matches, (SELECT coalesce(max(day), '') FROM seatings"
    " WHERE seatings.club = people.club AND seatings.person = people.number),"
    " added, hidden, renamed, former, people.merged_into, merged, forgotten"
)
PEOPLE_BY_KEY = "SELECT key, person FROM names WHERE club = ? AND key IN ({keys})"


class NoSuchPerson(LookupError):
    """There is no such person in the club, or not any more."""


class NameTaken(Exception):
    """The name belongs to another `person` of the club, today or formerly."""

    def __init__(self, person: Person) -> None:
        super().__init__(person.name)
        self.person = person


class SatTogether(Exception):
    """Two people had seats in the same match, so they cannot be merged; its number is
    `match_id`."""

    def __init__(self, match_id: int) -> None:
        super().__init__(str(match_id))
        self.match_id = match_id


# Who somebody is


def find_people(db: Database, club: str, names: Iterable[str]) -> dict[str, Person]:
    """Return the canonical person of each name that belongs to one, by its `name_key`. There may be
    any number of names."""
    direct = direct_people(db, club, names)
    canonical = canonical_people(db, club, {*direct.values()})
    return {key: canonical[person] for key, person in direct.items() if person in canonical}


def direct_people(db: Database, club: str, names: Iterable[str]) -> dict[str, int]:
    """Return the number of the person to whom each name belongs, merged or not, by the `name_key`
    of the name; names without a person are left out."""
    keys = list(dict.fromkeys(name_key(name) for name in names if has_name(name)))
    return dict(select_by_keys(db, PEOPLE_BY_KEY, [club], keys))


def key_in_match(key: str, match_id: int | str) -> str:
    """Return the key in `names` for a name that is another person's in one match than elsewhere, or
    for the mark of a forgotten name. No name has a line break, so this is the key of no name.
    Patterns of both arguments make a pattern of such keys."""
    return f"{key}\n{match_id}"


def people_in_matches(
    db: Database, club: str, keys: Collection[tuple[int, str]]
) -> dict[tuple[int, str], int]:
    """Return the number of the person whom a name, or a mark, means in one match only, by the match
    and the key; names that mean the same person everywhere are left out."""
    at = {key_in_match(key, match_id): (match_id, key) for match_id, key in keys}
    rows = select_by_keys(db, PEOPLE_BY_KEY, [club], [*at])
    return {at[key]: person for key, person in rows}


def list_people(db: Database, club: str) -> list[Person]:
    """Return all people of a club in the order in which they came: also those who were merged,
    hidden or forgotten, or have no match any more."""
    rows = db.execute(f"SELECT {COLUMNS} FROM people WHERE club = ? ORDER BY number", [club])
    return [Person(*row) for row in rows.fetchall()]


def find_person(db: Database, club: str, person_id: int) -> Person | None:
    """Return the person with this number, None if there is none, or not any more."""
    row = db.execute(
        f"SELECT {COLUMNS} FROM people WHERE club = ? AND number = ? AND forgotten IS NULL",
        [club, person_id],
    ).fetchone()
    return Person(*row) if row else None


def group_of(db: Database, club: str, *people: int) -> list[int]:
    """Return the numbers of these people and of all who were merged into them, in any number of
    steps."""
    # All who were merged are read at once: no index has who was merged into somebody.
    rows = db.execute(
        "SELECT number, merged_into FROM people WHERE club = ?"
        f" AND (merged_into IS NOT NULL OR number IN ({placeholders(people)}))",
        [club, *people],
    ).fetchall()
    merged = defaultdict(list)
    for number, into in rows:
        merged[into].append(number)
    group = {number for number, _into in rows}.intersection(people)
    unread = [*group]
    while unread:
        more = {number for number in merged[unread.pop()] if number not in group}
        group |= more
        unread += more
    return sorted(group)


def canonical_people(db: Database, club: str, person_ids: Collection[int]) -> dict[int, Person]:
    """Map the id of each of these people to the person they count as: themselves, or the one they
    were merged into. Ids without a person are left out."""
    numbers = sorted(person_ids)
    # UNION visits each person once, however many were merged into them one after another.
    sql = (
        "WITH RECURSIVE chain (person) AS (SELECT number FROM people"
        " WHERE club = ? AND number IN ({keys}) UNION SELECT merged_into FROM chain"
        " JOIN people ON club = ? AND number = person WHERE merged_into IS NOT NULL)"
        f" SELECT {COLUMNS} FROM chain JOIN people ON club = ? AND number = person"
    )
    rows = select_by_keys(db, sql, [club], numbers, club, club)
    canonical = canonical_among([Person(*row) for row in rows])
    return {number: canonical[number] for number in numbers if number in canonical}


def canonical_people_of_groups(
    db: Database, club: str, person_ids: Collection[int]
) -> dict[int, Person]:
    """Map the ids of these people, and of all others of their groups, to the canonical person."""
    numbers = sorted(person_ids)
    # As for a group all who were merged are read at once, and here whom they were merged into.
    rows = db.execute(
        f"SELECT {COLUMNS} FROM people WHERE club = ? AND (merged_into IS NOT NULL"
        f" OR number IN ({placeholders(numbers)}) OR number IN (SELECT merged_into"
        " FROM people WHERE club = ? AND merged_into IS NOT NULL))",
        [club, *numbers, club],
    ).fetchall()
    canonical = canonical_among([Person(*row) for row in rows])
    wanted = {canonical[number].id for number in numbers if number in canonical}
    return {number: head for number, head in canonical.items() if head.id in wanted}


def canonical_among(people: Iterable[Person]) -> dict[int, Person]:
    """Map the id of each of these people to the canonical one of them. They hold every person that
    any of them was merged into."""
    by_number = {person.id: person for person in people}
    canonical: dict[int, Person] = {}
    for number, person in by_number.items():
        passed = [number]
        # A chain is followed no farther than to a person whose canonical one is known.
        while person.id not in canonical and person.merged_into in by_number:
            person = by_number[person.merged_into]
            passed.append(person.id)
        canonical |= dict.fromkeys(passed, canonical.get(person.id, person))
    return canonical


def create_person(db: Database, club: str, name: str, *, in_log: bool) -> Person:
    """Create a person of this name, in the open transaction. A person who had the name loses it."""
    person_id = insert_person(db, club, name, added=None if in_log else now())
    db.execute(
        "INSERT INTO names (club, key, person, in_log) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (club, key) DO UPDATE SET person = excluded.person, in_log = excluded.in_log",
        [club, name_key(name), person_id, int(in_log)],
    )
    return Person(person_id, name)


def insert_person(db: Database, club: str, name: str, **columns: Any) -> int:
    """Insert the row of a person. Returns its number."""
    number = next_number(db, club, "person")
    insert(db, "people", {"club": club, "number": number, "name": name, **columns})
    return number


def add_forgotten(db: Database, club: str, match_id: int, mark: str, hue: int) -> None:
    """Create a person, in the open transaction, whose name was forgotten, and whom a `mark` stands
    for in one match."""
    person_id = insert_person(db, club, "", colour=hue, forgotten=now())
    db.execute(
        "INSERT INTO names (club, key, person, in_log) VALUES (?, ?, ?, 1)",
        [club, key_in_match(name_key(mark), match_id), person_id],
    )


# What is done with people


@one_transaction
def add_person(db: Database, club: str, name: str) -> Person:
    """Enter a person by hand, before their first match. Raises `NameTaken`."""
    lock_club(db, club)
    for owner in find_people(db, club, [name]).values():
        if owner.matches or owner.added or owner.forgotten:
            break
        # Only a match that was deleted, or a name that was put right, has said it.
        db.execute(
            "UPDATE people SET added = ? WHERE club = ? AND number = ?", [now(), club, owner.id]
        )
        return owner
    refuse_taken_name(db, club, name)
    return create_person(db, club, name, in_log=False)


def refuse_taken_name(db: Database, club: str, name: str, but_of: int | None = None) -> None:
    """Raise `NameTaken` if the name belongs to anybody except the person `but_of`."""
    for owner in find_people(db, club, [name]).values():
        if owner.id != but_of and not owner.forgotten:
            raise NameTaken(owner)


@one_transaction
def hide_person(db: Database, club: str, person_id: int) -> None:
    """Offer a person no seat any more. One who is hidden already keeps that moment. Raises
    `NoSuchPerson`."""
    lock_person(db, club, person_id)
    db.execute(
        "UPDATE people SET hidden = ? WHERE club = ? AND number = ? AND hidden IS NULL",
        [now(), club, person_id],
    )


@one_transaction
def show_person(db: Database, club: str, person_id: int) -> None:
    """Undo `hide_person`."""
    db.execute("UPDATE people SET hidden = NULL WHERE club = ? AND number = ?", [club, person_id])


def lock_person(db: Database, club: str, person_id: int) -> Person:
    """Return the person with this number, locked until the open transaction ends. Raises
    `NoSuchPerson`."""
    lock_club(db, club)
    person = find_person(db, club, person_id)
    if person is None:
        raise NoSuchPerson(f"{person_id} of {club}")
    return person


def bump_revisions(db: Database, club: str, person_id: int) -> None:
    """Raise the revision of all matches of a person, so that their pages are out of date, in the
    open transaction."""
    group = group_of(db, club, person_id)
    db.execute(
        "UPDATE matches SET asides = asides + 1 WHERE club = ? AND number IN (SELECT match"
        f" FROM seatings WHERE club = ? AND person IN ({placeholders(group)}))",
        [club, club, *group],
    )
