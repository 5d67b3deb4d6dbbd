"""Naming: what somebody is called, and to whom a name belongs that nobody is called by any more.

Logs say the names of their day: `names` maps each to a person, whatever they are called since.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress

from app.scoring import PLAYERS
from app.scoring.game import name_key
from app.store.clubs.clubs import lock_club
from app.store.engine import Database, now, one_transaction
from app.store.people.people import (
    Person,
    bump_revisions,
    canonical_people,
    create_person,
    direct_people,
    find_people,
    find_person,
    key_in_match,
    lock_person,
    people_in_matches,
    refuse_taken_name,
)


@one_transaction
def rename_person(db: Database, club: str, person_id: int, name: str) -> None:
    """Rename a person in all their matches. Raises `NoSuchPerson` and `NameTaken`."""
    person = lock_person(db, club, person_id)
    refuse_taken_name(db, club, name, but_of=person.id)
    if name == person.name:
        return
    db.execute(
        "UPDATE people SET name = ?, former = ?, renamed = ? WHERE club = ? AND number = ?",
        [name, person.name, now(), club, person_id],
    )
    db.execute(
        "INSERT INTO names (club, key, person, in_log) VALUES (?, ?, ?, 0)"
        " ON CONFLICT (club, key) DO UPDATE SET person = excluded.person"
        " WHERE names.person NOT IN (SELECT number FROM people"
        " WHERE people.club = excluded.club AND forgotten IS NULL)",
        [club, name_key(name), person_id],
    )
    bump_revisions(db, club, person_id)


@one_transaction
def undo_rename(db: Database, club: str, person_id: int) -> None:
    """Give a person the name back that they had before the last renaming. Raises `NoSuchPerson`;
    does nothing if there was none."""
    person = lock_person(db, club, person_id)
    if person.renamed is None:
        return
    db.execute(
        "UPDATE people SET name = former, former = '', renamed = NULL"
        " WHERE club = ? AND number = ?",
        [club, person_id],
    )
    if name_key(person.name) != name_key(person.former):
        # A name that no log says is free again.
        db.execute(
            "DELETE FROM names WHERE club = ? AND key = ? AND person = ? AND in_log = 0",
            [club, name_key(person.name), person_id],
        )
    bump_revisions(db, club, person_id)


def former_owner(db: Database, club: str, name: str) -> Person | None:
    """Return the person who had this name before a renaming and still owns it; None if it belongs
    to no one, or is the name of a person today."""
    for number in direct_people(db, club, [name]).values():
        person = find_person(db, club, number)
        if person and name_key(person.name) != name_key(name):
            return canonical_people(db, club, [number])[number]
    return None


@one_transaction
def free_name(db: Database, club: str, name: str) -> None:
    """Free a former name for a new person. In every match that has it, deleted or not, it stays the
    old owner's. Does nothing for a name that a person has today."""
    lock_club(db, club)
    if former_owner(db, club, name) is None:
        return
    key = name_key(name)
    (owner,) = direct_people(db, club, [name]).values()
    matches = matches_with_name(db, club, key)
    known = people_in_matches(db, club, [(match_id, key) for match_id in matches])
    db.execute_many(
        "INSERT INTO names (club, key, person, in_log) VALUES (?, ?, ?, 1)",
        [
            (club, key_in_match(key, match_id), owner)
            for match_id in matches
            if (match_id, key) not in known
        ],
    )
    db.execute("DELETE FROM names WHERE club = ? AND key = ?", [club, key])
    # To be called so again would take the name from whoever has it by then.
    db.execute(
        "UPDATE people SET former = '', renamed = NULL WHERE club = ? AND number = ?",
        [club, owner],
    )


def matches_with_name(db: Database, club: str, key: str) -> list[int]:
    """Return the numbers of the matches whose log says a name, by its key."""
    named: list[tuple[int, str]] = [
        *db.execute("SELECT number, players FROM matches WHERE club = ?", [club]).fetchall(),
        *db.execute(
            "SELECT match, answer FROM events WHERE club = ? AND key = ?", [club, PLAYERS]
        ).fetchall(),
    ]
    found = set()
    for match_id, text in named:
        # A failing disk may have changed any letter: then it says no name any more.
        with suppress(ValueError):
            names = json.loads(text)
            if isinstance(names, list):
                keys = {name_key(name) for name in names if isinstance(name, str)}
                found |= {match_id} if key in keys else set()
    return sorted(found)


def alias_names(db: Database, club: str, people: Mapping[str, int]) -> None:
    """Make each of these names an alias of the person with this id, in the open transaction.

    It is called before a match says the name: a person of that name is created and merged into the
    other, which can be undone as `merge_people` can. A name that a person has already is left to
    them; one for an id that is missing or forgotten is left out.
    """
    lock_club(db, club)
    owners, canonical = (
        find_people(db, club, people),
        canonical_people(db, club, {*people.values()}),
    )
    for name, into in people.items():
        owner = owners.get(name_key(name))
        if (owner and not owner.forgotten) or into not in canonical or canonical[into].forgotten:
            continue
        person = create_person(db, club, name, in_log=True)
        db.execute(
            "UPDATE people SET merged_into = ?, merged = ? WHERE club = ? AND number = ?",
            [canonical[into].id, now(), club, person.id],
        )
