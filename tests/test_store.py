"""The store appends, and keeps what it has acknowledged."""

import multiprocessing
import os
import re
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app import store
from app.scoring import Event, Line
from app.store import HOME
from app.store.engine import insert
from app.store.log import as_row
from app.store.sqlite import connection, write_lock
from app.store.sqlite.connection import sqlite3
from tests.books import BUGS, RULES, undo
from tests.front_door import CAST

WRITERS, TURNS = 4, 25

pytestmark = pytest.mark.every_engine


@pytest.fixture
def db(db):
    """A book with the club that plays in these tests."""
    store.ensure_home_club(db)
    return db


def begin(db, players=CAST):
    return store.begin_match(db, HOME, "trex", players, RULES)


@pytest.fixture
def match_id(db):
    return begin(db)


def numbers(db, match_id):
    query = "SELECT line FROM events WHERE club = ? AND match = ? ORDER BY line"
    rows = db.execute(query, [HOME, match_id]).fetchall()
    assert len(store.find_match(db, HOME, match_id).log) == len(rows)
    return [number for (number,) in rows]


@pytest.mark.in_a_file
def test_what_is_acknowledged_is_on_the_disk_and_foreign_keys_are_minded(db, book):
    with closing(store.engine_for(book).connect()) as later:
        for each in (db, later):
            assert each.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert each.execute("PRAGMA synchronous").fetchone() == (2,)
            assert each.execute("PRAGMA foreign_keys").fetchone() == (1,)


@pytest.mark.in_a_file
def test_a_sqlite_that_can_corrupt_its_log_is_not_trusted(book, monkeypatch):
    assert sqlite3.sqlite_version_info >= (3, 51, 3)
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
    tables = db.execute("SELECT name, strict FROM pragma_table_list WHERE type = 'table'")

    ours = {name: strict for name, strict in tables if not name.startswith(("sqlite_", "_sqlite"))}
    assert ours == dict.fromkeys(("clubs", "matches", "events", "decks", "doubts", "codes"), 1)


@pytest.mark.parametrize(
    ("match", "line", "about", "error"),
    [
        pytest.param(99, 1, {}, BUGS, id="a line belongs to a match"),
        pytest.param(1, 1, {}, store.UniqueViolation, id="two lines have not one number"),
        pytest.param(1, 2, {"deal": "one"}, BUGS, id="a word is not a number"),
    ],
)
def test_the_database_takes_no_line_that_cannot_be(match, line, about, error, db, match_id):
    with pytest.raises(error), db.transaction():
        insert(db, "events", as_row(HOME, match, line, Line(RULES), store.now()) | about)


@pytest.mark.in_a_file
def test_an_empty_file_becomes_a_book_and_opening_it_again_changes_nothing(book):
    def contents(db):
        schema = db.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        return schema, store.find_match(db, HOME, 1)

    book.touch()
    with closing(store.engine_for(book).open()) as db:
        store.ensure_home_club(db)
        assert begin(db) == 1
        before = contents(db)

    with closing(store.engine_for(book).open()) as again:
        assert contents(again) == before


@pytest.mark.parametrize("name", ["a b?c#d%25.sqlite3", "Spieleabend für Zoë.db", "-wal", "x;y'z"])
def test_a_book_may_have_any_name(name, tmp_path):
    with closing(store.engine_for(tmp_path / name).open()) as db:
        store.ensure_home_club(db)
        begin(db)
    with closing(store.engine_for(tmp_path / name).connect()) as db:
        assert len(store.match_ids(db, HOME)) == 1

    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_missing_book_is_not_made_anew_by_a_request(tmp_path):
    with pytest.raises(store.StoreError):
        store.engine_for(tmp_path / "missing.sqlite3").connect()

    assert list(tmp_path.iterdir()) == []


@pytest.mark.in_a_file
def test_the_log_of_a_missing_book_is_not_thrown_away(db, book, match_id):
    book.rename(f"{book}.elsewhere")

    with pytest.raises(store.StoreError):
        store.engine_for(book).connect()
    with pytest.raises(FileNotFoundError, match="put that back"):
        store.engine_for(book).open()
    assert Path(f"{book}-wal").stat().st_size

    Path(f"{book}.elsewhere").rename(book)
    with closing(store.engine_for(book).connect()) as again:
        assert store.find_match(again, HOME, match_id).players == tuple(CAST)


def test_a_match_is_found_as_it_was_begun(db, match_id):
    match = store.find_match(db, HOME, match_id)

    assert (match.game, match.players) == ("trex", tuple(CAST))
    assert match.events == [RULES]
    started = datetime.fromisoformat(match.started)
    assert abs(datetime.now(UTC) - started) < timedelta(seconds=60)
    assert datetime.fromisoformat(match.log[0].at).utcoffset() == timedelta(0)


@pytest.mark.parametrize("number", [0, 2, -1, 2**63 - 1])
def test_a_match_that_was_never_begun_is_none(number, db, match_id):
    assert store.find_match(db, HOME, number) is None


ANSWERS = [
    *(None, [], {}, [1, None], {"KH": 0}, "hearts", True, 1.5),
    "Zoë 🂡 دينا \u2028 \x00 \"'",
]


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_comes_back_as_it_was_given(answer, db, match_id):
    event = Event("entry", 1, "any", answer)

    store.append(db, HOME, match_id, [Line(event)], after=1)

    assert store.find_match(db, HOME, match_id).events[-1] == event


def test_answers_are_kept_as_people_can_read_them(db, match_id):
    store.append(db, HOME, match_id, [Line(Event("entry", 1, "name", {"Zoë": [1, 2]}))], after=1)

    kept = db.execute("SELECT answer FROM events WHERE line = 2").fetchall()
    assert kept == [('{"Zoë":[1,2]}',)]


@pytest.mark.parametrize(
    ("first", "second", "most", "known"),
    [
        (["Anna", "Bruno"], ["Carla", "Anna"], 9, ["Carla", "Anna", "Bruno"]),
        (["anna", "Jose\u0301"], ["Anna", "Bruno"], 9, ["Anna", "Bruno", "Jose\u0301"]),
        (["Dino"], CAST, 3, CAST[:3]),
    ],
    ids=["the latest first", "in the latest spelling", "no more than asked for"],
)
def test_known_players_are_named_once(first, second, most, known, db):
    begin(db, first)
    begin(db, second)

    assert store.recent_players(db, HOME, most) == known


def test_a_deck_comes_back_as_it_was_entered(db):
    faces = {"1": {"symbols": ["spade", "ø", "x"], "large": []}}

    deck_id = store.save_deck(db, HOME, "Red box", faces)

    assert store.saved_decks(db, HOME, 9) == [store.SavedDeck(deck_id, "Red box", faces)]


def test_lines_of_each_match_are_numbered_from_one_without_a_gap(db, match_id):
    other = begin(db)
    for after in range(1, 10):
        undo(db, match_id, after)
        undo(db, other, after)

    assert numbers(db, match_id) == numbers(db, other) == list(range(1, 11))


@pytest.mark.parametrize("after", [0, -1, 2, 10, 2**63 - 2, 2**70])
def test_only_who_has_seen_the_last_line_writes_the_next(after, db, match_id):
    with pytest.raises(store.Overtaken):
        undo(db, match_id, after)

    assert numbers(db, match_id) == [1]


def test_nothing_is_appended_to_a_match_that_was_never_begun(db):
    for after in (0, 1):
        with pytest.raises((store.Overtaken, *BUGS)):
            undo(db, 99, after)

    assert db.execute("SELECT count(*) FROM events").fetchone() == (0,)


def test_a_match_is_kept_with_its_first_line_or_not_at_all(db):
    with pytest.raises(TypeError):
        store.begin_match(db, HOME, "trex", CAST, Event("entry", 0, "rules", {"upper": object()}))

    assert store.match_ids(db, HOME) == []
    assert begin(db)


@pytest.mark.in_a_file
def test_two_answers_of_one_form_are_kept_together_or_not_at_all(db, match_id):
    doubled, king = Event("entry", 1, "doubled", {"KH": 2}), Event("entry", 1, "king", 1)
    db.execute(
        "CREATE TEMP TRIGGER full BEFORE INSERT ON main.events WHEN new.line = 3"
        " BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
    )

    with pytest.raises(sqlite3.IntegrityError):
        store.append(db, HOME, match_id, [Line(doubled), Line(king)], after=1)

    assert numbers(db, match_id) == [1]


def test_what_is_half_written_is_seen_by_nobody_and_leaves_no_trace(db, book, match_id):
    def fail_half_way():
        with closing(store.engine_for(book).connect()) as reader, db.transaction():
            insert(db, "events", as_row(HOME, match_id, 2, Line(RULES), store.now()))
            assert numbers(reader, match_id) == [1]
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_half_way()

    undo(db, match_id)
    assert numbers(db, match_id) == [1, 2]


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
    sql = re.compile(r"[\"'](SELECT|INSERT|PRAGMA|BEGIN|CREATE) ")
    others = [path for path in folder.parent.rglob("*.py") if not path.is_relative_to(folder)]

    assert [path for path in others if sql.search(path.read_text("utf-8"))] == []


@pytest.mark.in_a_file
def test_nobody_waits_for_ever_behind_another_write(db, match_id, monkeypatch):
    monkeypatch.setattr(write_lock, "BUSY_MILLISECONDS", 20)

    with connection._write_lock.hold(), pytest.raises(store.StoreError, match="locked"):
        undo(db, match_id)

    undo(db, match_id)
    assert numbers(db, match_id) == [1, 2]


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


@pytest.mark.parametrize(
    "kind",
    [multiprocessing.get_context("spawn").Process, threading.Thread],
    ids=["programs", "threads"],
)
def test_all_who_write_at_the_same_time_lose_no_line(kind, db, book, match_id):
    names = [str(number) for number in range(WRITERS)]
    writers = [kind(target=take_turns, args=(book, match_id, name)) for name in names]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()

    said = [(event.key, event.answer) for event in store.find_match(db, HOME, match_id).events[1:]]
    assert numbers(db, match_id) == list(range(1, 2 + WRITERS * TURNS))
    for name in names:
        assert [turn for key, turn in said if key == name] == list(range(TURNS))


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
    steps = [lambda: connections.check_in(before), lambda: os.utime(book)]
    for step in reversed(steps) if is_lent else steps:
        step()

    with closing(connections.check_out()) as after:
        assert after is not before
