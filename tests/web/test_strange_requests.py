"""Strange requests over every route, from everybody: no crash, and nothing changed or lost.

`make bench ARGS=faults` sends 100,000 of them; `SEED=…` draws others here too.
"""

from __future__ import annotations

import os
import random
from contextlib import closing

import pytest

from app import store
from app.web.core.services import services
from bench.faults.fuzz import ServedClubs, over_the_wire, to_app
from bench.servers import free_port, running


def assert_no_harm(findings):
    assert not findings.all_bad, "\n".join(findings.all_bad[:3]).encode("ascii", "replace").decode()
    assert findings.taken > findings.requests / 10


@pytest.fixture
def dice():
    """Those of every run, unless somebody names others."""
    return random.Random(os.environ.get("SEED", "1"))


@pytest.mark.every_engine
@pytest.mark.parametrize("number", [300, pytest.param(2_500, marks=pytest.mark.long)])
def test_a_strange_request_is_answered_and_does_no_harm(number, app, render_here, dice):
    book, key = app.config["DATABASE"], services(app).link_key
    with closing(ServedClubs(book, key, app, dice)) as clubs:
        send = to_app(app, dice)
        clubs.check_state(send)

        assert_no_harm(clubs.receive(number, send))


@pytest.mark.long
def test_a_strange_request_over_the_wire_does_no_harm(tmp_path, app, dice):
    book, port = tmp_path / "wire.sqlite3", free_port()
    command = ["-m", "app", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with (
        running([*command, "--database", str(book)], port, book),
        closing(ServedClubs(book, store.Key(store.engine_for(book)), app, dice)) as clubs,
    ):
        clubs.check_state(over_the_wire(port))

        assert_no_harm(clubs.receive(500, over_the_wire(port, dice)))
    assert "Traceback" not in book.with_suffix(".log").read_text(errors="replace")
