"""Two processes with one book in PostgreSQL: what holds in one of them holds in both."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection

import pytest

from app import store
from app.store import HOME
from bench.faults.kills import Answer, Evening, Phone
from tests.home_urls import at_home
from tests.server_processes import Process, pooler_before
from tests.web.test_wsgi_server import wait_until

TURNS = 20


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
    with closing(Process(book, folder)) as one, closing(Process(book, folder)) as other:
        yield [one, other]


@pytest.fixture
def phones(processes) -> list[Phone]:
    """One at each of them, at the same evening."""
    return phones_at(processes)


def phones_at(processes) -> list[Phone]:
    evening = Evening()
    return [
        Phone(process.port, evening, random.Random(place))
        for place, process in enumerate(processes)
    ]


@contextmanager
def following(process, match) -> Iterator[list[str]]:
    """Follow a match by a stream of this process; what the stream has said, as it comes."""
    http = HTTPConnection("127.0.0.1", process.port, timeout=15)
    http.request("GET", at_home(f"/matches/{match}/live"))
    response = http.getresponse()
    heard: list[str] = []

    def listen() -> None:
        for line in response:
            if line.startswith(b"id: "):
                heard.append(line[4:].decode().strip())

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    wait_until(lambda: heard)
    yield heard


def answer(phone, match, line, heard) -> None:
    """Answer, and wait until who follows has heard of it. Nobody looks for news where the server
    passes it on, so that what is not passed on never comes."""
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


def test_one_of_two_phones_is_first_and_the_other_one_sees_it(processes, phones, cluster, database):
    match = phones[0].begin()
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda phone: take_turns(phone, match), phones))

    evening = phones[0].evening
    with closing(store.engine_for(cluster.address(database)).connect()) as db:
        log = store.find_match(db, HOME, match).log
        assert list(store.damaged_lines(db)) == []
    assert sorted(it.line for it in evening.heard) == [*range(2, len(log) + 1)]
    assert all(it.is_in(log) for it in evening.heard)
    assert not evening.unanswered


def take_turns(phone, match) -> None:
    line = 1
    for _turn in range(TURNS):
        one = phone.rng.randint(0, 9)
        line = phone.send(Answer(match, line + 1, (one, 9 - one, 0)))


def test_a_form_that_is_sent_again_to_the_other_process_counts_once(phones):
    match = phones[0].begin()
    sent = Answer(match, 2, (5, 3, 1))

    phones[0].send(sent)
    page = phones[1].ask("POST", f"/matches/{match}/entries", sent.form)

    assert page == at_home(f"/matches/{match}") or re.search(r'name="after" value="2"', page)
    assert phones[1].last_line(phones[1].ask("GET", f"/matches/{match}")) == 2


def test_a_code_that_one_process_shows_is_typed_at_the_other(phones):
    letters = re.search(r'class="code" dir="ltr">(\w+)<', phones[0].ask("GET", "/invite"))[1]

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
