"""How many small changes of `app/` the tests notice: `make mutants`.

    reach                     run all tests once and note which lines each of them reaches
    run --seed 1 --count 300  try so many mutants with the tests that reach them, until one fails
    run --only FILE           try the mutants of a list that was printed before

Both take what is committed.

A line for each mutant says "killed", "survived" or "unreached", which it is, and what noticed it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue

from app.paths import PROJECT
from tools.mutants import plugin
from tools.mutants.mutations import Mutation, all_mutations
from tools.mutants.reach import FOLDER, REACH, Reach, git, note_reach

AT_FIRST = 60
"""So many tests are tried before the files of all others are imported."""
ALL_PASSED, NONE_RAN = 0, 5


def main() -> int:
    """Try the mutants, and print the list."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=["reach", "run"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--only", type=Path, help="a file that names mutants")
    options = parser.parse_args()
    if options.what == "reach":
        shutil.rmtree(REACH, ignore_errors=True)
        ended = note_reach(REACH)
        (REACH / "trees").write_text(trees())
        (REACH / "commit").write_text(git("rev-parse", "HEAD"))
        return ended
    if not (REACH / "trees").exists() or (REACH / "trees").read_text() != trees():
        sys.exit("Which tests reach which lines is not known of what is committed: `reach` first.")
    mutations = all_mutations(PROJECT)
    if options.only:
        named = {line.split("\t")[1] for line in options.only.read_text().splitlines()}
        chosen = [mutation for mutation in mutations if str(mutation) in named]
    else:
        chosen = random.Random(options.seed).sample(mutations, options.count)
    try_all(chosen)
    return 0


def trees() -> str:
    """Names what is committed of the app and its tests."""
    return git("rev-parse", "HEAD:app", "HEAD:testkit", "HEAD:tests")


def try_all(mutations: Sequence[Mutation]) -> None:
    """Try each mutation, as many at a time as there are processors, and print what came of it."""
    reach = Reach(REACH)
    copies: Queue[Path] = Queue()
    for number in range(os.cpu_count() or 1):
        copies.put(copy_of_the_project(FOLDER / f"copy-{number}"))

    def attempt(mutation: Mutation) -> None:
        copy = copies.get()
        try:
            tests = reach.tests_for(mutation)
            noticed = noticed_by(copy, mutation, tests, reach.durations)
        finally:
            copies.put(copy)
        state = "killed" if noticed else "survived" if tests else "unreached"
        print(state, mutation, len(tests), noticed, sep="\t", flush=True)

    with ThreadPoolExecutor(copies.qsize()) as pool:
        list(pool.map(attempt, mutations))


def copy_of_the_project(folder: Path) -> Path:
    """A clone of what is committed, with the same libraries, compiled."""
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(["git", "clone", "--quiet", "--shared", PROJECT, folder], check=True)
    (folder / ".venv").symlink_to(PROJECT / ".venv")
    pytest(folder, "--collect-only")
    return folder


def noticed_by(
    copy: Path, mutation: Mutation, tests: Sequence[str], durations: dict[str, float]
) -> str:
    """The test that fails first with this mutation; empty if none does."""
    path = copy / mutation.path
    source, written = path.read_bytes(), path.stat().st_mtime_ns
    path.write_bytes(mutation.applied_to(source))
    # By size and second alone Python might take what it compiled of the file as it was.
    os.utime(path, ns=(written, written - 10**12))
    try:
        for part in (tests[:AT_FIRST], tests[AT_FIRST:]):
            if part and (failed := first_failure(copy, part, durations)):
                return failed
        return ""
    finally:
        path.write_bytes(source)
        os.utime(path, ns=(written, written))


def first_failure(copy: Path, tests: Sequence[str], durations: dict[str, float]) -> str:
    chosen = copy / "build" / "chosen.json"
    chosen.parent.mkdir(exist_ok=True)
    chosen.write_text(json.dumps({test: int(40 + 12 * durations[test]) for test in tests}))
    files = sorted({test.partition("::")[0] for test in tests})
    done = pytest(
        copy,
        *("-p", plugin.__name__, "-x", "--tb=no", *files),
        PYTHONDONTWRITEBYTECODE="1",
        **{plugin.CHOSEN: str(chosen)},
    )
    if done.returncode in (ALL_PASSED, NONE_RAN):
        return ""
    lines = done.stdout.splitlines()
    failures = (line.split()[1] for line in lines if line.startswith(("FAILED ", "ERROR ")))
    return next(failures, f"pytest ended with {done.returncode}")


def pytest(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run pytest on the app in this folder, in whatever process a test starts as well."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)} | environment,
        capture_output=True,
        text=True,
    )


if __name__ == "__main__":
    sys.exit(main())
