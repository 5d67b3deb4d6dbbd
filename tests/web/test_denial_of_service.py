"""Ill will, over the wire: whoever means harm, or is merely lost, does none to those who score."""

from __future__ import annotations

import random
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection
from urllib.parse import urlencode

import pytest
from waitress.adjustments import Adjustments

from app import store
from app.server import wsgi_server
from app.server.run import open_app
from app.store import HOME
from app.web.core.services import services
from app.web.match import live
from bench.browser import Browser
from bench.servers import app_server
from bench.whole_matches import whole_match
from tests.web.test_wsgi_server import server_of, wait_until

PHONES, COPIES, ANSWERS = 4, 3, 10
MANY = wsgi_server.THREADS + 6
SMALLEST = 4_096
"""Bytes: as little as a socket holds back for a phone that does not read."""


def test_every_answer_is_written_once_however_often_and_in_whatever_order_it_comes(tmp_path):
    """Each phone sends all answers of a match, shuffled and three times each, until the match
    stands: hundreds that come too early, too late, and again."""
    book = tmp_path / "bulk.sqlite3"
    match = whole_match("tribello")
    with app_server(book) as server, Browser(server.port) as scorer:
        address = scorer.begin(match)
        forms = [
            {"after": line, "request_id": f"key-of-line-{line:04}", **form}
            for line, form in enumerate(match.forms[:ANSWERS], start=1)
        ]

        def send_all(seed: int) -> Counter[int]:
            statuses: Counter[int] = Counter()
            dice = random.Random(seed)
            with closing(HTTPConnection("127.0.0.1", server.port, timeout=30)) as phone:
                while post(phone, f"{address}/entries", forms[-1]) != 200:
                    for form in dice.sample(forms * COPIES, len(forms) * COPIES):
                        statuses[post(phone, f"{address}/entries", form)] += 1
            return statuses

        with ThreadPoolExecutor(PHONES) as phones:
            statuses = sum(phones.map(send_all, range(PHONES)), Counter())

    assert set(statuses) == {200, 409}
    assert statuses.total() >= PHONES * COPIES * ANSWERS
    with closing(store.engine_for(book).connect()) as db:
        kept = store.find_match(db, HOME, 1)
        assert list(store.damaged_lines(db)) == []
    assert kept is not None
    assert kept.events[1:] == match.events[1 : ANSWERS + 1]


def post(phone: HTTPConnection, path: str, form: dict[str, object]) -> int:
    """The status of what is sent as htmx sends it."""
    about = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
    phone.request("POST", path, urlencode(form), about)
    response = phone.getresponse()
    response.read()
    return response.status


@pytest.fixture
def hurried(monkeypatch):
    """What takes a quarter of an hour takes a second, and there is little room for what waits."""
    little = (socket.SOL_SOCKET, socket.SO_SNDBUF, SMALLEST)
    monkeypatch.setattr(Adjustments, "socket_options", [*Adjustments.socket_options, little])
    monkeypatch.setattr(live, "HEARTBEAT", 0.0005)
    monkeypatch.setattr(live, "MAX_STREAM_SECONDS", 1.0)
    monkeypatch.setattr(wsgi_server, "IDLE_SECONDS", 2)


@pytest.fixture
def served(tmp_path, hurried) -> Iterator[tuple[wsgi_server.Server, Callable[[], int]]]:
    """Our server in a thread of its own, and how many follow."""
    app = open_app(store.engine_for(tmp_path / "unread.sqlite3"))
    app.config["OPEN"] = True
    pubsub = services(app).pubsub
    with server_of(app) as server:
        pubsub.on_count = server.reserve_stream_threads
        yield server, lambda: pubsub._count


@contextmanager
def unread(port: int, match: str) -> Iterator[socket.socket]:
    """A phone that follows and never reads."""
    with socket.socket() as phone:
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALLEST)
        phone.connect(("127.0.0.1", port))
        phone.sendall(f"GET {match}/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        yield phone


def test_streams_that_are_never_read_keep_nobody_from_scoring_and_are_let_go(served):
    server, following = served
    match = whole_match("tribello")
    with Browser(server.adj.port) as scorer:
        address = scorer.begin(match)
        with ExitStack() as streams:
            for _phone in range(MANY):
                streams.enter_context(unread(server.adj.port, address))
            wait_until(lambda: following() == MANY)

            for line, form in enumerate(match.forms[:10], start=1):
                scorer.enter(address, line, form)

            wait_until(lambda: following() == 0)
            wait_until(lambda: len(server.listeners[0].active_channels) == 1)
        assert scorer.ask("GET", f"{address}?after=11", part=True).status == 204


def test_a_clock_that_is_set_back_loses_no_answer_and_says_nothing_again(begin, monkeypatch):
    table = begin("italian_whist")
    in_an_hour = (datetime.now(UTC) + timedelta(hours=1)).isoformat(timespec="milliseconds")
    with monkeypatch.context() as ahead:
        ahead.setattr(store, "now", lambda: in_an_hour)
        table.play([5, 3, 1])

    assert not table.open().has_form("/undo"), "what is still to come is not just now"
    table.play([9, 0, 0])

    assert table.open().has_form("/undo"), "and what is said now is"
    assert [event.answer for event in table.events[1:]] == [[5, 3, 1], [9, 0, 0]]
    assert table.phone.open("/").status == 200
