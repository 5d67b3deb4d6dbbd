"""One person never sits twice in a match, in whatever order matches are deleted and restored and
people are merged, split and forgotten."""

import random
from contextlib import suppress

import pytest

from app.games import GAMES
from app.store.clubs.clubs import HOME
from app.store.errors import StoreError
from app.store.matches import erasure, lists
from app.store.people import merging, people, seatings
from app.store.people.people import NoSuchPerson, SatTogether
from testkit.play import Played
from testkit.web.table import keep

KINDS = ["play", "unmerge", "forget", "rename", *["delete", "restore", "merge"] * 2]
NAMES = ["Anna", "Bruno", "Carla", "Dino", "Emil", "Fritz"]


def seated_twice(db):
    """The matches in which one person, merged ones counted as one, has two seats in one deal."""
    twice = []
    for number in lists.match_ids(db, HOME):
        seats = seatings.seats_of_matches(db, HOME, [number]).get(number, [])
        for deal in {one.deal for one in seats}:
            here = {}
            for one in seats:
                if one.deal <= deal:
                    here[one.seat] = one.person
            people = [one.id for one in here.values() if one and one.forgotten is None]
            if len(people) != len({*people}):
                twice.append((number, deal, people))
    return twice


def played_by(app, *names):
    played = Played(GAMES["italian_whist"], [*names])
    for answer in ({}, [5, 3, 1], [1, 3, 5]):
        played.answer(answer)
    return keep(app, played)


def test_two_who_were_merged_while_their_match_was_deleted_have_one_seat_until_they_are_split(
    app, db
):
    table = played_by(app, "Anna", "Bruno", "Carla")
    anna, bruno = (people.find_people(db, HOME, [name])[name.lower()].id for name in NAMES[:2])
    table.send("/delete", {})
    merging.merge_people(db, HOME, bruno, anna)
    table.send("/restore", {})

    def seated():
        return [one.person and one.person.id for one in seatings.seats_of_matches(db, HOME, [1])[1]]

    assert seated()[:2] == [anna, None]
    assert [str(seat) for seat in table.standing.table.seats] == ["Anna", "Bruno", "Carla"]
    assert table.open().status == table.open("/sheet").status == 200

    merging.unmerge_person(db, HOME, bruno)
    assert seated()[:2] == [anna, bruno]


@pytest.mark.parametrize("seed", range(3))
def test_nobody_has_two_seats_whatever_is_deleted_merged_and_brought_back(seed, app, db):
    rng = random.Random(seed)
    tables = []
    for step in range(40):
        persons = people.list_people(db, HOME)
        some = [one.id for one in persons if one.forgotten is None]
        kind = rng.choice(KINDS)
        with suppress(StoreError, SatTogether, NoSuchPerson, ValueError, IndexError):
            if kind == "play" or not tables:
                tables.append(played_by(app, *rng.sample(NAMES, 3)))
            elif kind == "delete":
                rng.choice(tables).send("/delete", {}, after=None)
            elif kind == "restore":
                rng.choice(tables).send("/restore", {}, after=None)
            elif kind == "merge":
                merging.merge_people(db, HOME, *rng.sample(some, 2))
            elif kind == "unmerge":
                merging.unmerge_person(db, HOME, rng.choice(persons).id)
            elif kind == "forget":
                erasure.forget_person(db, HOME, rng.choice(some))
            elif kind == "rename":
                table = rng.choice(tables)
                table.phone.send(
                    f"{table.path}/players", {"after": 3, "from": 1, "players.0": rng.choice(NAMES)}
                )
        assert seated_twice(db) == [], (seed, step, kind)
