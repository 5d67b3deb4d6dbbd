"""When the storage of a phone fails: plain words, nothing acknowledged lost, and a way out."""

import resource
from contextlib import closing

import pytest

from app.pocket import app as pocket_app
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.matches import matches
from app.store.sqlite.engine import SqliteEngine
from app.store.sqlite.opening import integrity, version
from app.web.core.services import services
from testkit.faults import power_cuts
from testkit.web.phone import HTMX
from tests.pocket.door import MATCH, Door


@pytest.fixture
def folder(tmp_path):
    """Where a match of Italian Whist was begun."""
    Door(tmp_path).begin("italian_whist")
    return tmp_path


@pytest.fixture
def book(folder):
    return folder / "matches.sqlite3"


def torn(book):
    content = book.read_bytes()
    book.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))


def a_letter(book):
    book.write_text("Dear diary, today we played cards. " * 100)


def of_a_newer_program(book, by=1):
    with closing(engine_for(book).connect()) as db:
        db.execute(f"PRAGMA user_version = {version() + by}")


@pytest.mark.parametrize("ruin", [torn, a_letter, of_a_newer_program])
def test_a_book_that_cannot_be_opened_says_what_to_do_and_is_kept_whatever_one_chooses(
    folder, book, ruin
):
    ruin(book)
    left = book.read_bytes()
    pocket = Door(folder)

    for url in ("/c/home/", MATCH, f"{MATCH}/sheet", "/c/home/matches/earlier"):
        shown = pocket.get(url)
        assert shown.status == 503, url
        assert "Nothing was changed" in shown.page
        assert "/pocket/book.sqlite3" in shown.page
    part = pocket.ask("GET", MATCH, HTMX, b"")
    assert (part.status, "<html" in part.page) == (503, False)
    assert "Nothing was changed" in part.page
    assert pocket.post(f"{MATCH}/entries", {"after": 1, "first.0": "9"}).status == 503
    for url in ("/rules/settle/", "/print/", "/c/home/more"):
        assert pocket.get(url).status in (200, 503)
    assert pocket.get("/rules/trex").status == 200
    assert pocket.get("/book.sqlite3").content == left
    assert book.read_bytes() == left
    page = pocket.get(MATCH).page
    if ruin is of_a_newer_program:
        assert "by a newer Tricktally than this one" in page
        assert "Begin without them" not in page
        of_a_newer_program(book, by=0)
        assert pocket.post("/book", {}).status == 303
    else:
        assert pocket.post("/book", {"aside": "1"}).status == 303
        pocket.begin("trex")
        (kept,) = folder.glob("matches-before-*.sqlite3")
        assert kept.read_bytes() == left
    assert pocket.get(MATCH).status == 200


def test_a_whole_book_can_be_saved_and_is_never_put_aside(folder, book):
    pocket = Door(folder)
    saved = pocket.get("/pocket/book.sqlite3")

    assert saved.status == 200
    assert "attachment" in saved.headers["Content-Disposition"]
    assert saved.content == book.read_bytes()
    pocket.post("/book", {"aside": "1"})
    assert not [*folder.glob("matches-before-*")]
    assert pocket.get(MATCH).status == 200


@pytest.mark.parametrize("room", [0, 100, 4096, 9000, 20_000])
def test_without_room_an_answer_is_refused_and_what_was_taken_is_there(room, folder, book):
    pocket, line = Door(folder), 1
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (book.stat().st_size + room, limits[1]))
    try:
        while (answered := throw_in_or_undo(pocket, line)).status == 303 and line < 1000:
            line += 1
        read = pocket.get(MATCH)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    services(pocket.app).pool.close()

    assert (answered.status, read.status) == (503, 200)
    assert "what you entered is kept here" in answered.page
    with closing(SqliteEngine(book, is_shared=False).open()) as db:
        assert not integrity(db)
        last = matches.find_match(db, HOME, 1).last_line
    # What the disk did not confirm may be there all the same, and the page said so.
    assert last in (line, line + 1)
    assert throw_in_or_undo(Door(folder), last).status == 303


def throw_in_or_undo(pocket, line):
    verb = "undo" if line % 2 == 0 else "void"
    return pocket.post(f"{MATCH}/{verb}", {"after": line, "void": "misdeal"})


def open_app(book):
    app = pocket_app.open_app(book)
    services(app).main_connection = engine_for(book).connect()
    return app


@pytest.mark.parametrize(
    ("answers", "number"), [(40, 30), pytest.param(110, 300, marks=pytest.mark.long)]
)
def test_what_was_acknowledged_survives_a_power_cut(answers, number, tmp_path, rng):
    disk = power_cuts.play(tmp_path, answers, open_app)
    damage = power_cuts.cut(disk, number, rng, tmp_path)

    assert damage.is_none, damage
    assert (damage.rounds, damage.acknowledged > number) == (number, True)
