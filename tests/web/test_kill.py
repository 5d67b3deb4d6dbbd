"""What was acknowledged is kept, even if the program is killed in the same moment.

Every round starts the real server, lets phones answer as fast as they can, and kills it without
warning. `make test-long ARGS="-k killed -s"` prints figures.
"""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlencode

import pytest

from app import store
from app.scoring import Event
from app.store import HOME
from tests.at_home import at_home
from tests.bench.servers import app_server

PHONES = 4
TABLES = 3
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@dataclass(frozen=True)
class Acknowledged:
    """An answer to which the server has said yes."""

    match: int
    line: int
    key: str
    tricks: tuple[int, int, int]


class Phone:
    """Answers one match of Italian Whist for as long as there is a server.

    Of two phones at one table, the one that is overtaken looks at the page and goes on from there.
    """

    def __init__(self, port: int, match: int, rng: random.Random) -> None:
        self.http = HTTPConnection("127.0.0.1", port, timeout=10)
        self.match = match
        self.rng = rng
        self.heard: list[Acknowledged] = []

    def ask(self, method: str, path: str, fields: dict[str, object] | None = None) -> str:
        """The page that comes back, empty for a redirect."""
        self.http.request(method, at_home(path), urlencode(fields) if fields else None, FORM)
        response = self.http.getresponse()
        page = response.read().decode()
        assert response.status in (200, 303, 409), f"{response.status}: {page}"
        return page

    def play(self) -> None:
        with suppress(HTTPException, OSError):
            line = self.look(self.ask("GET", f"/matches/{self.match}"))
            while True:
                line = self.answer(line)

    def look(self, page: str) -> int:
        after = re.search(r'name="after" value="(\d+)"', page)
        assert after, page
        return int(after[1])

    def answer(self, line: int) -> int:
        """Answer the question after `line`; returns the line to go on from."""
        key = "first" if line % 2 else "second"
        one = self.rng.randint(0, 9)
        two = self.rng.randint(0, 9 - one)
        tricks = (one, two, 9 - one - two) if key == "first" else (3, 3, 3)
        fields = {f"{key}.{seat}": count for seat, count in enumerate(tricks)}
        page = self.ask("POST", f"/matches/{self.match}/entries", {"after": line, **fields})
        if page and "Someone was quicker" in page:
            return self.look(page)
        self.heard.append(Acknowledged(self.match, line + 1, key, tricks))
        return line + 1


def play_until_killed(book: Path, rng: random.Random) -> list[Acknowledged]:
    """One round at new tables. Returns every answer that a phone has heard to be recorded."""
    tables = set_tables(book)
    with app_server(book) as server:
        phones = [Phone(server.port, tables[place % TABLES], rng) for place in range(PHONES)]
        threads = [threading.Thread(target=phone.play) for phone in phones]
        for thread in threads:
            thread.start()
        wait_until(lambda: all(phone.heard for phone in phones))
        time.sleep(rng.uniform(0, 0.5))
        server.process.kill()
    for thread in threads:
        thread.join()
    return [answer for phone in phones for answer in phone.heard]


def set_tables(book: Path) -> list[int]:
    """New matches of Italian Whist that nothing brings to an end."""
    rules = Event("entry", 0, "rules", {"upper": 99, "lower": -99})
    with closing(store.prepare(book)) as db:
        store.make_home(db)
        return [
            store.begin_match(db, HOME, "italian_whist", ["Anna", "Bruno", "Carla"], rules)
            for _table in range(TABLES)
        ]


def wait_until(something: Callable[[], bool]) -> None:
    for _try in range(600):
        if something():
            return
        time.sleep(0.05)
    raise AssertionError("waited for half a minute")


def missing_from(db: store.Database, heard: list[Acknowledged]) -> list[Acknowledged]:
    """What was acknowledged, but is not in the log."""
    logs = {number: store.find_match(db, HOME, number) for number in {each.match for each in heard}}
    missing = []
    for each in heard:
        lines = logs[each.match].log
        event = lines[each.line - 1].event if each.line <= len(lines) else None
        if event is None or (event.key, tuple(event.answer)) != (each.key, each.tricks):
            missing.append(each)
    return missing


@pytest.mark.parametrize("rounds", [1, pytest.param(12, marks=pytest.mark.long)])
def test_an_answer_that_was_acknowledged_survives_a_killed_server(tmp_path, rng, rounds):
    book = tmp_path / "matches.sqlite3"
    heard: list[Acknowledged] = []
    for _round in range(rounds):
        heard += play_until_killed(book, rng)

        with closing(store.prepare(book)) as db:
            assert missing_from(db, heard) == []
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            logs = [store.find_match(db, HOME, match_id) for match_id in store.match_ids(db, HOME)]
            for log in logs:
                assert store.end_of_log(db, HOME, log.id).line == len(log.log), "a line is missing"

    kept = sum(log.last_line - 1 for log in logs)
    print(f"\n{rounds} kills: {len(set(heard))} answers acknowledged, {kept} in the logs, 0 lost")
