"""Lists are read from summaries; a title and a deletion are marks on a match, not on its log."""

from __future__ import annotations

from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from app import store
from app.cli import main
from app.scoring import Event, Line
from app.server.run import open_app
from app.store import HOME
from app.store.sqlite.connection import sqlite3
from tests.front_door import CAST

RULES = Event("entry", 0, "rules", {"upper": 10})
BUGS = (sqlite3.Error, psycopg.Error)
"""What engines raise for a bug of ours."""
OPEN = store.Summary(is_over=False, values={"totals": [1, 2]})
OVER = store.Summary(is_over=True, values={"totals": [3, 4]})
BEFORE = Path(__file__).with_name("score_book_of_before.sql")
MANY = 300


pytestmark = pytest.mark.every_engine


@pytest.fixture
def db(db):
    """A book with the club that plays in these tests."""
    store.ensure_home_club(db)
    return db


def begin(db, summary=OPEN, game="trex"):
    return store.begin_match(db, HOME, game, CAST, RULES, summary)


def ids(matches):
    return [match.id for match in matches]


def days_ago(days):
    return (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")


def change(db, sql, *values):
    """Meddle with the book as no verb does."""
    with db.transaction():
        db.execute(sql, values)


# --- what a list reads --------------------------------------------------------------------------


def test_a_summary_comes_back_as_it_was_given(db):
    begin(db)

    (match,) = store.open_matches(db, HOME)

    assert match.summary == {"totals": [1, 2]}
    assert (match.game, match.title, match.deleted) == ("trex", "", None)


def test_a_line_brings_a_new_summary_and_the_moment_of_the_change(db):
    match_id = begin(db)

    store.append(db, HOME, match_id, [Line(Event("undo"), days_ago(-1))], after=1, summary=OVER)

    assert store.open_matches(db, HOME) == []
    (match,) = store.past_matches(db, HOME, 9)
    assert match.summary == {"totals": [3, 4]}
    assert match.changed > match.started


def test_a_line_that_is_not_written_leaves_the_summary_as_it_was(db):
    match_id = begin(db)

    with pytest.raises(store.Overtaken):
        store.append(db, HOME, match_id, [Line(Event("undo"))], after=7, summary=OVER)

    assert store.open_matches(db, HOME)[0].summary == {"totals": [1, 2]}


def test_a_line_without_a_summary_leaves_none_that_could_be_wrong(db):
    match_id = begin(db)

    store.append(db, HOME, match_id, [Line(Event("undo"))], after=1)

    assert store.open_matches(db, HOME)[0].summary is None


def test_every_open_match_is_listed_the_one_changed_last_first(db):
    begun = [begin(db) for _ in range(30)]
    store.append(db, HOME, begun[0], [Line(Event("undo"), days_ago(-1))], after=1, summary=OPEN)

    assert ids(store.open_matches(db, HOME)) == [begun[0], *reversed(begun[1:])]


def test_past_matches_come_page_by_page(db):
    begun = [begin(db, OVER) for _ in range(7)]
    # One that was begun early ends late.
    late = begun.pop(2)
    store.append(db, HOME, late, [Line(Event("undo"), days_ago(-1))], after=1, summary=OVER)

    first = store.past_matches(db, HOME, 3)
    second = store.past_matches(db, HOME, 3, before=first[-1].id)
    third = store.past_matches(db, HOME, 3, before=second[-1].id)

    assert ids(first) + ids(second) + ids(third) == [late, *reversed(begun)]


@pytest.mark.parametrize("words", ["ANNA", "nn", "friday", "fri\0day"])
@pytest.mark.parametrize("games", [[], ["trico"], ["trico", "tribello"]])
def test_a_match_is_found_by_a_part_of_a_name_or_a_title(words, games, db):
    match = begin(db, store.Summary(is_over=True, values={"players": list(CAST)}))
    store.set_title(db, HOME, match, "Friday_%")

    assert ids(store.search_matches(db, HOME, words, games, 9)) == [match]
    assert ids(store.search_matches(db, HOME, "nobody", ["trex", *games], 9)) == [match]
    assert store.search_matches(db, HOME, "nobody", games, 9) == []
    assert ids(store.search_matches(db, HOME, "y_%", games, 9)) == [match]
    assert store.search_matches(db, HOME, "i_d", games, 9) == []


@pytest.mark.in_a_file
def test_many_matches_that_are_over_cost_a_list_nothing(db):
    """The plan of SQLite looks into an index, and scans and sorts nothing."""
    for query in (
        "SELECT number FROM matches WHERE club = 'home' AND deleted IS NULL AND is_over = 0"
        " ORDER BY changed DESC, number DESC",
        "SELECT number FROM matches WHERE club = 'home' AND deleted IS NULL AND is_over = 1"
        " AND (changed, number) <"
        " (SELECT changed, number FROM matches WHERE club = 'home' AND number = 5)"
        " ORDER BY changed DESC, number DESC LIMIT 12",
        "SELECT 1 FROM matches WHERE club = 'home' AND deleted IS NOT NULL LIMIT 1",
    ):
        plan = " ".join(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {query}"))
        assert "INDEX matches_" in plan
        assert "TEMP B-TREE" not in plan


# --- made again from the logs -------------------------------------------------------------------


@pytest.fixture
def rebuilt(book, capsys):
    """Run `tricktally rebuild`, and return what it prints."""

    def run():
        assert main(["rebuild", "--database", str(book)]) == 0
        return capsys.readouterr().out

    return run


WHIST = [
    Event("entry", 0, "rules", {"upper": 3, "lower": -10}),
    Event("entry", 1, "first", [6, 2, 1]),
    Event("entry", 1, "second", [1, 2, 6]),
]


@pytest.mark.parametrize(
    "damage", ["NULL", "'not JSON'", "'[]'", "'{\"totals\": [9, 9, 9]}'"], ids=str
)
def test_rebuild_makes_what_was_lost_or_wrong_again_from_the_logs(damage, db, rebuilt):
    match_id = store.begin_match(db, HOME, "italian_whist", CAST[:3], WHIST[0])
    store.append(db, HOME, match_id, [Line(event) for event in WHIST[1:]], after=1)
    # A server that looks at what it is given lets nobody write just anything.
    with suppress(*BUGS):
        change(db, f"UPDATE matches SET summary = {damage}, is_over = 0, changed = ''")

    words = rebuilt()

    (match,) = store.past_matches(db, HOME, 9)
    assert match.summary["totals"] == [5, 0, -5]
    assert match.summary["winners"] == [0]
    assert match.changed == store.find_log_head(db, HOME, match_id).at
    assert "1 matches" in words


def test_rebuild_reads_every_match(db, rebuilt):
    for _each in range(MANY):
        store.begin_match(db, HOME, "italian_whist", CAST[:3], WHIST[0])

    rebuilt()

    assert all(match.summary for match in store.open_matches(db, HOME))


def test_a_match_that_goes_on_while_it_is_rebuilt_keeps_its_newer_summary(db):
    match_id = begin(db)
    store.append(db, HOME, match_id, [Line(Event("undo"))], after=1, summary=OVER)

    store.save_summaries(db, HOME, [(match_id, 1, days_ago(1), OPEN)])

    assert ids(store.past_matches(db, HOME, 9)) == [match_id]


@pytest.mark.in_a_file
def test_rebuild_says_if_there_is_no_score_book(tmp_path, capsys):
    missing = tmp_path / "missing.sqlite3"

    assert main(["rebuild", "--database", str(missing)]) == 1
    assert "there is no" in capsys.readouterr().err
    assert not missing.exists()


def test_a_match_of_a_game_that_we_do_not_know_is_left_as_it_is(db, rebuilt):
    store.begin_match(db, HOME, "skat", CAST[:3], RULES)

    assert "0 matches" in rebuilt()


# --- a score book of before ---------------------------------------------------------------------


@pytest.fixture
def old_book(book):
    with closing(sqlite3.connect(book)) as old:
        old.executescript(BEFORE.read_text("utf-8"))
    return book


@pytest.mark.in_a_file
def test_a_score_book_of_before_is_taken_over_whole(old_book):
    with closing(store.engine_for(old_book).open()) as db:
        records = [store.find_match(db, HOME, match_id) for match_id in (1, 2)]
        assert [record.last_line for record in records] == [3, 3]
        assert [record.title for record in records] == ["", ""]
        assert records[0].events[1] == WHIST[1]
        assert store.open_matches(db, HOME)[0].changed == records[1].log[-1].at
        assert [deck.name for deck in store.saved_decks(db, HOME, 9)] == ["Ours"]


@pytest.mark.in_a_file
def test_what_a_book_of_before_does_not_say_is_found_at_start(old_book):
    open_app(store.engine_for(old_book), is_open=True)

    with closing(store.engine_for(old_book).connect()) as db:
        (going_on,), (over,) = store.open_matches(db, HOME), store.past_matches(db, HOME, 9)
    assert (going_on.id, over.id) == (1, 2)
    assert over.summary["winners"] == [0]
    assert over.changed.startswith("2026-03-01T20:15:")


@pytest.mark.in_a_file
def test_a_book_of_before_is_migrated_once(old_book):
    called = []
    for _time in range(2):
        with closing(store.engine_for(old_book).open()) as db:
            ids = store.match_ids(db, HOME)
            called.append([store.find_match(db, HOME, match_id).uuid for match_id in ids])

    assert len(called[0]) == len({*called[0]}) == 2
    assert called[0] == called[1], "a match is called the same for ever"


@pytest.mark.in_a_file
def test_a_book_of_before_has_changed_nothing_beside_its_logs(old_book):
    with closing(store.engine_for(old_book).open()) as db:
        assert (
            store.find_log_head(db, HOME, 1).revision == store.find_match(db, HOME, 1).revision == 0
        )

        store.set_title(db, HOME, 1, "Friday")

        assert (
            store.find_log_head(db, HOME, 1).revision == store.find_match(db, HOME, 1).revision == 1
        )
        assert store.find_log_head(db, HOME, 2).revision == 0


# --- doubts -------------------------------------------------------------------------------------


def test_a_doubt_is_counted_beside_the_log_and_touches_no_line(db):
    match_id = begin(db)
    before = store.find_match(db, HOME, match_id)

    store.flag_deal(db, HOME, match_id, 1, "Look")
    store.flag_deal(db, HOME, match_id, 1, "Look again")
    assert store.find_log_head(db, HOME, match_id).revision == 1
    store.confirm_deal(db, HOME, match_id, 1)
    store.confirm_deal(db, HOME, match_id, 1)
    assert store.find_log_head(db, HOME, match_id).revision == 2

    (doubt,) = store.list_flags(db, HOME, match_id)
    assert (doubt.deal, doubt.words, doubt.outcome) == (1, "Look", "right")
    assert store.find_match(db, HOME, match_id).log == before.log
    assert list(store.damaged_lines(db)) == []


def test_nobody_doubts_a_deal_of_a_match_that_is_not_there(db):
    with pytest.raises(BUGS):
        store.flag_deal(db, HOME, 99, 1)


@pytest.mark.in_a_file
def test_doubts_come_back_with_a_backup(db, book, tmp_path):
    match_id = begin(db)
    store.flag_deal(db, HOME, match_id, 1, "Look")
    store.backup(book, tmp_path / "backup")
    store.confirm_deal(db, HOME, match_id, 1)

    store.restore(book, tmp_path / "backup")

    assert [doubt.is_open for doubt in store.list_flags(db, HOME, match_id)] == [True]


# --- deleted ------------------------------------------------------------------------------------


def test_what_is_deleted_stands_in_no_list(db):
    one, other = begin(db), begin(db, OVER)
    for match_id in (one, other):
        store.delete_match(db, HOME, match_id)

    assert store.open_matches(db, HOME) == store.past_matches(db, HOME, 9) == []
    assert store.recent_players(db, HOME, 9) == []
    assert store.find_same_match(db, HOME, "trex", CAST, [RULES]) is None
    assert set(ids(store.deleted_matches(db, HOME))) == {one, other}


def test_what_is_restored_is_as_it_was(db):
    match_id = begin(db)
    before = store.find_match(db, HOME, match_id), store.open_matches(db, HOME)
    store.delete_match(db, HOME, match_id)

    store.restore_match(db, HOME, match_id)

    assert (store.find_match(db, HOME, match_id), store.open_matches(db, HOME)) == before


def test_the_moment_of_the_first_deletion_counts(db):
    match_id = begin(db)
    change(db, "UPDATE matches SET deleted = ?", days_ago(29))
    before = store.find_match(db, HOME, match_id).deleted

    store.delete_match(db, HOME, match_id)

    assert store.find_match(db, HOME, match_id).deleted == before


@pytest.mark.parametrize(("days", "is_there"), [(29, True), (31, False)])
def test_what_was_deleted_a_month_ago_is_removed_for_good_at_start(days, is_there, book, tmp_path):
    with closing(store.engine_for(book).open()) as db:
        store.ensure_home_club(db)
        gone, stays = begin(db), begin(db)
        for match_id in (gone, stays):
            store.flag_deal(db, HOME, match_id, 1)
        change(db, "UPDATE matches SET deleted = ? WHERE number = ?", days_ago(days), gone)

    open_app(store.engine_for(book), tmp_path / "key", is_open=True)

    with closing(store.engine_for(book).connect()) as db:
        assert (store.find_match(db, HOME, gone) is not None) is is_there
        lines = db.execute("SELECT count(*) FROM events WHERE match = ?", [gone]).fetchone()
        assert lines == (int(is_there),)
        assert len(store.list_flags(db, HOME, gone)) == int(is_there)
        assert len(store.list_flags(db, HOME, stays)) == 1
        assert store.find_match(db, HOME, stays) is not None


# --- searching ----------------------------------------------------------------------------------


def test_words_that_no_game_is_called_by_are_looked_for_in_titles_and_names(db):
    over = begin(db, store.Summary(is_over=True, values={"players": ["Anna", "Bruno"]}))
    waits = begin(db, store.Summary(is_over=False, values={"players": ["Zoë"]}))
    store.set_title(db, HOME, waits, "For Anna")

    assert ids(store.search_matches(db, HOME, "ann", [], 9)) == [waits, over]
    assert ids(store.search_matches(db, HOME, "ann", [], 1)) == [waits]
    assert ids(store.search_matches(db, HOME, "ann", [], 9, before=waits)) == [over]
    assert ids(store.search_matches(db, HOME, "zo", ["tribello"], 9)) == [waits]


def test_the_latest_match_of_a_name_is_found_whether_it_is_over_or_not(db):
    over, waits = begin(db, OVER), begin(db, OPEN)

    assert store.find_same_match(db, HOME, "trex", CAST, [RULES]) == waits
    store.delete_match(db, HOME, waits)
    assert store.find_same_match(db, HOME, "trex", CAST, [RULES]) == over
