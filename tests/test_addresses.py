"""Addresses of books on servers: refused in words, and never shown with a password."""

import builtins

import pytest

from app import store
from app.cli import main as run
from app.store.postgres import connection

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
    assert store.engine_for(f"{scheme}:{address}").name == f"postgresql:{name}"


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
    store.engine_for(tmp_path / "matches.sqlite3").open().close()
    monkeypatch.setenv("TRICKTALLY_DATABASE", address)

    said = told(*(words.get(word, word) for word in command))

    assert "pip install 'tricktally[postgresql]'" in said


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
