"""What a command refuses it says in one line without a password, and no file is changed by it."""

import builtins
import os
import shutil
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from app.cli import main as run
from app.store import engine_for
from app.store.clubs.keyfile import Key
from app.store.postgres import connection
from app.store.sqlite.backup import make_backup
from tests import books
from tests.books import (
    a_letter,
    a_live_book,
    a_newer_version,
    another_program,
    begin,
    half_a_book,
    nothing,
)

A_YEAR_AGO = partial(books.of_version, 1)


def a_backup(path):
    make_backup(Path("book.sqlite3"), path)


def a_backup_and_its_key(path):
    a_backup(path)
    the_key_of_others(path)


def the_key_of_others(path):
    engine_for(path).key_file.write_bytes(b"k" * 32)


def a_pdf(path):
    path.write_bytes(b"%PDF-1.7 what somebody needs")


def a_name_of_the_book(path):
    path.symlink_to("book.sqlite3")


def a_log_without_its_book(path):
    with closing(engine_for(path).open()) as db:
        begin(db)
        shutil.copy(f"{path}-wal", f"{path}-keep")
    path.unlink()
    os.rename(f"{path}-keep", f"{path}-wal")


BACKUP = "backup it.sqlite3 --database book.sqlite3"
OVER = f"{BACKUP} --force"
RESTORE = "restore it.sqlite3 --database book.sqlite3"
COPY = "copy it.sqlite3 new.sqlite3"
SERVE = "serve --host 127.0.0.1 --port 0 --database it.sqlite3"
NO_BACKUP = "cannot copy book.sqlite3 to it.sqlite3: "
NOT_RESTORED = "cannot restore"
NOT_OPENED = "cannot open it.sqlite3: "


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """Where a book lies, its key, and a backup of it."""
    monkeypatch.chdir(tmp_path)
    a_live_book(Path("book.sqlite3"))
    Key(engine_for(Path("book.sqlite3")))
    a_backup(Path("older.sqlite3"))
    return tmp_path


def files(folder):
    """What each holds; who only looks at a book may leave an index and an empty log beside it."""
    found = {path.name: path.is_file() and path.read_bytes() for path in folder.iterdir()}
    beside = ("it.sqlite3-shm", *(["it.sqlite3-wal"] if found.get("it.sqlite3-wal") == b"" else []))
    return {name: content for name, content in found.items() if name not in beside}


@pytest.mark.parametrize(
    ("command", "words", "make"),
    [
        ("backup new.sqlite3 --database it.sqlite3", "there is no", nothing),
        ("backup older.sqlite3 --force --database it.sqlite3", "cannot copy", a_letter),
        ("backup book.sqlite3 --force --database book.sqlite3", "it is the same file", nothing),
        ("backup ./book.sqlite3 --force --database book.sqlite3", "it is the same file", nothing),
        (OVER, "it is the same file", a_name_of_the_book),
        (BACKUP, NO_BACKUP, a_backup),
        (BACKUP, NO_BACKUP, a_backup_and_its_key),
        *(
            (command, NO_BACKUP, make)
            for command in (BACKUP, OVER)
            for make in (a_pdf, a_live_book, another_program, a_letter, os.mkfifo)
        ),
        (BACKUP, NO_BACKUP, the_key_of_others),
        (OVER, NO_BACKUP, the_key_of_others),
        (RESTORE, NOT_RESTORED, a_letter),
        (RESTORE, NOT_RESTORED, nothing),
        (RESTORE, NOT_RESTORED, Path.touch),
        (RESTORE, NOT_RESTORED, half_a_book),
        (RESTORE, NOT_RESTORED, another_program),
        (RESTORE, NOT_RESTORED, a_newer_version),
        (COPY, "there is no", nothing),
        (COPY, "not a database", a_letter),
        (COPY, "newer Tricktally", a_newer_version),
        (COPY, "older version: `tricktally serve --database", A_YEAR_AGO),
        ("copy book.sqlite3 book.sqlite3", "to itself", nothing),
        ("rebuild --database it.sqlite3", "there is no", nothing),
        (SERVE, NOT_OPENED, a_letter),
        (SERVE, NOT_OPENED, Path.mkdir),
        (SERVE, NOT_OPENED, half_a_book),
        (SERVE, NOT_OPENED, a_log_without_its_book),
        (SERVE, "another program", another_program),
        (SERVE, "newer Tricktally", a_newer_version),
        (SERVE.replace("it.", "nowhere/it."), "cannot open nowhere/it.sqlite3: ", nothing),
    ],
)
def test_a_command_refuses_in_one_line_and_leaves_every_file_as_it_was(
    command, words, make, shelf, capsys
):
    make(Path("it.sqlite3"))
    before = files(shelf)

    assert run(command.split()) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("tricktally: ")
    assert words in told.err
    assert told.err.count("\n") == 1
    assert files(shelf) == before


SECRET = "s3cr3t"
NOWHERE = "127.0.0.1:9"


@pytest.fixture
def told(capsys):
    """What a command says that cannot begin, in one line and without a password."""

    def say(*words):
        assert run([*words]) == 1
        output = capsys.readouterr()
        assert SECRET not in output.out + output.err
        assert len(output.err.splitlines()) == 1
        return output.err

    return say


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("//anna:s3cr3t@db.example:5433/cards", "//anna@db.example:5433/cards"),
        ("//anna:s3cr3t@/cards?host=/run/pg", "//anna@/run/pg/cards"),
        ("//db/cards?user=anna&password=s3cr3t", "//anna@db/cards"),
        ("//db/cards?sslpassword=s3cr3t&passfile=/s3cr3t", "//db/cards"),
        ("//db/?dbname=cards&options=-c%20s3cr3t", "//db/cards"),
        ("//:s3cr3t@one:1,two:2/cards", "//one:1,two:2/cards"),
        ("//anna:s3cr3t@[::1]:5432/cards", "//anna@[::1]:5432/cards"),
        ("//anna%40home:s3cr3t@db/cards", "//anna@home@db/cards"),
        ("///?service=cards&password=s3cr3t", "///?service=cards"),
        ("//anna:pass@s3cr3t@db/cards", "//…"),
        ("//anna:pass/s3cr3t@db/cards", "//…"),
        ("//anna:pass#s3cr3t@db/cards", "//…"),
        ("//[s3cr3t", "//…"),
    ],
)
@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_an_address_is_shown_without_what_opens_it(address, name, scheme):
    assert engine_for(f"{scheme}:{address}").name == f"postgresql:{name}"


BROKEN = [
    "//[",
    "//[::1/s3cr3t",
    "//anna:s3cr3t@[::1",
    "//anna:pass@s3cr3t@db/cards",
    "//anna:pass/s3cr3t@db/cards",
    "//u:pa?ss@word@h:port/b",
    "//db/cards?s3cr3t",
    "//db/cards?s3cr3t=1",
    "//anna:s3cr3t%zz@db/cards",
    "//db/cards#s3cr3t",
    "//anna:s3cr3t/cards",
]


@pytest.mark.parametrize("has_library", [True, False], ids=["", "without its library"])
@pytest.mark.parametrize("address", BROKEN)
def test_what_is_no_address_is_refused_in_words(address, has_library, monkeypatch, told):
    if not has_library:
        take_away_the_library(monkeypatch)

    for command in ("link", "rebuild", "serve"):
        words = told(command, "--database", f"postgresql:{address}")
        assert "its address cannot be read" in words or (not has_library and "is needed" in words)


@pytest.mark.parametrize(
    "command",
    [["link"], ["rebuild"], ["serve", "--port", "0"], ["copy", "FROM", "TO"]],
    ids=" ".join,
)
def test_without_the_library_for_servers_it_says_which_is_missing(
    command, tmp_path, monkeypatch, told
):
    take_away_the_library(monkeypatch)
    address = f"postgresql://anna:{SECRET}@db/cards"
    words = {"FROM": str(tmp_path / "matches.sqlite3"), "TO": address}
    engine_for(tmp_path / "matches.sqlite3").open().close()
    monkeypatch.setenv("TRICKTALLY_DATABASE", address)

    said = told(*(words.get(word, word) for word in command))

    assert f"{sys.executable} -m pip install 'psycopg[binary,pool]'" in said


def take_away_the_library(monkeypatch):
    """What needs it was imported long ago: so that is missing too."""
    take = builtins.__import__

    def take_all_else(name, *about):
        if name.startswith(("psycopg", "app.store.postgres")):
            raise ImportError(name)
        return take(name, *about)

    monkeypatch.setattr(builtins, "__import__", take_all_else)


@pytest.mark.parametrize(
    "address", [f"anna:{SECRET}@{NOWHERE}/cards", f"{NOWHERE}/cards?user=anna&password={SECRET}"]
)
def test_who_is_let_in_nowhere_reads_no_password(address, monkeypatch, told):
    monkeypatch.setattr(connection, "RETRY_SECONDS", 0)

    said = told("link", "--database", f"postgresql://{address}")

    assert f"cannot open postgresql://anna@{NOWHERE}/cards: " in said
