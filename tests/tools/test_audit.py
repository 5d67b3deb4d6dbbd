"""`make check` says which libraries have known vulnerabilities, and goes on where nobody knows."""

import json
import subprocess
import sys

import pytest

from app.paths import PROJECT
from tools import audit

PRINTED = {
    "dependencies": [
        {"name": "flask", "version": "3.1.0", "vulns": []},
        {
            "name": "jinja2",
            "version": "3.1.0",
            "vulns": [{"id": "PYSEC-1", "fix_versions": ["3.1.6"], "aliases": []}],
        },
    ]
}
UNKNOWN = {"dependencies": [{"name": "flask", "skip_reason": "Dependency not found"}]}


@pytest.fixture
def index(tmp_path, monkeypatch):
    """Stands for pip-audit, which asks a server: what it prints is put into a file, and how often
    it was asked can be read from another."""
    program, answer, asked = (tmp_path / name for name in ("python", "answer", "asked"))
    program.write_text(f"#!/bin/sh\necho asked >> {asked}\ncat {answer}\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    monkeypatch.setattr(audit, "KEPT", tmp_path / "build" / "audit.json")

    def says(printed):
        answer.write_text(printed if isinstance(printed, str) else json.dumps(printed))
        return lambda: asked.read_text().count("asked") if asked.exists() else 0

    return says


def test_a_library_with_a_known_vulnerability_stops_the_check(index, capsys):
    index(PRINTED)

    assert audit.main() == 1
    assert "jinja2 3.1.0: PYSEC-1, mended in 3.1.6" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("printed", "number"),
    [(UNKNOWN, 1), ("No route to host", audit.LOCK.read_text("utf-8").count("=="))],
)
def test_where_the_index_says_nothing_one_line_says_so_and_the_check_goes_on(
    printed, number, index, capsys
):
    index(printed)

    assert audit.main() == 0
    told = capsys.readouterr()
    assert f"*** {number} LIBRARIES ARE NOT AUDITED" in told.err
    assert (told.out, told.err.count("\n")) == ("", 1)


def test_make_check_ends_with_the_audit():
    words = ["make", "--dry-run", "--no-print-directory", "check"]
    told = subprocess.run(words, cwd=PROJECT, capture_output=True, text=True, check=True).stdout

    assert told.splitlines()[-1].endswith("-m tools.audit")


def test_the_index_is_asked_once_a_day_and_again_for_another_lock(index, capsys):
    times = index({"dependencies": PRINTED["dependencies"][:1]})

    assert [audit.main(), audit.main(), times()] == [0, 0, 1]
    assert capsys.readouterr().out == "No library has a known vulnerability.\n" * 2
    kept = json.loads(audit.KEPT.read_text())
    for number, other in enumerate(({"day": "2026-01-01"}, {"lock": "of before"}), start=2):
        audit.KEPT.write_text(json.dumps(kept | other))
        assert [audit.main(), times()] == [0, number]
