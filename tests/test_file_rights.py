"""What is there and may not be read is refused, with the command that gives the right to read it:
nothing is put in its place, and nobody is told that it is missing."""

import os
import re
import socket
import subprocess
import sys
from contextlib import closing

import pytest

from app.paths import PROJECT
from app.store import engine_for
from app.store.clubs import keyfile
from app.store.clubs.keyfile import Key, copy_key
from app.store.sqlite.backup import make_backup, make_nightly_backup
from testkit.postgres import is_root
from testkit.server_processes import WITHOUT_RIGHTS, takes_rights_away
from tests.books import begin

pytestmark = [
    takes_rights_away,
    pytest.mark.skipif(not is_root(), reason="only root gives files away"),
]
ANOTHER_USER = 61_184
CURE = re.compile(r"`(ch(?:own|mod) [^`]+)`")


@pytest.fixture
def shelf(tmp_path):
    """A folder with a database that was served, a backup of it, a settings file and a pocket
    edition."""
    engine = engine_for(tmp_path / "matches.sqlite3")
    with closing(engine.open()) as db:
        begin(db)
    key = Key(engine)
    with closing(engine.open()) as db:
        keyfile.remember_key(db, key())
    make_nightly_backup(engine.file)
    make_backup(engine.file, tmp_path / "backup.sqlite3")
    copy_key(engine.key_file, tmp_path / "backup.sqlite3.key")
    (tmp_path / "matches.sqlite3.jobs" / "club").mkdir(parents=True)
    (tmp_path / "tricktally.conf").write_text("TRICKTALLY_DATABASE=matches.sqlite3\n")
    (tmp_path / "pocket").mkdir()
    for name in ("index.html", "sw.js"):
        (tmp_path / "pocket" / name).write_text("")
    return tmp_path


@pytest.fixture
def run(shelf):
    """Runs the program in that folder without the rights of root, as root may not even there."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        # A server that gets so far that it finds its port taken would have started.
        serve = ["serve", "--host", "127.0.0.1", "--port", str(taken.getsockname()[1])]
        code = (
            "import sys; from pathlib import Path; from app.cli import main;"
            "from app.ops import doctor; from app.server import pocket_files;"
            "doctor.POCKET = pocket_files.POCKET = Path('pocket'); sys.exit(main())"
        )

        def run(*words, **environment):
            words = serve if words == ("serve",) else words
            done = subprocess.run(
                [*WITHOUT_RIGHTS, sys.executable, "-c", code, *words],
                cwd=shelf,
                env={"PATH": os.environ["PATH"], "PYTHONPATH": str(PROJECT), **environment},
                capture_output=True,
                text=True,
                check=False,
            )
            return done.returncode, done.stdout + done.stderr

        yield run


RESTORE, BACKUP = ("restore", "backup.sqlite3"), ("backup", "another.sqlite3")
KEY, BOOK = "matches.sqlite3.key", "matches.sqlite3"
COMMANDS = [
    *((KEY, command) for command in (("serve",), ("link",), ("doctor",), BACKUP, RESTORE)),
    (KEY, ("copy", BOOK, "copy.sqlite3")),
    *((BOOK, command) for command in (("serve",), ("doctor",), ("export-club", "-o", "club.zip"))),
    (f"{BOOK}.nights", ("doctor",)),
    (f"{BOOK}.jobs", ("serve",)),
    (f"{BOOK}.jobs/club", ("serve",)),
    ("backup.sqlite3", RESTORE),
    ("backup.sqlite3.key", RESTORE),
    ("pocket", ("serve",)),
    ("pocket/index.html", ("serve",)),
    ("pocket/sw.js", ("doctor",)),
]


def files_in(folder):
    """What is in all files but those that SQLite has beside a database that is open."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path: path.read_bytes() for path in paths if not path.name.endswith(("-wal", "-shm"))}


@pytest.mark.parametrize(
    ("name", "command"), COMMANDS, ids=lambda each: each if isinstance(each, str) else each[0]
)
def test_what_may_not_be_read_is_refused_with_what_gives_the_right(name, command, shelf, run):
    before = files_in(shelf)
    os.chown(shelf / name, ANOTHER_USER, ANOTHER_USER)
    (shelf / name).chmod(0o700 if (shelf / name).is_dir() else 0o600)

    status, told = run(*command, TRICKTALLY_DATABASE=BOOK)
    assert status == 1
    assert re.search(rf"may not (read|enter) {re.escape(str(shelf / name))}", told)
    assert "Traceback" not in told
    assert files_in(shelf) == before

    while cures := CURE.findall(told):  # to enter a folder, and to read it
        subprocess.run(cures[0], shell=True, check=True)
        status, told = run(*command, TRICKTALLY_DATABASE=BOOK)
    assert "may not" not in told
    assert status == 0 or "cannot listen" in told


def test_whoever_may_not_read_the_settings_is_not_given_another_database(shelf, run):
    settings = shelf / "tricktally.conf"
    os.chown(settings, ANOTHER_USER, ANOTHER_USER)
    settings.chmod(0o600)

    for command in ("serve", "link", "doctor"):
        status, told = run(command, TRICKTALLY_SETTINGS=str(settings))
        assert status == 1
        assert f"may not read {settings}" in told
        assert "TRICKTALLY_SETTINGS=/dev/null" in told
    assert not (shelf / "tricktally.sqlite3").exists()

    # A service is told them by the system, which reads them for it.
    told_by_system = {"TRICKTALLY_SETTINGS": str(settings), "TRICKTALLY_DATABASE": BOOK}
    assert run("link", **told_by_system)[0] == 0
    assert run("score", "none.json", TRICKTALLY_SETTINGS=str(settings))[1].startswith('{"file"')


def test_a_key_that_its_owner_may_not_read_is_named_to_root(shelf):
    (shelf / KEY).chmod(0)
    command = [sys.executable, "-m", "app", "doctor", "--database", str(shelf / BOOK)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert f"Its owner may not read {shelf / KEY}: chmod 600 {shelf / KEY}" in done.stdout
