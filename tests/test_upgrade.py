"""A database of an older version is only upgraded once a checked copy of it lies beside it."""

from __future__ import annotations

import os
import re
import sqlite3 as anysqlite
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
import sqlite_utils

from app import store
from app.cli import main as run
from app.paths import PROJECT
from app.pocket.app import open_pocket
from app.store import HOME
from app.store.postgres.migrations import STEPS, VERSION
from app.store.sqlite import backup, connection
from app.store.sqlite.migrations import migrations

TODAY = connection.version()
DUMPS = {1: "score_book_of_before.sql", 4: "score_book_of_version_4.sql"}
NAMES = [migration.name for migration in migrations.pending(sqlite_utils.Database(memory=True))]


def of_version(version, path):
    """A database as the program of that version left it, with two matches."""
    dump = Path(__file__).with_name(DUMPS[1 if version < 4 else 4])
    with closing(connection.open_file(path, "rwc")) as db:
        db.conn.executescript(dump.read_text("utf-8"))
        if version < TODAY:
            migrations.apply(db, stop_before=NAMES[version])
        db.execute(f"PRAGMA user_version = {version if version > 1 else 0}")
        if version > 4:
            db.execute(f"PRAGMA application_id = {connection.APPLICATION_ID}")
        db.execute("PRAGMA journal_mode = wal")
    return path


def tables(path):
    """All rows of all tables."""
    with closing(anysqlite.connect(path)) as db:
        names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        return {name: db.execute(f'SELECT * FROM "{name}"').fetchall() for (name,) in names}


def beside(book):
    """The names of the files in the folder of a database."""
    return sorted(path.name for path in book.parent.iterdir())


@pytest.fixture
def old(book):
    """A database of the version before clubs."""
    return of_version(4, book)


COPY = f"matches-before-v{TODAY}.sqlite3"


@pytest.mark.parametrize("version", [1, *range(3, TODAY)])
def test_a_checked_copy_is_there_before_the_tables_change(version, book, caplog):
    of_version(version, book)
    before = tables(book)

    store.engine_for(book).open().close()

    copy = book.with_name(COPY)
    assert tables(copy) == before
    assert copy.stat().st_mode & 0o777 == 0o600
    assert beside(book) == sorted([book.name, copy.name])
    with closing(store.engine_for(book).connect()) as db:
        assert not store.needs_migration(db)
        assert store.match_ids(db, HOME) == [1, 2, 3][: 2 if version < 4 else 3]
        assert list(store.damaged_lines(db)) == []
    (told,) = caplog.messages
    assert told == (
        f"Upgraded {book} from version {version} to {TODAY}."
        f" The database from before is kept in {copy}."
    )


def test_the_command_names_the_copy(old):
    done = subprocess.run(
        [sys.executable, "-m", "app", "rebuild", "--database", old],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )

    assert str(old.with_name(COPY)) in done.stderr
    assert "Read the logs of 3 matches" in done.stdout


def test_what_is_new_or_of_today_gets_no_copy(book, caplog):
    for _time in range(2):
        store.engine_for(book).open().close()

    assert beside(book) == [book.name]
    assert caplog.messages == []


def test_what_was_said_last_is_in_the_copy(old):
    """Also while it lies in the log beside the file."""
    with closing(store.engine_for(old).connect()) as other:
        other.execute("UPDATE matches SET title = 'The last evening' WHERE id = 1")
        assert Path(f"{old}-wal").stat().st_size

        store.engine_for(old).open().close()

    assert "The last evening" in str(tables(old.with_name(COPY))["matches"])


# --- no copy, no upgrade --------------------------------------------------------------------------


def refused(book, capsys):
    """What a command says that would upgrade it; nothing has changed."""
    before = tables(book), book.read_bytes()

    assert run(["rebuild", "--database", str(book)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"tricktally: cannot rebuild {book}: ")
    assert told.err.count("\n") == 1
    assert (tables(book), book.read_bytes()) == before
    return told.err


def test_where_no_copy_can_be_written_nothing_is_changed(old, capsys):
    old.with_name(f"{COPY}.part").mkdir()

    words = refused(old, capsys)

    assert f"it is of version 4, and is only upgraded to version {TODAY} once a copy" in words
    assert "Is a directory" in words


def test_where_the_copy_is_damaged_nothing_is_changed(old, capsys):
    with closing(anysqlite.connect(old)) as db:
        # An index that misses a row, which only a look at everything finds.
        index = "matches_by_game"
        (sql, page) = db.execute(
            "SELECT sql, rootpage FROM sqlite_master WHERE name = ?", [index]
        ).fetchone()
        db.execute("PRAGMA writable_schema = ON")
        db.execute("DELETE FROM sqlite_master WHERE name = ?", [index])
        db.commit()
    with closing(anysqlite.connect(old)) as db:
        db.execute("UPDATE matches SET is_over = 1 - is_over")
        db.execute("PRAGMA writable_schema = ON")
        db.execute(
            "INSERT INTO sqlite_master VALUES ('index', ?, 'matches', ?, ?)", [index, page, sql]
        )
        db.commit()

    assert index in refused(old, capsys)
    assert beside(old) == [old.name]


def test_a_copy_with_another_line_is_none(old, capsys, monkeypatch):
    """As where a disk or a memory changes a letter on the way."""
    really_copy = backup.copy_pages

    def copy(source, target):
        really_copy(source, target)
        target.execute("UPDATE events SET answer = '\"clubs\"' WHERE line = 2")

    monkeypatch.setattr(backup, "copy_pages", copy)

    assert "line 2 of match 1" in refused(old, capsys)
    assert beside(old) == [old.name]


def test_a_line_that_was_damaged_before_stops_no_upgrade(old):
    with closing(anysqlite.connect(old)) as db, db:
        db.execute("UPDATE events SET answer = '0' WHERE match = 1 AND line = 2")

    with closing(store.engine_for(old).open()) as db:
        assert list(store.damaged_lines(db)) == [store.DamagedLine(HOME, 1, 2)]
    assert tables(old.with_name(COPY))["events"]


def test_a_name_that_is_no_text_any_more_stops_no_upgrade(book):
    before = of_version(TODAY - 1, book)
    with closing(anysqlite.connect(before)) as db, db:
        db.execute("UPDATE matches SET players = CAST(x'ff' AS TEXT) WHERE number = 1")

    with closing(store.engine_for(before).open()) as db:
        with pytest.raises(store.StoreError):
            store.find_match(db, HOME, 1)
        assert store.find_match(db, HOME, 2)


def test_a_copy_that_cannot_be_written_is_no_bug(old, tmp_path):
    with (
        closing(connection.open_file(of_version(TODAY, tmp_path / "full.sqlite3"), "ro")) as target,
        closing(connection.open_file(old, "ro")) as source,
        pytest.raises(store.StoreError),
    ):
        source.conn.backup(target.conn)


# --- a copy that is there already -----------------------------------------------------------------


def half_way(monkeypatch, old):
    """An upgrade that fails with its last step."""

    def fail(db):
        really_apply(db)
        raise ZeroDivisionError

    really_apply = migrations.apply
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "apply", fail)
        with pytest.raises(ZeroDivisionError):
            store.engine_for(old).open()


def test_an_upgrade_that_fails_changes_nothing_and_its_copy_is_kept(old, monkeypatch):
    before = tables(old)
    half_way(monkeypatch, old)
    copy = old.with_name(COPY)
    assert tables(old) == tables(copy) == before
    made = copy.stat().st_mtime_ns, copy.stat().st_ino

    half_way(monkeypatch, old)
    store.engine_for(old).open().close()

    assert (copy.stat().st_mtime_ns, copy.stat().st_ino) == made
    assert beside(old) == sorted([old.name, copy.name])


def test_a_file_of_that_name_is_never_overwritten(old, caplog):
    old.with_name(COPY).write_text("Dear diary")
    before = tables(old)

    store.engine_for(old).open().close()

    assert old.with_name(COPY).read_text() == "Dear diary"
    other = old.with_name(f"matches-before-v{TODAY}-2.sqlite3")
    assert tables(other) == before
    assert str(other) in caplog.text


def test_where_a_file_has_one_name_only_nothing_is_overwritten_either(old, monkeypatch):
    """As in a browser, whose Python cannot give it a second one."""
    monkeypatch.delattr("os.link")
    old.with_name(COPY).write_text("Dear diary")
    before = tables(old)

    store.engine_for(old).open().close()

    assert old.with_name(COPY).read_text() == "Dear diary"
    assert tables(old.with_name(f"matches-before-v{TODAY}-2.sqlite3")) == before


def test_whoever_goes_back_and_upgrades_again_has_both_copies(old):
    store.engine_for(old).open().close()
    first = old.with_name(COPY)
    old.write_bytes(first.read_bytes())
    with closing(anysqlite.connect(old)) as db, db:
        db.execute("UPDATE matches SET title = 'A month later'")

    store.engine_for(old).open().close()

    assert "A month later" not in str(tables(first))
    other = old.with_name(f"matches-before-v{TODAY}-2.sqlite3")
    assert "A month later" in str(tables(other))


def test_programs_that_begin_at_once_upgrade_once(old, caplog):
    threads = [
        threading.Thread(target=lambda: store.engine_for(old).open().close())
        for _thread in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert beside(old) == sorted([old.name, COPY])
    assert len(caplog.messages) == 1
    with closing(store.engine_for(old).connect()) as db:
        assert not store.needs_migration(db)


# --- and back -------------------------------------------------------------------------------------


def go_back(book, *file):
    """`tricktally restore --before-upgrade`."""
    return run(["restore", "--before-upgrade", *map(str, file), "--database", str(book)])


@pytest.mark.parametrize("version", [1, *range(3, TODAY)])
def test_one_command_puts_back_the_database_of_the_version_before(version, book, capsys):
    before = tables(of_version(version, book))
    with closing(store.engine_for(book).open()) as db:
        store.set_title(db, HOME, 1, "Since the upgrade")

    assert go_back(book) == 0

    assert tables(book) == before
    assert not Path(f"{book}-wal").exists()
    told = capsys.readouterr().out
    assert told.startswith(f"Restored {book} from {book.with_name(COPY)}.\n")
    (aside,) = set(book.parent.glob("*-before-2*")) - {book.with_name(COPY)}
    assert f"The database from before is kept in {aside}.\nInstall the older version" in told
    with closing(store.engine_for(aside).open_readonly()) as db:
        assert store.find_match(db, HOME, 1).title == "Since the upgrade"


def test_a_link_that_was_renewed_since_the_upgrade_stays_shut(book):
    with closing(store.engine_for(of_version(TODAY - 1, book)).open()) as db:
        store.renew_member_link(db, HOME)

    assert go_back(book) == 0

    with closing(connection.open_file(book, "ro")) as db:
        assert store.needs_migration(db)
    with closing(store.engine_for(book).open()) as db:
        assert store.find_club(db, HOME).generation == 2


def test_nothing_is_put_back_while_a_server_runs(old, capsys):
    with closing(store.engine_for(old).open()):
        before = tables(old), beside(old)

        assert go_back(old) == 1

        assert f"{old} is open: stop the server first" in capsys.readouterr().err
        assert (tables(old), beside(old)) == before


def test_a_damaged_database_goes_back_too(old):
    before = tables(old)
    store.engine_for(old).open().close()
    old.write_text("Dear diary, today we played cards. " * 300)

    assert go_back(old) == 0

    assert tables(old) == before
    assert any("Dear diary" in path.read_text("latin-1") for path in old.parent.glob("*-before-2*"))


def test_of_several_copies_the_named_one_is_put_back(old, tmp_path):
    """As for whoever goes back by two versions."""
    (tmp_path / "earlier").mkdir()
    earlier = of_version(4, tmp_path / "earlier" / "copy.sqlite3")
    before = tables(earlier)
    store.engine_for(old).open().close()

    assert go_back(old, earlier) == 0

    assert tables(old) == before


def test_where_this_version_has_upgraded_nothing_the_database_stays(book, capsys):
    """The copy of an earlier upgrade is old, and the version before reads these tables."""
    store.engine_for(book).open().close()
    stays = f"This version has not upgraded {book}, which stays as it is.\n"

    assert go_back(book) == 0
    assert capsys.readouterr().out == stays

    before = tables(book)
    a_year_ago = time.time() - 366 * 86_400
    copy = of_version(TODAY - 1, book.with_name(COPY))
    os.utime(copy, (a_year_ago, a_year_ago))

    assert go_back(book) == 0
    assert capsys.readouterr().out == stays
    assert tables(book) == before
    assert go_back(book, copy) == 0
    assert tables(book) == tables(copy)


def test_a_backup_has_a_name(book, capsys):
    assert run(["restore", "--database", str(book)]) == 2
    assert "Name the FILE" in capsys.readouterr().err


# --- in a pocket ----------------------------------------------------------------------------------


def test_a_phone_keeps_a_copy_too_and_gives_it_out(tmp_path):
    book = of_version(4, tmp_path / "matches.sqlite3")
    before = tables(book)

    pocket = open_pocket(str(tmp_path))

    copy = book.with_name(COPY)
    assert tables(copy) == before
    status, headers, content = pocket.answer("GET", "/book-before.sqlite3", {}, b"")
    assert status == 200
    assert copy.name in dict(headers)["Content-Disposition"]
    assert content == copy.read_bytes()
    assert "/book-before.sqlite3" in pocket.answer("GET", "/kept", {}, b"")[2].decode()


def test_a_phone_without_room_for_a_copy_is_upgraded_all_the_same(tmp_path):
    book = of_version(4, tmp_path / "matches.sqlite3")
    book.with_name(f"{COPY}.part").mkdir()

    pocket = open_pocket(str(tmp_path))

    assert not book.with_name(COPY).exists()
    assert pocket.answer("GET", "/c/home/matches/1", {}, b"")[0] == 200
    assert pocket.answer("GET", "/book-before.sqlite3", {}, b"")[0] == 404
    assert "book-before" not in pocket.answer("GET", "/kept", {}, b"")[2].decode()


# --- on a server ----------------------------------------------------------------------------------


@pytest.fixture
def old_server(new_database):
    """The address of a database as the first version on a server left it."""
    address = new_database()
    with psycopg.connect(address, autocommit=True) as connection:
        for statement in STEPS[9]:
            connection.execute(statement.format(bytewise='COLLATE "C"'))
        connection.execute("CREATE TABLE tricktally (version BIGINT NOT NULL)")
        connection.execute("INSERT INTO tricktally (version) VALUES (9)")
        connection.execute(
            "INSERT INTO clubs (id, name, founded, next_match) VALUES ('home', 'Home', '2026', 2)"
        )
        connection.execute(
            "INSERT INTO matches (club, number, game, players, started)"
            " VALUES ('home', 1, 'trex', '[]', '2026')"
        )
    return address


def on_server(address, sql):
    with psycopg.connect(address, autocommit=True) as connection:
        return connection.execute(sql).fetchall()


TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"


def test_a_server_is_upgraded_and_told_that_no_copy_was_made(old_server, caplog):
    store.engine_for(old_server).open().close()

    name = store.engine_for(old_server).name
    assert caplog.messages == [
        f"Upgraded {name} from version 9 to {VERSION}, all at once. The database from before is"
        " only in a backup of the server."
    ]
    assert ("codes",) in on_server(old_server, TABLES)
    with closing(store.engine_for(old_server).open_readonly()) as db:
        assert store.match_ids(db, HOME) == [1]


def test_an_upgrade_of_a_server_that_fails_changes_nothing(old_server, monkeypatch, caplog):
    before = on_server(old_server, TABLES)
    steps = {**STEPS, VERSION: (*STEPS[VERSION], "SELECT 1 / 0")}
    with monkeypatch.context() as patch:
        patch.setattr("app.store.postgres.migrations.STEPS", steps)
        with pytest.raises(psycopg.errors.DivisionByZero):
            store.engine_for(old_server).open()

    assert on_server(old_server, TABLES) == before
    assert on_server(old_server, "SELECT version FROM tricktally") == [(9,)]
    assert caplog.messages == []
    store.engine_for(old_server).open().close()


def test_an_upgrade_of_a_server_only_adds():
    adds = re.compile(r"CREATE TABLE|CREATE (UNIQUE )?INDEX|ALTER TABLE \w+ ADD COLUMN")
    for version, statements in STEPS.items():
        for statement in statements:
            assert adds.match(statement), (version, statement)


# --- whoever only reads ---------------------------------------------------------------------------


READING = {
    "link": (["link"], 1),
    "doctor": (["doctor"], 0),
    "copy": (["copy", "BOOK", "other.sqlite3"], 1),
    "backup": (["backup", "other.sqlite3"], 0),
}
SERVER_READING = {command: READING[command] for command in ("link", "doctor", "copy")}


@pytest.mark.parametrize("command", READING)
def test_a_command_that_reads_never_upgrades(command, old, capsys, monkeypatch):
    monkeypatch.chdir(old.parent)
    words, status = READING[command]
    before = tables(old), old.read_bytes()
    about = [] if command == "copy" else ["--database", str(old)]

    assert run([str(old) if word == "BOOK" else word for word in words] + about) == status

    told = capsys.readouterr()
    assert (tables(old), old.read_bytes()) == before
    assert not old.with_name(COPY).exists()
    if command != "backup":
        assert "it is of an older version" in told.out + told.err or "renews it" in told.out


@pytest.mark.parametrize("command", SERVER_READING)
def test_a_command_that_reads_upgrades_no_server(
    command, old_server, capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    words, status = SERVER_READING[command]
    about = [] if command == "copy" else ["--database", old_server]

    assert run([old_server if word == "BOOK" else word for word in words] + about) == status

    told = capsys.readouterr()
    assert on_server(old_server, "SELECT version FROM tricktally") == [(9,)]
    assert "its tables are of an older version" in told.out + told.err
