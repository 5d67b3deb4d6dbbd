"""`tricktally serve` as several processes with one database, and what stands before its server."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.paths import PROJECT
from testkit.postgres import UNPRIVILEGED, Cluster, is_root
from testkit.servers import begin, free_port, serving, wait_for

RIGHTS = "-dac_override,-dac_read_search"
WITHOUT_RIGHTS = (
    ["setpriv", f"--bounding-set={RIGHTS}", f"--inh-caps={RIGHTS}"] if is_root() else []
)
"""What a command begins with in which not even root writes where nobody may."""
takes_rights_away = pytest.mark.skipif(
    shutil.which("setpriv") is None, reason="nothing takes the rights of root away"
)


class Process:
    """One of them, at a port of its own, as the unit in `deploy/` starts it."""

    def __init__(self, database: str, folder: Path, *options: str) -> None:
        self.port = free_port()
        self.log = folder / f"process-{self.port}.log"
        """What it has printed since it was started."""
        self._words = [*serving(self.port, database), "--key-file", str(folder / "key"), *options]
        self.start()

    def start(self) -> None:
        self.process = begin(self._words, self.log)
        wait_for(self.process, self.port, self.log)

    def need_links(self) -> None:
        """From the next start on nobody gets in without a link."""
        self._words.remove("--open")

    def stop(self) -> None:
        """Tell it to stop, and wait until it has finished what had begun."""
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(30) == 0

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def pooler_before(cluster: Cluster, name: str, folder: Path) -> Iterator[str]:
    """PgBouncer, which lends its few connections for a transaction each; the address of a database
    behind it."""
    port = free_port()
    (folder / "users.txt").write_text('"tricktally" ""\n')
    (folder / "pooler.ini").write_text(
        f"[databases]\n* = host={cluster.folder}\n"
        f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
        f"auth_type = trust\nauth_file = {folder / 'users.txt'}\n"
        "pool_mode = transaction\ndefault_pool_size = 4\n"
        "ignore_startup_parameters = extra_float_digits\n"
        # Usually it looks only after fifteen seconds whether a server is there again.
        "server_login_retry = 1\n"
    )
    whose = ["-u", UNPRIVILEGED] if is_root() else []
    for file in (folder / "users.txt", folder / "pooler.ini"):
        file.chmod(0o644)
    program = shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"
    with (folder / "pooler.log").open("wb") as log:
        pooler = subprocess.Popen([program, *whose, folder / "pooler.ini"], stderr=log)
    try:
        wait_for(pooler, port, folder / "pooler.log")
        yield f"postgresql://tricktally@127.0.0.1:{port}/{name}"
    finally:
        pooler.terminate()
        pooler.wait()


DEPLOY = PROJECT / "deploy"


@contextmanager
def caddy_with(config: Path, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    """Caddy with this file, until the end of the block."""
    command = ["caddy", "run", "--config", str(config)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    caddy = subprocess.Popen(command, env=os.environ | variables, **quiet)
    try:
        yield caddy
    finally:
        caddy.terminate()
        caddy.wait()
