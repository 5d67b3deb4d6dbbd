"""Changes of an evening by hand: nothing is lost by one, and each can be undone."""

import random
from dataclasses import replace
from datetime import date

import pytest

from app.games import GAMES
from app.store.clubs.clubs import HOME
from app.store.matches import deletion, erasure, evening_changes, facts, matches
from app.store.matches.evening_changes import CannotUndo, TooManyMatches
from app.store.matches.facts import WrongNumbers
from app.store.numbers import totals
from app.store.numbers.totals import FactFilter
from app.store.people import evenings
from app.store.people.evenings import NoSuchEvening
from app.web.match.repository import summary_of
from testkit.match import CAST
from testkit.play import play_at_random
from tests.books import meddle

pytestmark = pytest.mark.every_engine
FRIDAY, SATURDAY, SUNDAY = "2025-12-26", "2025-12-27", "2025-12-28"
TABLES = {
    "evenings": "number, day, began, until, title, place, note, awards, names",
    "matches": "number, day, evening",
    "seatings": "match, seat, deal, person, day",
    "facts": "match, person, other, key, day, evening, count",
    "sums": "person, other, game, variant, month, key, matches, count, chances, points",
}


@pytest.fixture
def db(db):
    """Three evenings of one match, and a second match on the last."""
    for number, day in enumerate((FRIDAY, SATURDAY, SUNDAY, SUNDAY)):
        match = play_at_random(GAMES["tribello"], random.Random(number)).match
        about = (HOME, "tribello", CAST[:3], f"{day}T19:0{number}:00.000+00:00", match.log)
        matches.save_match(db, *about, summary=summary_of(match), by_date=True)
    for number, title in ((1, "Ben’s new flat"), (2, "Knafeh"), (3, "The last one")):
        about = evenings.find_evening(db, HOME, number)
        words = {"title": title, "place": f"Harbour Street {number}", "note": f"Note {number}."}
        evenings.describe_evening(db, HOME, replace(about, **words))
    return db


def all_rows(db):
    """What is written of evenings, and of all that counts for one."""
    return {
        table: sorted(map(tuple, db.execute(f"SELECT {columns} FROM {table}").fetchall()))
        for table, columns in TABLES.items()
    }


CHANGES = {
    "joined": lambda db: evening_changes.join_evening(db, HOME, 2),
    "split": lambda db: evening_changes.split_evening(db, HOME, 3, 4),
    "moved": lambda db: evening_changes.move_to_evening(db, HOME, 3, 4, 1),
    "moved to a day": lambda db: evening_changes.move_to_evening(db, HOME, 3, 4, date(2024, 5, 3)),
    "moved to its own": lambda db: evening_changes.move_to_evening(db, HOME, 3, 3, None),
    "dated": lambda db: evening_changes.date_evening(db, HOME, 3, date(2026, 1, 2)),
}
every_change = pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())


@every_change
def test_a_change_that_is_undone_leaves_everything_as_it_was(change, db):
    before = all_rows(db)

    done = change(db)
    assert all_rows(db) != before
    assert facts.wrong_numbers(db, HOME) == WrongNumbers(0, 0)
    evening_changes.undo_evening_change(db, HOME, done.id)

    assert all_rows(db) == before
    assert evening_changes.list_evening_changes(db, HOME) == []


@every_change
def test_what_was_written_about_an_evening_since_stays_when_a_change_is_undone(change, db):
    done = change(db)
    about = evenings.find_evening(db, HOME, done.evening)
    evenings.describe_evening(db, HOME, replace(about, place="The old flat"))

    evening_changes.undo_evening_change(db, HOME, done.id)

    there = evenings.find_evening(db, HOME, done.evening)
    assert there is None or there.place == "The old flat"


def test_an_evening_without_words_has_those_of_the_later_when_the_two_are_joined(db):
    about = evenings.find_evening(db, HOME, 1)
    evenings.describe_evening(db, HOME, replace(about, title="", place=""))

    evening_changes.join_evening(db, HOME, 2)

    joined = evenings.find_evening(db, HOME, 1)
    assert (joined.title, joined.place) == ("Knafeh", "Harbour Street 2")
    assert joined.note == "Note 1.\n\nNote 2."


def test_the_day_of_an_evening_is_that_for_which_its_matches_count(db):
    evening_changes.date_evening(db, HOME, 3, date(2026, 1, 2))

    asked = FactFilter(keys=("won",), month="2026")
    assert {fact.match_id for fact in totals.list_facts(db, HOME, asked)} == {3, 4}
    assert [it.id for it in evenings.list_evenings(db, HOME, 9)] == [3, 2, 1]
    evening_changes.date_evening(db, HOME, 3, date(2025, 12, 1))
    assert [it.id for it in evenings.list_evenings(db, HOME, 9)] == [2, 1, 3]
    assert matches.find_match(db, HOME, 4).dated == "2025-12-01"
    assert evening_changes.date_evening(db, HOME, 3, date(2025, 12, 1)) is None, "it has that date"


def test_an_evening_of_two_days_keeps_them_apart_when_it_is_dated(db):
    evening_changes.join_evening(db, HOME, 3)
    evening_changes.date_evening(db, HOME, 2, date(2025, 12, 6))

    days = db.execute("SELECT number, day FROM matches WHERE number > 1 ORDER BY number").fetchall()
    assert days == [(2, "2025-12-06"), (3, "2025-12-07"), (4, "2025-12-07")]


def test_a_match_that_is_moved_counts_for_the_day_of_its_evening(db):
    evening_changes.move_to_evening(db, HOME, 3, 4, 1)
    assert matches.find_match(db, HOME, 4).day == FRIDAY

    its_own = evening_changes.move_to_evening(db, HOME, 1, 4, None).evening
    assert evenings.find_evening(db, HOME, its_own).day == FRIDAY
    of_a_day = evening_changes.move_to_evening(db, HOME, its_own, 4, date(2025, 12, 27))
    assert of_a_day.evening == 2, "the evening of that day"


def test_a_change_is_not_undone_before_the_one_that_followed_it(db):
    joined = evening_changes.join_evening(db, HOME, 2)
    moved = evening_changes.move_to_evening(db, HOME, 1, 2, 3)
    before = all_rows(db)

    for change in (joined.id, "another"):
        with pytest.raises(CannotUndo):
            evening_changes.undo_evening_change(db, HOME, change)
    assert all_rows(db) == before
    evening_changes.undo_evening_change(db, HOME, moved.id)
    assert evening_changes.undo_evening_change(db, HOME, joined.id) == 2


def test_matches_that_were_removed_for_good_do_not_come_back(db, book):
    done = evening_changes.join_evening(db, HOME, 2)
    deletion.delete_match(db, HOME, 2)
    meddle(book, "UPDATE matches SET deleted = '2020-01-01' WHERE number = 2")
    deletion.purge_deleted(db)

    evening_changes.undo_evening_change(db, HOME, done.id)

    assert evenings.find_evening(db, HOME, 2) is None
    assert evenings.find_evening(db, HOME, 1).title == "Ben’s new flat"


def test_nothing_is_changed_that_is_not_there(db):
    before = all_rows(db)
    for change, about in (
        (evening_changes.join_evening, (1,)),
        (evening_changes.join_evening, (99,)),
        (evening_changes.join_evening, (2, replace(evenings.find_evening(db, HOME, 3)))),
        (evening_changes.split_evening, (3, 3)),
        (evening_changes.move_to_evening, (3, 1, 2)),
        (evening_changes.move_to_evening, (3, 4, 99)),
        (evening_changes.move_to_evening, (3, 4, 3)),
        (evening_changes.move_to_evening, (3, 4, date(2025, 12, 28))),
        (evening_changes.date_evening, (99, date(2025, 12, 28))),
    ):
        with pytest.raises(NoSuchEvening):
            change(db, HOME, *about)
    assert all_rows(db) == before


def test_an_evening_of_very_many_matches_is_left_alone(db, monkeypatch):
    monkeypatch.setattr("app.store.matches.evening_changes.MOST_MOVED", 1)

    with pytest.raises(TooManyMatches):
        evening_changes.join_evening(db, HOME, 3)


def test_changes_are_kept_for_thirty_days_and_the_latest_of_very_many(db, book, monkeypatch):
    monkeypatch.setattr("app.store.matches.evening_changes.MOST_CHANGES", 2)
    days = (date(2025, 11, day) for day in (1, 2, 3))
    changes = [evening_changes.date_evening(db, HOME, 3, day).id for day in days]
    assert {it.id for it in evening_changes.list_evening_changes(db, HOME)} <= {*changes}
    assert len(evening_changes.list_evening_changes(db, HOME)) == 2

    meddle(book, "UPDATE evening_changes SET at = '2020-01-01'")
    assert evening_changes.list_evening_changes(db, HOME) == []
    evening_changes.purge_evening_changes(db)
    assert db.execute("SELECT count(*) FROM evening_changes").fetchone() == (0,)


def test_no_name_that_is_forgotten_stays_in_what_an_evening_was_called(db):
    about = evenings.find_evening(db, HOME, 3)
    evenings.describe_evening(db, HOME, replace(about, title="Anna’s birthday"))
    evening_changes.date_evening(db, HOME, 3, date(2025, 11, 1))
    evenings.describe_evening(db, HOME, replace(about, title="A birthday"))

    erasure.forget_person(db, HOME, 1)

    assert "Anna" not in str(db.execute("SELECT * FROM evening_changes").fetchall())
