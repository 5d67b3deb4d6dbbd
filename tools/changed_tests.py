"""Run the tests that reach what has changed: `make test-changed`, or `SINCE=main~3` for more.

The map of `make mutants ARGS=reach` says which tests reach a line. Without it, and for what it does
not know, such as a stylesheet, those run that have the name of the file or of its folder.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from app.paths import PROJECT
from tools.mutants.reach import REACH, Reach, git

SECONDS = 60
"""Longer the tests of the map do not run together; the quickest of them are taken."""
BESIDE = {
    "app/cli.py": ["tests/test_help.py", "tests/test_settings_file.py"],
    "exports/": ["tests/paper"],
    "rules/": ["tests/rulebook", "tests/scoring/test_worked_examples.py"],
    "static/css/": ["tests/test_styles.py", "tests/browser/test_layout.py"],
    "static/js/": ["tests/test_scripts.py", "tests/browser"],
    "static/print/": ["tests/paper"],
    "templates/": ["tests/web/core/test_components.py"],
    "templates/print/": ["tests/paper"],
    "tools/": ["tests/tools"],
}
"""What is tried by tests of other names."""
HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? ", re.MULTILINE)


def changed_files(since: str) -> list[str]:
    """The files that are not as they were then, the new ones too."""
    new = git("ls-files", "--others", "--exclude-standard")
    return [*git("diff", "--name-only", since).splitlines(), *new.splitlines()]


def changed_lines(path: str, since: str) -> set[int]:
    """The numbers that the changed lines of a file had then; where some were added, both beside."""
    lines = set[int]()
    for first, number in HUNK.findall(git("diff", "-U0", since, "--", path)):
        lines |= {*range(int(first), int(first) + int(number or 1))} or {int(first), int(first) + 1}
    return lines


def tests_reaching(path: str, reach: Reach, since: str) -> Iterator[str]:
    """The tests of the map that reach a changed line, the quickest first and each with all of its
    values; none for what is done at import, which all of them reach."""
    lines = reach.lines_of(path)
    reached = set().union(*(lines[line] for line in changed_lines(path, since) if line in lines))
    seconds = 0.0
    for test in sorted(reached & reach.durations.keys(), key=reach.durations.__getitem__):
        seconds += reach.durations[test]
        file, _, name = test.partition("::")
        name = name.partition("[")[0]
        if seconds < SECONDS and (PROJECT / file).exists() and f"def {name}(" in text_of(file):
            yield f"{file}::{name}"


def tests_named_after(path: str, tests: Iterable[str]) -> Iterator[str]:
    """Tests that have the name of a file, and those of the nearest folder whose name some have."""
    *folders, name = Path(path).with_suffix("").parts
    for word in dict.fromkeys((name, *reversed(folders[1:]))):
        named = re.compile(rf"/test_{re.escape(word)}(_\w+)?\.py$|/{re.escape(word)}/test_\w+\.py$")
        found = [test for test in tests if named.search(test)]
        yield from found
        if found and word != name:
            return


@cache
def text_of(file: str) -> str:
    return (PROJECT / file).read_text("utf-8")


def tests_importing(path: str, files: Iterable[str]) -> Iterator[str]:
    """The tests that import a module of tests or of the testkit, or what imports it."""
    *folders, module = Path(path).with_suffix("").parts
    words = [".".join((*folders, module)), f"from {'.'.join(folders)} import {module}"]
    for file in files:
        if file != path and any(word in text_of(file) for word in words):
            is_test = Path(file).name.startswith("test_")
            yield from [file] if is_test else tests_importing(file, files)


def tests_for(path: str, reach: Reach | None, since: str) -> set[str]:
    """Files, folders and names of tests for a file that has changed."""
    listed = git("ls-files", "-co", "--exclude-standard", "tests", "testkit").splitlines()
    files = [file for file in listed if file.endswith(".py") and (PROJECT / file).exists()]
    tests = [file for file in files if Path(file).name.startswith("test_")]
    if path in tests:
        return {path}
    if path.startswith(("tests/", "testkit/")):
        return {*tests_importing(path, files)} if path.endswith(".py") else set()
    chosen = set(tests_reaching(path, reach, since)) if reach else set()
    beside = {test for place, names in BESIDE.items() if path.startswith(place) for test in names}
    return chosen or beside | {*tests_named_after(path, tests)}


def main() -> int:
    """Say what runs and why, and run it; returns what pytest returns."""
    parser = argparse.ArgumentParser(prog="make test-changed", description=__doc__)
    parser.add_argument("--since", default="HEAD", help="a commit; the last one by default")
    chosen, more = parser.parse_known_args()
    reach, made = None, chosen.since
    if (REACH / "commit").exists():
        reach, made = Reach(REACH), (REACH / "commit").read_text()
        behind = git("rev-list", "--count", f"{made}..HEAD")
        print(f"The map of which tests reach a line is {behind} commits old.")
    else:
        print("No map of which tests reach a line: those of the same name run.")
    print("`make mutants ARGS=reach` makes one, in three times as long as `make test` takes.")
    tests = {path: tests_for(path, reach, made) for path in changed_files(chosen.since)}
    for path, found in tests.items():
        print(f"  {path}: {len(found)}")
    if not any(tests.values()):
        print("Nothing to run.")
        return 0
    words = ["-m", "not long and not engines", *more, *sorted(set().union(*tests.values()))]
    return subprocess.run([sys.executable, "-m", "pytest", "-q", *words], cwd=PROJECT).returncode


if __name__ == "__main__":
    sys.exit(main())
