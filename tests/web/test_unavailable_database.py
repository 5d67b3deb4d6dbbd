"""When the score book cannot be written or read: words, nothing lost, and the same form again."""

from __future__ import annotations

import os
import resource
import shutil
import socket
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from app import store
from app.cli import main
from app.games.trico.house_rules import DECK
from app.scoring import Event, Line
from app.server import health
from app.server.run import open_app
from app.store import HOME
from app.store.sqlite import write_lock
from app.store.sqlite.connection import SqliteDatabase
from app.web.core.services import services
from tests.play import draw_deck
from tests.web.phone import Phone
from tests.web.table import new_match

REASONS = {
    "locked": "The database is in use by another program.",
    "read_only": "The database is write-protected",
    "write_protected": "The database is write-protected",
    "full": "The disk is full",
}


@pytest.fixture(autouse=True)
def nobody_waits_long(monkeypatch):
    monkeypatch.setattr(write_lock, "BUSY_MILLISECONDS", 20)


@pytest.fixture
def table(begin):
    """Italian Whist after one deal, the first hand of the second counted."""
    table = begin("italian_whist", upper="99", lower="-99")
    return table.play([6, 2, 1], [1, 2, 6], [9, 0, 0])


@contextmanager
def locked(book):
    """Another program holds the right to write."""
    with closing(store.engine_for(book).connect()) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


@contextmanager
def read_only(book):
    with connections_that(book, lambda db: db.execute("PRAGMA query_only = ON")):
        yield


@contextmanager
def write_protected(book):
    """As after `chmod`, which does not stop who is root."""

    def open_to_read(path, **_about):
        return store.sqlite.connection.open_file(path, "ro")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store.sqlite.connection, "connect", open_to_read)
        with opened_anew(book):
            yield


@contextmanager
def full(book):
    """The file may not grow, and the shortest line does not fit into it any more."""
    with connections_that(book, lambda db: db.execute("PRAGMA max_page_count = 1")):
        with closing(store.engine_for(book).connect()) as db:
            filler = store.begin_match(db, HOME, "torite", ["Dino"], Event("undo"))
            fill(lambda line: store.append(db, HOME, filler, [Line(Event("undo"))], after=line))
            fill(lambda _: store.save_deck(db, HOME, "", {}))
        yield


def fill(write):
    with pytest.raises(store.StoreError, match="full"):
        again_and_again(write)


def again_and_again(write):
    for time in range(1, 1000):
        write(time)


@contextmanager
def connections_that(book, are_hindered):
    def connect(path, **about):
        db = really_connect(path, **about)
        are_hindered(db)
        return db

    really_connect = store.sqlite.connection.connect
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store.sqlite.connection, "connect", connect)
        with opened_anew(book):
            yield


@contextmanager
def opened_anew(book):
    """No connection of before is used in it, and none of it after."""
    os.utime(book)
    yield
    os.utime(book)


TROUBLES = {each.__name__: each for each in (locked, read_only, write_protected, full)}


@pytest.fixture(params=REASONS)
def trouble(request, app):
    """The score book cannot be written as long as this lasts, and why."""
    return TROUBLES[request.param](app.config["DATABASE"]), REASONS[request.param]


def forms(table, rng):
    """Everything that can be sent, by its address."""
    after = {"after": str(table.last_line)}
    return {
        "/matches": new_match("trex", ["Zoë", "Bruno", "Carla", "Dino"]),
        "/decks": {
            "game": "trico",
            "name": "Red box",
            "back": "",
            **DECK.fill(draw_deck(DECK, rng)),
        },
        f"{table.path}/entries": {**after, "second.0": "9"},
        f"{table.path}/undo": after,
        f"{table.path}/void": {**after, "void": "misdeal"},
        f"{table.path}/seats": {**after, "seats.0": "1", "seats.1": "0", "save": "1"},
        f"{table.path}/players": {**after, "players.1": "Dora", "from": "2"},
        f"{table.path}/deals/1/first": {**after, "first.0": "9", "save": "1"},
    }


def everything(app):
    """All that is kept."""
    with closing(store.engine_for(app.config["DATABASE"]).connect()) as db:
        records = [store.find_match(db, HOME, match_id) for match_id in store.match_ids(db, HOME)]
        return records, store.saved_decks(db, HOME, 99)


# --- when it cannot be written ------------------------------------------------------------------


@pytest.mark.every_door
def test_nothing_is_written_and_the_page_says_why(table, trouble, phone, app, rng):
    hindrance, reason = trouble
    with hindrance:
        before = everything(app)
        for path, fields in forms(table, rng).items():
            page = phone.send(path, fields)
            assert page.status == 503, path
            assert page.says(reason)
            assert page.says("Nothing was saved; what you entered is kept here.")

        assert everything(app) == before


@pytest.mark.every_door
def test_an_answer_that_the_disk_did_not_confirm_may_be_there_and_counts_once(
    table, phone, monkeypatch
):
    """As when fsync fails, and what was written is there after all."""
    really_write = SqliteDatabase.transaction

    @contextmanager
    def write(db):
        with really_write(db):
            yield
        raise store.StoreError("disk I/O error", "unsure")

    path, fields = f"{table.path}/entries", {"after": str(table.last_line), "second.0": "9"}
    with monkeypatch.context() as patch:
        patch.setattr(SqliteDatabase, "transaction", write)
        page = phone.send(path, fields)

    assert page.status == 503
    assert page.says("It may be saved or not; what you entered is kept here.")
    assert not page.says("Nothing was saved")
    lines = table.last_line
    assert phone.send(path, page.form("/entries").filled({})).status == 409
    assert table.last_line == lines


@pytest.mark.every_door
def test_the_same_form_can_be_sent_again_when_the_trouble_is_over(trouble, table, app, rng):
    hindrance, _reason = trouble
    phone = Phone(app)
    with hindrance:
        sent = forms(table, rng)
        path, fields = f"{table.path}/entries", sent[f"{table.path}/entries"]
        page = phone.send(path, fields)
        deck = phone.send("/decks", sent["/decks"])
        lines = len(table.events)

    for refused, wanted in ((page, fields), (deck, sent["/decks"])):
        form = refused.forms[0]
        assert form.filled({}) == wanted
        assert phone.send(form.action, form.filled({})).status == 303
    assert len(table.events) == lines + 1


@contextmanager
def no_room_to_grow(book):
    """No file may become larger than the book is: the log beside it is far from that."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (os.stat(book).st_size, limits[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_the_last_answer_of_a_match_is_not_called_lost_once_it_is_saved(begin, app, caplog):
    """What is done after the answer is on the disk may fail without a word to whoever sent it."""
    book = app.config["DATABASE"]
    table = begin("italian_whist", upper="1", lower="-99")
    with closing(store.engine_for(book).connect()) as db:
        store.begin_match(db, HOME, "torite", ["Dino"], Event("undo", answer="x" * 200_000))
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        store.begin_match(db, HOME, "torite", ["Dino"], Event("undo", answer="x" * 20_000))

    with no_room_to_grow(book):
        table.play([6, 2, 1], [1, 2, 6])
        assert table.standing.is_over

    assert "could not be folded into" in caplog.text


@pytest.mark.every_door
def test_htmx_gets_one_line_and_keeps_its_page(table, trouble):
    hindrance, reason = trouble
    with hindrance:
        page = table.send("/entries", {"second.0": "9"}, htmx=True)

    assert page.status == 503
    assert page.says(reason)
    assert "<form" not in page.html


@pytest.mark.every_door
def test_the_match_can_still_be_read(table, trouble):
    hindrance, _reason = trouble
    with hindrance:
        for path in ("", "/log", "/deals/1"):
            assert table.open(path).status == 200
        assert table.phone.open("/").status == 200


@pytest.mark.every_door
def test_after_the_trouble_the_log_goes_on_where_it_stood(table, trouble):
    hindrance, _reason = trouble
    with hindrance:
        table.send("/entries", {"second.0": "9"})

    line = table.last_line
    page = table.undo()

    assert page.status == 303
    assert table.last_line == line + 1


# --- when it cannot be read ---------------------------------------------------------------------


@contextmanager
def damaged(book):
    """Garbage from the second page on."""
    with replaced(book, lambda content: content[:4096] + b"\xff" * (len(content) - 4096)):
        yield


@contextmanager
def overwritten(book):
    """Another file under the same name."""
    with replaced(book, lambda content: b"Dear diary, today we played cards. " * 1000):
        yield


@contextmanager
def replaced(book, change):
    with closing(store.engine_for(book).connect()) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with open(book, "rb") as file:
        content = file.read()
    overwrite(book, change(content))
    yield
    overwrite(book, content)


def overwrite(book, content):
    with open(book, "r+b") as file:
        file.write(content)
        file.truncate()


@contextmanager
def gone(book):
    """Moved away, and brought back."""
    os.rename(book, f"{book}.elsewhere")
    yield
    assert not os.path.exists(book), "an empty book was put in its place"
    os.rename(f"{book}.elsewhere", book)


@pytest.fixture(params=[damaged, overwritten, gone], ids=lambda each: each.__name__)
def ruin(request, app):
    """The score book is unreadable as long as this lasts."""
    return lambda: request.param(app.config["DATABASE"])


@pytest.mark.every_door
def test_a_book_that_cannot_be_read_is_a_page_in_words(table, ruin, phone):
    with ruin():
        for path in ("/", table.path, f"{table.path}/log", f"{table.path}/deals/1"):
            page = phone.open(path)
            assert page.status == 503, path
            assert page.says("The database cannot be opened.")


@pytest.mark.every_door
def test_what_was_typed_is_not_lost_with_the_book(table, ruin, phone):
    with ruin():
        page = phone.send(f"{table.path}/entries", {"after": "4", "second.0": "9"})

    assert page.status == 503
    page = phone.send(page.forms[0].action, page.forms[0].filled({}))
    assert page.status == 303
    assert table.totals == {"Anna": 5, "Bruno": 0, "Carla": -5}


@pytest.mark.every_door
def test_a_book_that_comes_back_is_whole(table, ruin, phone):
    before = table.events
    with ruin():
        for path in ("/", table.path, "/healthz"):
            phone.open(path)

    assert table.events == before


def test_a_book_that_was_restored_meanwhile_is_what_everyone_sees(begin, app, tmp_path):
    table = begin("tribello", ["Anna", "Bruno", "Carla"])
    assert table.open().says("Anna")
    with (
        closing(store.engine_for(tmp_path / "backup.sqlite3").open()) as backup,
        closing(store.engine_for(app.config["DATABASE"]).connect()) as book,
    ):
        store.ensure_home_club(backup)
        names = ["Dino", "Carla", "Bruno"]
        store.begin_match(backup, HOME, "tribello", names, Event("entry", 0, "rules", {}))
        backup.conn.backup(book.conn)

    # Its links are its own.
    assert table.open().status == 404
    table.phone = Phone(app)
    assert table.open().says("Dino")
    assert not table.open().says("Anna")


@pytest.mark.every_door
def test_the_rules_can_be_read_without_the_book(ruin, phone, table):
    with ruin():
        assert phone.open("/rules/trex").status == 200


def test_health_is_told_to_machines(ruin, phone, table, monkeypatch):
    monkeypatch.setattr(health, "PROBE_SECONDS", 0)
    with ruin():
        ill = phone.open("/healthz").response
    well = phone.open("/healthz").response

    assert (well.status_code, well.json) == (200, {"status": "ok", "database": True})
    assert (ill.status_code, ill.json) == (503, {"status": "unavailable", "database": False})


def test_whoever_asks_for_health_a_database_is_tried_once_a_second(phone, table, app, monkeypatch):
    tried = []
    probe = SqliteDatabase.probe
    monkeypatch.setattr(SqliteDatabase, "probe", lambda db: tried.append(db) or probe(db))

    with locked(app.config["DATABASE"]):
        assert {phone.open("/healthz").status for _time in range(9)} == {503}

    assert len(tried) == 1


@pytest.mark.every_door
def test_a_mistake_of_ours_is_not_called_trouble_with_the_book(phone, monkeypatch, table):
    def forget_a_column(*about):
        raise store.sqlite.connection.sqlite3.IntegrityError(
            "NOT NULL constraint failed: events.at"
        )

    monkeypatch.setattr(store.log, "insert", forget_a_column)

    with pytest.raises(store.sqlite.connection.sqlite3.IntegrityError):
        table.play([9, 0, 0])


# --- when its files are taken away while it is open ----------------------------------------------


REPLACED = "The database, or the log beside it, was replaced while Tricktally was running."


@contextmanager
def another_book(book):
    """Another score book is put where this one was, and this one back."""
    with closing(store.engine_for(f"{book}.other").open()) as db:
        store.ensure_home_club(db)
    os.link(book, f"{book}.kept")
    os.replace(f"{book}.other", book)
    other = Path(book).read_bytes()
    yield
    assert Path(book).read_bytes() == other, "the other book was written into"
    os.replace(f"{book}.kept", book)


@contextmanager
def another_log(book):
    """The log beside it is moved away, and another one is there."""
    os.rename(f"{book}-wal", f"{book}.kept")
    Path(f"{book}-wal").touch()
    yield
    os.rename(f"{book}.kept", f"{book}-wal")


@contextmanager
def no_log(book):
    os.rename(f"{book}-wal", f"{book}.kept")
    yield
    assert not os.path.exists(f"{book}-wal"), "another log was begun"
    os.rename(f"{book}.kept", f"{book}-wal")


@pytest.mark.parametrize(
    "happens", [another_book, another_log, no_log], ids=lambda each: each.__name__
)
def test_nothing_is_acknowledged_once_its_files_are_others(happens, table, phone, app):
    line, before = table.last_line, table.events
    with happens(app.config["DATABASE"]):
        pages = [phone.open("/"), phone.open(table.path)]
        sent = phone.send(f"{table.path}/entries", {"after": str(line), "second.0": "9"})
        health = phone.open("/healthz")
        with pytest.raises(store.StoreError, match="replaced while it was open"):
            services(app).pool.check()

    assert [page.status for page in (*pages, sent, health)] == [503] * 4
    for page in (*pages, sent):
        assert page.says(REPLACED)
        assert page.says("Stop Tricktally, and start it again.")
    assert sent.says("Nothing was saved; what you entered is kept here.")
    assert table.events == before


# --- when it cannot even begin ------------------------------------------------------------------


def a_letter(path):
    path.write_text("Dear diary, today we played cards. " * 100)


def a_folder(path):
    path.mkdir()


def a_file_in_no_folder(path):
    path.parent.rmdir()


def half_a_book(path):
    with closing(store.engine_for(path).open()) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    overwrite(path, path.read_bytes()[:4096] + b"\xff" * 4096)


def a_log_without_its_book(path):
    with closing(store.engine_for(path).open()) as db:
        store.ensure_home_club(db)
        store.begin_match(db, HOME, "trex", ["Anna"], Event("entry", 0, "rules", {}))
        shutil.copy(f"{path}-wal", f"{path}-keep")
    path.unlink()
    os.rename(f"{path}-keep", f"{path}-wal")


UNUSABLE = (a_letter, a_folder, a_file_in_no_folder, half_a_book, a_log_without_its_book)


@pytest.fixture(params=UNUSABLE, ids=lambda each: each.__name__)
def unusable(request, tmp_path):
    """A path at which there can be no score book."""
    folder = tmp_path / "folder"
    folder.mkdir()
    request.param(folder / "book.sqlite3")
    return folder / "book.sqlite3"


def test_the_app_does_not_open_on_what_is_no_score_book(unusable):
    with pytest.raises((store.StoreError, OSError)):
        open_app(store.engine_for(unusable))


def test_serve_says_in_one_line_that_it_cannot_open_the_book(unusable, capsys):
    status = main(["serve", "--host", "127.0.0.1", "--port", "0", "--database", str(unusable)])

    output = capsys.readouterr()
    assert status == 1
    assert output.err.startswith(f"tricktally: cannot open {unusable}: ")
    assert output.err.count("\n") == 1
    assert output.out == ""


def test_what_is_no_score_book_is_left_as_it_was(unusable):
    def files():
        paths = (path for path in unusable.parent.rglob("*") if path.is_file())
        return {path.name: path.read_bytes() for path in paths}

    before = files()
    with pytest.raises((store.StoreError, OSError)):
        open_app(store.engine_for(unusable))

    assert {name: content for name, content in files().items() if name in before} == before


def test_serve_says_in_one_line_that_someone_else_has_the_port(tmp_path, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        book = tmp_path / "book.sqlite3"
        status = main(["serve", "--host", "127.0.0.1", f"--port={port}", f"--database={book}"])

    output = capsys.readouterr()
    assert status == 1
    assert output.err.startswith(f"tricktally: cannot listen on 127.0.0.1:{port}: ")
    assert output.err.count("\n") == 1


def test_a_moment_that_the_disk_has_lost_costs_no_page(begin, app):
    table = begin("tribello").play("hearts", [5, 4, 4])
    with closing(store.engine_for(app.config["DATABASE"]).connect()) as db, db.transaction():
        db.execute("UPDATE events SET at = 'x'")
        db.execute("UPDATE matches SET changed = '2026-13-41', started = ''")

    for path in ("", "/log", "/sheet", "/deals/1", "/more", "/match.json", "/match.csv"):
        assert table.open(path).status == 200, path
    assert table.phone.open("/").status == 200
