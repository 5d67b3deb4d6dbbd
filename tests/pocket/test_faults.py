"""When the storage of a phone fails: plain words, nothing acknowledged lost, and a way out."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from shutil import copytree
from urllib.parse import urlencode

import pytest

from app import store
from app.pocket import app as door
from app.pocket.app import open_pocket
from app.store import HOME
from app.store.sqlite.connection import version
from app.web.core.services import services
from bench.faults import power_cuts
from tests.web.table import new_match

MATCH = "/c/home/matches/1"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def post(pocket, url, fields):
    status, headers, content = pocket.answer("POST", url, FORM, urlencode(fields).encode())
    return status, content.decode(), dict(headers)


def get(pocket, url):
    status, _headers, content = pocket.answer("GET", url, {}, b"")
    return status, content.decode()


@pytest.fixture
def folder(tmp_path):
    """Where a match of Italian Whist was begun."""
    assert post(open_pocket(str(tmp_path)), "/c/home/matches", new_match("italian_whist"))[0] == 303
    return tmp_path


def book_of(folder):
    return folder / "matches.sqlite3"


def torn(book):
    content = book.read_bytes()
    book.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))


def a_letter(book):
    book.write_text("Dear diary, today we played cards. " * 100)


def of_a_newer_program(book):
    with closing(store.engine_for(book).connect()) as db:
        db.execute(f"PRAGMA user_version = {version() + 1}")


@pytest.mark.parametrize("ruin", [torn, a_letter, of_a_newer_program])
def test_a_book_that_cannot_be_opened_says_what_to_do_and_can_be_saved(folder, ruin):
    ruin(book_of(folder))
    left = book_of(folder).read_bytes()
    pocket = open_pocket(str(folder))

    for url in ("/c/home/", MATCH, f"{MATCH}/sheet", "/c/home/matches/earlier"):
        status, page = get(pocket, url)
        assert status == 503, url
        assert "Nothing was changed" in page
        assert "/pocket/book.sqlite3" in page
    assert post(pocket, f"{MATCH}/entries", {"after": 1, "first.0": "9"})[0] == 503
    for url in ("/rules/trex", "/rules/settle/", "/print/", "/c/home/more"):
        assert get(pocket, url)[0] in (200, 503)
    assert get(pocket, "/rules/trex")[0] == 200
    assert pocket.answer("GET", "/book.sqlite3", {}, b"")[2] == left
    assert book_of(folder).read_bytes() == left


@pytest.mark.parametrize("ruin", [torn, a_letter])
def test_one_can_begin_anew_and_what_was_there_is_kept(folder, ruin):
    ruin(book_of(folder))
    left = book_of(folder).read_bytes()
    pocket = open_pocket(str(folder))

    assert post(pocket, "/book", {"aside": "1"})[0] == 303
    assert post(pocket, "/c/home/matches", new_match("trex"))[0] == 303
    assert get(pocket, MATCH)[0] == 200
    (kept,) = folder.glob("matches-before-*.sqlite3")
    assert kept.read_bytes() == left


def test_a_newer_book_waits_for_the_newer_program(folder):
    of_a_newer_program(book_of(folder))
    pocket = open_pocket(str(folder))

    assert "by a newer Tricktally than this one" in get(pocket, MATCH)[1]
    assert "Begin without them" not in get(pocket, MATCH)[1]
    with closing(store.engine_for(book_of(folder)).connect()) as db:
        db.execute(f"PRAGMA user_version = {version()}")
    assert post(pocket, "/book", {})[0] == 303
    assert get(pocket, MATCH)[0] == 200


def test_a_whole_book_is_never_put_aside(folder):
    pocket = open_pocket(str(folder))

    post(pocket, "/book", {"aside": "1"})

    assert not [*folder.glob("matches-before-*")]
    assert get(pocket, MATCH)[0] == 200


def test_the_book_can_be_saved_whenever_it_is_there(folder):
    pocket = open_pocket(str(folder))

    status, headers, content = pocket.answer("GET", "/pocket/book.sqlite3", {}, b"")

    assert status == 200
    assert "attachment" in dict(headers)["Content-Disposition"]
    assert content == book_of(folder).read_bytes()


# --- no room ------------------------------------------------------------------------------------

ROOMS = (0, 100, 4096, 9000, 20_000)
WITH_LITTLE_ROOM = """
import resource, sys
from app.pocket.app import open_pocket

form = {"Content-Type": "application/x-www-form-urlencoded"}
match = "/c/home/matches/1"
for folder, room in zip(sys.argv[1::2], map(int, sys.argv[2::2])):
    pocket = open_pocket(folder)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
    line, status = 1, 303
    while status == 303 and line < 1000:
        verb = "/undo" if line % 2 == 0 else "/void"
        body = f"after={line}&void=misdeal".encode()
        status, _headers, page = pocket.answer("POST", match + verb, form, body)
        line += status == 303
    words = b"what you entered is kept here" in page
    read = pocket.answer("GET", match, {}, b"")[0]
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    print(line, status, words, read)
"""


def test_without_room_an_answer_is_refused_and_what_was_taken_is_there(folder):
    size = book_of(folder).stat().st_size
    rooms = {folder.with_name(f"{folder.name}-{more}"): size + more for more in ROOMS}
    for copy in rooms:
        copytree(folder, copy)
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            WITH_LITTLE_ROOM,
            *(str(it) for pair in rooms.items() for it in pair),
        ],
        capture_output=True,
        text=True,
        check=True,
    )

    for copy, said in zip(rooms, done.stdout.splitlines(), strict=True):
        line, *rest = said.split()
        assert rest == ["503", "True", "200"], said
        with closing(store.SqliteEngine(book_of(copy), is_shared=False).open()) as db:
            assert not store.integrity(db)
            last = store.find_match(db, HOME, 1).last_line
        # What the disk did not confirm may be there all the same, and the page said so.
        assert last in (int(line), int(line) + 1)
        verb = "undo" if last % 2 == 0 else "void"
        fields = {"after": last, "void": "misdeal"}
        assert post(open_pocket(str(copy)), f"{MATCH}/{verb}", fields)[0] == 303


# --- power cuts ---------------------------------------------------------------------------------


def open_app(book):
    app = door.open_app(book)
    services(app).main_connection = store.engine_for(book).connect()
    return app


@pytest.mark.parametrize(
    ("answers", "number"), [(40, 30), pytest.param(110, 300, marks=pytest.mark.long)]
)
def test_what_was_acknowledged_survives_a_power_cut(answers, number, tmp_path, rng):
    disk = power_cuts.play(tmp_path, answers, open_app)
    damage = power_cuts.cut(disk, number, rng, tmp_path)

    assert damage.is_none, damage
    assert (damage.rounds, damage.acknowledged > number) == (number, True)
