"""The books of the bench are such as people could have played, in either engine."""

from __future__ import annotations

from contextlib import closing

import pytest

from app import store
from app.web.match.repository import match_from_record, summary_of
from bench.engine_large import LINES, OPEN, RARE, Clubs, club, fill

pytestmark = pytest.mark.every_engine
CLUBS = Clubs(matches=40, clubs=4, of_first=10)


@pytest.fixture
def db(book):
    """A book with these clubs."""
    fill(book, CLUBS)
    with closing(store.engine_for(book).connect()) as db:
        yield db


def test_every_club_has_its_share_of_matches_and_goes_on_counting(db):
    clubs = [each.id for each in store.list_clubs(db)]

    assert clubs == [club(number) for number in range(4)]
    assert [store.count_matches(db, each) for each in clubs] == [10] * 4
    assert store.save_deck(db, clubs[0], "", {}) == 1
    assert (
        store.begin_match(db, clubs[0], "trex", list("ABCD"), as_played(db, 1).log[0].event) == 11
    )


def test_every_log_is_whole_and_its_summary_says_what_it_says(db):
    assert list(store.damaged_lines(db)) == []
    for number in range(1, 11):
        match = as_played(db, number)
        assert len(match.log) == LINES
        assert match.standing.is_over == (number <= 10 - OPEN)
    (last, *_open) = store.open_matches(db, club(0))
    assert last.summary == read_again(summary_of(as_played(db, last.id)))


def test_one_player_has_come_once_to_each_club(db):
    for number in range(4):
        assert [match.id for match in store.search_matches(db, club(number), RARE, [], 9)] == [OPEN]


def as_played(db, number):
    return match_from_record(store.find_match(db, club(0), number))


def read_again(summary):
    return store.lists.read_summary(store.log.summary_columns(summary)["summary"])
