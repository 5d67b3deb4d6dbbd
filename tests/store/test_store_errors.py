"""A bug of ours is never taken for a database that is away, wherever that is caught."""

import threading
from contextlib import closing

import pytest

from app.cli import main as run
from app.fair_queue import Requester
from app.pocket import app as pocket_app
from app.server import housekeeping
from app.server.housekeeping import Housekeeping
from app.server.run import open_app
from app.store import engine_for, transfer
from app.store.clubs import clubs, invite_codes
from app.store.clubs.clubs import HOME
from app.store.clubs.keyfile import Key
from app.store.errors import StoreError, UniqueViolation
from app.store.matches import lists, log, matches
from app.store.postgres import notifications
from app.store.sqlite import backup
from app.store.sqlite.backup import list_nightly_backups, make_backup
from app.store.sqlite.connection import SqliteDatabase
from app.store.sqlite.engine import UnavailableConnections
from app.web.core.pubsub import PeerListener, PubSub
from app.web.core.services import services
from app.web.match import live
from testkit.servers import wait_until
from tests.books import BUGS, a_live_book, begin


@pytest.mark.every_engine
@pytest.mark.parametrize(
    ("sql", "values"),
    [
        pytest.param("SELEC 1", [], id="syntax"),
        pytest.param("SELECT * FROM games", [], id="table"),
        pytest.param("SELECT winner FROM matches", [], id="column"),
        pytest.param("INSERT INTO clubs (id) VALUES ('one')", [], id="value"),
        pytest.param("INSERT INTO doubts VALUES ('no', 1, 1, '', '', NULL)", [], id="row"),
        pytest.param("SELECT 1", [1], id="value too many"),
    ],
)
def test_a_wrong_statement_is_no_database_that_is_away(sql, values, db):
    with pytest.raises(BUGS) as bug, db.transaction():
        db.execute(sql, values)

    assert not isinstance(bug.value, StoreError | UniqueViolation)


@pytest.mark.every_engine
def test_a_row_that_is_there_already_is_neither(db):
    clubs.ensure_home_club(db)

    with pytest.raises(UniqueViolation) as error, db.transaction():
        db.execute("INSERT INTO clubs (id, name, founded) VALUES (?, '', '')", [HOME])
    assert not isinstance(error.value, (StoreError, *BUGS))


def test_an_error_while_rows_are_fetched_is_told_as_one_while_they_are_asked_for(db, book):
    """A page of the file that cannot be read may only come to light behind the first row."""
    for _match in range(300):
        begin(db)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = book.read_bytes()
    half = len(content) // 2
    book.write_bytes(content[:half] + b"\xff" * (len(content) - half))

    for fetch in (list, lambda rows: rows.fetchall(), lambda rows: [*iter(rows.fetchone, None)]):
        with closing(engine_for(book).connect()) as other:
            rows = other.execute("SELECT rowid, answer || checksum FROM events NOT INDEXED")
            with pytest.raises(StoreError, match="malformed") as error:
                fetch(rows)
        assert error.value.reason == "shut"


@pytest.mark.parametrize("folder", ["locked-room", "disk-full", "I-O", "readonly", "busy"])
def test_a_path_does_not_say_why_a_database_is_unavailable(folder, tmp_path):
    engine = engine_for(tmp_path / folder / "matches.sqlite3")
    unavailable = UnavailableConnections(engine, OSError(f"there is no {engine.file}"))

    for connect in (engine.connect, unavailable.check_out):
        with pytest.raises(StoreError) as error:
            connect()
        assert error.value.reason == "shut"


@pytest.fixture
def is_wrong(monkeypatch):
    """Let a verb of the store send a statement that is wrong."""

    def make_wrong(name, where):
        def wrong(db, *_about, **_more):
            return db.execute("SELECT 1 FROM nowhere")

        monkeypatch.setattr(where, name, wrong)

    return make_wrong


@pytest.fixture
def whole(book):
    """A book with a match."""
    a_live_book(book)
    Key(engine_for(book))
    return book


@pytest.fixture
def app(whole):
    """It is served, and raises no exception for a page of its own."""
    app = open_app(engine_for(whole))
    app.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False, OPEN=True)
    yield app
    services(app).pool.close()
    services(app).main_connection.close()


@pytest.mark.parametrize(
    ("verb", "where", "address"),
    [
        ("open_matches", lists, ""),
        ("find_match", matches, "matches/1"),
        ("save_code", invite_codes, "invite"),
        ("probe", SqliteDatabase, "/healthz"),
    ],
)
def test_a_page_with_a_bug_is_a_500_and_in_the_log(verb, where, address, app, is_wrong, caplog):
    is_wrong(verb, where)
    address = address if address.startswith("/") else f"/c/home/{address}"

    assert app.test_client().get(address).status_code == 500
    assert "no such table: nowhere" in caplog.text
    assert "no letters for a link" not in caplog.text


def test_a_pocket_with_a_bug_says_so_and_does_not_offer_to_begin_anew(whole, is_wrong):
    is_wrong("ensure_home_club", clubs)
    with pytest.raises(BUGS):
        pocket_app.open_pocket(str(whole.parent))


def test_what_looks_for_news_does_not_end_as_if_nothing_was(app, is_wrong):
    with app.test_request_context("/c/home/matches/1/live") as context:
        environ = context.request.environ
    news = PubSub()
    news.subscribe(Requester(HOME, "192.0.2.1"), 1)
    is_wrong("find_log_head", log)

    with pytest.raises(BUGS):
        live.version_now(app, environ)
    with pytest.raises(BUGS):
        PeerListener(news, services(app).pool).poll()


def test_a_bug_in_news_is_logged_and_what_follows_is_heard(new_database, caplog):
    address, looks = new_database(), threading.Semaphore(0)

    def look():
        looks.release()
        raise ZeroDivisionError

    with closing(notifications.NotificationListener(address, print, look)):
        assert all(looks.acquire(timeout=10) for _look in range(2))

    assert "ZeroDivisionError" in caplog.text


def test_a_nightly_copy_with_a_bug_is_logged_and_the_next_one_made(
    whole, app, monkeypatch, is_wrong, caplog
):
    is_wrong("copy_pages", backup)
    with pytest.MonkeyPatch.context() as often:
        often.setattr(housekeeping, "CHECK_SECONDS", 0.01)
        often.setattr(housekeeping, "QUIET_SECONDS", 0.01)
        with Housekeeping(engine_for(whole), services(app).pool, None, whole.parent):
            wait_until(lambda: "no such table: nowhere" in caplog.text)
            monkeypatch.undo()
            wait_until(lambda: list_nightly_backups(whole))


@pytest.mark.parametrize(
    ("command", "verb", "where"),
    [
        ("serve --port 0 --host 127.0.0.1", "ensure_home_club", clubs),
        ("rebuild", "list_clubs", clubs),
        ("link", "list_clubs", clubs),
        ("doctor", "damaged_lines", log),
        ("backup copy.sqlite3", "copy_pages", backup),
        ("restore kept.sqlite3", "copy_pages", backup),
        ("copy matches.sqlite3 copy.sqlite3", "club_rows", transfer),
    ],
)
def test_a_command_with_a_bug_crashes(command, verb, where, whole, is_wrong, monkeypatch):
    monkeypatch.chdir(whole.parent)
    make_backup(whole, whole.with_name("kept.sqlite3"))
    is_wrong(verb, where)
    database = [] if command.startswith("copy") else ["--database", whole.name]

    with pytest.raises(BUGS):
        run([*command.split(), *database])
