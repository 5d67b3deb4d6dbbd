"""Two releases, one installed after the other and back, by the commands of `deploy/README.md`."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from contextlib import closing
from pathlib import Path

import pytest

from app.paths import PROJECT
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.clubs.keyfile import Key
from app.store.matches import lists
from tests.books import begin
from tools.version import version_in

BLOCKS = re.findall(
    r"^```sh\n(.*?)^```", (PROJECT / "deploy" / "README.md").read_text("utf-8"), re.M | re.S
)
OLD, NEW = version_in(PROJECT), "99.0.0"
NEW_COLUMN = """

@migrations()
def mottos(db: Database) -> None:
    db.execute("ALTER TABLE clubs ADD COLUMN motto TEXT")
"""


def commands(*parts: str) -> str:
    """The lines of the one block of the page that has all of these in it."""
    (block,) = (block for block in BLOCKS if all(part in block for part in parts))
    return block


def folder_of_release(folder: Path, version: str, migration: str = "") -> Path:
    """A folder as `dist/` is, with the wheel of these sources under a version, and with a migration
    more."""
    sources = folder / "sources"
    for name in ("app", "rules", "static", "templates"):
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(PROJECT / name, sources / name, ignore=ignore)
    (sources / "tools").mkdir()
    for name in ("tools/wheel.py", "LICENSE", "README.md", "pyproject.toml"):
        shutil.copy(PROJECT / name, sources / name)
    about = sources / "pyproject.toml"
    about.write_text(
        about.read_text("utf-8").replace(f'\nversion = "{OLD}"', f'\nversion = "{version}"')
    )
    with (sources / "app" / "store" / "sqlite" / "migrations.py").open("a") as file:
        file.write(migration)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=sources, check=True, capture_output=True)
    (folder / "constraints.txt").touch()
    return folder


@pytest.fixture(scope="module")
def releases(tmp_path_factory):
    """The folders of two releases, of which the newer one has a column more."""
    return [
        folder_of_release(tmp_path_factory.mktemp("old"), OLD),
        folder_of_release(tmp_path_factory.mktemp("new"), NEW, NEW_COLUMN),
    ]


@pytest.fixture
def machine(tmp_path):
    """A fresh virtual environment that finds our libraries without a network, but no Tricktally.

    Returns what runs commands of the page in the folder of a release, as far as they have to do
    with that environment.
    """
    home, libraries = tmp_path / "opt", tmp_path / "libraries"
    venv.create(home, with_pip=True)
    ours = Path(sysconfig.get_path("purelib"))
    libraries.mkdir()
    for path in ours.iterdir():
        if not path.name.lstrip("_").startswith("tricktally"):
            (libraries / path.name).symlink_to(path)
    (site,) = home.glob("lib/python*/site-packages")
    (site / "libraries.pth").write_text(f"{libraries}\n")
    book = tmp_path / "matches.sqlite3"
    with closing(engine_for(book).open()) as db:
        begin(db)
    Key(engine_for(book))

    def run(folder: Path, block: str) -> str:
        lines = [
            line.replace("/opt/tricktally/bin/", f"{home}/bin/")
            for line in block.splitlines()
            if line.startswith(("/opt/tricktally/bin/pip", "tricktally "))
        ]
        environment = {
            **os.environ,
            "PATH": f"{home}/bin:{os.environ['PATH']}",
            "PIP_NO_INDEX": "1",
            "PIP_NO_COMPILE": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PYTHONPATH": "",
            "TRICKTALLY_DATABASE": str(book),
            "TRICKTALLY_SETTINGS": os.devnull,
        }
        done = subprocess.run(
            ["sh", "-e", "-c", "\n".join(lines)],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    run.book = book
    return run


INSTALL = "python3 -m venv /opt/tricktally"
UPGRADE = ("systemctl start tricktally-backup", "pip install")
GO_BACK = ("tricktally restore --before-upgrade", "pip install")
START = "tricktally rebuild"
"""Opens the database as a start of the service does."""


@pytest.mark.long
def test_the_newer_release_runs_after_an_upgrade_and_the_older_one_after_going_back(
    releases, machine
):
    old, new = releases
    assert f"Tricktally {OLD}" in machine(old, commands(INSTALL))

    told = machine(new, commands(*UPGRADE))
    assert f"Tricktally {NEW}" in told
    assert "is of an older version" in told
    assert f"matches-before-{NEW}.sqlite3" in machine(new, START)

    # Whoever installs one release again has all of it, and can go back all the same.
    (module,) = machine.book.parent.glob("opt/lib/python*/site-packages/app/program.py")
    module.write_text("of another build")
    assert f"Tricktally {NEW}" in machine(new, commands(*UPGRADE))
    told = machine(old, commands(*GO_BACK))
    assert f"Restored {machine.book} from" in told
    assert f"Tricktally {OLD}" in told
    with closing(engine_for(machine.book).open()) as db:
        assert lists.match_ids(db, HOME) == [1]
