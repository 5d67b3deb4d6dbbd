"""Layouts, stylesheets and scripts can be read by line; who checks it notices if they cannot."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from app.paths import PROJECT
from tools.lint import faults, main


def test_all_of_ours_can_be_read(capsys):
    assert main() == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.css", "p { color: red; }\n"),
        ("a.css", "p {\n  color: red; margin: 0;\n}\n"),
        ("a.html", "<tr><td></td></tr>\n"),
        ("a.html", f"<p>{'x' * 120}</p>\n"),
        ("a.js", 'line.textContent = "Not sent";\n'),
        ("a.js", "const words = `it is kept ${where}`;\n"),
        ("a.js", "window.kept = {};\n"),
    ],
)
def test_a_crowded_line_a_sentence_and_a_global_are_named(tmp_path, name, text):
    (tmp_path / name).write_text(text)

    assert list(faults(tmp_path / name))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.css", '/* One; two; { three. */\np::after {\n  content: ";{";\n}\n'),
        ("a.html", "<p>One <b>and</b> <i>two</i></p>\n"),
        ("a.js", '// The words of the window.\nlabel.className = "mark large"; // Not sent\n'),
        ("a.js", 'page.querySelector(".board .sides .name, form label");\n'),
    ],
)
def test_a_plain_line_is_fine(tmp_path, name, text):
    (tmp_path / name).write_text(text)

    assert list(faults(tmp_path / name)) == []


def test_the_checks_read_no_matches_and_no_keys(tmp_path):
    shutil.copy(PROJECT / "pyproject.toml", tmp_path)
    ignored = (PROJECT / ".gitignore").read_text().partition("# Your matches\n")[2]
    names = [line.replace("*", "evening") for line in ignored.partition("\n\n")[0].splitlines()]
    for name in names:
        path = tmp_path / (f"{name}copy.txt" if name.endswith("/") else name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"t{'eh'} secret\n")  # a word that codespell would mend
    told = subprocess.run(
        [sys.executable, "-m", "codespell_lib"], cwd=tmp_path, capture_output=True, text=True
    )

    assert len(names) > 5
    assert (told.returncode, told.stdout) == (0, "")
