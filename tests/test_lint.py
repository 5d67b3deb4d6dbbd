"""Layouts, stylesheets and scripts can be read by line; who checks it notices if they cannot."""

import shutil
import subprocess
import sys

import pytest

from app.paths import PROJECT
from tools.lint import faults, main


def test_all_of_ours_can_be_read(capsys):
    assert main() == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "text", "is_fine"),
    [
        ("a.css", "p { color: red; }", False),
        ("a.css", "p {\n  color: red; margin: 0;\n}", False),
        ("a.css", '/* One; two; { three. */\np::after {\n  content: ";{";\n}', True),
        ("a.html", "<tr><td></td></tr>", False),
        ("a.html", f"<p>{'x' * 120}</p>", False),
        ("a.html", "<p>One <b>and</b> <i>two</i></p>", True),
        ("a.js", 'line.textContent = "Not sent";', False),
        ("a.js", "const words = `it is kept ${where}`;", False),
        ("a.js", "window.kept = {};", False),
        ("a.js", '// The words of the window.\nlabel.className = "mark large"; // Not sent', True),
        ("a.js", 'page.querySelector(".board .sides .name, form label");', True),
    ],
)
def test_a_crowded_line_a_sentence_and_a_global_are_named(tmp_path, name, text, is_fine):
    (tmp_path / name).write_text(f"{text}\n")

    assert (list(faults(tmp_path / name)) == []) == is_fine


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
