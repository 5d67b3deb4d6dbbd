"""Processes with one book in PostgreSQL: what holds in one of them holds in all."""

from __future__ import annotations

import random
import re
import shutil
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.matches import log, matches
from testkit.faults.kills import Answer, Evening, Phone
from testkit.home_urls import at_home
from testkit.server_processes import DEPLOY, Process, caddy_with, pooler_before
from testkit.servers import free_port, wait_for, wait_until

TURNS = 20
WITHOUT_BEATS = (
    "import sys; from app.cli import main; from app.web.match import live;"
    " live.HEARTBEAT = 3600; sys.exit(main())"
)


class PatientProcess(Process):
    """One whose streams never look for news by themselves, so that what is not passed on never
    comes."""

    def start(self) -> None:
        self._words[:2] = ["-c", WITHOUT_BEATS]
        super().start()


@pytest.fixture(scope="module")
def database(cluster) -> str:
    return cluster.new_database()


@pytest.fixture(scope="module")
def processes(cluster, database, tmp_path_factory) -> Iterator[list[Process]]:
    """Both of them, on the server itself."""
    with two_processes(cluster.address(database), tmp_path_factory.mktemp("across")) as both:
        yield both


@contextmanager
def two_processes(book, folder) -> Iterator[list[Process]]:
    with (
        closing(PatientProcess(book, folder)) as one,
        closing(PatientProcess(book, folder)) as other,
    ):
        yield [one, other]


@pytest.fixture
def phones(processes) -> list[Phone]:
    return phones_at(processes)


def phones_at(processes) -> list[Phone]:
    """One at each of them, at the same evening."""
    evening = Evening()
    return [
        Phone(process.port, evening, random.Random(place))
        for place, process in enumerate(processes)
    ]


@contextmanager
def following(process, match) -> Iterator[list[str]]:
    """Follow a match by a stream of this process; what the stream has said, as it comes."""
    http = HTTPConnection("127.0.0.1", process.port)
    http.request("GET", at_home(f"/matches/{match}/live"))
    response = http.getresponse()
    heard: list[str] = []

    def listen() -> None:
        for line in response:
            if line.startswith(b"id: "):
                heard.append(line[4:].decode().strip())

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    wait_until(lambda: bool(heard))
    yield heard


def answer(phone, match, line, heard) -> None:
    """Answer, and wait until who follows has heard of it."""
    before = len(heard)
    phone.send(Answer(match, line, (5, 3, 1)))
    wait_until(lambda: len(heard) > before)


def test_who_follows_in_one_process_hears_of_answers_in_the_other_whatever_ends(
    processes, phones, cluster, database
):
    match = phones[0].begin()
    with following(processes[1], match) as heard:
        answer(phones[0], match, 2, heard)
        cluster.do(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'"
        )
        # The first comes when it looks what it has missed, and from then on it is told.
        for line in (3, 4):
            answer(phones[0], match, line, heard)


def test_one_of_two_phones_is_first_and_the_other_one_sees_it(phones, cluster, database):
    match = phones[0].begin()

    def take_turns(phone) -> None:
        line = 1
        for _turn in range(TURNS):
            line = phone.send(Answer(match, line + 1, phone.tricks()))

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(take_turns, phones))

    evening = phones[0].evening
    with closing(engine_for(cluster.address(database)).connect()) as db:
        lines = matches.find_match(db, HOME, match).log
        assert list(log.damaged_lines(db)) == []
    assert sorted(it.line for it in evening.heard) == [*range(2, len(lines) + 1)]
    assert all(it.is_in(lines) for it in evening.heard)
    assert not evening.unanswered


def test_a_form_that_is_sent_again_to_the_other_process_counts_once(phones):
    match = phones[0].begin()
    sent = Answer(match, 2, (5, 3, 1))

    phones[0].send(sent)
    page = phones[1].ask("POST", f"/matches/{match}/entries", sent.form)

    assert page == at_home(f"/matches/{match}") or re.search(r'name="after" value="2"', page)
    assert phones[1].last_line(phones[1].ask("GET", f"/matches/{match}")) == 2


def test_a_code_that_one_process_shows_is_typed_at_the_other(phones):
    letters = re.search(
        r'class="code" dir="ltr" translate="no">(\w+)<', phones[0].ask("GET", "/invite")
    )[1]

    assert letters in phones[1].ask("GET", "/invite")
    assert phones[1].ask("POST", "/code", {"code": letters}) == at_home("/")
    assert letters not in phones[0].ask("GET", "/invite")


@pytest.mark.long
def test_behind_a_pooler_people_score_and_watch_as_well(cluster, tmp_path, new_database):
    name = re.search(r"/(\w+)\?", new_database())[1]
    with (
        pooler_before(cluster, name, tmp_path) as address,
        two_processes(address, tmp_path) as processes,
    ):
        phones = phones_at(processes)
        match = phones[0].begin()
        with following(processes[1], match) as heard:
            for line in range(2, 12):
                answer(phones[line % 2], match, line, heard)


PROCESSES, PHONES = 3, 6
LINES = 20
"""So many a match has before the next one is begun: nobody has won by then."""


def wait_until_found(process: Process) -> None:
    """Until the proxy has asked it for its health and, since it did so a second ago, has the
    answer."""
    wait_until(lambda: "GET /healthz 200" in process.log.read_text())
    time.sleep(1)


@contextmanager
def caddy_before(processes: list[Process], folder: Path) -> Iterator[int]:
    """The proxy of `deploy/`, on plain http, when it has found them; its port."""
    port = free_port()
    variables = {
        "TRICKTALLY_SITE": f"http://127.0.0.1:{port}",
        "TRICKTALLY_SERVERS": " ".join(f"127.0.0.1:{process.port}" for process in processes),
        "TRICKTALLY_HTTP_PORT": str(port),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    with caddy_with(DEPLOY / "Caddyfile.many", **variables) as caddy:
        wait_for(caddy, port, processes[0].log)
        for process in processes:
            wait_until_found(process)
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
                line = self.send(Answer(match, line + 1, self.tricks()))


@pytest.mark.long
@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is missing")
def test_who_scores_while_each_process_is_started_anew_notices_nothing(new_database, tmp_path):
    """Three are behind Caddy, as in `deploy/`."""
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
                    process.stop()
                    process.start()
                    wait_until_found(process)
            finally:
                is_over.set()
        assert [evening.exception() for evening in evenings] == [None] * PHONES

    assert all(player.answers > LINES for player in players)
    with closing(engine_for(book).connect()) as db:
        for player in players:
            records = [matches.find_match(db, HOME, match) for match in player.evening.begun]
            logs = {record.id: record.log for record in records}
            assert sum(len(log) - 1 for log in logs.values()) == player.answers
            assert all(answer.is_in(logs[answer.match]) for answer in player.evening.heard)
        assert list(log.damaged_lines(db)) == []
