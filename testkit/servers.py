"""The servers that are tried and measured, each a process of its own."""

import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from app.limits import Limits
from app.paths import PROJECT
from app.store.engine import DatabaseUrl

LONGEST_START = 30
MUCH = 999_999_999
NO_LIMITS = Limits(writes_per_minute=MUCH, kilobytes_per_hour=MUCH, work_seconds_per_minute=MUCH)
"""A table that answers as fast as it can writes a hundred times what a club may."""
UNLIMITED = [f"--limit={name}={MUCH}" for name, most in asdict(NO_LIMITS).items() if most == MUCH]
"""The same as options."""


@dataclass(frozen=True)
class Server:
    """A process that answers at `port`."""

    port: int
    process: subprocess.Popen[bytes]

    def memory(self) -> float | None:
        """The memory it takes now, in MB; None where the system does not tell."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return None
        kilobytes = re.search(r"VmRSS:\s+(\d+)", status)
        return int(kilobytes[1]) * 1024 / 1e6 if kilobytes else None


@contextmanager
def app_server(
    database: DatabaseUrl, folder: Path | None = None, *, limits: Sequence[str] = UNLIMITED
) -> Iterator[Server]:
    """`tricktally serve` on these matches, with these options for its limits. Where they lie on a
    server, what it prints and its key go into the `folder`."""
    port = free_port()
    beside = database if isinstance(database, Path) else (folder or PROJECT) / f"served-{port}"
    options = serving(port, database, limits)
    if not isinstance(database, Path):
        options += ["--key-file", str(beside.with_name("tricktally.key"))]
    with running(options, port, beside) as server:
        yield server


def serving(port: int, database: DatabaseUrl, limits: Sequence[str] = UNLIMITED) -> list[str]:
    """What Python is told to serve these matches to whoever comes, with these limits."""
    options = ["--host", "127.0.0.1", "--port", str(port), "--database", str(database)]
    return ["-m", "app", "serve", *options, "--open", *limits]


@contextmanager
def running(arguments: Sequence[str], port: int, database: Path) -> Iterator[Server]:
    """A Python process until the end of the block; what it prints goes beside its database."""
    process = begin(arguments, database)
    try:
        wait_for(process, port, database.with_suffix(".log"))
        yield Server(port, process)
    finally:
        process.terminate()
        process.wait()


def begin(arguments: Sequence[str], database: Path) -> subprocess.Popen[bytes]:
    """A Python process; what it prints goes beside its database."""
    with database.with_suffix(".log").open("wb") as output:
        return subprocess.Popen(
            [sys.executable, *arguments], cwd=PROJECT, stdout=output, stderr=subprocess.STDOUT
        )


def wait_for(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Return as soon as the process answers at `port`."""
    for _attempt in range(LONGEST_START * 20):
        if process.poll() is not None:
            break
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"a server did not start:\n{log.read_text()}")


def wait_until(something: Callable[[], bool]) -> None:
    """Return as soon as it is so."""
    for _try in range(600):
        if something():
            return
        time.sleep(0.05)
    raise AssertionError("waited for half a minute")


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
