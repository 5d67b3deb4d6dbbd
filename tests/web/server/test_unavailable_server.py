"""When the server of the score book is in trouble: the right words, nothing lost, nothing twice.

`make bench ARGS=faults` stops, crashes and kills it fifty times each while phones answer.
"""

import shutil
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

import psycopg
import pytest

from app.server import health
from app.store import engine_for
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.store.errors import StoreError
from app.store.postgres import connection, pool
from app.web.core.services import services
from testkit.postgres import UNPRIVILEGED, a_cluster, is_root
from testkit.servers import wait_until
from testkit.web.phone import Phone
from testkit.web.table import begin_match

pytestmark = pytest.mark.parametrize("door", ["postgres"], indirect=True)

NOTHING_SAVED = "Nothing was saved; what you entered is kept here."
MAYBE_SAVED = "It may be saved or not; what you entered is kept here. Send it again"
AWAY = "The database cannot be reached at the moment. Try again."
IN_USE = "The database is in use by another program."
FULL = "Too many matches are saved at once. Try again in a moment."


@pytest.fixture(autouse=True)
def health_is_looked_at_each_time(monkeypatch):
    monkeypatch.setattr(health, "PROBE_SECONDS", 0)


@pytest.fixture
def table(begin):
    """Italian Whist after one deal, the first hand of the second counted."""
    table = begin("italian_whist", upper="99", lower="-99")
    return table.play([6, 2, 1], [1, 2, 6], [9, 0, 0])


@pytest.fixture
def session(app):
    """Another session at the same server."""
    with psycopg.connect(app.config["DATABASE"], autocommit=True) as session:
        yield session


@pytest.fixture
def impatient(monkeypatch):
    """Nobody waits for what others hold as long as people do."""
    monkeypatch.setattr(connection, "RETRY_SECONDS", 0.3)
    monkeypatch.setattr(connection, "BEGIN", "BEGIN; SET LOCAL lock_timeout = 300")
    monkeypatch.setattr(pool, "LOCK_TIMEOUT", "SET lock_timeout = 300")


@pytest.fixture
def tries(monkeypatch):
    """Why something was tried again."""
    reasons = []

    def translate_error(error, **about):
        reasons.append(error.sqlstate)
        return really(error, **about)

    really = connection.translate_error
    monkeypatch.setattr(connection, "translate_error", translate_error)
    return reasons


def answer(table, **about):
    return table.send("/entries", {"second.0": "9", "request_id": "k7Rw2nQx9sLm"}, **about)


def send_again(table, page):
    """Send the form of a page that says nothing was saved."""
    return table.phone.send(page.forms[0].action, page.forms[0].filled({})).status


def connect_anew(app, address=None, **about):
    """Let the app take its connections from somewhere else, or as somebody else."""
    address = psycopg.conninfo.make_conninfo(address or app.config["DATABASE"], **about)
    services(app).pool.close()
    services(app).pool = pool.PostgresConnections(address)


def end_all(session):
    """End all other connections, and wait until the processes behind them are gone."""
    ended = session.execute(
        "SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    ).fetchall()
    while any(Path(f"/proc/{process}").exists() for process, _has_ended in ended):
        time.sleep(0.002)


def test_connections_that_have_ended_are_not_lent(table, session, tries):
    line = table.last_line
    for fetch in (table.open, lambda: answer(table, after=line)):
        end_all(session)
        assert fetch().status in (200, 303)

    assert not tries, "nobody has found it out by trying"
    assert table.last_line == line + 1


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_connection_may_end_at_any_statement(when, begin, session, monkeypatch):
    """Before the server hears of it, or before its answer comes back, at each statement of an
    answer once; only at the last nobody knows what came of it."""
    really_run = connection.PostgresDatabase._run
    table = begin("italian_whist", upper="99", lower="-99")
    place, statement = 0, count()

    def run(db, work):
        def work_and_end(connection):
            work(connection)
            end_all(session)
            return connection.execute("SELECT 'nobody answers'")

        is_cut = next(statement) == place
        if is_cut and when == "before":
            end_all(session)
        return really_run(db, work_and_end if is_cut and when == "after" else work)

    monkeypatch.setattr(connection.PostgresDatabase, "_run", run)
    said = []
    while True:
        fields = {f"{('first', 'second')[place % 2]}.0": "9", "request_id": f"answer-{place:05}"}
        line, statement = table.last_line, count()
        page = table.send("/entries", fields, after=line)
        if next(statement) <= place:
            break
        place += 1
        said.append(page.status)
        if page.status == 503:
            assert page.says(MAYBE_SAVED)
            assert table.last_line == line + (when == "after")
            assert send_again(table, page) == 303
        assert table.last_line == line + 1
    assert said.count(503) == 1, "at its COMMIT"
    assert said.count(303) == len(said) - 1 > 4


def test_a_transaction_never_goes_on_on_another_connection(app, session, impatient):
    with closing(engine_for(app.config["DATABASE"]).connect()) as db:

        def rename():
            db.execute("UPDATE clubs SET name = 'Half'")

        def write():
            end_all(session)
            for _time in range(2):
                with pytest.raises(StoreError):
                    rename()

        with pytest.raises(StoreError):
            db.in_one_transaction(write)
        assert clubs.find_club(db, HOME).name != "Half"


def test_who_stops_reading_half_way_hinders_nobody(app):
    lent = services(app).pool
    reader, writer = lent.check_out(), lent.check_out()
    rows = reader.stream("SELECT generate_series(1, 100000)")
    assert next(rows) == (1,)
    lent.check_in(reader)
    with writer.transaction():
        writer.execute("UPDATE clubs SET name = ?", ["Friends"])
        rows.close()
    with writer.transaction():
        assert clubs.find_club(writer, HOME).name == "Friends"
    lent.check_in(writer)


@contextmanager
def all_lent(app, connections=pool.MAX_CONNECTIONS):
    """Others have all connections of the pool."""
    lent = [services(app).pool.check_out() for _time in range(connections)]
    for db in lent:
        db.reach()
    yield
    for db in lent:
        services(app).pool.check_in(db)


@contextmanager
def no_room_for_more(app):
    """The server lets us have one connection, and that is lent."""
    with psycopg.connect(app.config["DATABASE"], autocommit=True) as session:
        role = f"crowd_of_{session.info.dbname}"  # a role is one of all databases of the server
        session.execute(f"CREATE ROLE {role} LOGIN CONNECTION LIMIT 1 IN ROLE tricktally")
        connect_anew(app, user=role)
        with all_lent(app, 1):
            yield
        connect_anew(app)
        end_all(session)
        session.execute(f"DROP ROLE {role}")


@contextmanager
def held(app, *statements):
    """Another session has written something, and has not yet committed it."""
    with psycopg.connect(app.config["DATABASE"]) as other:
        for statement in statements or ("UPDATE matches SET title = 'mine'",):
            other.execute(statement)
        yield other
        other.rollback()


@pytest.mark.parametrize(
    ("fault", "words", "health"),
    [(all_lent, FULL, 503), (no_room_for_more, AWAY, 503), (held, IN_USE, 200)],
)
def test_who_waits_too_long_is_told_why_and_can_send_it_again(
    fault, words, health, table, app, impatient, monkeypatch
):
    line = table.last_line
    with fault(app), monkeypatch.context() as now:
        now.setattr(pool, "CHECKOUT_TIMEOUT", 0.3)
        page = answer(table, after=line)
        assert page.status == 503
        assert page.says(words, NOTHING_SAVED)
        assert table.phone.open("/healthz").status == health

    assert table.last_line == line
    assert send_again(table, page) == 303
    assert table.phone.open("/healthz").status == 200


def test_who_cannot_even_read_is_told(impatient, table, app, session):
    end_all(session)
    with held(app, "LOCK TABLE matches"):
        page = table.open()

    assert page.status == 503
    assert page.says(IN_USE)
    assert table.open().status == 200


WAITING = (
    "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
)
DOUBT = "INSERT INTO doubts (club, match, deal, at, words) VALUES ('{}', {}, 2, '', '')"


@pytest.mark.parametrize(
    ("setting", "other_writes", "then", "why"),
    [
        ("default_transaction_isolation = serializable", (), "SELECT 1", "40001"),
        (
            "deadlock_timeout = '500ms'",
            ("SET deadlock_timeout = '9s'", "UPDATE doubts SET words = 'mine'"),
            "UPDATE matches SET title = 'mine'",
            "40P01",
        ),
    ],
    ids=["serialization failure", "deadlock"],
)
def test_what_two_sessions_have_run_into_is_tried_again_and_recorded_once(
    setting, other_writes, then, why, table, app, session, tries
):
    line = table.last_line
    session.execute(DOUBT.format(HOME, table.id))
    session.execute(f"ALTER DATABASE {session.info.dbname} SET {setting}")
    end_all(session)
    with held(app, *other_writes) as other, ThreadPoolExecutor() as pool:
        page = pool.submit(answer, table, after=line)
        wait_until(lambda: session.execute(WAITING).rowcount > 0)
        other.execute(then)
        other.commit()
        assert page.result().status == 303

    assert why in tries
    assert table.last_line == line + 1


@pytest.fixture
def small_disk(app, table, cluster):
    """The database of the book lies where not much more than an empty one has room."""
    folder = Path(tempfile.mkdtemp(prefix="tricktally-"))
    words = ["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", str(folder)]
    if not is_root() or subprocess.run(words, check=False).returncode:
        folder.rmdir()
        pytest.skip("only root can make a small disk")
    shutil.chown(folder, UNPRIVILEGED)
    name = psycopg.conninfo.conninfo_to_dict(app.config["DATABASE"])["dbname"]
    end = f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{name}'"
    lie = f"ALTER DATABASE {name} SET TABLESPACE"
    cluster.do(f"CREATE TABLESPACE small LOCATION '{folder}'", end, f"{lie} small")
    yield
    cluster.do(end, f"{lie} pg_default", "DROP TABLESPACE small")
    subprocess.run(["umount", str(folder)], check=True)
    folder.rmdir()


def fill(session, rows):
    row = "SELECT repeat(md5(n::text), 30) FROM generate_series(1, %s) AS n"
    while True:
        session.execute(f"INSERT INTO junk {row}", [rows])


def test_a_disk_that_is_full_is_told_and_well_again(app, table, small_disk):
    with psycopg.connect(app.config["DATABASE"], autocommit=True) as other:

        def lines():
            # Who comes anew when no room is left may not even be let in.
            return other.execute("SELECT count(*) FROM events").fetchone()[0]

        assert table.open().status == 200
        other.execute("CREATE TABLE junk (words TEXT)")
        for rows in (1_000, 1):
            with pytest.raises(psycopg.errors.DiskFull):
                fill(other, rows)
        # What is there already has some room left.
        for answer in range(400):
            line = lines()
            page = table.send(("/undo", "/redo")[answer % 2], {}, after=line)
            if page.status != 303:
                break
            assert lines() == line + 1

        assert page.status == 503
        assert page.says("The disk is full: nothing can be saved.", NOTHING_SAVED)
        assert table.open().status == 200
        assert table.phone.open("/healthz").status == 503
        assert lines() == line
        other.execute("DROP TABLE junk")
        assert send_again(table, page) == 303
        assert lines() == line + 1


@pytest.mark.parametrize("how", ["fast", pytest.param("immediate", marks=pytest.mark.long)])
def test_a_server_that_was_away_is_there_again_for_all(how, app, monkeypatch):
    asked, really_get = [], pool.ConnectionPool.getconn

    def getconn(*about):
        try:
            return really_get(*about)
        except pool.PoolTimeout:
            asked.append("in vain")
            raise

    monkeypatch.setattr(pool, "CHECKOUT_TIMEOUT", 0.5)
    with a_cluster() as cluster:
        with closing(engine_for(cluster.address()).open()) as db:
            clubs.ensure_home_club(db)
        connect_anew(app, cluster.address())
        monkeypatch.setitem(app.config, "DATABASE", cluster.address())
        table = begin_match(Phone(app), "italian_whist", None, upper="99", lower="-99")
        cluster.stop(how)
        monkeypatch.setattr(pool.ConnectionPool, "getconn", getconn)
        times = []
        for _time in range(3):
            asked.clear()
            page = answer(table, after=1)
            times.append(len(asked))
            assert page.status == 503
            assert page.says(AWAY, NOTHING_SAVED)
        assert times[0] > 1, "it waits for a server that may start again"
        assert times[1:] == [1, 1], "only the first of them has waited"
        assert table.phone.open("/healthz").status == 503

        cluster.start()
        fields = {"first.0": "9", "request_id": "k7Rw2nQx9sLm"}
        assert table.send("/entries", fields, after=1).status == 303
        assert table.phone.open("/healthz").status == 200
        assert table.last_line == 2
