"""Ill will, over the wire: whoever means harm, or is merely lost, does none to those who score."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from waitress.adjustments import Adjustments

from app import store
from app.server import wsgi_server
from app.server.run import open_app
from app.web.core.services import services
from app.web.match import live
from bench.browser import Browser
from bench.whole_matches import whole_match
from tests.web.test_wsgi_server import server_of, wait_until

MANY = wsgi_server.THREADS + 6
SMALLEST = 4_096
"""Bytes: as little as a socket holds back for a phone that does not read."""


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
