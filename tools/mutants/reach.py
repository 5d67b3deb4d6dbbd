"""Which tests reach which lines of `app/`: made once by running all of them, then read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from coverage import CoverageData

from app.paths import PROJECT
from tools.mutants import plugin
from tools.mutants.mutations import Mutation

FOLDER = PROJECT / "build" / "mutants"
REACH = FOLDER / "reach"
CONFIG = Path(__file__).with_name("coverage.ini")
ELSEWHERE = (" (setup)", " (call)", " (teardown)")
"""How the name of a test ends in the environment of the processes that it starts."""
SECONDS = 100
"""How long the tests of a mutant may take together; the quickest of them are taken."""


def note_reach(folder: Path) -> int:
    """Run the tests that `make test` runs and write into `folder` what each reaches.

    Returns how the tests ended, as pytest does.
    """
    folder.mkdir(parents=True)
    environment = os.environ | {
        "COVERAGE_PROCESS_START": str(CONFIG),
        "MUTANTS_DATA": str(folder / "reach"),
        plugin.DURATIONS: str(folder / "durations.json"),
    }
    # Every Python of this environment begins to measure by itself, also one that a test starts.
    start = Path(sysconfig.get_path("purelib")) / "measured.pth"
    start.write_text(
        "import os; 'MUTANTS_DATA' in os.environ and __import__('coverage').process_startup()\n"
    )
    words = ["-p", plugin.__name__, "-n", "2", "--dist", "worksteal", "-q"]
    words += ["-m", "not long and not engines"]
    try:
        done = subprocess.run([sys.executable, "-m", "pytest", *words], env=environment)
    finally:
        start.unlink()
    return done.returncode


def git(*words: str) -> str:
    """What git prints of the project."""
    done = subprocess.run(["git", *words], cwd=PROJECT, check=True, capture_output=True, text=True)
    return done.stdout.strip()


class Reach:
    """Which tests reach a line, and the seconds that each of them takes."""

    def __init__(self, folder: Path) -> None:
        self.durations: dict[str, float] = json.loads((folder / "durations.json").read_text())
        self._of_file = defaultdict(set)
        for test in self.durations:
            self._of_file[test.partition("::")[0]].add(test)
        self._measured = [CoverageData(str(path)) for path in folder.glob("reach.*")]
        for data in self._measured:
            data.read()

    @cache  # noqa: B019 - there is one of them
    def lines_of(self, path: str) -> dict[int, set[str]]:
        """The tests that reach each line of a file such as ``app/limits.py``; none if it is new."""
        lines: dict[int, set[str]] = defaultdict(set)
        for data in self._measured:
            for file in data.measured_files():
                if file.endswith(f"/{path}"):
                    for line, contexts in data.contexts_by_lineno(file).items():
                        lines[line].update(*map(self._tests_of, contexts))
        return lines

    def tests_for(self, mutation: Mutation) -> list[str]:
        """The tests that may notice a mutation, those first whose files are named after its own.

        What runs at import is reached by who reaches anything of its file. Those in a browser, in
        a pocket or on PostgreSQL are asked only where nothing else comes.
        """
        lines = self.lines_of(mutation.path)
        reached = [lines[line] for line in mutation.lines if line in lines]
        if mutation.is_run_at_import:
            reached = list(lines.values())
        tests = set().union(*reached) & self.durations.keys()
        chosen, seconds = [], 0.0
        for test in sorted(without_dear(tests) or tests, key=lambda t: (self.durations[t], t)):
            seconds += self.durations[test]
            if seconds > SECONDS:
                break
            chosen.append(test)
        words = names_of(mutation.path)
        return sorted(chosen, key=lambda test: not any(word in test for word in words))

    @cache  # noqa: B019 - there is one of them
    def _tests_of(self, context: str) -> Iterable[str]:
        if context.endswith(ELSEWHERE):
            return self._of_file[context.partition("::")[0]]
        return {context}


def without_dear(tests: Iterable[str]) -> list[str]:
    return [
        test
        for test in tests
        if not test.startswith(("tests/browser", "tests/pocket")) and "postgres" not in test
    ]


def names_of(path: str) -> list[str]:
    """What the file of a test of this module is probably called."""
    *folders, name = Path(path).with_suffix("").parts
    return [folders[-1]] if name == "__init__" else [name, *folders[2:]]
