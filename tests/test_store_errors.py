"""A bug of ours is never taken for a database that is away, wherever that is caught."""

from __future__ import annotations

import logging
import threading
from contextlib import closing

import psycopg
import pytest

from app import store
from app.cli import main as run
from app.fair_queue import Owners
from app.pocket import app as pocket_app
from app.scoring import Event
from app.server import housekeeping, peers
from app.server.housekeeping import Housekeeping
from app.server.run import open_app
from app.store import HOME, transfer
from app.store.postgres import notifications
from app.store.postgres.connection import translate_error
from app.store.sqlite.connection import sqlite3
from app.web import database
from app.web.core.pubsub import PubSub
from app.web.core.services import services
from app.web.match import live
from tests.front_door import CAST

BUGS = (sqlite3.Error, psycopg.Error)
RULES = Event("entry", 0, "rules", {})


# --- what the engines raise ---------------------------------------------------------------------


WRONG = {
    "syntax": "SELEC 1",
    "table": "SELECT * FROM games",
    "column": "SELECT winner FROM matches",
    "value": "INSERT INTO clubs (id) VALUES ('one')",
    "row": "INSERT INTO doubts VALUES ('no', 1, 1, '', '', NULL)",
}


@pytest.mark.every_engine
@pytest.mark.parametrize("sql", WRONG.values(), ids=WRONG)
def test_a_wrong_statement_is_no_database_that_is_away(sql, db):
    with pytest.raises(BUGS) as bug, db.transaction():
        db.execute(sql)

    assert not isinstance(bug.value, store.StoreError | store.UniqueViolation)


@pytest.mark.every_engine
def test_a_value_too_many_is_a_bug_as_well(db):
    with pytest.raises(BUGS):
        db.execute("SELECT 1", [1])


@pytest.mark.every_engine
def test_a_row_that_is_there_already_is_neither(db):
    store.ensure_home_club(db)

    with pytest.raises(store.UniqueViolation), db.transaction():
        db.execute("INSERT INTO clubs (id, name, founded) VALUES (?, '', '')", [HOME])


def test_no_error_of_ours_is_one_of_an_engine():
    for ours in (store.StoreError, store.DatabaseTooNew, store.UniqueViolation):
        assert not issubclass(ours, BUGS)


def test_an_error_while_rows_are_fetched_is_told_as_one_while_they_are_asked_for(db, book):
    """A page of the file that cannot be read may only come to light behind the first row."""
    club = store.ensure_home_club(db).id
    for _match in range(300):
        store.begin_match(db, club, "trex", CAST, RULES)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = book.read_bytes()
    book.write_bytes(content[: len(content) // 2] + b"\xff" * (len(content) - len(content) // 2))

    for fetch in (list, lambda rows: rows.fetchall(), lambda rows: [*iter(rows.fetchone, None)]):
        with closing(store.engine_for(book).connect()) as other:
            rows = other.execute("SELECT rowid, answer || checksum FROM events NOT INDEXED")
            with pytest.raises(store.StoreError, match="malformed") as error:
                fetch(rows)
        assert error.value.reason == "shut"


@pytest.mark.parametrize("folder", ["locked-room", "disk-full", "I-O", "readonly", "busy"])
def test_a_path_does_not_say_why_a_database_is_unavailable(folder, tmp_path):
    path = tmp_path / folder / "matches.sqlite3"
    with pytest.raises(store.StoreError) as error:
        store.engine_for(path).connect()
    assert error.value.reason == "shut"

    with pytest.raises(store.StoreError) as refused:
        store.UnavailableConnections(
            store.SqliteEngine(path), OSError(f"there is no {path}")
        ).check_out()
    assert refused.value.reason == "shut"


def test_what_a_server_is_told_wrong_is_a_bug():
    bugs = ("SyntaxError", "UndefinedTable", "NotNullViolation", "InFailedSqlTransaction")
    for name in bugs:
        assert translate_error(getattr(psycopg.errors, name)(), is_lost=False) is None


# --- where it is caught -------------------------------------------------------------------------


@pytest.fixture
def is_wrong(monkeypatch):
    """Let a verb of the store send a statement that is wrong."""

    def make_wrong(name, where=store):
        def wrong(db, *_about, **_more):
            return db.execute("SELECT 1 FROM nowhere")

        monkeypatch.setattr(where, name, wrong)

    return make_wrong


@pytest.fixture
def whole(book):
    """A book with a match."""
    with closing(store.engine_for(book).open()) as db:
        store.begin_match(db, store.ensure_home_club(db).id, "trex", CAST, RULES)
    store.Key(store.engine_for(book))
    return book


@pytest.fixture
def app(whole):
    """It is served, and raises no exception for a page of its own."""
    app = open_app(store.engine_for(whole))
    app.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False, OPEN=True)
    yield app
    services(app).pool.close()
    services(app).main_connection.close()


@pytest.mark.parametrize(
    ("verb", "address"),
    [("open_matches", "/c/home/"), ("find_match", "/c/home/matches/1"), ("probe", "/healthz")],
)
def test_a_page_with_a_bug_is_a_500_and_in_the_log(verb, address, app, is_wrong, caplog):
    is_wrong(verb, store.sqlite.connection.SqliteDatabase if verb == "probe" else store)

    assert app.test_client().get(address).status_code == 500
    assert "no such table: nowhere" in caplog.text


def test_a_pocket_with_a_bug_says_so_and_does_not_offer_to_begin_anew(whole, is_wrong, monkeypatch):
    is_wrong("ensure_home_club")
    with pytest.raises(BUGS):
        pocket_app.open_pocket(str(whole.parent))


def test_a_link_with_a_bug_is_not_one_without_letters(app, is_wrong, caplog):
    is_wrong("save_code")

    assert app.test_client().get("/c/home/invite").status_code == 500
    assert "no letters for a link" not in caplog.text


def test_a_stream_with_a_bug_does_not_end_as_if_nothing_was(app, is_wrong):
    with app.test_request_context("/c/home/matches/1/live") as context:
        environ = context.request.environ
    is_wrong("find_log_head")

    with pytest.raises(BUGS):
        live.version_now(app, environ)


def test_a_look_at_other_processes_with_a_bug_is_one(app, is_wrong):
    news = PubSub()
    news.subscribe(Owners(HOME, "192.0.2.1"), 1)
    is_wrong("find_log_head")

    with pytest.raises(BUGS):
        peers.PeerListener(news, services(app).pool).poll()


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
    is_wrong("copy_pages", store.sqlite.backup)
    with pytest.MonkeyPatch.context() as often, caplog.at_level(logging.WARNING):
        often.setattr(housekeeping, "CHECK_SECONDS", 0.01)
        often.setattr(housekeeping, "QUIET_SECONDS", 0.01)
        with Housekeeping(store.engine_for(whole), services(app).pool, None):
            wait_for(lambda: "no such table: nowhere" in caplog.text)
            monkeypatch.undo()
            wait_for(lambda: store.list_nightly_backups(whole))


def wait_for(is_so):
    for _time in range(1000):
        if is_so():
            return
        threading.Event().wait(0.01)
    raise AssertionError("it never came")


COMMANDS = {
    "serve": (["serve", "--port", "0", "--host", "127.0.0.1"], "ensure_home_club", database.store),
    "rebuild": (["rebuild"], "list_clubs", store),
    "link": (["link"], "list_clubs", store),
    "doctor": (["doctor"], "damaged_lines", store),
    "backup": (["backup", "copy.sqlite3"], "copy_pages", store.sqlite.backup),
    "restore": (["restore", "copy.sqlite3"], "copy_pages", store.sqlite.backup),
    "copy": (["copy", "BOOK", "copy-2.sqlite3"], "club_rows", transfer),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_with_a_bug_crashes(command, whole, is_wrong, monkeypatch):
    monkeypatch.chdir(whole.parent)
    if command == "restore":
        store.backup(whole, whole.with_name("copy.sqlite3"))
    words, verb, where = COMMANDS[command]
    is_wrong(verb, where)
    about = [] if command == "copy" else ["--database", str(whole)]

    with pytest.raises(BUGS):
        run([str(whole) if word == "BOOK" else word for word in words] + about)
