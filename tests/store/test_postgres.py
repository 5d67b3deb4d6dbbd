"""A book on a server: what cannot be right is refused at the start, and what commands say of it."""

import multiprocessing
import re
import socket
from contextlib import closing
from queue import Queue

import psycopg
import pytest

from app.cli import main as run
from app.server import run as server
from app.server.run import open_app
from app.store import engine_for
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.store.clubs.keyfile import Key
from app.store.errors import InvalidKey, StoreError
from app.store.postgres import migrations, notifications
from app.store.postgres.connection import CHANNEL, PROCESS_ID
from testkit.postgres import a_cluster, a_standby
from testkit.server_processes import pooler_before
from tests.books import begin

PASSWORD = "pa?ss@word"
PROCESSES, ROUNDS = 2, 6


READ_ONLY = "ALTER DATABASE {name} SET default_transaction_read_only = on"
NO_COMMITS = "ALTER DATABASE {name} SET synchronous_commit = off"


def change(address, statement):
    """Run a statement on a database, whose name it can say."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(statement.format(name=connection.info.dbname))


@pytest.fixture
def new_book(new_database, database_with_tables):
    """The address of a new database, or a book of ours, after some statements."""

    def make(*statements, is_ours=False):
        address = new_database(*([database_with_tables] if is_ours else []))
        for statement in statements:
            change(address, statement)
        return address

    return make


@pytest.fixture
def refusal(tmp_path, capsys, monkeypatch):
    """What `tricktally serve` says when it cannot begin on an address."""

    def serve_not(*_about, **_more):
        raise AssertionError("it begins")

    monkeypatch.setattr(server, "Server", serve_not)

    def serve(address):
        words = ["--port", "0", "--key-file", str(tmp_path / "key"), "--database", address]
        status = run(["serve", "--host", "127.0.0.1", *words])

        output = capsys.readouterr()
        assert (status, output.out) == (1, "")
        assert output.err.startswith("tricktally: cannot open postgresql://")
        assert output.err.count("\n") == 1
        assert PASSWORD not in output.err
        return output.err.strip()

    return serve


def of_user(user, address):
    return address.replace("//tricktally@", f"//{user}@")


def test_nobody_is_at_the_address(cluster, refusal, tmp_path):
    assert "No such file or directory" in refusal(f"postgresql:///book?host={tmp_path}")
    assert "Connection refused" in refusal("postgresql://127.0.0.1:1/book")
    assert "failed to resolve host" in refusal("postgresql://nowhere.invalid/book")
    assert "sslmode" in refusal("postgresql:///book?sslmode=sometimes")
    assert 'database "nowhere" does not exist' in refusal(cluster.address("nowhere"))


@pytest.mark.long
def test_whoever_does_not_answer_is_given_up(refusal):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert "timeout" in refusal(f"postgresql://127.0.0.1:{silent.getsockname()[1]}/book")


def test_a_wrong_password_is_told_and_never_shown(cluster, new_book, refusal):
    address = new_book()
    careful = cluster.new_role(f"PASSWORD '{PASSWORD}'")
    rules = cluster.folder / "data" / "pg_hba.conf"
    before = rules.read_text()
    try:
        rules.write_text(f"local all {careful} scram-sha-256\n{before}")
        cluster.do("SELECT pg_reload_conf()")

        assert "no password supplied" in refusal(of_user(careful, address))
        assert f'failed for user "{careful}"' in refusal(of_user(f"{careful}:guessed", address))
        engine_for(of_user(f"{careful}:pa%3Fss%40word", address)).connect().close()
    finally:
        rules.write_text(before)
        cluster.do("SELECT pg_reload_conf()")


@pytest.mark.parametrize(
    ("about", "words"),
    [
        ("CONNECTION LIMIT 0", "too many connections"),
        ("", "permission denied for schema public"),
    ],
)
def test_who_may_not_come_in_or_make_no_tables_is_told(about, words, cluster, new_book, refusal):
    assert words in refusal(of_user(cluster.new_role(about), new_book()))


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_that_cannot_keep_every_name_is_refused(encoding, new_database, refusal):
    """As `createdb` makes it where the administrator has no language set."""
    name = new_database("template0", "ENCODING", f"'{encoding}'", "LOCALE", "'C'")

    assert f"its encoding is {encoding}, in which not every name can be written" in refusal(name)


@pytest.mark.parametrize(
    ("is_ours", "statement", "words"),
    [
        (False, NO_COMMITS, "it is unsafe: its synchronous_commit is off"),
        (False, READ_ONLY, "may only be read, and has no tables"),
        (True, "UPDATE tricktally SET version = version + 1", "written by a newer Tricktally"),
        (True, "UPDATE tricktally SET version = 0", "its tables are half made"),
        (True, "DROP TABLE doubts", "its tables are half made"),
    ],
)
def test_a_database_that_will_not_do_is_refused(is_ours, statement, words, new_book, refusal):
    assert words in refusal(new_book(statement, is_ours=is_ours))


def test_an_old_server_is_refused(new_book, refusal, monkeypatch):
    numbers = {"server_version_num": "120022", "server_version": "12.22"}
    monkeypatch.setattr(migrations, "setting", lambda _db, name: numbers.get(name, ""))

    assert "it is PostgreSQL 12.22: version 13 is the oldest" in refusal(new_book())


@pytest.mark.parametrize(
    "table",
    ["matches (id INT)", "doubts (id INT)", "tricktally (id INT)", "tricktally (version TEXT)"],
)
def test_the_tables_of_another_program_are_left_alone(table, new_book, refusal):
    address = new_book(f"CREATE TABLE {table}")

    assert "it is the database of another program" in refusal(address)
    with closing(engine_for(address).connect()) as db:
        assert migrations.tables(db) == {table.partition(" ")[0]}


@pytest.mark.long
@pytest.mark.parametrize("setting", ["fsync", "full_page_writes"])
def test_a_server_that_a_power_cut_damages_is_refused(setting, refusal):
    with a_cluster(**{setting: "off"}) as cluster:
        assert f"it is unsafe: its {setting} is off" in refusal(cluster.address())


@pytest.mark.long
def test_a_replica_is_read_and_never_written(refusal):
    with a_cluster() as primary:
        engine_for(primary.address()).open().close()
        with (
            a_standby(primary) as replica,
            closing(engine_for(replica.address()).open()) as db,
        ):
            assert db.is_read_only
            assert clubs.list_clubs(db) == []
            with pytest.raises(StoreError, match="read-only") as refused:
                clubs.ensure_home_club(db)
            assert refused.value.reason == "read-only"
            needed = replica.address(target_session_attrs="read-write", connect_timeout="2")
            assert "read-only" in refusal(needed)


def open_together(barrier, addresses, opened):
    """What a process does that opens one book after the other, each at the same moment as others
    do; says which club it found there, or what was wrong."""
    for address in addresses:
        barrier.wait(60)
        try:
            with closing(engine_for(address).open()) as db:
                opened.put(clubs.ensure_home_club(db).id)
        except Exception as error:
            opened.put(repr(error))


def test_processes_that_begin_at_once_make_the_tables_once(new_book):
    strict = "ALTER DATABASE {name} SET default_transaction_isolation = serializable"
    addresses = [new_book(*([strict] if number % 2 else [])) for number in range(ROUNDS)]
    context = multiprocessing.get_context("fork")
    barrier, results = context.Barrier(PROCESSES), context.Queue()
    about = (barrier, addresses, results)
    processes = [context.Process(target=open_together, args=about) for _ in range(PROCESSES)]
    for process in processes:
        process.start()
    came = [results.get(timeout=60) for _result in range(PROCESSES * ROUNDS)]
    for process in processes:
        process.join()

    assert came == [HOME] * PROCESSES * ROUNDS
    for address in addresses:
        with closing(engine_for(address).connect()) as db:
            assert migrations.version_of(db) == migrations.VERSION
            assert db.execute("SELECT count(*) FROM tricktally").fetchone() == (1,)


# The commands.


@pytest.fixture
def address(new_book, tmp_path, monkeypatch):
    """Where a server keeps a book with one match, whose links have a key."""
    monkeypatch.chdir(tmp_path)
    address = new_book(is_ours=True)
    with closing(engine_for(address).connect()) as db:
        begin(db)
    Key(engine_for(address))
    return address


def test_a_key_that_is_another_one_is_found_out(address, capsys):
    engine = engine_for(address)
    open_app(engine)
    engine.key_file.write_bytes(bytes(range(32)))

    with pytest.raises(InvalidKey, match="does not hold the key"):
        open_app(engine)
    assert run(["link", "--new-key", "--database", address]) == 0
    assert "  Home: http://localhost:8000/k/home." in capsys.readouterr().out
    open_app(engine)


def test_the_doctor_says_how_a_server_stands(address, capsys):
    assert run(["doctor", "--database", address]) == 0
    told = capsys.readouterr().out
    for words in (
        "PostgreSQL 1",
        "ms there and back",
        "its settings are safe",
        "No connection pooler is in front of it",
        "reaches the pages of other processes at once",
        f"{engine_for(address).name}: 1 match, 1 club, ",
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
        (NO_COMMITS, "its synchronous_commit is off", 1),
        (READ_ONLY, "✗ It is read-only", 1),
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
    with closing(engine_for(address).connect()) as db, db.transaction():
        setting = db.execute("SHOW idle_in_transaction_session_timeout").fetchone()

    assert setting == ("30s",)


def test_a_server_that_may_only_be_read_can_be_copied(address, tmp_path):
    change(address, READ_ONLY)

    assert run(["copy", address, str(tmp_path / "copy.sqlite3")]) == 0
    assert run(["copy", str(tmp_path / "copy.sqlite3"), address]) == 1


def test_what_another_process_sends_is_heard_and_what_this_one_sends_is_not(address):
    heard, polls = Queue(), Queue()
    with engine_for(address).notifications(heard.put, lambda: polls.put(1)):
        polls.get(timeout=9)
        for process in (PROCESS_ID, "another"):
            change(address, f"SELECT pg_notify('{CHANNEL}', '{process} by {process}')")

        assert heard.get(timeout=9) == "by another"


def test_where_nothing_would_be_heard_it_is_looked_for_again_and_again(address, monkeypatch):
    monkeypatch.setattr(notifications, "is_behind_pooler", lambda _connection: True)
    monkeypatch.setattr(notifications, "POLL_EVERY", 0.01)
    polls = Queue()
    with engine_for(address).notifications(print, lambda: polls.put(1)):
        assert [polls.get(timeout=9) for _poll in range(3)] == [1, 1, 1]


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
