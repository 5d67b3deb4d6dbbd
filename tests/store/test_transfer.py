"""`tricktally copy`: all clubs of one book in another, proved, and safe to start again."""

import gc
import subprocess
import sys
import time
import tracemalloc
from contextlib import closing, suppress

import psycopg
import pytest

from app.cli import main as run
from app.paths import PROJECT
from app.scoring import Event, Line
from app.store import engine_for, transfer
from app.store.clubs import clubs, decks, invite_codes
from app.store.clubs.clubs import HOME
from app.store.clubs.invite_codes import InviteCode
from app.store.clubs.keyfile import Key
from app.store.errors import StoreError
from app.store.matches import deletion, flags, log, matches
from app.store.people import merging, naming, people
from app.store.sqlite.connection import sqlite3
from testkit.match import CAST
from tests.books import OVER, RULES, meddle

TABLES = {
    *("clubs", "matches", "events", "doubts", "seatings"),
    *("decks", "people", "evenings", "names", "erasures", "evening_changes"),
}
MADE_AGAIN = {"counted", "facts", "variant"}
"""Columns of a match that are written with its facts, which are read out of the logs again."""
COLUMNS = {
    table: columns if table == "clubs" else ("club", *columns)
    for table, columns in transfer.COLUMNS.items()
}

to_each = pytest.mark.parametrize("target", ["file", "server"], indirect=True)


def ways(*directions):
    """From one engine to another."""
    kinds = [way.split(" to ") for way in directions]
    return pytest.mark.parametrize(("source", "target"), kinds, ids=directions, indirect=True)


between_engines = ways("file to server", "server to file")
every_way = ways("file to server", "server to file", "server to server", "file to file")


@pytest.fixture
def source(request, tmp_path, new_database):
    """Where the book lies that is copied, in a file unless the test says otherwise."""
    kind = getattr(request, "param", "file")
    return new_database() if kind == "server" else tmp_path / "from.sqlite3"


@pytest.fixture
def target(request, tmp_path, new_database):
    kind = getattr(request, "param", "file")
    return new_database() if kind == "server" else tmp_path / "to.sqlite3"


@pytest.fixture
def filled(source):
    """The book in which people have played: two clubs, with all that a club can hold."""
    with closing(engine_for(source).open()) as db:
        fill(db, clubs.ensure_home_club(db).id)
        fill(db, clubs.create_club(db, "Zoë 🂡").id)
        clubs.renew_member_link(db, HOME)
    return source


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Keys of servers' books lie where the program is run."""
    monkeypatch.chdir(tmp_path)


def fill(db, club):
    for number in range(1, 4):
        matches.begin_match(db, club, "trex", CAST, RULES)
        lines = [Line(Event("entry", 1, "owner", deal)) for deal in range(number)]
        about = {"request_id": f"phone{number}", "summary": OVER}
        log.append(db, club, number, lines, after=1, **about)
    flags.flag_deal(db, club, 2, 1, "Was it 3? 🤔")
    matches.set_title(db, club, 2, "Friday")
    clubs.renew_watch_link(db, club, 2)
    deletion.delete_match(db, club, 3)
    decks.save_deck(db, club, "Ours", {"1": {"suit": "hearts"}})
    ana, ben = (people.find_people(db, club, [name])[name.lower()].id for name in CAST[:2])
    naming.rename_person(db, club, ana, "Zoë")
    people.hide_person(db, club, ben)
    merging.merge_people(db, club, people.add_person(db, club, "Late 🂡").id, ana)
    with db.transaction():
        db.execute("UPDATE evenings SET title = 'Ben’s new flat', note = '🎂'")


def rows(book):
    """All that stands in a book, by table."""
    found = {}
    with closing(engine_for(book).connect()) as db:
        for table, columns in COLUMNS.items():
            told = ", ".join(columns).replace("summary", "CAST(summary AS TEXT)")
            found[table] = sorted(db.execute(f"SELECT {told} FROM {table}").fetchall())
    return found


def copy(source, target, *options):
    return run(["copy", str(source), str(target), *options])


def copy_in_steps(source, target, step):
    """Copy, and call a function with how many matches have come."""
    with (
        closing(engine_for(source).open_readonly()) as db,
        closing(engine_for(target).open()) as to,
    ):
        transfer.transfer(db, to, step)


@every_way
def test_everything_comes_as_it_was_and_is_counted(source, filled, target, tmp_path, capsys):
    key, there = Key(engine_for(filled))(), tmp_path / "there.key"

    assert copy(filled, target, "--key-file", str(there)) == 0
    assert rows(target) == rows(filled)
    told = capsys.readouterr()
    assert "Copied 2 clubs from" in told.out
    assert "6 matches, 18 lines, 2 decks, 2 doubts" in told.out
    assert "Every row was read again there, and is the same" in told.out
    assert told.err == ""
    assert f"their key is in {there}" in told.out
    assert Key(engine_for(target), there)() == key
    assert there.stat().st_mode & 0o777 == 0o600

    # A second time finds all of it there.
    assert copy(filled, target, "--key-file", str(there)) == 0
    assert f"holds is in {engine_for(target).name} already" in capsys.readouterr().out
    assert rows(target) == rows(filled)

    with closing(engine_for(target).connect()) as db:
        assert list(log.damaged_lines(db)) == []
        assert matches.begin_match(db, HOME, "trex", CAST, RULES) == 4


@pytest.mark.parametrize("source", ["file", "server"], indirect=True)
def test_no_column_is_left_out(source):
    with closing(engine_for(source).open()) as db:
        columns = {
            table: {about[0] for about in db.execute(f"SELECT * FROM {table}").description}
            for table in TABLES
        }

    columns["matches"] -= MADE_AGAIN
    columns["clubs"] -= {"version"}
    assert columns == {table: {*columns} for table, columns in COLUMNS.items()}


@between_engines
def test_what_is_played_meanwhile_does_not_come(source, filled, target):
    def play_on(_matches):
        with closing(engine_for(source).connect()) as other:
            matches.begin_match(other, HOME, "trico", CAST[:3], RULES)
            matches.set_title(other, HOME, 1, "Later")

    before = rows(source)
    copy_in_steps(source, target, play_on)

    assert rows(target) == before
    assert rows(source) != before


def test_nothing_is_written_into_what_is_copied(filled, target):
    with (
        closing(engine_for(filled).open_readonly()) as db,
        pytest.raises(StoreError),
        db.transaction(),
    ):
        db.execute("DELETE FROM decks")
    before = filled.read_bytes()

    copy(filled, target)

    assert filled.read_bytes() == before


@to_each
def test_the_first_club_of_a_new_book_makes_room_if_nobody_has_used_it(filled, target):
    with closing(engine_for(target).open()) as db:
        clubs.ensure_home_club(db)
        invite_codes.save_code(db, InviteCode(HOME, "member", None, 1, "9999", digest="shown"))

    assert copy(filled, target) == 0
    assert rows(target) == rows(filled)


@pytest.mark.parametrize("target", ["server"], indirect=True)
def test_what_a_server_cannot_keep_is_left_out(filled, target):
    meddle(filled, "UPDATE matches SET title = ? WHERE number = 1", "Fri\0day")
    meddle(filled, "UPDATE matches SET summary = ? WHERE number = 2", '{"players": NaN}')
    meddle(filled, "UPDATE matches SET summary = ? WHERE number = 3", "{")

    assert copy(filled, target) == 0
    with closing(engine_for(target).connect()) as db:
        assert matches.find_match(db, HOME, 1).title == "Friday"
        sql = "SELECT number FROM matches WHERE club = 'home' AND summary IS NULL ORDER BY 1"
        assert db.execute(sql).fetchall() == [(2,), (3,)]
    assert copy(filled, target) == 0


@between_engines
def test_whoever_is_stopped_in_the_middle_begins_again(source, filled, target):
    matches = []

    def stop_in_the_second_club(number):
        matches.append(number)
        if len(matches) == 2:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        copy_in_steps(filled, target, stop_in_the_second_club)
    assert [club for club, *_about in rows(target)["clubs"]] == [HOME]

    assert copy(filled, target) == 0
    assert rows(target) == rows(filled)


@pytest.mark.long
@to_each
def test_a_copy_that_is_killed_at_any_moment_is_finished_by_the_next(filled, target, rng):
    clubs = [f"club{number}" for number in range(30)]
    with closing(engine_for(filled).connect()) as db, db.transaction():
        fill_quickly(db, clubs, matches=150)
    command = [sys.executable, "-m", "app", "copy", str(filled), str(target)]
    left_half_way = []
    for _kill in range(4):
        process = subprocess.Popen(
            command, cwd=PROJECT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        while process.poll() is None and not clubs_of(target, "clubs"):
            time.sleep(0.02)
        with suppress(subprocess.TimeoutExpired):
            process.wait(rng.uniform(0, 0.5))
        process.kill()
        assert process.communicate()[1] == b""
        come = clubs_of(target, "clubs")
        left_half_way.append(0 < len(come) < len(clubs) + 2)
        assert clubs_of(target, "matches") == come

    assert any(left_half_way), left_half_way
    assert copy(filled, target) == 0
    assert rows(target) == rows(filled)


def fill_quickly(db, clubs, *, matches):
    """Clubs with many matches that nobody can play on."""
    began = ("trex", "[]", "", "", None, 1, "", 0)
    row = (*began, 3, None, "", None, None, "", 1, '{"players": []}')
    about = {"at": "", "kind": "entry", "deal": 1, "key": "owner", "answer": f'"{"x" * 500}"'}
    lines, checksum = [], log.first_checksum("trex", "[]")
    for place in (1, 2, 3):
        checksum = log.next_checksum(checksum, about)
        lines.append((place, *about.values(), None, place, checksum))
    numbers = range(1, matches + 1)
    for club in clubs:
        db.load("clubs", COLUMNS["clubs"], [(club, "Large", club, 1, matches + 1, 1, 1, 1, "", "")])
        db.load("matches", COLUMNS["matches"], [(club, number, *row) for number in numbers])
        rows_of_log = [(club, number, *line) for number in numbers for line in lines]
        db.load("events", COLUMNS["events"], rows_of_log)


def clubs_of(book, table):
    """The clubs that the rows of a table belong to, none if there is no book yet."""
    try:
        return {club for club, *_about in rows(book)[table]}
    except (StoreError, sqlite3.OperationalError, psycopg.errors.UndefinedTable):
        return set()


def test_it_is_told_how_far_it_is_and_that_it_can_go_on(filled, target, monkeypatch, capsys):
    def stop(*_about):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(transfer, "club_rows", stop)
        assert copy(filled, target) == 1
    assert "run the same command to continue" in capsys.readouterr().err

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert copy(filled, target) == 0
    assert capsys.readouterr().err.split("\r")[-2:] == ["6 of 6 matches", "\033[K"]
    assert rows(target) == rows(filled)


def test_a_club_that_was_made_since_is_copied_beside_those_that_came(filled, target, capsys):
    copy(filled, target)
    with closing(engine_for(filled).connect()) as db:
        clubs.create_club(db, "Third")

    assert copy(filled, target) == 0
    assert "Copied 1 club (2 clubs had come before)" in capsys.readouterr().out


@to_each
@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("DELETE FROM events WHERE match = 1 AND line = 2", "lines 9, there 8"),
        ("DELETE FROM decks", "decks 1, there 0"),
        ("UPDATE matches SET title = 'Monday' WHERE number = 1", "a title"),
        ("UPDATE events SET answer = '9' WHERE match = 1 AND line = 2", "a line"),
        ("UPDATE clubs SET generation = 7", "member link number"),
        ("UPDATE clubs SET next_match = 9", "next match 4, there 9"),
    ],
)
def test_a_club_that_is_another_there_is_left_as_it_is(sql, words, filled, target, capsys):
    copy(filled, target)
    meddle(target, sql)
    before = rows(target)
    with closing(engine_for(filled).connect()) as db:
        clubs.create_club(db, "Third")
    capsys.readouterr()

    assert copy(filled, target) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"tricktally: {engine_for(target).name} must be empty")
    assert words in told
    assert rows(target) == before


@to_each
def test_nothing_is_copied_beside_a_club_of_somebody_else(filled, target, capsys):
    Key(engine_for(filled))
    with closing(engine_for(target).open()) as db:
        clubs.create_club(db, "Strangers", "strangers")
    before = rows(target)

    assert copy(filled, target) == 1
    assert "the club Strangers (strangers) is there" in capsys.readouterr().err
    assert rows(target) == before
    assert not engine_for(target).key_file.exists()


@between_engines
def test_what_does_not_arrive_as_it_was_does_not_count(source, filled, target, monkeypatch, capsys):
    with closing(engine_for(target).open()) as db:
        engine = type(db)
    load = engine.load

    def lose_a_title(db, table, columns, rows):
        lost = [["" if value == "Friday" else value for value in row] for row in rows]
        load(db, table, columns, lost)

    monkeypatch.setattr(engine, "load", lose_a_title)

    assert copy(filled, target) == 1
    assert "did not come as it was" in capsys.readouterr().err
    assert rows(target)["clubs"] == []


@to_each
def test_a_damaged_line_comes_as_it_is_and_is_told(filled, target, capsys):
    meddle(filled, "UPDATE events SET answer = '9' WHERE match = 2 AND line = 2 AND club = 'home'")

    assert copy(filled, target) == 1
    told = capsys.readouterr().out
    assert "Match 2 of club home: a line of its log was not what was written" in told
    assert rows(target) == rows(filled)


def test_another_key_is_never_replaced(filled, target, capsys):
    Key(engine_for(filled))
    key = Key(engine_for(target))()

    assert copy(filled, target) == 1
    assert "another key" in capsys.readouterr().err
    assert not target.exists()
    assert copy(filled, target, "--keep-key") == 0
    assert Key(engine_for(target))() == key


def test_a_key_can_be_taken_from_another_place(filled, target, tmp_path):
    key = Key(engine_for(filled), tmp_path / "vault.key")()

    assert copy(filled, target, "--from-key-file", str(tmp_path / "vault.key")) == 0
    assert Key(engine_for(target))() == key


@pytest.mark.long
@between_engines
def test_a_large_book_is_never_in_memory_as_a_whole(source, target):
    # Even the few are more than what is read at once. What else is in this process takes some
    # memory now and then, and the first copy makes what later ones find ready.
    few, many = (
        min(peak_of_copying(source, target, matches) for _try in range(2))
        for matches in (800, 2_400)
    )

    assert many < 1.2 * few


def peak_of_copying(source, target, matches):
    """The most memory that a copy of so many matches has taken; nothing stays of it."""
    with closing(engine_for(source).open()) as db, db.transaction():
        fill_quickly(db, ["large"], matches=matches)
    engine_for(target).open().close()
    gc.collect()
    tracemalloc.start()
    try:
        copy_in_steps(source, target, lambda _matches: None)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    for book in (source, target):
        with closing(engine_for(book).connect()) as db:
            clubs.delete_club(db, "large")
    return peak
