"""The store appends, keeps what it has acknowledged, and finds it again."""

import multiprocessing
import os
import re
import threading
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import app.store
from app.cli import main
from app.scoring import Event, Line
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.engine import insert, now
from app.store.errors import StoreError, UniqueViolation
from app.store.matches import deletion, erasure, flags, lists, log, matches, search
from app.store.matches.log import Overtaken, Summary, as_row
from app.store.matches.search import SearchTerm
from app.store.people import merging, naming, people, seatings
from app.store.sqlite import connection, opening
from app.store.sqlite.connection import sqlite3
from app.web.match import rebuild
from testkit.match import CAST
from tests.books import BUGS, OPEN, OVER, RULES, ago, answer, begin, ids, meddle, plan_of, undo

WRITERS, TURNS = 4, 25
BY_CAST = Summary(is_over=True, values={"players": list(CAST)})

pytestmark = pytest.mark.every_engine
in_a_file = pytest.mark.in_a_file


@pytest.fixture
def match_id(db):
    return begin(db)


def last_line(db, match_id):
    return matches.find_match(db, HOME, match_id).last_line


@in_a_file
@pytest.mark.parametrize(
    ("where", "name", "value", "error", "words"),
    [
        (sqlite3, "sqlite_version_info", (3, 40, 1), RuntimeError, "can corrupt"),
        (
            *(opening, "connect", lambda *_, **__: connection.SqliteDatabase(memory=True)),
            *(AssertionError, "unsafe"),
        ),
    ],
    ids=["it corrupts its log", "it keeps no log ahead"],
)
def test_a_sqlite_that_can_lose_something_is_not_used(
    where, name, value, error, words, book, monkeypatch
):
    monkeypatch.setattr(where, name, value)

    with pytest.raises(error, match=words):
        engine_for(book).open()


@in_a_file
def test_every_table_of_ours_is_strict(db):
    tables = db.execute("SELECT name, strict FROM pragma_table_list WHERE type = 'table'")

    ours = {name: strict for name, strict in tables if not name.startswith(("sqlite_", "_sqlite"))}
    of_matches = ("clubs", "matches", "events", "decks", "doubts", "codes")
    of_people = ("people", "names", "seatings", "erasures", "evenings", "facts", "sums")
    of_people += ("evening_changes",)
    assert ours == dict.fromkeys((*of_matches, *of_people), 1)


@pytest.mark.parametrize(
    ("match", "line", "about", "error"),
    [
        pytest.param(99, 1, {}, BUGS, id="a line belongs to a match"),
        pytest.param(1, 1, {}, UniqueViolation, id="two lines have not one number"),
        pytest.param(1, 2, {"deal": "one"}, BUGS, id="a word is not a number"),
    ],
)
def test_the_database_takes_no_line_that_cannot_be(match, line, about, error, db, match_id):
    with pytest.raises(error), db.transaction():
        insert(db, "events", as_row(HOME, match, line, Line(RULES), now()) | about)


@in_a_file
@pytest.mark.parametrize("name", ["a b?c#d%25.sqlite3", "Spieleabend für Zoë.db", "-wal", "x;y'z"])
def test_an_empty_file_of_any_name_becomes_a_book(name, tmp_path):
    (tmp_path / name).touch()
    with closing(engine_for(tmp_path / name).open()) as db:
        begin(db)
    with closing(engine_for(tmp_path / name).open()) as db:
        assert lists.match_ids(db, HOME) == [1]

    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).stat().st_mode & 0o777 == 0o600


def test_a_match_is_found_as_it_was_begun(db, match_id):
    match = matches.find_match(db, HOME, match_id)

    assert (match.game, match.players) == ("trex", tuple(CAST))
    assert match.events == [RULES]
    started = datetime.fromisoformat(match.started)
    assert abs(datetime.now(UTC) - started) < timedelta(seconds=60)
    assert datetime.fromisoformat(match.log[0].at).utcoffset() == timedelta(0)
    for never_begun in (0, 2, -1, 2**63 - 1):
        assert matches.find_match(db, HOME, never_begun) is None


ANSWERS = [
    *(None, [], {}, [1, None], {"KH": 0}, "hearts", True, 1.5),
    "Zoë 🂡 دينا \u2028 \x00 \"'",
]


def test_answers_come_back_as_they_were_given_and_are_kept_as_people_can_read_them(db, match_id):
    answer(db, match_id, *ANSWERS, {"Zoë": [1, 2]})

    (_rules, *events) = matches.find_match(db, HOME, match_id).events
    assert events == [Event("entry", 1, "any", each) for each in (*ANSWERS, {"Zoë": [1, 2]})]
    kept = db.execute("SELECT answer FROM events ORDER BY line DESC LIMIT 1").fetchall()
    assert kept == [('{"Zoë":[1,2]}',)]


@pytest.mark.parametrize(
    ("first", "second", "most", "known"),
    [
        (["Anna", "Bruno"], ["Carla", "Anna"], 9, ["Carla", "Anna", "Bruno"]),
        (["anna", "Jose\u0301"], ["Anna", "Bruno"], 9, ["anna", "Bruno", "Jose\u0301"]),
        (["Dino"], CAST[:3], 1, CAST[:3]),
    ],
    ids=["the latest first", "in the first spelling", "of no more matches than asked for"],
)
def test_known_players_are_named_once(first, second, most, known, db):
    begin(db, players=first)
    begin(db, players=second)

    assert [person.name for person in seatings.recent_people(db, HOME, most)] == known


def test_only_who_has_seen_the_last_line_of_a_match_writes_the_next(db, match_id):
    other = begin(db, lines=3)
    for after in (0, -1, 2, 3, 10, 2**63 - 2, 2**70):
        with pytest.raises(Overtaken):
            undo(db, match_id, after)
    for after in (0, 1):
        with pytest.raises((Overtaken, *BUGS)):
            undo(db, 99, after)
    assert db.execute("SELECT count(*) FROM events").fetchone() == (4,)

    undo(db, match_id)
    undo(db, other, after=3)
    assert (last_line(db, match_id), last_line(db, other)) == (2, 4)


def test_a_match_is_kept_with_its_first_line_or_not_at_all(db):
    with pytest.raises(TypeError):
        matches.begin_match(db, HOME, "trex", CAST, Event("entry", 0, "rules", {"upper": object()}))

    assert lists.match_ids(db, HOME) == []
    assert begin(db)


@in_a_file
def test_two_answers_of_one_form_are_kept_together_or_not_at_all(db, match_id):
    db.execute(
        "CREATE TEMP TRIGGER full BEFORE INSERT ON main.events WHEN new.line = 3"
        " BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
    )

    with pytest.raises(sqlite3.IntegrityError):
        answer(db, match_id, {"KH": 2}, 1)

    assert last_line(db, match_id) == 1


def test_what_is_half_written_is_seen_by_nobody_and_leaves_no_trace(db, book, match_id):
    def fail_half_way():
        with closing(engine_for(book).connect()) as reader, db.transaction():
            insert(db, "events", as_row(HOME, match_id, 2, Line(RULES), now()))
            assert last_line(reader, match_id) == 1
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_half_way()

    undo(db, match_id)
    assert last_line(db, match_id) == 2


def test_nothing_in_the_store_changes_or_deletes_a_line():
    folder = Path(app.store.__file__).parent
    source = "".join(path.read_text("utf-8") for path in sorted(folder.rglob("*.py")))

    # A book of before gets its checksums; what a line says stays, but for a name to be forgotten.
    changed = re.findall(r"\bUPDATE events SET ([^\"]*?) WHERE", source)
    assert sorted(changed) == ["answer = ?, checksum = ?", "checksum = ?"]
    # Only with a whole club, or with a match when nobody has brought it back for a month, or when
    # it came with an import that was stopped before it was shown.
    assert sorted(re.findall(r"\bDELETE FROM events[^\"]*", source)) == [
        "DELETE FROM events WHERE club = ?",
        "DELETE FROM events WHERE club = ? AND match = ?",
        "DELETE FROM events WHERE club = ? AND match IN",
    ]
    assert not re.search(r"\b(REPLACE|UPSERT)\b", source)
    # The tables of a book of before, once all that they hold was taken over.
    assert re.findall(r"\bDROP\b[^\"]*", source) == ["DROP TABLE {table}_of_before"]
    assert not re.search(r"\.(update|delete|delete_where|upsert|upsert_all|drop|replace)\(", source)


def test_only_the_store_speaks_sql():
    """Words of SQL in quotes, anywhere else in the app."""
    folder = Path(app.store.__file__).parent
    sql = re.compile(r"[\"'](SELECT|INSERT|PRAGMA|BEGIN|CREATE) ")
    others = [path for path in folder.parent.rglob("*.py") if not path.is_relative_to(folder)]

    assert [path for path in others if sql.search(path.read_text("utf-8"))] == []


@in_a_file
def test_nobody_waits_for_ever_behind_another_write(db, match_id, monkeypatch):
    monkeypatch.setattr(connection, "BUSY_MILLISECONDS", 20)

    with connection._write_lock.hold(), pytest.raises(StoreError, match="locked"):
        undo(db, match_id)

    undo(db, match_id)
    assert last_line(db, match_id) == 2


def take_turns(book, match_id, name):
    """Append so many lines, trying again whenever someone else was quicker."""
    taken = 0
    with closing(engine_for(book).connect()) as db:
        while taken < TURNS:
            line = matches.find_match(db, HOME, match_id).last_line
            try:
                log.append(db, HOME, match_id, [Line(Event("entry", 1, name, taken))], after=line)
            except Overtaken:
                continue
            taken += 1


# Programs are begun by one that has this file, and no database open: each would import it all.
PROGRAMS = multiprocessing.get_context("forkserver")
PROGRAMS.set_forkserver_preload([__name__])


@pytest.mark.parametrize("kind", [PROGRAMS.Process, threading.Thread], ids=["programs", "threads"])
def test_all_who_write_at_the_same_time_lose_no_line(kind, db, book, match_id):
    names = [str(number) for number in range(WRITERS)]
    writers = [kind(target=take_turns, args=(book, match_id, name)) for name in names]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()

    said = [
        (event.key, event.answer) for event in matches.find_match(db, HOME, match_id).events[1:]
    ]
    rows = db.execute("SELECT line FROM events ORDER BY line").fetchall()
    assert [line for (line,) in rows] == list(range(1, 2 + WRITERS * TURNS))
    for name in names:
        assert [turn for key, turn in said if key == name] == list(range(TURNS))


@in_a_file
def test_a_connection_serves_one_request_after_the_other_unless_it_went_wrong(db, book):
    connections = engine_for(book).pool()
    failed, stuck = connections.check_out(), connections.check_out()
    assert failed is not stuck
    connections.check_in(failed)
    assert connections.check_out() is failed

    stuck.execute("BEGIN IMMEDIATE")
    connections.check_in(failed, is_sound=False)
    connections.check_in(stuck)

    with closing(connections.check_out()) as another, another.transaction():
        assert another not in (failed, stuck)


@in_a_file
def test_a_connection_that_writes_its_log_into_the_file_is_kept(db, book):
    connections = engine_for(book).pool()
    used = connections.check_out()
    before = book.stat()
    used.checkpoint()
    assert book.stat().st_ctime_ns != before.st_ctime_ns

    connections.check_in(used)

    with closing(connections.check_out()) as after:
        assert after is used


@in_a_file
@pytest.mark.parametrize("is_lent", [False, True], ids=["while nobody had it", "while it was lent"])
def test_a_book_that_was_touched_past_sqlite_is_opened_anew(is_lent, db, book):
    connections = engine_for(book).pool()
    before = connections.check_out()
    steps = [lambda: connections.check_in(before), lambda: os.utime(book)]
    for step in reversed(steps) if is_lent else steps:
        step()

    with closing(connections.check_out()) as after:
        assert after is not before


# Lists are read from summaries; a title and a deletion are marks on a match, not on its log.


def test_a_line_brings_a_new_summary_and_the_moment_of_the_change(db):
    match_id = begin(db, OPEN)
    (match,) = lists.open_matches(db, HOME)
    assert match.summary == OPEN.values
    assert (match.game, match.title, match.deleted) == ("trex", "", None)

    undo(db, match_id, summary=OVER, at=ago(days=-1))

    assert lists.open_matches(db, HOME) == []
    (match,) = lists.past_matches(db, HOME, 9)
    assert match.summary == OVER.values
    assert match.changed > match.started


def test_a_summary_is_never_older_than_the_log(db):
    match_id = begin(db, OPEN)

    with pytest.raises(Overtaken):
        undo(db, match_id, after=7, summary=OVER)
    assert lists.open_matches(db, HOME)[0].summary == OPEN.values

    undo(db, match_id)
    assert lists.open_matches(db, HOME)[0].summary is None

    undo(db, match_id, after=2, summary=OVER)
    lists.save_summaries(db, HOME, [(match_id, 1, ago(days=1), OPEN)])
    assert ids(lists.past_matches(db, HOME, 9)) == [match_id]


def test_all_open_matches_are_listed_and_past_ones_page_by_page_the_latest_first(db):
    begun, over = ([begin(db, summary) for _ in range(30)] for summary in (OPEN, OVER))
    # Some that were begun early change late: who plays on is first, but what is put right keeps its
    # place.
    for match, summary in ((begun[2], OPEN), (over[2], OVER)):
        undo(db, match, summary=summary, at=ago(days=-1))
    begun.append(begun.pop(2))

    assert ids(lists.open_matches(db, HOME)) == begun[::-1]
    listed = ids(lists.past_matches(db, HOME, 9))
    while page := ids(lists.past_matches(db, HOME, 9, before=listed[-1])):
        listed += page
    assert listed == over[::-1]


def found(db, *terms, **page):
    return ids(search.search_matches(db, HOME, terms, 9, **page))


@pytest.mark.parametrize("games", [(), ("trico",), ("trico", "tribello")])
def test_a_match_is_found_by_a_part_of_a_name_or_a_title(games, db):
    match = begin(db, BY_CAST)
    matches.set_title(db, HOME, match, "Friday_%")

    for words in ("ANNA", "nn", "friday", "fri\0day", "ＡＮＮ", "y_%"):
        assert found(db, SearchTerm(words, games)) == [match], words
        assert found(db, SearchTerm(words), SearchTerm("nobody", games)) == []
    assert found(db, SearchTerm("nobody", ("trex", *games))) == [match]
    assert found(db, SearchTerm("i_d", games)) == []


def test_a_match_is_found_by_its_day_and_by_who_sat_there_whatever_they_are_called_now(db):
    match = begin(db, BY_CAST)
    begin(db, players=["Zoë", *CAST[1:]])
    today = datetime.now(UTC) - timedelta(hours=6)
    by_day = SearchTerm(days=[today.strftime("%Y-%%-%d"), "1900-%"])
    anna = people.find_people(db, HOME, ["anna"])["anna"]

    assert found(db, SearchTerm("anna"), by_day) == [match]
    assert found(db, SearchTerm("anna"), SearchTerm(days=["1900-%"])) == []
    assert found(db, SearchTerm(people=[anna.id])) == [match]
    naming.rename_person(db, HOME, anna.id, "Änni")
    for words in ("anna", "änn", "ÄNNI"):
        assert found(db, SearchTerm(words)) == [match]
    zoe = people.find_people(db, HOME, ["Zoë"])["zoë"]
    merging.merge_people(db, HOME, zoe.id, anna.id)
    assert found(db, SearchTerm("änni")) == found(db, SearchTerm("zoë")) == [2, match]
    erasure.forget_person(db, HOME, anna.id)
    assert found(db, SearchTerm("an")) == []


def test_who_sat_in_many_matches_is_found_like_who_came_once(db, monkeypatch):
    matches = [begin(db, BY_CAST) for _ in range(5)]
    once = begin(db, BY_CAST, ["Eva", *CAST[1:]])
    for most in (500, 2):
        monkeypatch.setattr("app.store.matches.search.MOST_CANDIDATES", most)
        assert found(db, SearchTerm("anna")) == matches[::-1]
        assert found(db, SearchTerm("eva"), SearchTerm("dino")) == [once]
        assert found(db, SearchTerm("dino"), SearchTerm("eva")) == [once]


def test_what_is_found_comes_page_by_page_the_latest_first(db):
    over = begin(db, BY_CAST)
    waits = begin(db, Summary(is_over=False, values={"players": ["Zoë"]}))
    matches.set_title(db, HOME, waits, "For Anna")

    ann = SearchTerm("ann")
    assert found(db, ann) == [waits, over]
    assert ids(search.search_matches(db, HOME, [ann], 1)) == [waits]
    assert found(db, ann, before=waits) == [over]
    assert found(db, SearchTerm("for", ("tribello",))) == [waits]


def test_the_latest_match_with_these_answers_is_found_whether_it_is_over_or_not(db):
    over, waits = begin(db, OVER), begin(db, OPEN)

    assert matches.find_same_match(db, HOME, "trex", CAST, [RULES]) == waits
    deletion.delete_match(db, HOME, waits)
    assert matches.find_same_match(db, HOME, "trex", CAST, [RULES]) == over
    otherwise = Event("entry", 0, "rules", {"partners": True})
    assert matches.find_same_match(db, HOME, "trex", CAST, [otherwise]) is None


@in_a_file
def test_many_matches_that_are_over_cost_a_list_nothing(db):
    """The plan of SQLite looks into an index, and scans and sorts nothing."""
    asked = []
    db.conn.set_trace_callback(asked.append)
    lists.open_matches(db, HOME)
    lists.past_matches(db, HOME, 12, before=5)
    lists.has_deleted(db, HOME)
    lists.finished_by_game(db, HOME)
    lists.latest_summaries(db, HOME, "any_game", 60)
    db.conn.set_trace_callback(None)

    assert len(asked) == 5
    for query in asked:
        plan = plan_of(db, query)
        assert "INDEX matches_" in plan
        assert "TEMP B-TREE" not in plan


WHIST = [
    Event("entry", 0, "rules", {"upper": 3, "lower": -10}),
    Event("entry", 1, "first", [6, 2, 1]),
    Event("entry", 1, "second", [1, 2, 6]),
]


@pytest.fixture
def rebuilt(book, capsys):
    """Run `tricktally rebuild`, and return what it prints."""

    def run():
        assert main(["rebuild", "--database", str(book)]) == 0
        return capsys.readouterr().out

    return run


@pytest.mark.parametrize(
    "damage", ["NULL", "'not JSON'", "'[]'", "'{\"totals\": [9, 9, 9]}'"], ids=str
)
def test_rebuild_makes_what_was_lost_or_wrong_again_from_the_logs(damage, db, book, rebuilt):
    match_id = matches.begin_match(db, HOME, "italian_whist", CAST[:3], WHIST[0])
    log.append(db, HOME, match_id, [Line(event) for event in WHIST[1:]], after=1)
    # A server that looks at what it is given lets nobody write just anything.
    with suppress(*BUGS):
        meddle(book, f"UPDATE matches SET summary = {damage}, is_over = 0, changed = ''")

    words = rebuilt()

    (match,) = lists.past_matches(db, HOME, 9)
    assert match.summary["totals"] == [5, 0, -5]
    assert match.summary["winners"] == [0]
    assert match.changed == log.find_log_head(db, HOME, match_id).at
    assert "1 matches" in words


def test_rebuild_reads_every_match_of_a_game_that_we_know(db, rebuilt, monkeypatch):
    monkeypatch.setattr(rebuild, "BATCH", 2)
    matches.begin_match(db, HOME, "skat", CAST[:3], RULES)
    for _match in range(4):
        matches.begin_match(db, HOME, "italian_whist", CAST[:3], WHIST[0])

    assert "4 matches" in rebuilt()

    *known, unknown = lists.open_matches(db, HOME)
    assert unknown.summary is None
    assert all(match.summary for match in known)


@in_a_file
def test_rebuild_lets_a_match_that_was_restored_wait_for_its_answer(db, book, rebuilt):
    match_id = matches.begin_match(db, HOME, "italian_whist", CAST[:3], WHIST[0])
    meddle(book, "UPDATE events SET at = ?", ago(days=3))
    deletion.restore_match(db, HOME, match_id)

    rebuilt()

    assert deletion.delete_unanswered(db) == 0


def test_a_doubt_is_counted_beside_the_log_and_touches_no_line(db):
    match_id = begin(db, OPEN)
    before = matches.find_match(db, HOME, match_id)

    for words in ("Look", "Look again"):
        flags.flag_deal(db, HOME, match_id, 1, words)
    for _time in range(2):
        flags.confirm_deal(db, HOME, match_id, 1)
    matches.set_title(db, HOME, match_id, "Friday")

    after = matches.find_match(db, HOME, match_id)
    (doubt,) = flags.list_flags(db, HOME, match_id)
    assert (doubt.deal, doubt.words, doubt.outcome) == (1, "Look", "right")
    assert (before.revision, after.revision) == (0, 3)
    assert after.log == before.log
    with pytest.raises(BUGS):
        flags.flag_deal(db, HOME, 99, 1)
