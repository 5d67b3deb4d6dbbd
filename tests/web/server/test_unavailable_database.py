"""When the score book cannot be written or read: words, nothing lost, and the same form again."""

import os
import re
import resource
import socket
import subprocess
import tempfile
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest

from app.cli import main
from app.games.trico.house_rules import DECK
from app.scoring import Event, Line
from app.server import health
from app.server.run import open_app
from app.server.wsgi import request_log
from app.store import engine_for
from app.store.clubs import clubs, decks
from app.store.clubs.clubs import HOME
from app.store.errors import StoreError
from app.store.matches import lists, log, matches
from app.store.sqlite import connection, opening
from app.store.sqlite.connection import SqliteDatabase
from app.web.core.services import services
from testkit.play import draw_deck
from testkit.postgres import is_root
from testkit.web.phone import Phone
from testkit.web.table import begin_match, new_match

NOTHING_SAVED = "Nothing was saved; what you entered is kept here."


@pytest.fixture(autouse=True)
def nobody_waits_long(monkeypatch):
    monkeypatch.setattr(connection, "BUSY_MILLISECONDS", 20)
    monkeypatch.setattr(health, "PROBE_SECONDS", 0)


@pytest.fixture
def table(begin):
    """Italian Whist after one deal, the first hand of the second counted."""
    table = begin("italian_whist", upper="99", lower="-99")
    return table.play([6, 2, 1], [1, 2, 6], [9, 0, 0])


def forms(table, rng):
    """Everything that can be sent, by its address."""
    after = {"after": str(table.last_line)}
    deck = {"game": "trico", "name": "Red box", "back": "", **DECK.fill(draw_deck(DECK, rng))}
    return {
        "/matches": new_match("trex", ["Zoë", "Bruno", "Carla", "Dino"]),
        "/decks": deck,
        f"{table.path}/entries": {**after, "second.0": "9"},
        f"{table.path}/undo": after,
        f"{table.path}/void": {**after, "void": "misdeal"},
        f"{table.path}/seats": {**after, "seats.0": "1", "seats.1": "0", "save": "1"},
        f"{table.path}/players": {**after, "players.1": "Dora", "from": "2"},
        f"{table.path}/deals/1/first": {**after, "first.0": "9", "save": "1"},
    }


def everything(app):
    """All that is kept."""
    with closing(engine_for(app.config["DATABASE"]).connect()) as db:
        records = [matches.find_match(db, HOME, match_id) for match_id in lists.match_ids(db, HOME)]
        return records, decks.saved_decks(db, HOME, 99)


@contextmanager
def locked(book):
    """Another program holds the right to write."""
    with closing(engine_for(book).connect()) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


def write_protected(book):
    """As after `chmod`, which does not stop who is root."""
    return connected(book, lambda path, **_about: opening.open_file(path, "ro"))


@contextmanager
def full(book):
    """The file may not grow, and the shortest line does not fit into it any more."""
    really_connect = opening.connect

    def connect(*about, **more):
        db = really_connect(*about, **more)
        db.execute("PRAGMA max_page_count = 1")
        return db

    with connected(book, connect):
        with closing(engine_for(book).connect()) as db:
            filler = matches.begin_match(db, HOME, "torite", ["Dino"], Event("undo"))
            fill(lambda line: log.append(db, HOME, filler, [Line(Event("undo"))], after=line))
            fill(lambda _: decks.save_deck(db, HOME, "", {}))
        yield


def fill(write):
    def again_and_again():
        for time in range(1, 1000):
            write(time)

    with pytest.raises(StoreError, match="full"):
        again_and_again()


@contextmanager
def connected(book, connect):
    """All connect like this; no connection of before is used then, and none of these after."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "connect", connect)
        os.utime(book)
        yield
        os.utime(book)


@pytest.mark.every_door
@pytest.mark.parametrize(
    ("hinder", "reason"),
    [
        (locked, "The database is in use by another program."),
        (write_protected, "The database is write-protected"),
        (full, "The disk is full"),
    ],
)
def test_what_cannot_be_written_is_told_and_can_be_sent_again(
    hinder, reason, table, phone, app, rng, caplog
):
    sent = forms(table, rng)
    with hinder(app.config["DATABASE"]):
        before, line = everything(app), table.last_line
        refused = {path: phone.send(path, fields) for path, fields in sent.items()}
        for path, page in refused.items():
            assert page.status == 503, path
            assert page.says(reason, NOTHING_SAVED)
        bare = table.send("/entries", {"second.0": "9"}, htmx=True)
        assert bare.status == 503
        assert bare.says(reason)
        assert "<form" not in bare.html
        for path in ("/", table.path, f"{table.path}/log", f"{table.path}/deals/1"):
            assert phone.open(path).status == 200
        assert everything(app) == before
    assert "database: " in caplog.text

    for path in (f"{table.path}/entries", "/decks"):
        form = refused[path].forms[0]
        assert form.filled({}) == sent[path]
        assert phone.send(form.action, form.filled({})).status == 303
    assert table.undo().status == 303
    assert table.last_line == line + 2


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
        raise StoreError("disk I/O error", "unsure")

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


def test_the_last_answer_of_a_match_is_not_called_lost_once_it_is_saved(begin, app, caplog):
    """What is done after the answer is on the disk may fail without a word to whoever sent it."""
    book = app.config["DATABASE"]
    table = begin("italian_whist", upper="1", lower="-99")
    with closing(engine_for(book).connect()) as db:
        matches.begin_match(db, HOME, "torite", ["Dino"], Event("undo", answer="x" * 200_000))
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        matches.begin_match(db, HOME, "torite", ["Dino"], Event("undo", answer="x" * 20_000))

    # No file may become larger than the book is: the log beside it is far from that.
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with ExitStack() as stack:
        stack.callback(resource.setrlimit, resource.RLIMIT_FSIZE, limits)
        resource.setrlimit(resource.RLIMIT_FSIZE, (os.stat(book).st_size, limits[1]))
        table.play([6, 2, 1], [1, 2, 6])
        assert table.standing.is_over

    assert "could not be folded into" in caplog.text


@contextmanager
def replaced(book, change):
    with closing(engine_for(book).connect()) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = Path(book).read_bytes()
    for written in (change(content), content):
        with open(book, "r+b") as file:
            file.write(written)
            file.truncate()
        if written is not content:
            yield


def damaged(book):
    """Garbage from the second page on."""
    return replaced(book, lambda content: content[:4096] + b"\xff" * (len(content) - 4096))


def overwritten(book):
    """Another file under the same name."""
    return replaced(book, lambda _content: b"Dear diary, today we played cards. " * 1000)


@contextmanager
def gone(book):
    """Moved away, and brought back."""
    os.rename(book, f"{book}.elsewhere")
    yield
    assert not os.path.exists(book), "an empty book was put in its place"
    os.rename(f"{book}.elsewhere", book)


@pytest.mark.every_door
@pytest.mark.parametrize("ruin", [damaged, overwritten, gone])
def test_a_book_that_cannot_be_read_is_a_page_in_words_and_nothing_is_lost(
    ruin, table, phone, app, door
):
    before, places = table.events, ("", "/log", "/deals/1")
    with ruin(app.config["DATABASE"]):
        for path in ("/", *(table.path + place for place in places)):
            page = phone.open(path)
            assert page.status == 503, path
            assert page.says("The database cannot be opened.")
        page = phone.send(f"{table.path}/entries", {"after": "4", "second.0": "9"})
        assert page.status == 503
        assert phone.open("/rules/trex").status == 200
        ill = phone.open("/healthz").response
    if door == "server":
        well = phone.open("/healthz").response
        assert (well.status_code, well.json) == (200, {"status": "ok", "database": True})
        assert (ill.status_code, ill.json) == (503, {"status": "unavailable", "database": False})

    assert table.events == before
    assert phone.send(page.forms[0].action, page.forms[0].filled({})).status == 303
    assert table.totals == {"Anna": 5, "Bruno": 0, "Carla": -5}


def test_a_book_that_was_restored_meanwhile_is_what_everyone_sees(begin, app, tmp_path):
    table = begin("tribello", ["Anna", "Bruno", "Carla"])
    assert table.open().says("Anna")
    with (
        closing(engine_for(tmp_path / "backup.sqlite3").open()) as backup,
        closing(engine_for(app.config["DATABASE"]).connect()) as book,
    ):
        clubs.ensure_home_club(backup)
        names = ["Dino", "Carla", "Bruno"]
        matches.begin_match(backup, HOME, "tribello", names, Event("entry", 0, "rules", {}))
        backup.conn.backup(book.conn)

    # Its links are its own.
    assert table.open().status == 404
    table.phone = Phone(app)
    assert table.open().says("Dino")
    assert not table.open().says("Anna")


def test_however_often_health_is_asked_for_a_database_is_tried_now_and_then(
    phone, table, app, monkeypatch
):
    tried = []
    probe = SqliteDatabase.probe
    monkeypatch.setattr(SqliteDatabase, "probe", lambda db: tried.append(db) or probe(db))
    monkeypatch.setattr(health, "PROBE_SECONDS", 60)

    with locked(app.config["DATABASE"]):
        assert {phone.open("/healthz").status for _time in range(9)} == {503}

    assert len(tried) == 1


def test_a_health_check_is_a_line_of_the_log_only_if_it_is_not_as_before(phone, app, caplog):
    request_log.init_app(app)
    caplog.set_level("INFO", "tricktally.requests")
    for path in ("/healthz", "/healthz", "/rules/"):
        assert phone.open(path).status == 200
    with locked(app.config["DATABASE"]):
        for _time in range(2):
            assert phone.open("/healthz").status == 503
    phone.open("/healthz")

    lines = [record.message for record in caplog.records if record.name == "tricktally.requests"]
    told = [" ".join(line.split()[2:4]) for line in lines]
    assert told == ["/healthz 200", "/rules/ 200", "/healthz 503", "/healthz 200"]


@pytest.fixture
def small_disk():
    """A folder with room for an empty database, and not much more."""
    folder = Path(tempfile.mkdtemp(prefix="tricktally-"))
    words = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)]
    if not is_root() or subprocess.run(words, check=False).returncode:
        folder.rmdir()
        pytest.skip("only root can make a small disk")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)
    folder.rmdir()


def fill_disk(file, leaving=0):
    """Fill the disk of a file, all but for some bytes."""
    with suppress(OSError), file.open("ab", buffering=0) as filler:
        while filler.write(bytes(4096)):
            pass
    os.truncate(file, file.stat().st_size - leaving)


def test_a_full_disk_is_ill_before_an_answer_is_refused_and_well_once_there_is_room(
    small_disk, capsys
):
    book, filler = small_disk / "matches.sqlite3", small_disk / "filler"
    app = open_app(engine_for(book), is_open=True)
    app.config["OPEN"] = True
    table = begin_match(Phone(app), "italian_whist", None, upper="99", lower="-99")
    table.play([6, 2, 1], [1, 2, 6])
    assert table.phone.open("/healthz").status == 200

    fill_disk(filler, leaving=500_000)
    assert table.send("/undo", {}, after=table.last_line).status == 303
    assert table.phone.open("/healthz").status == 503
    assert main(["doctor", "--database", str(book)]) == 1
    left = r"✗ Nothing can be saved soon: \d+ KB are left on the disk"
    assert re.search(left, capsys.readouterr().out)
    fill_disk(filler)
    for answer in range(400):
        page = table.send(("/undo", "/redo")[answer % 2], {}, after=table.last_line)
        if page.status == 503:
            break
    assert page.says("The disk is full: nothing can be saved.", NOTHING_SAVED)
    assert table.phone.open("/healthz").status == 503

    filler.unlink()
    assert table.phone.open("/healthz").status == 200


@contextmanager
def another_book(book):
    """Another score book is put where this one was, and this one back."""
    with closing(engine_for(f"{book}.other").open()) as db:
        clubs.ensure_home_club(db)
    os.link(book, f"{book}.kept")
    os.replace(f"{book}.other", book)
    other = Path(book).read_bytes()
    yield
    assert Path(book).read_bytes() == other, "the other book was written into"
    os.replace(f"{book}.kept", book)


@contextmanager
def no_log(book, is_another=False):
    """The log beside it is moved away, and another one may be there."""
    log, kept = Path(f"{book}-wal"), Path(f"{book}.kept")
    log.rename(kept)
    if is_another:
        log.touch()
    yield
    assert log.exists() == is_another, "another log was begun"
    kept.rename(log)


def another_log(book):
    return no_log(book, is_another=True)


@pytest.mark.parametrize("happens", [another_book, another_log, no_log])
def test_nothing_is_acknowledged_once_its_files_are_others(happens, table, phone, app):
    line, before = table.last_line, table.events
    with happens(app.config["DATABASE"]):
        pages = [phone.open("/"), phone.open(table.path)]
        sent = phone.send(f"{table.path}/entries", {"after": str(line), "second.0": "9"})
        health = phone.open("/healthz")
        with pytest.raises(StoreError, match="replaced while it was open"):
            services(app).pool.check()

    assert [page.status for page in (*pages, sent, health)] == [503] * 4
    for page in (*pages, sent):
        assert page.says(
            "The database, or the log beside it, was replaced while Tricktally was running.",
            "Stop Tricktally, and start it again.",
        )
    assert sent.says(NOTHING_SAVED)
    assert table.events == before


@pytest.mark.parametrize(
    ("level", "hint"),
    [("", "tricktally serve --port 9000 --database {book}"), ("1", 'make run ARGS="--port 9000"')],
)
def test_serve_says_in_one_line_that_someone_else_has_the_port_and_how_to_choose_another(
    level, hint, tmp_path, capsys, monkeypatch
):
    monkeypatch.setenv("MAKELEVEL", level)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        book = tmp_path / "book.sqlite3"
        status = main(["serve", "--host", "127.0.0.1", f"--port={port}", f"--database={book}"])

    output = capsys.readouterr()
    assert status == 1
    assert output.err.startswith(f"tricktally: cannot listen on 127.0.0.1:{port}: ")
    assert output.err.rstrip().endswith(f". Choose another port: {hint.format(book=book)}")
    assert output.err.count("\n") == 1


def test_serve_says_in_one_line_that_it_cannot_count_with_others(tmp_path, capsys):
    book = tmp_path / "book.sqlite3"

    assert main(["serve", f"--database={book}", "--port=0", "--limit-store=nowhere://"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("tricktally: cannot count there: ")
    assert told.count("\n") == 1


def test_a_server_that_is_about_to_stop_tells_its_proxy(phone, app):
    services(app).is_draining = True

    health = phone.open("/healthz").response
    assert (health.status_code, health.json["status"]) == (503, "leaving")


def test_a_moment_that_the_disk_has_lost_costs_no_page(begin, app):
    table = begin("tribello").play("hearts", [5, 4, 4])
    with closing(engine_for(app.config["DATABASE"]).connect()) as db, db.transaction():
        db.execute("UPDATE events SET at = 'x'")
        db.execute("UPDATE matches SET changed = '2026-13-41', started = ''")

    for path in ("", "/log", "/sheet", "/deals/1", "/more", "/match.json", "/match.csv"):
        assert table.open(path).status == 200, path
    assert table.phone.open("/").status == 200
