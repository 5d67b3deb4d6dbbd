"""A year of evenings in which people are renamed, merged, hidden, forgotten and put right, in any
order: what the club knows is always what a fresh reading of all logs finds."""

import tempfile
from contextlib import closing, suppress
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from app.scoring import Event, Line
from app.scoring.game import name_key
from app.scoring.match import seating
from app.scoring.model.seats import has_name
from app.store import engine_for
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.store.matches import deletion, erasure, lists, log, matches
from app.store.matches.log import Overtaken, Summary
from app.store.people import merging, naming, people, seatings
from app.store.people.people import NameTaken, NoSuchPerson, SatTogether
from tests.books import RULES

NAMES = ("Anna", "anna", "Anna K.", "Bruno", "Ｂruno", "Carla", "Dino", "Eva", "Fred", "#2", "?#1")
name = st.sampled_from(NAMES)
seat_names = st.lists(name, min_size=4, max_size=4, unique_by=name_key)
number = st.integers(1, 6)
ACTIONS = st.one_of(
    st.tuples(st.just("begin"), seat_names),
    st.tuples(st.just("change"), number, st.integers(0, 5), seat_names),
    st.tuples(st.just("turn"), number, st.permutations(range(4))),
    st.tuples(st.sampled_from(("undo", "redo", "delete", "restore")), number),
    st.tuples(st.just("rename"), name, name),
    st.tuples(st.just("merge"), name, name),
    st.tuples(st.sampled_from(("rename back", "unmerge", "hide", "show", "forget", "add")), name),
)
REFUSED = (NameTaken, NoSuchPerson, SatTogether, Overtaken)


def act(db, what, *values):
    """Do one of these, unless it is refused."""
    if what == "begin":
        summary = Summary(is_over=False, values={"players": values[0]})
        matches.begin_match(db, HOME, "trex", values[0], RULES, summary)
    elif what in ("change", "turn", "undo", "redo"):
        say(db, what, *values)
    elif what in ("delete", "restore"):
        if what == "delete":
            deletion.delete_match(db, HOME, values[0])
        else:
            deletion.restore_match(db, HOME, values[0])
    elif what == "add":
        people.add_person(db, HOME, values[0])
    else:
        persons = [people.find_people(db, HOME, [each]).get(name_key(each)) for each in values]
        if persons[0] is None:
            return
        if what == "rename" and has_name(values[1]):
            naming.rename_person(db, HOME, persons[0].id, values[1])
        elif what == "merge" and persons[1]:
            merging.merge_people(db, HOME, persons[0].id, persons[1].id)
        elif what == "unmerge":
            merged = [one for one in people.list_people(db, HOME) if one.merged_into]
            for one in merged[:1]:
                merging.unmerge_person(db, HOME, one.id)
        elif what in CHANGES:
            CHANGES[what](db, HOME, persons[0].id)


CHANGES = {
    **{"rename back": naming.undo_rename, "hide": people.hide_person, "show": people.show_person},
    "forget": erasure.forget_person,
}


def say(db, what, match_id, *values):
    """Write one more line into a match."""
    record = matches.find_match(db, HOME, match_id)
    if record is None or (what == "redo" and record.events[-1].kind != "undo"):
        return
    if what == "undo" and len(record.log) < 2:
        return
    event = Event(what)
    if what == "change":
        names = [new if n % 2 == values[0] % 2 else None for n, new in enumerate(values[1])]
        event = Event("correction", values[0], "players", names)
        for _deal, seated in seating.seatings(record.players, [*record.events, event])[-1].spans:
            if len({name_key(each) for each in seated}) < len(seated):
                return
    elif what == "turn":
        event = Event("correction", 0, "seats", {"order": [*values[0]], "answers": {}})
    log.append(db, HOME, match_id, [Line(event)], after=len(record.log))


def known(db):
    """Who sits where by what name, in pages and lists, and how often everybody does."""
    numbers = lists.match_ids(db, HOME)
    seats = seatings.seats_of_matches(db, HOME, numbers)
    return (
        {
            number: [(one.seat, one.deal, one.person and one.person.name) for one in sitting]
            for number, sitting in seats.items()
        },
        sorted((one.name, one.matches) for one in people.list_people(db, HOME) if one.matches),
        [match.summary["players"] for match in lists.latest_matches(db, HOME, 99) if match.summary],
    )


def read_afresh(db):
    """Forget who sat where, and read it out of all logs."""
    with db.transaction():
        db.execute("DELETE FROM seatings")
        db.execute("UPDATE people SET matches = 0")
        db.execute("UPDATE matches SET seated = 0")
    seatings.backfill_seatings(db)


@given(st.lists(ACTIONS, max_size=30))
def test_what_is_known_of_people_is_what_the_logs_say(actions):
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(engine_for(Path(folder) / "year.sqlite3").open()) as db,
    ):
        db.execute("PRAGMA synchronous = OFF")
        clubs.ensure_home_club(db)
        for action in actions:
            with suppress(*REFUSED):
                act(db, *action)
        before = known(db)

        read_afresh(db)

        assert known(db) == before
        assert list(log.damaged_lines(db)) == []
        for match_id in lists.match_ids(db, HOME):
            record = matches.find_match(db, HOME, match_id)
            today = matches.with_names_of_today(db, HOME, [record])[0].players
            assert len({*today}) == len(record.players), "nobody sits in two seats"
