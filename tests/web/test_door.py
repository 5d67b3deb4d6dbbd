"""The door of the server: many may stand in it, and nobody may carry in what is too large."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from urllib.request import urlopen

import pytest

from app.doors.server import LARGEST_REQUEST
from tests.bench.servers import Server, app_server

IDLE = 150
"""More than waitress lets in by itself."""


@pytest.fixture
def server(tmp_path) -> Iterator[Server]:
    with app_server(tmp_path / "matches.sqlite3") as server:
        yield server


def test_idle_connections_do_not_keep_a_phone_out(server):
    with ExitStack() as stack:
        for _ in range(IDLE):
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 5))

        with urlopen(f"http://127.0.0.1:{server.port}/healthz", timeout=5) as response:
            assert response.status == 200


def test_what_is_far_too_large_is_refused_before_it_is_sent(server):
    head = f"POST /matches HTTP/1.1\r\nHost: x\r\nContent-Length: {LARGEST_REQUEST + 1}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), 5) as phone:
        phone.sendall(head.encode())

        assert phone.recv(100).startswith(b"HTTP/1.1 413")
