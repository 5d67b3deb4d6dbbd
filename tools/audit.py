"""``python -m tools.audit``, in `make check`: known vulnerabilities of the libraries in the lock.

The index is asked once a day, and again when the lock changes; what it said is kept in
`build/audit.json`. Where it does not answer, one line says so, and the check goes on.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from hashlib import sha256

from app.paths import PROJECT

LOCK = PROJECT / "requirements.lock"
KEPT = PROJECT / "build" / "audit.json"
LONGEST_SECONDS = 15
"""After which no answer is waited for any more."""


@dataclass
class Audit:
    """What was asked of a lock on a day, and what was found: `problems` has a line for each
    vulnerability, `unanswered` says of how many libraries nothing is known."""

    lock: str
    day: str
    problems: list[str] = field(default_factory=list)
    unanswered: int = 0


def main() -> int:
    """Say what is known; 1 if there is a vulnerability."""
    audit = Audit(sha256(LOCK.read_bytes()).hexdigest(), f"{datetime.now(UTC):%Y-%m-%d}")
    kept = read()
    if kept and (kept.lock, kept.day) == (audit.lock, audit.day):
        audit = kept
    else:
        ask(audit)
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_text(json.dumps(asdict(audit)), "utf-8")
    for problem in audit.problems:
        print(problem)
    if audit.unanswered:
        print(
            f"*** {audit.unanswered} LIBRARIES ARE NOT AUDITED: the package index does not say what"
            f" is wrong with them. It is asked again tomorrow, or without {KEPT.name} in build/.",
            file=sys.stderr,
        )
    elif not audit.problems:
        print("No library has a known vulnerability.")
    return 1 if audit.problems else 0


def read() -> Audit | None:
    """What was kept, None if that is nothing."""
    try:
        return Audit(**json.loads(KEPT.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def ask(audit: Audit) -> None:
    """Let pip-audit ask the index, and write down what it says."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(LOCK), "--disable-pip"]
    command += ["--require-hashes", "--progress-spinner", "off", "--timeout", "3"]
    try:
        printed = subprocess.run(
            [*command, "--format", "json", "--desc", "off"],
            capture_output=True,
            timeout=LONGEST_SECONDS,
            check=False,
        ).stdout
        libraries = json.loads(printed)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError):
        audit.unanswered = LOCK.read_text("utf-8").count("==")
        return
    audit.unanswered = sum("skip_reason" in library for library in libraries)
    audit.problems = [
        f"{library['name']} {library['version']}: {vulnerability['id']}, mended in"
        f" {', '.join(vulnerability['fix_versions']) or 'no version yet'}"
        for library in libraries
        for vulnerability in library.get("vulns", ())
    ]


if __name__ == "__main__":
    sys.exit(main())
