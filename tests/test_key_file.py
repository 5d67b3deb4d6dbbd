"""The key of all links: one for all processes that serve a book, wherever it lies."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import socket
import subprocess
import sys
from contextlib import closing

import pytest

from app import store
from app.cli import main as run
from app.paths import PROJECT
from app.scoring import Event
from app.server.run import open_app

PROCESSES, ROUNDS = 4, 40
IS_ROOT = os.name == "posix" and os.geteuid() == 0


def take_keys(folder, start, keys):
    for number in range(ROUNDS):
        start.wait()
        keys.put((number, store.Key(store.engine_for("postgresql://"), folder / f"{number}.key")()))


@pytest.mark.parametrize("left", [None, b"", b"x" * 31], ids=["none", "an empty one", "a part"])
def test_processes_that_begin_at_one_moment_have_the_same_key(left, tmp_path):
    if left is not None:
        for number in range(ROUNDS):
            (tmp_path / f"{number}.key").write_bytes(left)
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

    for number in range(ROUNDS):
        (key,) = {key for where, key in taken if where == number}
        assert (tmp_path / f"{number}.key").read_bytes() == key
    assert len({key for _number, key in taken}) == ROUNDS
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.skipif(not IS_ROOT, reason="only root gives files away")
def test_a_key_that_root_makes_belongs_to_the_service(tmp_path, capsys):
    folder, service = tmp_path / "service", 61_184
    folder.mkdir()
    book = store.engine_for(folder / "matches.sqlite3")
    with closing(book.open()) as db:
        store.ensure_home_club(db)
    backup = tmp_path / "backup.sqlite3"
    store.Key(book)
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


def test_a_disk_that_knows_no_second_names_has_a_key_too(tmp_path, monkeypatch):
    def link(*_paths):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    key = store.Key(store.engine_for(tmp_path / "matches.sqlite3"))()

    assert (tmp_path / "matches.sqlite3.key").read_bytes() == key


@pytest.mark.parametrize("place", ["missing/key", "."])
def test_a_key_has_to_lie_where_it_was_said_to(place, tmp_path, capsys):
    book, key = tmp_path / "matches.sqlite3", tmp_path / place
    store.engine_for(book).open().close()

    assert run(["link", "--database", str(book), "--key-file", str(key)]) == 1
    assert str(key) in capsys.readouterr().err


BROKEN = {
    "there is no ": lambda key: key.unlink(),
    "is cut short: it has 31 of 32 bytes": lambda key: key.write_bytes(b"k" * 31),
    "all its bytes are the same": lambda key: key.write_bytes(bytes(32)),
    "is a link to ": lambda key: (key.unlink(), key.symlink_to(key.with_name("vault"))),
}


@pytest.fixture
def used(tmp_path):
    """A book with a match, and the key of its links."""
    engine = store.engine_for(tmp_path / "matches.sqlite3")
    with closing(engine.open()) as db:
        first = Event("entry", 0, "rules", {})
        store.begin_match(db, store.ensure_home_club(db).id, "trex", list("ABCD"), first)
    store.Key(engine)
    return engine


@pytest.fixture
def options(used):
    """What each command needs; the port of the server is taken, so that it could not start."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        database = ["--database", used.url]
        yield {"link": database, "serve": [*database, "--host", "127.0.0.1", "--port", port]}


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


@pytest.fixture
def served(used):
    """The same, after a server has run on it."""
    open_app(used)
    return used


@pytest.mark.parametrize("command", ["serve", "link", "doctor"])
def test_a_garbled_key_is_found_out(command, options, served, capsys):
    right = served.key_file.read_bytes()
    served.key_file.write_bytes(right[:-1] + bytes([right[-1] ^ 1]))
    options["doctor"] = options["link"]

    assert run([command, *options[command]]) == 1
    told = "".join(capsys.readouterr())
    assert f"{served.key_file} does not hold the key with which its links were made" in told
    assert "tricktally link --new-key" in told

    served.key_file.write_bytes(right)
    assert run(["link", *options["link"]]) == 0
    served.key_file.write_bytes(bytes(range(32)))
    assert run(["link", "--new-key", *options["link"]]) == 0
    open_app(served)
    assert run(["link", *options["link"]]) == 0


def test_a_key_of_a_book_that_nobody_used_may_be_another(tmp_path):
    engine = store.engine_for(tmp_path / "matches.sqlite3")
    for _time in range(2):
        open_app(engine)
        engine.key_file.unlink()
    open_app(engine)


def test_whoever_needs_no_link_needs_no_key(served):
    right = served.key_file.read_bytes()
    served.key_file.write_bytes(bytes(range(32)))
    open_app(served, is_open=True)

    served.key_file.write_bytes(right)
    open_app(served)


def test_what_is_kept_of_a_key_says_nothing_about_it(served):
    with closing(served.connect()) as db:
        ((digest,),) = db.execute("SELECT digest FROM codes").fetchall()

    assert len(digest) == 16
    assert digest not in served.key_file.read_bytes().hex()


def test_a_backup_from_before_a_new_key_can_be_put_back(served, options, tmp_path):
    copy = tmp_path / "copy.sqlite3"
    store.backup(served.file, copy)
    assert run(["link", "--new-key", *options["link"]]) == 0
    open_app(served)

    assert run(["restore", str(copy), *options["link"]]) == 0
    open_app(served)
    assert run(["link", *options["link"]]) == 0


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


def test_a_setting_says_where_the_key_lies_for_every_command(tmp_path, monkeypatch):
    book, key = tmp_path / "matches.sqlite3", tmp_path / "vault.key"
    store.engine_for(book).open().close()
    monkeypatch.setenv("TRICKTALLY_KEY_FILE", str(key))
    monkeypatch.setenv("TRICKTALLY_DATABASE", str(book))

    assert run(["link"]) == 0
    assert run(["backup", str(tmp_path / "copy.sqlite3")]) == 0
    assert (tmp_path / "copy.sqlite3.key").read_bytes() == key.read_bytes()
    kept = key.read_bytes()
    key.unlink()
    assert run(["restore", str(tmp_path / "copy.sqlite3")]) == 0
    assert key.read_bytes() == kept
    assert not (tmp_path / "matches.sqlite3.key").exists()


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="nothing takes the rights of root away")
def test_no_links_are_shown_that_would_open_nothing(tmp_path, new_database):
    address = new_database()
    store.engine_for(address).open().close()
    shelf = tmp_path / "shelf"
    shelf.mkdir(0o555)
    rights = "-dac_override,-dac_read_search"
    command = ["setpriv", f"--bounding-set={rights}", f"--inh-caps={rights}"] if IS_ROOT else []
    done = subprocess.run(
        [*command, sys.executable, "-m", "app", "link", "--database", address],
        cwd=shelf,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert done.stdout == ""
    assert "Permission denied" in done.stderr
