"""What the command says of itself: what it tells a person to type works when it is pasted."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli import main as run
from app.cli import tricktally

BIN = Path(sys.executable).parent
ELSEWHERE = "/usr/bin:/bin"
"""Where a shell does not find it."""


def told(command: str, folder: Path, path: str) -> subprocess.CompletedProcess[str]:
    """What a shell in a folder prints for a line that was typed."""
    environment = {**os.environ, "PATH": path}
    return subprocess.run(
        command, shell=True, cwd=folder, env=environment, capture_output=True, text=True
    )


@pytest.mark.parametrize("started", ["my bin/tricktally", str(BIN / "tricktally")])
def test_a_command_in_a_sentence_works_as_the_program_was_started(tmp_path, started):
    (tmp_path / "my bin").symlink_to(BIN)
    checked = told(f"'{started}' doctor --database 'my evening.sqlite3'", tmp_path, ELSEWHERE)
    (command,) = re.findall(r"There is no .*: `(.+)` makes a new one", checked.stdout)

    assert shlex.split(command) == [started, "serve", "--database", "my evening.sqlite3"]
    assert told(f"{command} --help", tmp_path, ELSEWHERE).returncode == 0


def test_its_name_is_enough_where_a_shell_finds_it(tmp_path):
    path = f"{BIN}:{ELSEWHERE}"

    assert "`tricktally serve` makes" in told("tricktally doctor", tmp_path, path).stdout
    assert "`tricktally serve` makes" in told(f"{BIN}/tricktally doctor", tmp_path, path).stdout
    assert "Usage: tricktally serve" in told("tricktally serve --help", tmp_path, path).stdout


@pytest.mark.parametrize("name", sorted(tricktally.commands))
def test_the_help_of_each_command_ends_with_an_example_that_it_accepts(name, capsys):
    assert run([name, "--help"]) == 0

    said = capsys.readouterr().out
    (example,) = re.findall(r"^  Example: tricktally (.+)$", said, re.M)
    first, *words = shlex.split(example)
    assert first == name
    assert tricktally.commands[name].make_context(name, words)
    for option in tricktally.commands[name].params:
        assert option.envvar is None or str(option.envvar) in said


def test_the_help_of_all_says_where_settings_are_read(capsys):
    assert run(["--help"]) == 0

    said = capsys.readouterr().out
    assert "TRICKTALLY_SETTINGS" in said
    assert "/etc/tricktally.conf" in said
