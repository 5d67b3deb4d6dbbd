"""Colours: the hue in which each person is drawn, on every page of today."""

from __future__ import annotations

from collections.abc import Iterable

from app.scoring.game import name_key
from app.store.engine import Database, one_transaction
from app.store.people.people import Person, bump_revisions, find_people, lock_person


def colours_of(people: Iterable[Person]) -> dict[str, int]:
    """Return the hue of each of these people, by name, except those whose name was forgotten."""
    return {one.name: one.hue for one in people if one.forgotten is None}


def colours_of_names(db: Database, club: str, names: Iterable[str]) -> dict[str, int]:
    """Return the hue of the person to whom each name belongs, by the name. New names have the hues
    that their people get if they are the next that the club enters, in this order."""
    names = list(names)
    people = find_people(db, club, names)
    colours = {}
    row = db.execute("SELECT next_person FROM clubs WHERE id = ?", [club]).fetchone()
    number = int(row[0]) if row else 1
    for name in names:
        person = people.get(name_key(name))
        if person is None or person.forgotten is not None:
            person, number = Person(number, name), number + 1
        colours[name] = person.hue
    return colours


@one_transaction
def choose_colour(db: Database, club: str, person_id: int, colour: int) -> None:
    """Give somebody a colour, 1 to `HUES`, in all their matches; 0 for that of their number.
    Raises `NoSuchPerson`."""
    if lock_person(db, club, person_id).colour == colour:
        return
    db.execute(
        "UPDATE people SET colour = ? WHERE club = ? AND number = ?", [colour, club, person_id]
    )
    bump_revisions(db, club, person_id)
