"""The store appends, and keeps what it has acknowledged."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from app import store
from app.scoring import Event, Line
from app.store import HOME
from app.store.engine import insert
from app.store.log import as_row
from app.store.sqlite import connection, write_lock
from app.store.sqlite.connection import sqlite3
from tests.front_door import CAST

RULES = Event("entry", 0, "rules", {"upper": 10})
BUGS = (sqlite3.Error, psycopg.Error)
"""What engines raise for a bug of ours."""
PROCESSES, TURNS = 4, 25

pytestmark = pytest.mark.every_engine


@pytest.fixture
def db(db):
    """A book with the club that plays in these tests."""
    store.ensure_home_club(db)
    return db


@pytest.fixture
def match_id(db):
    return store.begin_match(db, HOME, "trex", CAST, RULES)


def numbers(db, match_id):
    query = "SELECT line FROM events WHERE club = ? AND match = ? ORDER BY line"
    rows = db.execute(query, [HOME, match_id]).fetchall()
    assert len(store.find_match(db, HOME, match_id).log) == len(rows)
    return [number for (number,) in rows]


# --- promises of the database -------------------------------------------------------------------


def pragma(db, name):
    return db.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.mark.in_a_file
def test_what_is_acknowledged_is_on_the_disk(db, book):
    with closing(store.engine_for(book).connect()) as later:
        for each in (db, later):
            assert pragma(each, "journal_mode") == "wal"
            assert pragma(each, "synchronous") == 2


@pytest.mark.in_a_file
def test_every_connection_minds_foreign_keys(db, book):
    with closing(store.engine_for(book).connect()) as later:
        for each in (db, later):
            assert pragma(each, "foreign_keys") == 1


def test_the_sqlite_that_is_used_survives_a_reset_of_its_log():
    assert sqlite3.sqlite_version_info >= (3, 51, 3)


@pytest.mark.in_a_file
def test_an_older_sqlite_is_not_trusted(book, monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 40, 1))

    with pytest.raises(RuntimeError, match="can corrupt"):
        store.engine_for(book).open()


@pytest.mark.in_a_file
def test_a_database_that_cannot_keep_a_log_ahead_is_not_used(monkeypatch, book):
    monkeypatch.setattr(
        connection, "connect", lambda *_, **__: connection.SqliteDatabase(memory=True)
    )

    with pytest.raises(AssertionError, match="unsafe"):
        store.engine_for(book).open()


@pytest.mark.in_a_file
def test_every_table_of_ours_is_strict(db):
    tables = db.execute(
        "SELECT name, strict FROM pragma_table_list WHERE type = 'table'"
    ).fetchall()

    ours = {name: strict for name, strict in tables if not name.startswith(("sqlite_", "_sqlite"))}
    assert ours == dict.fromkeys(("clubs", "matches", "events", "decks", "doubts", "codes"), 1)


def test_a_line_belongs_to_a_match(db):
    with (
        pytest.raises(BUGS),
        db.transaction(),
    ):
        insert(db, "events", as_row(HOME, 99, 1, Line(RULES), store.now()))


def test_two_lines_cannot_have_one_number(db, match_id):
    with (
        pytest.raises(store.UniqueViolation),
        db.transaction(),
    ):
        insert(db, "events", as_row(HOME, match_id, 1, Line(RULES), store.now()))


def test_a_word_is_not_a_number(db, match_id):
    row = as_row(HOME, match_id, 2, Line(RULES), store.now()) | {"deal": "one"}
    with (
        pytest.raises(BUGS),
        db.transaction(),
    ):
        insert(db, "events", row)


# --- opening ------------------------------------------------------------------------------------


def schema(db):
    return db.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()


def test_a_new_book_is_made_where_there_is_none(book):
    with closing(store.engine_for(book).open()) as db:
        assert store.match_ids(db, HOME) == []


@pytest.mark.in_a_file
def test_an_empty_file_becomes_a_book(book):
    book.touch()

    with closing(store.engine_for(book).open()) as db:
        store.ensure_home_club(db)
        assert store.begin_match(db, HOME, "trex", CAST, RULES) == 1


@pytest.mark.in_a_file
def test_opening_a_book_again_changes_nothing(db, book, match_id):
    before = schema(db), store.find_match(db, HOME, match_id)

    with closing(store.engine_for(book).open()) as again:
        assert (schema(again), store.find_match(again, HOME, match_id)) == before


@pytest.mark.parametrize("name", ["a b?c#d%25.sqlite3", "Spieleabend für Zoë.db", "-wal", "x;y'z"])
def test_a_book_may_have_any_name(name, tmp_path):
    with closing(store.engine_for(tmp_path / name).open()) as db:
        store.ensure_home_club(db)
        store.begin_match(db, HOME, "trex", CAST, RULES)
    with closing(store.engine_for(tmp_path / name).connect()) as db:
        assert len(store.match_ids(db, HOME)) == 1

    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_missing_book_is_not_made_anew_by_a_request(tmp_path):
    with pytest.raises(store.StoreError):
        store.engine_for(tmp_path / "missing.sqlite3").connect()

    assert list(tmp_path.iterdir()) == []


@pytest.mark.in_a_file
def test_a_book_that_was_moved_away_for_a_moment_is_whole_when_it_comes_back(db, book, match_id):
    book.rename(f"{book}.elsewhere")
    with pytest.raises(store.StoreError):
        store.find_match(store.engine_for(book).connect(), HOME, match_id)
    Path(f"{book}.elsewhere").rename(book)

    with closing(store.engine_for(book).connect()) as again:
        assert store.find_match(again, HOME, match_id).players == tuple(CAST)


@pytest.mark.in_a_file
def test_the_log_of_a_missing_book_is_not_thrown_away(db, book, match_id):
    book.rename(f"{book}.elsewhere")

    with pytest.raises(FileNotFoundError, match="put that back"):
        store.engine_for(book).open()

    assert Path(f"{book}-wal").stat().st_size


# --- matches ------------------------------------------------------------------------------------


def test_a_match_is_found_as_it_was_begun(db, match_id):
    match = store.find_match(db, HOME, match_id)

    assert (match.game, match.players) == ("trex", tuple(CAST))
    assert match.events == [RULES]
    assert abs(datetime.now(UTC) - datetime.fromisoformat(match.started)) < timedelta(seconds=60)


@pytest.mark.parametrize("match_id", [0, 2, -1, 2**63 - 1])
def test_a_match_that_was_never_begun_is_none(match_id, db):
    store.begin_match(db, HOME, "trex", CAST, RULES)

    assert store.find_match(db, HOME, match_id) is None


@pytest.mark.parametrize(
    "answer",
    [None, [], {}, [1, None], {"KH": 0}, "hearts", True, "Zoë 🂡 دينا \u2028 \x00 \"'", 1.5],
)
def test_an_answer_comes_back_as_it_was_given(answer, db, match_id):
    event = Event("entry", 1, "any", answer)

    store.append(db, HOME, match_id, [Line(event)], after=1)

    assert store.find_match(db, HOME, match_id).events[-1] == event


def test_times_are_kept_in_utc(db, match_id):
    line = store.find_match(db, HOME, match_id).log[0]

    assert datetime.fromisoformat(line.at).utcoffset() == timedelta(0)


def test_known_players_are_named_once_the_latest_first(db):
    store.begin_match(db, HOME, "trex", ["Anna", "Bruno"], RULES)
    store.begin_match(db, HOME, "trex", ["Carla", "Anna"], RULES)

    assert store.recent_players(db, HOME, 9) == ["Carla", "Anna", "Bruno"]


def test_names_that_are_alike_are_one_player_in_the_latest_spelling(db):
    store.begin_match(db, HOME, "trex", ["anna", "Jose\u0301"], RULES)
    store.begin_match(db, HOME, "trex", ["Anna", "Bruno"], RULES)

    assert store.recent_players(db, HOME, 9) == ["Anna", "Bruno", "Jose\u0301"]


def test_no_more_names_are_remembered_than_asked_for(db):
    store.begin_match(db, HOME, "trex", CAST, RULES)

    assert store.recent_players(db, HOME, 3) == CAST[:3]


def test_a_deck_comes_back_as_it_was_entered(db):
    faces = {"1": {"symbols": ["spade", "ø", "x"], "large": []}}

    deck_id = store.save_deck(db, HOME, "Red box", faces)

    assert store.saved_decks(db, HOME, 9) == [store.SavedDeck(deck_id, "Red box", faces)]


# --- appending ----------------------------------------------------------------------------------


def test_lines_are_numbered_from_one_without_a_gap(db, match_id):
    for after in range(1, 10):
        store.append(db, HOME, match_id, [Line(Event("undo"))], after=after)

    assert numbers(db, match_id) == list(range(1, 11))


@pytest.mark.parametrize("after", [0, -1, 2, 10, 2**63 - 2, 2**70])
def test_only_who_has_seen_the_last_line_writes_the_next(after, db, match_id):
    with pytest.raises(store.Overtaken):
        store.append(db, HOME, match_id, [Line(Event("undo"))], after=after)

    assert numbers(db, match_id) == [1]


def test_the_second_to_write_a_line_is_overtaken(db, book, match_id):
    with closing(store.engine_for(book).connect()) as other:
        store.append(other, HOME, match_id, [Line(Event("entry", 1, "owner", 0))], after=1)
        with pytest.raises(store.Overtaken):
            store.append(db, HOME, match_id, [Line(Event("entry", 1, "owner", 3))], after=1)

    assert store.find_match(db, HOME, match_id).events[-1].answer == 0


def test_one_match_does_not_overtake_another(db, match_id):
    other = store.begin_match(db, HOME, "trex", CAST, RULES)

    store.append(db, HOME, other, [Line(Event("undo"))], after=1)
    store.append(db, HOME, match_id, [Line(Event("undo"))], after=1)

    assert numbers(db, match_id) == numbers(db, other) == [1, 2]


def test_nothing_is_appended_to_a_match_that_was_never_begun(db):
    for after in (0, 1):
        with pytest.raises((store.Overtaken, *BUGS)):
            store.append(db, HOME, 99, [Line(Event("undo"))], after=after)

    assert db.execute("SELECT count(*) FROM events").fetchone() == (0,)


def test_a_match_is_kept_with_its_first_line_or_not_at_all(db):
    with pytest.raises(TypeError):
        store.begin_match(db, HOME, "trex", CAST, Event("entry", 0, "rules", {"upper": object()}))

    assert store.match_ids(db, HOME) == []
    assert store.begin_match(db, HOME, "trex", CAST, RULES)


def test_what_fails_half_way_leaves_no_trace_and_blocks_nobody(db, match_id):
    def fail_half_way():
        with db.transaction():
            insert(db, "events", as_row(HOME, match_id, 2, Line(RULES), store.now()))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_half_way()

    store.append(db, HOME, match_id, [Line(Event("undo"))], after=1)
    assert numbers(db, match_id) == [1, 2]


def test_who_reads_sees_the_whole_log_while_another_writes(db, book, match_id):
    with closing(store.engine_for(book).connect()) as reader, db.transaction():
        insert(db, "events", as_row(HOME, match_id, 2, Line(RULES), store.now()))

        assert numbers(reader, match_id) == [1]


def test_nothing_in_the_store_changes_or_deletes_a_line():
    folder = Path(store.__file__).parent
    source = "".join(path.read_text("utf-8") for path in sorted(folder.rglob("*.py")))

    # A book of before gets its checksums; what a line says stays.
    changed = set(re.findall(r"\bUPDATE (\w+) SET (\w+)", source))
    assert {column for table, column in changed if table == "events"} == {"checksum"}
    # Only with a whole club, or with a match when nobody has brought it back for a month.
    assert sorted(re.findall(r"\bDELETE FROM events[^\"]*", source)) == [
        "DELETE FROM events WHERE club = ?",
        "DELETE FROM events WHERE club = ? AND match IN",
    ]
    assert not re.search(r"\b(REPLACE|UPSERT)\b", source)
    # The tables of a book of before, once all that they hold was taken over.
    assert re.findall(r"\bDROP\b[^\"]*", source) == ["DROP TABLE {table}_of_before"]
    assert not re.search(r"\.(update|delete|delete_where|upsert|upsert_all|drop|replace)\(", source)


def test_only_the_store_speaks_sql():
    """Words of SQL in quotes, anywhere else in the app."""
    folder = Path(store.__file__).parent
    for path in folder.parent.rglob("*.py"):
        if not path.is_relative_to(folder):
            statement = re.search(
                r"[\"'](SELECT|INSERT|PRAGMA|BEGIN|CREATE) ", path.read_text("utf-8")
            )
            assert not statement, path


@pytest.mark.in_a_file
def test_nobody_waits_for_ever_behind_another_write(db, match_id, monkeypatch):
    monkeypatch.setattr(write_lock, "BUSY_MILLISECONDS", 20)

    with connection._write_lock.hold(), pytest.raises(store.StoreError, match="locked"):
        store.append(db, HOME, match_id, [Line(Event("undo"))], after=1)

    store.append(db, HOME, match_id, [Line(Event("undo"))], after=1)
    assert numbers(db, match_id) == [1, 2]


# --- at the same time ---------------------------------------------------------------------------


def take_turns(book, match_id, name):
    """Append so many lines, trying again whenever someone else was quicker."""
    taken = 0
    with closing(store.engine_for(book).connect()) as db:
        while taken < TURNS:
            line = store.find_match(db, HOME, match_id).last_line
            try:
                store.append(db, HOME, match_id, [Line(Event("entry", 1, name, taken))], after=line)
            except store.Overtaken:
                continue
            taken += 1


def everyone_had_their_turns(db, match_id):
    match = store.find_match(db, HOME, match_id)
    said = [(event.key, event.answer) for event in match.events[1:]]
    in_order = all(
        [turn for key, turn in said if key == str(name)] == list(range(TURNS))
        for name in range(PROCESSES)
    )
    return in_order and numbers(db, match_id) == list(range(1, len(said) + 2))


def test_programs_that_write_at_the_same_time_lose_no_line(db, book, match_id):
    processes = [
        multiprocessing.get_context("spawn").Process(
            target=take_turns, args=(book, match_id, str(name))
        )
        for name in range(PROCESSES)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()

    assert [process.exitcode for process in processes] == [0] * PROCESSES
    assert len(numbers(db, match_id)) == 1 + PROCESSES * TURNS
    assert everyone_had_their_turns(db, match_id)


def test_threads_that_write_at_the_same_time_lose_no_line(db, book, match_id):
    threads = [
        threading.Thread(target=take_turns, args=(book, match_id, str(name)))
        for name in range(PROCESSES)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(numbers(db, match_id)) == 1 + PROCESSES * TURNS
    assert everyone_had_their_turns(db, match_id)


def test_answers_are_kept_as_people_can_read_them(db, match_id):
    store.append(db, HOME, match_id, [Line(Event("entry", 1, "name", {"Zoë": [1, 2]}))], after=1)

    [(kept,)] = db.execute("SELECT answer FROM events WHERE line = 2").fetchall()
    assert kept == '{"Zoë":[1,2]}'
    assert json.loads(kept) == {"Zoë": [1, 2]}


@pytest.mark.in_a_file
def test_two_answers_of_one_form_are_kept_together_or_not_at_all(db):
    match_id = store.begin_match(db, HOME, "trex", CAST, Event("entry", 0, "rules", {}))
    doubled, king = Event("entry", 1, "doubled", {"KH": 2}), Event("entry", 1, "king", 1)
    db.execute(
        "CREATE TEMP TRIGGER full BEFORE INSERT ON main.events WHEN new.line = 3"
        " BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
    )

    with pytest.raises(sqlite3.IntegrityError):
        store.append(db, HOME, match_id, [Line(doubled), Line(king)], after=1)

    assert len(store.find_match(db, HOME, match_id).log) == 1


# --- lending connections ------------------------------------------------------------------------


@pytest.mark.in_a_file
def test_a_connection_serves_one_request_after_the_other(db, book):
    connections = store.engine_for(book).pool()
    first, second = connections.check_out(), connections.check_out()
    assert first is not second

    connections.check_in(first)

    assert connections.check_out() is first


@pytest.mark.in_a_file
def test_what_went_wrong_is_not_lent_again(db, book):
    connections = store.engine_for(book).pool()
    failed, stuck = connections.check_out(), connections.check_out()
    stuck.execute("BEGIN IMMEDIATE")

    connections.check_in(failed, is_sound=False)
    connections.check_in(stuck)

    with closing(connections.check_out()) as another, another.transaction():
        assert another not in (failed, stuck)


@pytest.mark.in_a_file
@pytest.mark.parametrize("is_lent", [False, True], ids=["while nobody had it", "while it was lent"])
def test_a_book_that_was_touched_past_sqlite_is_opened_anew(is_lent, db, book):
    connections = store.engine_for(book).pool()
    before = connections.check_out()
    if is_lent:
        os.utime(book)
        connections.check_in(before)
    else:
        connections.check_in(before)
        os.utime(book)

    with closing(connections.check_out()) as after:
        assert after is not before
