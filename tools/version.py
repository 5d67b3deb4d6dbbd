"""``python -m tools.version check`` or ``tag``, for `make release`: each version is released once.

A release is dated by its last commit, and so is the heading of its version in `CHANGELOG.md`. The
tag `v1.1.0` names the commit that was released as 1.1.0: the same commit gives the same files, and
any other one is refused. Both are known without a network.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

HEADING = re.compile(r"^## (?P<version>\d\S*) \((?P<day>\d{4}-\d\d-\d\d)\)$", re.MULTILINE)


def main() -> int:
    """Check the version of the folder that we are in, or tag its commit; 1 if it is refused."""
    version = version_in(Path())
    if sys.argv[1:] == ["tag"]:
        if not commit_of(f"v{version}"):
            git("tag", f"v{version}")
    elif problem := problem_of(version):
        print(f"*** NO RELEASE: {problem}", file=sys.stderr)
        return 1
    return 0


def problem_of(version: str) -> str | None:
    """Why a version is not released, in a sentence; None if it is.

    The newest heading of `CHANGELOG.md` has to be its own, with the day of the last commit where
    that was made.
    """
    heading = HEADING.search(Path("CHANGELOG.md").read_text("utf-8"))
    day = git("log", "-1", "--format=%cs")
    if heading is None or heading["version"] != version:
        return f"the first heading of CHANGELOG.md is not `## {version} ({day})`."
    released = commit_of(f"v{version}")
    if released and released != commit_of("HEAD"):
        return (
            f"{version} was released already, from commit {released[:8]} (its tag is v{version})."
            " Give pyproject.toml and CHANGELOG.md the next version."
        )
    if heading["day"] != day:
        return (
            f"CHANGELOG.md says that {version} is of {heading['day']}, and the last commit is of"
            f" {day}. Date the heading anew, or give pyproject.toml and CHANGELOG.md the next"
            f" version if {version} was handed out."
        )
    return None


def version_in(folder: Path) -> str:
    """The version that a folder with the sources has."""
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


def commit_of(name: str) -> str | None:
    """The commit that a tag or a branch names, None if there is no such name."""
    words = ["git", "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"]
    return subprocess.run(words, stdout=subprocess.PIPE, text=True).stdout.strip() or None


def git(*words: str) -> str:
    """What git says."""
    done = subprocess.run(["git", *words], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
