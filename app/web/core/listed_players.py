"""The players of a club as lists show them, and names that may be one person's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from flask import request
from rapidfuzz import fuzz

from app.languages import plain
from app.letters import initials_of
from app.scoring import Text, _, _n
from app.scoring.model.spelling import spelling_key
from app.store.numbers import attendance
from app.store.people.people import Person, canonical_among
from app.web.core.access import this_club
from app.web.core.page.written_dates import day_in_words
from app.web.core.services import connection

T = TypeVar("T")

PAGE_OF_PEOPLE = 100
SHORT = 3
"""Of names with so few letters, one other letter makes another name: Ben and Bea, Tom and Tim."""


@dataclass(frozen=True)
class ListedPlayer:
    """A person with all who were merged into them; `letters` are their initials among all.

    `matches` are those with a seat of any of them, `last` the day of the latest (ISO), "" for none.
    """

    person: Person
    letters: str
    matches: int
    last: str

    @property
    def about(self) -> Text:
        """How often they played, and when last."""
        if not self.matches:
            return _("no match yet")
        last = day_in_words(self.last)
        return _n("{n} match · last {last}", "{n} matches · last {last}", self.matches, last=last)


def players_of(people: Sequence[Person]) -> list[ListedPlayer]:
    """The people of a club as they are listed: who has a match or was entered by hand, and is
    merged into nobody; who plays most is first. Whose matches were all deleted, or whose name was a
    slip, is not: they are known again with their next match."""
    by_id = {person.id: person for person in people}
    groups: dict[int, list[Person]] = {}
    for number, head in canonical_among(people).items():
        groups.setdefault(head.id, []).append(by_id[number])
    # A file may seat somebody twice in one match, by two of their names.
    several = {
        number: [one.id for one in group]
        for number, group in groups.items()
        if sum(one.matches > 0 for one in group) > 1
    }
    together = attendance.matches_of_groups(connection(), this_club(), several)
    found = []
    for number, group in groups.items():
        head, matches = by_id[number], sum(one.matches for one in group)
        matches = together.get(number, matches)
        if head.forgotten is None and (matches or any(one.added for one in group)):
            found.append((matches, max(one.last for one in group), head))
    found.sort(key=lambda it: (-it[0], it[2].id))
    letters = initials_of([head.name for _matches, _last, head in found])
    return [
        ListedPlayer(head, initials, matches, last)
        for initials, (matches, last, head) in zip(letters, found, strict=True)
    ]


def name_order(person: Person) -> str:
    """The sort key of people by what they are called."""
    return plain(person.label).casefold()


# Names


def first_name(name: str) -> str:
    """The first name in a name, by its spelling."""
    return spelling_key(name).partition(" ")[0]


def likeness(one: str, other: str) -> float:
    """How much two names look like one person's, from 0 to 100: spelt alike, or the same first
    name, or one that begins as the other does, or else by their letters."""
    names = spelling_key(one), spelling_key(other)
    if names[0] == names[1]:
        return 100
    firsts = sorted((first_name(one), first_name(other)), key=len)
    if len(firsts[0]) > 1 and firsts[1].startswith(firsts[0]):
        return 99 if firsts[0] == firsts[1] else 98
    return fuzz.ratio(*names)


def are_alike(one: str, other: str) -> bool:
    """Whether two names may be one person's: spelt alike, the same first name, or one letter more,
    less or another."""
    one, other = spelling_key(one), spelling_key(other)
    if first_name(one) == first_name(other):
        return True
    short, long = sorted((one, other), key=len)
    if len(short) <= SHORT or len(long) - len(short) > 1:
        return False
    pairs = enumerate(zip(short, long, strict=False))
    start = next((place for place, (mine, theirs) in pairs if mine != theirs), len(short))
    return long[start + 1 :] in (short[start:], short[start + 1 :])


# Page by page: a list grows with the club, and a page must not


class ListPage(NamedTuple, Generic[T]):
    """The `items` of a list that have a row on this page, and the numbers of the page before and
    behind it, None for none."""

    items: Sequence[T]
    before: int | None
    behind: int | None


def page_of(items: Sequence[T]) -> ListPage[T]:
    """The page of a list that the address says (`page`, from 1); the last for one behind it."""
    last = max(1, -(-len(items) // PAGE_OF_PEOPLE))
    number = max(1, min(request.args.get("page", 1, int), last))
    start = (number - 1) * PAGE_OF_PEOPLE
    return ListPage(
        items[start : start + PAGE_OF_PEOPLE],
        number - 1 if number > 1 else None,
        number + 1 if number < last else None,
    )
