"""A PostgreSQL of the tests' own: real, on this machine only, and gone when they are over."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from pathlib import Path

import psycopg

UNPRIVILEGED = "nobody"
"""Whose processes they are where root runs the tests: PostgreSQL does not let root."""
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "80",
    "shared_buffers": "32MB",
    "log_min_messages": "fatal",
    # In its folder, so that nothing stays behind when it is stopped at once.
    "dynamic_shared_memory_type": "mmap",
}


def is_root() -> bool:
    return os.getuid() == 0


def programs() -> Path | None:
    """Where its programs are, of the newest version; None if it is not installed."""
    if initdb := shutil.which("initdb"):
        return Path(initdb).resolve().parent
    there = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    return max(
        (path.parent for path in there), key=lambda path: float(path.parts[-2]), default=None
    )


class Cluster:
    """A server with its files in a folder; it is reached through a socket there."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self.programs = programs
        self.is_served = False
        self._number = count(1)

    def run(self, program: str, *words: str) -> None:
        """Run one of its programs to its end, as somebody with no rights."""
        whose = {"user": UNPRIVILEGED, "extra_groups": []} if is_root() else {}
        done = subprocess.run(
            [self.programs / program, *words],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            **whose,
        )
        assert done.returncode == 0, done.stdout

    def make(self, primary: Cluster | None = None) -> None:
        """Make its files, as those of a standby if it repeats what is written elsewhere."""
        if primary:
            where = f"user=tricktally host={primary.folder}"
            self.run("pg_basebackup", "-D", "data", "-d", where, "-R", "-c", "fast", "--no-sync")
        else:
            about = ("-U", "tricktally", "-A", "trust", "-E", "UTF8")
            self.run("initdb", "-D", "data", *about, "--no-sync")

    def start(self, **settings: str) -> None:
        """Start it, and wait until it answers."""
        given = {**SETTINGS, "unix_socket_directories": str(self.folder), **settings}
        options = " ".join(f"-c {name}='{value}'" for name, value in given.items())
        self.run("pg_ctl", "start", "-w", "-D", "data", "-l", "log", "-o", options)
        self.is_served = True

    def stop(self, how: str = "fast") -> None:
        """Stop it: fast, or at once as when its machine goes out (immediate)."""
        self.run("pg_ctl", "stop", "-w", "-D", "data", "-m", how)
        self.is_served = False

    def kill(self) -> None:
        """Kill it without warning, and wait until all its processes have seen that."""
        process = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        os.kill(process, signal.SIGKILL)
        self.is_served = False
        # Who starts it before they are gone is refused.
        while any(Path(f"/proc/{child}").exists() for child in children):
            time.sleep(0.01)

    def promote(self) -> None:
        self.run("pg_ctl", "promote", "-w", "-D", "data")

    def address(self, name: str = "postgres", **about: str) -> str:
        about = {"host": str(self.folder), **about}
        words = "&".join(f"{key}={value}" for key, value in about.items())
        return f"postgresql://tricktally@/{name}?{words}"

    def new_database(self, template: str = "template0", *options: str) -> str:
        """Make a database, as a copy of another one. Returns its name."""
        name = f"book_{next(self._number)}"
        self.do(f"CREATE DATABASE {name} TEMPLATE {template} {' '.join(options)}")
        return name

    def new_role(self, options: str = "") -> str:
        """Make somebody who may come in; their name. No other test of this server has the same."""
        name = f"role_{next(self._number)}"
        self.do(f"CREATE ROLE {name} LOGIN {options}")
        return name

    def do(self, *statements: str, name: str = "postgres") -> None:
        with psycopg.connect(self.address(name), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)


@contextmanager
def a_cluster(
    place: str | None = None, *, primary: Cluster | None = None, **settings: str
) -> Iterator[Cluster]:
    """A new one until the end of the block, in a folder in `place`."""
    where = programs()
    assert where is not None
    # In memory where there is a place for that: to sync costs nothing there. Its path has to be
    # short, since it is that of a socket.
    if place is None and os.access("/dev/shm", os.W_OK):
        place = "/dev/shm"
    folder = Path(tempfile.mkdtemp(prefix="tricktally-", dir=place))
    if is_root():
        shutil.chown(folder, UNPRIVILEGED)
    cluster = Cluster(folder, where)
    try:
        cluster.make(primary)
        cluster.start(**settings)
        yield cluster
    finally:
        if cluster.is_served:
            cluster.stop("immediate")
        shutil.rmtree(folder, ignore_errors=True)


def a_standby(primary: Cluster, **settings: str) -> AbstractContextManager[Cluster]:
    """One that repeats what is written into another one, until the end of the block."""
    return a_cluster(primary=primary, **settings)
