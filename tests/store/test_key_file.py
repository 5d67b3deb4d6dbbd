"""The key of all links: one for all processes that serve a book, wherever it lies."""

import multiprocessing
import os
import socket
import subprocess
import sys
from contextlib import closing

import pytest

from app.cli import main as run
from app.paths import PROJECT
from app.server.run import open_app
from app.store import engine_for
from app.store.clubs import clubs
from app.store.clubs.keyfile import Key
from app.store.sqlite.backup import make_backup
from testkit.postgres import is_root
from testkit.server_processes import WITHOUT_RIGHTS, takes_rights_away
from tests.books import begin

PROCESSES, ROUNDS = 4, 40
OTHER_KEY = bytes(range(32))


@pytest.fixture
def engine(tmp_path):
    """Of a book in a file, which is not made yet."""
    return engine_for(tmp_path / "matches.sqlite3")


@pytest.fixture
def used(engine):
    """A book with a match, and the key of its links."""
    with closing(engine.open()) as db:
        begin(db)
    Key(engine)
    return engine


@pytest.fixture
def served(used):
    """The same, after a server has run on it."""
    open_app(used)
    return used


def take_keys(folder, start, keys):
    for number in range(ROUNDS):
        start.wait()
        keys.put((number, Key(engine_for("postgresql://"), folder / f"{number}.key")()))


@pytest.mark.parametrize("left", [None, b"", b"x" * 31], ids=["none", "an empty one", "a part"])
def test_processes_that_begin_at_one_moment_have_the_same_key(left, tmp_path):
    files = [tmp_path / f"{number}.key" for number in range(ROUNDS)]
    for file in files if left is not None else ():
        file.write_bytes(left)
    context = multiprocessing.get_context("fork")
    start, keys = context.Barrier(PROCESSES), context.Queue()
    processes = [
        context.Process(target=take_keys, args=(tmp_path, start, keys)) for _ in range(PROCESSES)
    ]
    for process in processes:
        process.start()
    taken = [keys.get(timeout=20) for _key in range(PROCESSES * ROUNDS)]
    for process in processes:
        process.join()

    kept = [file.read_bytes() for file in files]
    assert {*taken} == {*enumerate(kept)}
    assert len({*kept}) == ROUNDS
    assert {len(key) for key in kept} == {32}
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    assert not list(tmp_path.glob("*.part"))


def test_a_disk_that_knows_no_second_names_has_a_key_too(engine, monkeypatch):
    def link(*_paths):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)

    assert Key(engine)() == engine.key_file.read_bytes()


@pytest.mark.skipif(not is_root(), reason="only root gives files away")
def test_a_key_that_root_makes_belongs_to_the_service(tmp_path, capsys):
    folder, service = tmp_path / "service", 61_184
    folder.mkdir()
    book = engine_for(folder / "matches.sqlite3")
    with closing(book.open()) as db:
        clubs.ensure_home_club(db)
    backup = tmp_path / "backup.sqlite3"
    Key(book)
    assert run(["backup", str(backup), "--database", book.url]) == 0
    for path in (folder, book.file):
        os.chown(path, service, service)
    assert run(["doctor", "--database", book.url]) == 1
    assert f"chown --reference={book.file} {book.key_file}" in capsys.readouterr().out

    for command in (["link", "--new-key"], ["restore", str(backup)]):
        book.key_file.unlink()
        assert run([*command, "--database", book.url]) == 0
        assert book.key_file.stat().st_uid == service

    book.file.unlink()
    assert run(["restore", str(backup), "--database", book.url]) == 0
    assert book.file.stat().st_uid == service
    assert run(["doctor", "--database", book.url]) == 0


def test_the_key_lies_where_it_was_said_to_for_every_command(engine, tmp_path, monkeypatch, capsys):
    copy, key = tmp_path / "copy.sqlite3", tmp_path / "vault.key"
    engine.open().close()
    for nowhere in (str(tmp_path / "missing" / "key"), str(tmp_path)):
        assert run(["link", "--database", engine.url, "--key-file", nowhere]) == 1
        assert nowhere in capsys.readouterr().err
    monkeypatch.setenv("TRICKTALLY_KEY_FILE", str(key))
    monkeypatch.setenv("TRICKTALLY_DATABASE", engine.url)

    assert run(["link"]) == 0
    kept = key.read_bytes()
    assert run(["backup", str(copy)]) == 0
    assert engine_for(copy).key_file.read_bytes() == kept
    key.unlink()
    assert run(["restore", str(copy)]) == 0
    assert key.read_bytes() == kept
    assert not engine.key_file.exists()


BROKEN = {
    "there is no ": lambda key: key.unlink(),
    "is cut short: it has 31 of 32 bytes": lambda key: key.write_bytes(b"k" * 31),
    "all its bytes are the same": lambda key: key.write_bytes(bytes(32)),
    "is a link to ": lambda key: (key.unlink(), key.symlink_to(key.with_name("vault"))),
}


@pytest.fixture
def options(used):
    """What each command needs; the port of the server is taken, so that it could not start."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        database = ["--database", used.url]
        serve = [*database, "--host", "127.0.0.1", "--port", port]
        yield {"link": database, "doctor": database, "serve": serve}


@pytest.mark.parametrize("command", ["serve", "link"])
@pytest.mark.parametrize(("words", "change"), BROKEN.items())
def test_without_its_key_a_used_book_is_opened_to_nobody(
    words, change, command, options, used, capsys
):
    change(used.key_file)

    assert run([command, *options[command]]) == 1
    told = capsys.readouterr().err
    assert words in told
    assert "tricktally link --new-key" in told

    assert run(["link", "--new-key", *options["link"]]) == 0
    assert "/k/home." in capsys.readouterr().out
    assert run(["link", *options["link"]]) == 0


@pytest.mark.parametrize("command", ["serve", "link", "doctor"])
def test_a_garbled_key_is_found_out(command, options, served, capsys):
    right = served.key_file.read_bytes()
    served.key_file.write_bytes(right[:-1] + bytes([right[-1] ^ 1]))

    assert run([command, *options[command]]) == 1
    told = "".join(capsys.readouterr())
    assert f"{served.key_file} does not hold the key with which its links were made" in told
    assert "tricktally link --new-key" in told
    served.key_file.write_bytes(right)
    assert run(["link", *options["link"]]) == 0


def test_after_a_new_key_a_server_and_a_backup_from_before_open(served, options, tmp_path):
    copy = tmp_path / "copy.sqlite3"
    make_backup(served.file, copy)
    served.key_file.write_bytes(OTHER_KEY)
    assert run(["link", "--new-key", *options["link"]]) == 0
    open_app(served)

    assert run(["restore", str(copy), *options["link"]]) == 0
    open_app(served)
    assert run(["link", *options["link"]]) == 0


def test_whoever_has_no_links_yet_or_needs_none_needs_no_key(engine, served):
    right = served.key_file.read_bytes()
    served.key_file.write_bytes(OTHER_KEY)
    open_app(served, is_open=True)

    served.key_file.write_bytes(right)
    open_app(served)
    unused = engine_for(engine.file.with_name("unused.sqlite3"))
    open_app(unused)
    unused.key_file.unlink()
    open_app(unused)


def test_what_is_kept_of_a_key_says_nothing_about_it(served):
    with closing(served.connect()) as db:
        ((digest,),) = db.execute("SELECT digest FROM codes").fetchall()

    assert len(digest) == 16
    assert digest not in served.key_file.read_bytes().hex()


def test_a_line_break_behind_the_key_changes_no_link(used, capsys):
    assert run(["link", "--database", used.url]) == 0
    links = capsys.readouterr().out
    with used.key_file.open("ab") as file:
        file.write(b"\n")

    assert run(["link", "--database", used.url]) == 0
    assert capsys.readouterr().out == links


@pytest.mark.skipif(os.name != "posix", reason="rights are something else there")
def test_a_key_that_all_may_read_is_taken_from_them(used, capsys, caplog):
    used.key_file.chmod(0o666)

    assert run(["link", "--database", used.url]) == 0
    assert used.key_file.stat().st_mode & 0o777 == 0o660
    assert "Everybody on this machine could read" in caplog.text


@takes_rights_away
def test_no_links_are_shown_that_would_open_nothing(tmp_path, new_database):
    address = new_database()
    engine_for(address).open().close()
    shelf = tmp_path / "shelf"
    shelf.mkdir(0o555)
    done = subprocess.run(
        [*WITHOUT_RIGHTS, sys.executable, "-m", "app", "link", "--database", address],
        cwd=shelf,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout) == (1, "")
    assert "Permission denied" in done.stderr
