"""The files of the pocket on a disk that loses power, and on one that is full."""

import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from app.paths import POCKET, PROJECT
from tools.pocket.__main__ import SHELL

HERE = Path(__file__).parent
PYODIDE = PROJECT / "build" / "pyodide" / "node_modules" / "pyodide"
IS_BUILT = (POCKET / "index.html").exists() and PYODIDE.exists()

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs node")


def played(script: str, *about: object) -> list[int]:
    """Run a test for node. Returns the numbers that it tells in the end."""
    run = subprocess.run(
        ["node", HERE / script, *map(str, about)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return [int(word) for word in run.stdout.splitlines()[-1].split() if word.isdigit()]


@pytest.mark.parametrize(
    ("seed", "rounds"), [(1, 400), pytest.param(2, 2000, marks=pytest.mark.long)]
)
def test_what_was_safe_stays_whatever_is_lost_when_the_power_goes(seed: int, rounds: int) -> None:
    cuts, full = played("power.mjs", SHELL / "shell" / "file_slots.js", seed, rounds)

    assert min(cuts, full) > rounds


@pytest.mark.long
@pytest.mark.skipif(not IS_BUILT, reason="`make pocket` has not run")
def test_the_app_ends_an_upgrade_that_was_cut_short_and_loses_no_match(tmp_path: Path) -> None:
    old = tmp_path / "matches.sqlite3"
    with closing(sqlite3.connect(old)) as db:
        db.executescript((HERE.parent / "score_book_of_version_4.sql").read_text("utf-8"))

    cuts, full, copies, safe = played("app.mjs", SHELL / "shell", PYODIDE, POCKET, old, 6, 60)

    assert cuts > 20
    assert full > 5
    assert copies > 40
    assert safe > 100
