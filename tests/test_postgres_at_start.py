"""PostgreSQL when the app begins: what cannot be right is refused in one line that says why."""

import multiprocessing
import socket
from contextlib import closing

import psycopg
import pytest

from app import store
from app.cli import main
from app.server import run
from app.store.postgres import migrations
from tests.postgres import a_cluster, a_standby

PASSWORD = "pa?ss@word"
PROCESSES, ROUNDS = 2, 6


@pytest.fixture
def refusal(tmp_path, capsys, monkeypatch):
    """What `tricktally serve` says when it cannot begin on an address."""

    def serve_not(*_about, **_more):
        raise AssertionError("it begins")

    monkeypatch.setattr(run, "Server", serve_not)

    def begin(address):
        words = ["--port", "0", "--key-file", str(tmp_path / "key"), "--database", address]
        status = main(["serve", "--host", "127.0.0.1", *words])

        output = capsys.readouterr()
        assert (status, output.out) == (1, "")
        assert output.err.startswith("tricktally: cannot open postgresql://")
        assert output.err.count("\n") == 1
        assert PASSWORD not in output.err
        return output.err.strip()

    return begin


@pytest.fixture
def new_book(new_database):
    """The address of a new database, or a book of ours, after some statements."""

    def make(*statements, is_ours=False):
        address = new_database()
        if is_ours:
            store.engine_for(address).open().close()
        with psycopg.connect(address, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.format(name=connection.info.dbname))
        return address

    return make


@pytest.fixture
def users(cluster):
    """Who may log in, as they were told to."""
    made = []

    def make(name, about=""):
        cluster.do(f"CREATE ROLE {name} LOGIN {about}")
        made.append(name)
        return name

    yield make
    for name in made:
        cluster.do(f"DROP ROLE {name}")


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


def test_a_wrong_password_is_told_and_never_shown(cluster, new_book, refusal, users):
    user, address = users("careful", f"PASSWORD '{PASSWORD}'"), new_book()
    rules = cluster.folder / "data" / "pg_hba.conf"
    before = rules.read_text()
    try:
        rules.write_text(f"local all {user} scram-sha-256\n{before}")
        cluster.do("SELECT pg_reload_conf()")

        assert "no password supplied" in refusal(of_user(user, address))
        assert f'failed for user "{user}"' in refusal(of_user(f"{user}:guessed", address))
        store.engine_for(of_user(f"{user}:pa%3Fss%40word", address)).connect().close()
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
def test_who_may_not_come_in_or_make_no_tables_is_told(about, words, new_book, refusal, users):
    assert words in refusal(of_user(users("guest", about), new_book()))


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_that_cannot_keep_every_name_is_refused(encoding, new_database, refusal):
    """As `createdb` makes it where the administrator has no language set."""
    name = new_database("template0", "ENCODING", f"'{encoding}'", "LOCALE", "'C'")

    assert f"its encoding is {encoding}, in which not every name can be written" in refusal(name)


SET = "ALTER DATABASE {name} SET"


@pytest.mark.parametrize(
    ("is_ours", "statement", "words"),
    [
        (False, f"{SET} synchronous_commit = off", "it is unsafe: its synchronous_commit is off"),
        (False, f"{SET} default_transaction_read_only = on", "may only be read, and has no tables"),
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
    with closing(store.engine_for(address).connect()) as db:
        assert migrations.tables(db) == {table.partition(" ")[0]}


@pytest.mark.long
@pytest.mark.parametrize("setting", ["fsync", "full_page_writes"])
def test_a_server_that_a_power_cut_damages_is_refused(setting, refusal):
    with a_cluster(**{setting: "off"}) as cluster:
        assert f"it is unsafe: its {setting} is off" in refusal(cluster.address())


@pytest.mark.long
def test_a_replica_is_read_and_never_written(refusal):
    with a_cluster() as primary:
        store.engine_for(primary.address()).open().close()
        with (
            a_standby(primary) as replica,
            closing(store.engine_for(replica.address()).open()) as db,
        ):
            assert db.is_read_only
            assert store.list_clubs(db) == []
            with pytest.raises(store.StoreError, match="read-only") as refused:
                store.ensure_home_club(db)
            assert refused.value.reason == "read-only"
            needed = replica.address(target_session_attrs="read-write", connect_timeout="2")
            assert "read-only" in refusal(needed)


def open_together(barrier, addresses, opened):
    """What a process does that opens one book after the other, each at the same moment as others
    do; says which club it found there, or what was wrong."""
    for address in addresses:
        barrier.wait(60)
        try:
            with closing(store.engine_for(address).open()) as db:
                opened.put(store.ensure_home_club(db).id)
        except Exception as error:
            opened.put(repr(error))


def test_processes_that_begin_at_once_make_the_tables_once(new_book):
    strict = "ALTER DATABASE {name} SET default_transaction_isolation = serializable"
    addresses = [new_book(*([strict] if number % 2 else [])) for number in range(ROUNDS)]
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(PROCESSES), context.Queue()
    about = (barrier, addresses, results)
    processes = [context.Process(target=open_together, args=about) for _ in range(PROCESSES)]
    for process in processes:
        process.start()
    came = [results.get(timeout=60) for _result in range(PROCESSES * ROUNDS)]
    for process in processes:
        process.join()

    assert came == [store.HOME] * PROCESSES * ROUNDS
    for address in addresses:
        with closing(store.engine_for(address).connect()) as db:
            assert migrations.version_of(db) == migrations.VERSION
            assert db.execute("SELECT count(*) FROM tricktally").fetchone() == (1,)
