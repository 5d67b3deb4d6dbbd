"""Addresses of books on servers: refused in words, and never shown with a password."""

from __future__ import annotations

import builtins

import pytest

from app import store
from app.cli import main as run
from app.store.postgres import connection

SECRET = "s3cr3t"
NOWHERE = "127.0.0.1:9"


@pytest.mark.parametrize(
    ("address", "name"),
    [
        (
            "postgresql://anna:s3cr3t@db.example:5433/cards",
            "postgresql://anna@db.example:5433/cards",
        ),
        ("postgres://anna:s3cr3t@/cards?host=/run/pg", "postgresql://anna@/run/pg/cards"),
        ("postgresql://db/cards?user=anna&password=s3cr3t", "postgresql://anna@db/cards"),
        ("postgresql://db/cards?sslpassword=s3cr3t&passfile=/s3cr3t", "postgresql://db/cards"),
        ("postgresql://db/?dbname=cards&options=-c%20s3cr3t", "postgresql://db/cards"),
        ("postgresql://:s3cr3t@one:1,two:2/cards", "postgresql://one:1,two:2/cards"),
        ("postgresql://anna:s3cr3t@[::1]:5432/cards", "postgresql://anna@[::1]:5432/cards"),
        ("postgresql://anna%40home:s3cr3t@db/cards", "postgresql://anna@home@db/cards"),
        ("postgresql:///?service=cards&password=s3cr3t", "postgresql:///?service=cards"),
        ("postgresql://anna:pass@s3cr3t@db/cards", "postgresql://…"),
        ("postgresql://anna:pass/s3cr3t@db/cards", "postgresql://…"),
        ("postgresql://anna:pass#s3cr3t@db/cards", "postgresql://…"),
        ("postgresql://[s3cr3t", "postgresql://…"),
    ],
)
def test_an_address_is_shown_without_what_opens_it(address, name):
    assert store.engine_for(address).name == name


BROKEN = [
    "postgresql://[",
    "postgresql://[::1/s3cr3t",
    "postgresql://anna:s3cr3t@[::1",
    "postgresql://anna:pass@s3cr3t@db/cards",
    "postgresql://anna:pass/s3cr3t@db/cards",
    "postgresql://db/cards?s3cr3t",
    "postgresql://db/cards?s3cr3t=1",
    "postgresql://anna:s3cr3t%zz@db/cards",
    "postgresql://db/cards#s3cr3t",
    "postgresql://anna:s3cr3t/cards",
]


@pytest.mark.parametrize("has_library", [True, False], ids=["", "without its library"])
@pytest.mark.parametrize("address", BROKEN)
def test_what_is_no_address_is_refused_in_words(address, has_library, monkeypatch, capsys):
    if not has_library:
        take_away_the_library(monkeypatch)

    for command in (["link"], ["rebuild"]):
        assert run([*command, "--database", address]) == 1
        told = capsys.readouterr()
        words = ("its address cannot be read", *(() if has_library else ("is needed",)))
        assert any(word in told.err for word in words)
        assert len(told.err.splitlines()) == 1
        assert SECRET not in told.err + told.out


@pytest.mark.parametrize(
    "command",
    [["link"], ["rebuild"], ["serve", "--port", "0"], ["copy", "FROM", "TO"]],
    ids=" ".join,
)
def test_without_the_library_for_servers_it_says_which_is_missing(
    command, tmp_path, monkeypatch, capsys
):
    take_away_the_library(monkeypatch)
    address = f"postgresql://anna:{SECRET}@db/cards"
    words = {"FROM": str(tmp_path / "matches.sqlite3"), "TO": address}
    store.engine_for(tmp_path / "matches.sqlite3").open().close()
    monkeypatch.setenv("TRICKTALLY_DATABASE", address)

    assert run([words.get(word, word) for word in command]) == 1
    told = capsys.readouterr().err
    assert "pip install 'tricktally[postgresql]'" in told
    assert SECRET not in told


def take_away_the_library(monkeypatch):
    """What needs it was imported long ago: so that is missing too."""
    take = builtins.__import__

    def take_all_else(name, *about):
        if name.startswith(("psycopg", "app.store.postgres")):
            raise ImportError(name)
        return take(name, *about)

    monkeypatch.setattr(builtins, "__import__", take_all_else)


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://anna:{SECRET}@{NOWHERE}/cards",
        f"postgresql://{NOWHERE}/cards?user=anna&password={SECRET}",
    ],
)
def test_who_is_let_in_nowhere_reads_no_password(address, monkeypatch, capsys):
    monkeypatch.setattr(connection, "RETRY_SECONDS", 0)

    assert run(["link", "--database", address]) == 1
    told = capsys.readouterr()
    assert f"cannot open postgresql://anna@{NOWHERE}/cards: " in told.err
    assert SECRET not in told.out + told.err
