"""Evenings: a match belongs to that in which it began, where it was played."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.dates import day_of, local_time
from app.scoring import Event, Line
from app.store.clubs.clubs import HOME
from app.store.matches import deletion, evening_changes, log, matches, mentions
from app.store.matches.mentions import Mention
from app.store.people import evenings
from app.store.people.evenings import Evening
from testkit.match import CAST
from tests.books import RULES, meddle

pytestmark = pytest.mark.every_engine
SUNDAY = datetime(2026, 11, 15, tzinfo=UTC)


def at(hours):
    """So many hours after that Sunday began, as it is stored."""
    return (SUNDAY + timedelta(hours=hours)).isoformat(timespec="milliseconds")


def play(db, *hours, utc_offset=None, by_date=False):
    """A match that began at the first of these hours, with an answer at each; its evening."""
    lines = [Line(RULES, at(hours[0]))]
    lines += [Line(Event("entry", 1, "owner", 1), at(hour)) for hour in hours[1:]]
    about = {"utc_offset": utc_offset, "by_date": by_date}
    number = matches.save_match(db, HOME, "trex", CAST, at(hours[0]), lines, **about)
    return matches.find_match(db, HOME, number).evening


LASTING = {
    "the next match": ((20, 21), 22, True),
    "less than six hours later": ((10, 11), 16.9, True),
    "more than six hours later": ((10, 11), 17.1, False),
    "every answer counts": ((10, 15, 20), 25.9, True),
    "a pause that was": ((10, 17, 17.1), 17.2, False),
    "before six": ((25, 29.9), 29.95, True),
    "after six": ((25, 29.9), 30.1, False),
    "a long day": ((7, 12.5), 18.4, True),
}


@pytest.mark.parametrize(("first", "then", "is_same"), LASTING.values(), ids=LASTING.keys())
def test_an_evening_lasts_until_a_pause_of_six_hours_or_six_in_the_morning(
    first, then, is_same, db
):
    assert (play(db, *first) == play(db, then)) == is_same


@pytest.mark.parametrize(
    ("offset", "is_same"), [(None, True), (-60, True), (90, False), (150, True), (840, True)]
)
def test_six_in_the_morning_is_by_the_phone_that_began_the_match(offset, is_same, db):
    """Four and five o'clock by UTC are half past five and half past six an hour and a half east."""
    both = play(db, 28, utc_offset=offset), play(db, 29, utc_offset=offset)

    assert (both[0] == both[1]) == is_same


def test_what_is_typed_later_belongs_to_the_evening_of_its_date(db):
    evening, next_day = play(db, 20, 21), play(db, 44)

    assert play(db, 12, by_date=True) == evening
    assert play(db, 29, by_date=True) == evening
    assert play(db, 31, by_date=True) == next_day
    assert play(db, -30, by_date=True) not in (evening, next_day)


def test_what_is_answered_later_keeps_the_evening_on(db):
    evening = play(db, 10)
    for line, hour in enumerate((15, 20, 25), start=1):
        log.append(db, HOME, 1, [Line(Event("entry", 1, "owner", hour), at(hour))], after=line)
        assert play(db, hour + 3) == evening


def test_an_evening_without_a_match_goes_on_with_the_next(db):
    evening = play(db, 20)
    deletion.delete_match(db, HOME, 1)

    assert play(db, 21) == evening


GOING_ON = {
    "it goes on": ((20, 21), 0, 26.9, True),
    "six hours later": ((20, 21), 0, 27.1, False),
    "before six": ((25, 29), 0, 29.9, True),
    "at six": ((25, 29), 0, 30.1, False),
    "where it is four": ((25, 29), -120, 30.1, True),
    "after a pause that was": ((10, 17, 18), 0, 18.1, False),
    "it has not begun": ((20,), 0, 19, False),
}


@pytest.mark.parametrize(
    ("played", "offset", "now", "is_on"), GOING_ON.values(), ids=GOING_ON.keys()
)
def test_an_evening_goes_on_while_the_next_match_would_belong_to_it(played, offset, now, is_on, db):
    evening = play(db, *played, utc_offset=offset)

    going_on = evenings.evening_at(db, HOME, at(now))

    assert (going_on.id if going_on else None) == (evening if is_on else None)
    assert (play(db, now, utc_offset=offset) == evening) == is_on


def test_no_evening_goes_on_whose_matches_were_deleted(db):
    play(db, 20, 21)
    deletion.delete_match(db, HOME, 1)

    assert evenings.evening_at(db, HOME, at(21)) is None


def test_what_is_hidden_of_an_evening_is_hidden_when_it_is_split_or_joined(db):
    evening = play(db, 20)
    play(db, 21)
    evenings.show_awards(db, HOME, evening, False)

    later = evening_changes.split_evening(db, HOME, evening, 2).evening
    assert not evenings.find_evening(db, HOME, later).has_awards

    about = evenings.find_evening(db, HOME, later)
    evenings.describe_evening(db, HOME, replace(about, has_awards=True, has_names=False))
    evening_changes.join_evening(db, HOME, later)
    joined = evenings.find_evening(db, HOME, evening)
    assert (joined.has_awards, joined.has_names) == (False, False)


def test_an_evening_that_was_joined_with_that_before_it_goes_on(db):
    before, tonight = play(db, 20), play(db, 44)
    evening_changes.join_evening(db, HOME, tonight)

    assert evenings.evening_at(db, HOME, at(45)).id == before
    assert play(db, 45) == before
    assert play(db, 46, by_date=True) == before
    later = evening_changes.split_evening(db, HOME, before, 2).evening
    assert evenings.find_evening(db, HOME, later).day == "2026-11-16"
    assert evenings.evening_at(db, HOME, at(47)).id == later
    assert play(db, 47) == later


def test_a_match_that_is_deleted_while_the_evening_is_read_ends_it(db, monkeypatch):
    evening = Evening(play(db, 20), "2026-11-15", at(20))
    deletion.delete_match(db, HOME, 1)
    monkeypatch.setattr(evenings, "select_evenings", lambda *_about: [evening])

    assert evenings.evening_at(db, HOME, at(21)) is None
    assert evenings.end_of_evening(db, HOME, 99) == ""


@pytest.mark.parametrize("offset", [-60, 60, 99_999])
def test_a_moment_or_a_clock_that_cannot_be_is_of_some_day(offset):
    assert local_time("not a moment", offset).year == 1
    assert day_of("not a moment", offset) == "0001-01-01"


def test_the_words_of_an_evening_go_with_its_last_match(db, book):
    number = play(db, 20)
    evening = evenings.find_evening(db, HOME, number)
    evenings.describe_evening(db, HOME, replace(evening, note="Anna was late"))
    assert mentions.mentions_of(db, HOME, 1) == [Mention("Anna was late", evening=number)]

    deletion.delete_match(db, HOME, 1)
    assert mentions.mentions_of(db, HOME, 1) == []
    deletion.restore_match(db, HOME, 1)
    assert evenings.find_evening(db, HOME, number).note == "Anna was late"
    meddle(book, "UPDATE matches SET deleted = '2020-01-01'")
    deletion.purge_deleted(db)
    assert db.execute("SELECT count(*) FROM evenings").fetchone() == (0,)
