"""Whose a name is that is typed at a seat: of somebody here who is called otherwise, or of somebody
new. It is asked, and never decided, because both happen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.scoring import Problem, Text, _
from app.scoring.game import name_key, normalise_name
from app.scoring.model.seats import has_name
from app.scoring.model.spelling import spelling_key
from app.store.people import naming, people
from app.store.people.people import Person
from app.web.core.access import this_club
from app.web.core.services import connection


@dataclass(frozen=True)
class SeatQuestion:
    """Whether the name at a seat, typed into a `field`, means a person who is called otherwise:
    before, which has to be answered (`is_former`), or by another spelling, which need not be."""

    field: int
    name: str
    person: Person
    is_former: bool

    @property
    def words(self) -> Text:
        """The question."""
        if self.is_former:
            return _("{name} was {person}’s name.", name=self.name, person=self.person.name)
        return _("{person} plays here already. One person?", person=self.person.name)

    @property
    def problem(self) -> Problem:
        """That it has to be answered."""
        return Problem(
            _(
                "{name} was {person}’s name: is it the same, or somebody new?",
                name=self.name,
                person=self.person.name,
            ),
            at=self.field,
        )


def seat_questions(players: Mapping[int, str], form: Mapping[str, str]) -> dict[int, SeatQuestion]:
    """What is to be asked of these names, by their fields; `form` has what was answered."""
    db, club = connection(), this_club()
    named = {field: name for field, name in players.items() if has_name(name)}
    new = new_names(named, form)
    typed = {field: name for field, name in named.items() if field not in new}
    known = people.find_people(db, club, typed.values())
    asked: dict[int, SeatQuestion] = {}
    unknown: dict[int, str] = {}
    for field, name in typed.items():
        owner = known.get(name_key(name))
        if owner is None or owner.forgotten:
            unknown[field] = name
        elif (person := naming.former_owner(db, club, name)) and (person.matches or person.added):
            asked[field] = SeatQuestion(field, name, person, is_former=True)
    return asked | alike_people(unknown)


def alike_people(names: Mapping[int, str]) -> dict[int, SeatQuestion]:
    """Who is here by another spelling of each of these names, by their fields."""
    wanted = {spelling_key(name): field for field, name in names.items() if spelling_key(name)}
    if not wanted:
        return {}
    found: dict[int, SeatQuestion] = {}
    for person in people.list_people(connection(), this_club()):
        field = wanted.get(spelling_key(person.name))
        is_here = person.merged_into is None and person.forgotten is None
        if field is not None and is_here and (person.matches or person.added):
            found.setdefault(field, SeatQuestion(field, names[field], person, is_former=False))
    return found


def new_names(players: Mapping[int, str], form: Mapping[str, str]) -> dict[int, str]:
    """The names of which the form says that they are somebody new's, by their fields."""
    return {
        field: name
        for field, name in players.items()
        if name_key(form.get(f"new.{field}", "")) == name_key(name)
    }


def with_chosen_people(form: Mapping[str, str]) -> dict[str, str]:
    """A form with the name of each person who was said to be the same (`same.0`) at their seat."""
    fields = dict(form)
    for key in form:
        kind, _dot, field = key.partition(".")
        if kind == "same":
            fields[f"players.{field}"] = normalise_name(fields.pop(key))
    return fields
