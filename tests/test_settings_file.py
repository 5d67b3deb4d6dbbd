"""One settings file for the service and for the commands of whoever looks after it."""

from contextlib import closing

import pytest

from app.cli import main as run
from app.cli import tricktally
from app.options import read_settings
from app.server import run as server
from app.store import engine_for
from app.store.clubs import clubs


@pytest.fixture
def file(tmp_path, monkeypatch):
    """The settings file."""
    path = tmp_path / "tricktally.conf"
    monkeypatch.setenv("TRICKTALLY_SETTINGS", str(path))
    return path


@pytest.fixture
def book(tmp_path):
    """A score book whose name no option says."""
    engine = engine_for(tmp_path / "evening.sqlite3")
    engine.open().close()
    return engine


@pytest.fixture
def started(monkeypatch):
    """What the server was told to be."""
    told = {}

    def serve(host, port, database, **options):
        told.update(options, host=host, port=port, database=database.name)
        return 0

    monkeypatch.setattr(server, "serve", serve)
    return told


def test_every_command_finds_the_database_and_its_key(file, book, tmp_path, capsys):
    key = tmp_path / "vault.key"
    file.write_text(
        f"# of the club\n\nTRICKTALLY_DATABASE={book.url}\nTRICKTALLY_KEY_FILE = '{key}'\n"
        "TRICKTALLY_BEHIND_PROXY=1\n"
    )
    with closing(book.open()) as db:
        clubs.ensure_home_club(db)

    assert run(["link", "--address", "https://cards.example"]) == 0
    assert "https://cards.example/k/home." in capsys.readouterr().out
    assert key.exists()
    assert run(["doctor"]) == 0
    told = capsys.readouterr().out
    assert str(book.url) in told
    assert "✓ Phones open it through a proxy, by https" in told


def test_the_server_is_what_the_file_says(file, book, started):
    file.write_text(
        f"TRICKTALLY_DATABASE={book.url}\nTRICKTALLY_LISTEN_HOST=127.0.0.1\n"
        "TRICKTALLY_HOST_NAME=cards.example table.example\nTRICKTALLY_BEHIND_PROXY=1\n"
        "TRICKTALLY_PUBLIC=yes\nTRICKTALLY_LISTEN_PORT=1\n"
    )

    assert run(["serve"]) == 0
    assert started["database"] == str(book.url)
    assert started["host_names"] == ("cards.example", "table.example")
    assert (started["port"], started["behind"], started["is_public"]) == (1, 1, True)


@pytest.mark.parametrize(
    ("environment", "options", "port"), [(None, [], 1), ("2", [], 2), ("2", ["--port", "3"], 3)]
)
def test_an_option_goes_before_the_environment_and_that_before_the_file(
    file, book, started, monkeypatch, environment, options, port
):
    file.write_text(f"TRICKTALLY_DATABASE={book.url}\nTRICKTALLY_LISTEN_PORT=1\n")
    if environment:
        monkeypatch.setenv("TRICKTALLY_LISTEN_PORT", environment)

    assert run(["serve", *options]) == 0
    assert started["port"] == port


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\nTRICKTALLY_DATABSE=x\n", "line 2 of {file}: TRICKTALLY_DATABSE is no setting"),
        (b"export X\n", "line 1 of {file}: export X is no setting"),
        (b'TRICKTALLY_LISTEN_PORT="1" # mine\n', "line 1 of {file}: nothing may follow the second"),
        (b"TRICKTALLY_LISTEN_PORT=1 # mine\n", "line 1 of {file}: a remark has a line of its own"),
        (b"TRICKTALLY_DATABASE='a b.sqlite3\n", "line 1 of {file}: a second ' is missing"),
        (b'TRICKTALLY_DATABASE="a"b\n', "line 1 of {file}: nothing may follow the second"),
        (b"\xff\xfe", "cannot read {file}"),
        (None, "there is no {file}"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(file, content, words, capsys):
    if content is not None:
        file.write_bytes(content)

    assert run(["doctor"]) == 1
    assert words.format(file=file) in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "name"), [('"a # b"', "a # b"), ("'it\"s'", 'it"s'), ("a#b", "a#b"), ('""', "")]
)
def test_a_value_in_quotes_is_what_is_between_them(value, name, file):
    file.write_text(f"TRICKTALLY_DATABASE={value}\n")

    assert read_settings(tricktally.commands)["serve"]["database"] == name
