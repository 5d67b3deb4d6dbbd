"""The commands on a score book that a server keeps."""

import re
from contextlib import closing

import psycopg
import pytest

from app import store
from app.cli import main as run
from app.server.run import open_app
from tests.books import begin
from tests.server_processes import pooler_before


@pytest.fixture
def address(new_database, tmp_path, monkeypatch):
    """Where a server keeps a book with one match, whose links have a key."""
    monkeypatch.chdir(tmp_path)
    address = new_database()
    with closing(store.engine_for(address).open()) as db:
        begin(db)
    store.Key(store.engine_for(address))
    return address


def test_a_key_that_is_another_one_is_found_out(address):
    engine = store.engine_for(address)
    open_app(engine)
    engine.key_file.write_bytes(bytes(range(32)))

    with pytest.raises(store.InvalidKey, match="does not hold the key"):
        open_app(engine)
    assert run(["link", "--new-key", "--database", address]) == 0
    open_app(engine)


def change(address, sql):
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(sql)


def for_its_database(setting):
    """Set something for all who come to this database from now on."""
    return (
        f"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET {setting}', current_database()); END $$"
    )


READ_ONLY = for_its_database("default_transaction_read_only = on")


def test_the_doctor_says_how_a_server_stands(address, capsys):
    assert run(["doctor", "--database", address]) == 0
    told = capsys.readouterr().out
    for words in (
        "PostgreSQL 1",
        "ms there and back",
        "its settings are safe",
        "No connection pooler is in front of it",
        "reaches the pages of other processes at once",
        f"{store.engine_for(address).name}: 1 match, 1 club, ",
        "MB, every line as written",
        "all processes need the same",
        "pg_dump or pg_basebackup",
    ):
        assert words in told
    assert "SQLite" not in told


@pytest.mark.parametrize(
    ("sql", "words", "status"),
    [
        ("UPDATE events SET answer = '9'", "Match 1 of club home: line 1 of its log", 1),
        (for_its_database("synchronous_commit = off"), "its synchronous_commit is off", 1),
        (READ_ONLY, "! It is read-only", 0),
        ("UPDATE tricktally SET version = 99", "written by a newer Tricktally", 1),
        ("UPDATE tricktally SET version = 8", "! postgresql://", 0),
        ("DROP TABLE tricktally", "database of another program", 1),
        ("DROP SCHEMA public CASCADE; CREATE SCHEMA public", "no tables of ours yet", 0),
    ],
)
def test_the_doctor_sees_what_is_wrong_with_a_server(sql, words, status, address, capsys):
    change(address, sql)

    assert run(["doctor", "--database", address]) == status
    assert words in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "words"), [("backup", "pg_dump or pg_basebackup"), ("restore", "pg_restore")]
)
def test_a_server_has_its_own_tools_for_backups(command, words, address, tmp_path, capsys):
    assert run([command, str(tmp_path / "file"), "--database", address]) == 1
    told = capsys.readouterr().err
    assert words in told
    assert "`tricktally copy" in told
    assert len(told.splitlines()) == 1
    assert not (tmp_path / "file").exists()


def test_a_process_that_freezes_keeps_its_locks_for_half_a_minute_at_most(address):
    with closing(store.engine_for(address).connect()) as db, db.transaction():
        setting = db.execute("SHOW idle_in_transaction_session_timeout").fetchone()

    assert setting == ("30s",)


def test_links_are_made_on_a_server_as_in_a_file(address, capsys):
    assert run(["link", "--database", address]) == 0
    assert "  Home: http://localhost:8000/k/home." in capsys.readouterr().out


def test_a_server_that_may_only_be_read_can_be_copied(address, tmp_path):
    change(address, READ_ONLY)

    assert run(["copy", address, str(tmp_path / "copy.sqlite3")]) == 0
    assert run(["copy", str(tmp_path / "copy.sqlite3"), address]) == 1


@pytest.mark.long
def test_a_pooler_may_stand_before_the_server(cluster, address, new_database, tmp_path, capsys):
    name, other = (re.search(r"/(\w+)\?", book)[1] for book in (address, new_database()))
    copy = str(tmp_path / "copy.sqlite3")
    with pooler_before(cluster, name, tmp_path) as pooled:
        empty = pooled.replace(name, other)

        assert run(["copy", pooled, copy]) == 0
        assert run(["copy", copy, empty]) == 0
        assert run(["doctor", "--database", empty]) == 0
    told = capsys.readouterr().out
    assert "A connection pooler is in front of it" in told
    assert "! LISTEN and NOTIFY do not work" in told
    assert "1 match, 1 club" in told
