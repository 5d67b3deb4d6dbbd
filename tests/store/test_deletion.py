"""Matches that are deleted, come back, or had no answer for a day."""

from contextlib import closing, nullcontext, suppress
from dataclasses import replace
from functools import partial

import pytest

from app.scoring import Event, Line
from app.server.run import open_app
from app.store import engine_for
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.store.matches import deletion, evening_changes, facts, flags, lists, log, matches
from app.store.matches.deletion import IS_UNANSWERED
from app.store.matches.log import Overtaken
from app.store.people import merging, naming, people, seatings
from app.store.people.evenings import NoSuchEvening
from testkit.match import CAST
from tests.books import OPEN, OVER, RULES, ago, answer, begin, ids, meddle, plan_of, undo

pytestmark = pytest.mark.every_engine
in_a_file = pytest.mark.in_a_file


def test_what_is_deleted_stands_in_no_list_and_comes_back_as_it_was(db):
    one, other = begin(db, OPEN), begin(db, OVER)
    before, listed = matches.find_match(db, HOME, one), ids(lists.open_matches(db, HOME))
    for match_id in (one, other):
        deletion.delete_match(db, HOME, match_id)

    assert lists.open_matches(db, HOME) == lists.past_matches(db, HOME, 9) == []
    assert seatings.recent_people(db, HOME, 9) == []
    assert matches.find_same_match(db, HOME, "trex", CAST, [RULES]) is None
    assert set(ids(lists.deleted_matches(db, HOME))) == {one, other}

    deletion.restore_match(db, HOME, one)

    restored = replace(before, revision=before.revision + 1)
    assert matches.find_match(db, HOME, one) == restored
    assert ids(lists.open_matches(db, HOME)) == listed


def test_what_was_first_deleted_a_month_ago_is_removed_for_good_at_start(db, book, tmp_path):
    lately, stays, gone = begin(db), begin(db), begin(db)
    for match_id in (lately, gone, stays):
        flags.flag_deal(db, HOME, match_id, 1)
    for match_id, days in ((lately, 29), (gone, 31)):
        meddle(book, "UPDATE matches SET deleted = ? WHERE number = ?", ago(days=days), match_id)
        deletion.delete_match(db, HOME, match_id)

    open_app(engine_for(book), tmp_path / "key", is_open=True)

    with closing(engine_for(book).connect()) as db:
        assert lists.match_ids(db, HOME) == [lately, stays]
        for table in ("events", "doubts"):
            left = db.execute(f"SELECT match FROM {table} ORDER BY match").fetchall()
            assert left == [(lately,), (stays,)]
        assert matches.find_match(db, HOME, lately).deleted < ago(days=28)
        meddle(book, "UPDATE matches SET deleted = '2020-01-01' WHERE number = ?", lately)
        assert deletion.purge_deleted(db) == 1
        assert begin(db) == gone + 1, "a number is never given twice"


# A match without an answer


@pytest.fixture
def waits_for(db, book):
    """Begins a match that has had no answer for so many hours, in a club or at home."""

    def begin_ago(hours, club=HOME):
        match_id = begin(db, OPEN, club=club)
        about = (ago(hours=hours), club, match_id)
        meddle(book, "UPDATE matches SET changed = ? WHERE club = ? AND number = ?", *about)
        return match_id

    return begin_ago


def test_a_match_that_had_no_answer_for_a_day_is_deleted_in_every_club(db, waits_for):
    other = clubs.create_club(db, "Other").id
    gone, waits, elsewhere = waits_for(25), waits_for(23), waits_for(25, other)

    assert deletion.delete_unanswered(db) == 2
    assert ids(lists.open_matches(db, HOME)) == [waits]
    assert ids(lists.deleted_matches(db, HOME)) == [gone]
    assert ids(lists.deleted_matches(db, other)) == [elsewhere]
    assert deletion.delete_unanswered(db) == 0


@in_a_file
@pytest.mark.parametrize(
    "say",
    [
        lambda db, match_id: answer(db, match_id, "hearts"),
        lambda db, match_id: (answer(db, match_id, "hearts"), undo(db, match_id, after=2)),
        lambda db, match_id: log.append(
            db, HOME, match_id, [Line(Event("correction", 0, "rules", {}))], after=1
        ),
        lambda db, match_id: log.append(
            db, HOME, match_id, [Line(Event("entry", 0, "rules", {}))], after=1, summary=OVER
        ),
        lambda db, match_id: matches.set_title(db, HOME, match_id, "Grandma’s birthday"),
    ],
    ids=["an answer", "one that was undone", "a correction", "an end", "a title"],
)
def test_a_match_about_which_anything_was_said_stays_however_old_it_is(say, db, book, waits_for):
    match_id = waits_for(25)
    say(db, match_id)
    meddle(book, "UPDATE matches SET changed = ? WHERE number = ?", ago(hours=9_000), match_id)

    assert deletion.delete_unanswered(db) == 0
    assert matches.find_match(db, HOME, match_id).deleted is None


@in_a_file
def test_what_was_brought_back_waits_for_a_day_again(db, book, waits_for):
    match_id = waits_for(25)
    deletion.delete_unanswered(db)
    deletion.restore_match(db, HOME, match_id)

    assert deletion.delete_unanswered(db) == 0
    assert ids(lists.open_matches(db, HOME)) == [match_id]
    meddle(book, "UPDATE matches SET changed = ? WHERE number = ?", ago(hours=25), match_id)
    assert deletion.delete_unanswered(db) == 1


@in_a_file
def test_who_is_renamed_keeps_no_match_without_an_answer(db, waits_for):
    waits_for(25)
    (anna, *_others) = people.list_people(db, HOME)
    naming.rename_person(db, HOME, anna.id, "Ann")

    assert deletion.delete_unanswered(db) == 1


@in_a_file
def test_a_match_of_an_old_file_waits_for_a_day_from_when_it_is_taken_in(db):
    line = Line(RULES, ago(days=400))
    match_id = matches.save_match(db, HOME, "trex", CAST, ago(days=400), [line], summary=OPEN)

    assert deletion.delete_unanswered(db) == 0
    assert ids(lists.open_matches(db, HOME)) == [match_id]


@in_a_file
def test_it_is_done_at_every_start_and_can_be_undone_for_a_month(db, book, waits_for, tmp_path):
    match_id = waits_for(25)

    open_app(engine_for(book), tmp_path / "key", is_open=True)

    with closing(engine_for(book).connect()) as db:
        assert ago(days=1) < matches.find_match(db, HOME, match_id).deleted


@in_a_file
def test_what_has_no_answer_is_found_by_an_index_that_holds_only_what_is_open(db):
    plan = plan_of(db, f"SELECT 1 FROM matches WHERE club = ? AND {IS_UNANSWERED}", HOME, "2026")

    assert "matches_listed (club=? AND is_over=? AND changed<?)" in plan
    assert "SCAN" not in plan


@pytest.mark.parametrize("lines", [1, 2])
def test_a_match_is_deleted_on_the_condition_that_it_has_no_answer(lines, db):
    match_id = begin(db, lines=lines)

    with pytest.raises(Overtaken) if lines > 1 else nullcontext():
        deletion.delete_if_unanswered(db, HOME, match_id)

    assert (matches.find_match(db, HOME, match_id).deleted is None) == (lines > 1)


@in_a_file
@pytest.mark.parametrize(
    ("act", "about"),
    [
        (deletion.delete_match, [1]),
        (deletion.restore_match, [1]),
        (deletion.delete_if_unanswered, [1]),
        (lambda db, _club: deletion.delete_unanswered(db), []),
        (partial(log.append, after=1), [1, [Line(Event("undo"))]]),
        (naming.rename_person, [1, "Ann"]),
        (lists.save_summaries, [[]]),
        (facts.clear_unreadable, [[1]]),
        (merging.unmerge_person, [1]),
        (evening_changes.split_evening, [1, 2]),
        (evening_changes.join_evening, [2]),
    ],
)
def test_what_writes_into_a_club_and_its_matches_locks_the_club_first(act, about, db, waits_for):
    """In two orders, two of them would wait for each other."""
    waits_for(25)
    asked = []
    db.conn.set_trace_callback(asked.append)
    with suppress(NoSuchEvening):
        act(db, HOME, *about)
    db.conn.set_trace_callback(None)

    writes = [sql for sql in asked if sql.startswith(("UPDATE", "INSERT", "DELETE"))]
    assert writes[0].startswith("UPDATE clubs SET version = ")
