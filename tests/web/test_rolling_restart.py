"""Three processes on one PostgreSQL behind Caddy, as in `deploy/`: one after the other is started
anew while people score, and nobody notices."""

from __future__ import annotations

import random
import shutil
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from app import store
from app.store import HOME
from bench.faults.kills import Answer, Evening, Phone
from bench.servers import free_port, wait_for
from tests.server_processes import Process
from tests.web.test_deploy import DEPLOY, caddy_with

PROCESSES, PHONES = 3, 6
LINES = 20
"""So many a match has before the next one is begun: nobody has won by then."""
A_PROXY_LOOKS_EVERY = 1.0

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is missing"),
]


def restart(process: Process) -> None:
    """As systemd does it, with the waiting that the unit asks for."""
    process.stop()
    process.start()
    time.sleep(2 * A_PROXY_LOOKS_EVERY)


@contextmanager
def caddy_before(processes: list[Process], folder: Path) -> Iterator[int]:
    """The proxy of `deploy/`, on plain http; its port."""
    port = free_port()
    variables = {
        "TRICKTALLY_SITE": f"http://127.0.0.1:{port}",
        "TRICKTALLY_SERVERS": " ".join(f"127.0.0.1:{process.port}" for process in processes),
        "TRICKTALLY_HTTP_PORT": str(port),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    with caddy_with(DEPLOY / "Caddyfile.many", **variables) as caddy:
        wait_for(caddy, port, folder / "process")
        time.sleep(2 * A_PROXY_LOOKS_EVERY)
        yield port


class Player(Phone):
    """Answers at tables of its own until the evening is over. Every answer is taken at once."""

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, Evening(), random.Random(number))
        # Each from an address of its own, so that the proxy sends them to different processes.
        self.http = HTTPConnection(
            "127.0.0.1", port, timeout=10, source_address=(f"127.0.0.{number + 2}", 0)
        )

    def play_until(self, is_over: threading.Event) -> None:
        while not is_over.is_set():
            match, line = self.begin(), 1
            while line < LINES and not is_over.is_set():
                one = self.rng.randint(0, 9)
                line = self.send(Answer(match, line + 1, (one, 9 - one, 0)))


def test_who_scores_while_each_process_is_started_anew_notices_nothing(new_database, tmp_path):
    book = new_database()
    with ExitStack() as stack:
        processes = [
            Process(book, tmp_path, "--behind-proxy", "1") for _process in range(PROCESSES)
        ]
        for process in processes:
            stack.callback(process.close)
        port = stack.enter_context(caddy_before(processes, tmp_path))
        players = [Player(port, number) for number in range(PHONES)]
        is_over = threading.Event()
        with ThreadPoolExecutor(PHONES) as threads:
            evenings = [threads.submit(player.play_until, is_over) for player in players]
            try:
                for process in processes:
                    restart(process)
            finally:
                is_over.set()
        assert [evening.exception() for evening in evenings] == [None] * PHONES

    assert all(player.answers > LINES for player in players)
    with closing(store.engine_for(book).connect()) as db:
        for player in players:
            records = [store.find_match(db, HOME, match) for match in player.evening.begun]
            logs = {record.id: record.log for record in records}
            assert sum(len(log) - 1 for log in logs.values()) == player.answers
            assert all(answer.is_in(logs[answer.match]) for answer in player.evening.heard)
        assert list(store.damaged_lines(db)) == []
