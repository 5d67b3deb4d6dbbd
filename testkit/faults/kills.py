"""Killed servers: `kill -9` at any moment, also during a start, a copy or a checkpoint.

Phones answer as fast as they can. After each kill the database is checked as it is; then the server
is started again, and phones without a response send again what may have been recorded.
"""

import random
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from shutil import rmtree
from urllib.parse import urlencode

from app.ops.doctor import check_file
from app.scoring import Line
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.clubs.keyfile import problem_of_key
from app.store.matches import lists, matches
from app.store.sqlite.backup import list_nightly_backups, nightly_folder
from testkit.faults.damage import Damage
from testkit.home_urls import at_home
from testkit.servers import app_server, begin, free_port, serving, wait_until
from testkit.web.table import new_match

PHONES = 4
TABLES = 3
SECONDS_TO_START = 1.5
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
NEW_TABLE = new_match("italian_whist", upper="99", lower="-99")
"""Nothing brings it to an end."""
NOT_SAVED, UNSURE = "Nothing was saved", "It may be saved or not"


@dataclass(frozen=True)
class Answer:
    """The tricks of one hand of Italian Whist, for a line of the log of a match."""

    match: int
    line: int
    tricks: tuple[int, int, int]
    serial: int = 0
    """Tells answers apart that are the same otherwise."""

    @property
    def key(self) -> str:
        """The two hands of a deal are counted one after the other."""
        return "second" if self.line % 2 else "first"

    @property
    def name(self) -> str:
        """What the phone calls its form, as no other is called."""
        return "-".join(map(str, ("answer", self.match, self.line, *self.tricks, self.serial)))

    @property
    def form(self) -> dict[str, object]:
        """What is sent."""
        tricks = {f"{self.key}.{seat}": count for seat, count in enumerate(self.tricks)}
        return {"after": self.line - 1, "request_id": self.name, **tricks}

    def is_in(self, log: tuple[Line, ...]) -> bool:
        """Whether it was recorded on its line."""
        event = log[self.line - 1].event if self.line <= len(log) else None
        return event is not None and (event.key, event.answer) == (self.key, [*self.tricks])


@dataclass
class Evening:
    """All that was sent to a database, and what phones were told of it."""

    begun: list[int] = field(default_factory=list)
    sent: set[Answer] = field(default_factory=set)
    unanswered: set[Answer] = field(default_factory=set)
    """What may be saved or not: the app says so, or is gone."""
    heard: set[Answer] = field(default_factory=set)
    """What was acknowledged."""
    refused: set[Answer] = field(default_factory=set)
    """Of which the app says that nothing was saved."""
    crashes: list[str] = field(default_factory=list)
    slowest: float = 0.0
    """Of all answers that came, in seconds."""


class Unavailable(OSError):
    """The app says that its database is away."""


class Phone:
    """Answers at one table for as long as there is a server.

    Of two phones at one table, the one that is overtaken looks at the page and goes on from there.
    """

    def __init__(self, port: int, evening: Evening, rng: random.Random) -> None:
        self.http = HTTPConnection("127.0.0.1", port, timeout=30)
        self.evening = evening
        self.rng = rng
        self.answers = 0
        self.served: list[float] = []
        """When it was answered (monotonic): taken, or told that somebody was quicker."""

    def ask(self, method: str, path: str, fields: dict[str, object] | None = None) -> str:
        """The page that comes back; for a redirect, where it leads. Raises `Unavailable`,
        AssertionError for any other refusal, OSError or HTTPException if nothing comes."""
        began = time.monotonic()
        try:
            self.http.request(method, at_home(path), urlencode(fields) if fields else None, FORM)
            response = self.http.getresponse()
            page = response.read().decode()
        except (HTTPException, OSError):
            self.http.close()
            raise
        self.evening.slowest = max(self.evening.slowest, time.monotonic() - began)
        is_plain = not fields or NOT_SAVED in page or UNSURE in page
        if response.status == 503 and is_plain:
            raise Unavailable(page)
        if response.status not in (200, 303, 409):
            self.evening.crashes.append(f"{method} {path}: {response.status} {page[:300]}")
            raise AssertionError(self.evening.crashes[-1])
        return response.headers["Location"] if response.status == 303 else page

    def begin(self) -> int:
        """Sit down at a new table. Returns its number."""
        match = int(self.ask("POST", "/matches", dict(NEW_TABLE)).rpartition("/")[2])
        self.evening.begun.append(match)
        return match

    def play(self, match: int) -> None:
        """Answer until the server is gone."""
        with suppress(HTTPException, OSError):
            line = self.last_line(self.ask("GET", f"/matches/{match}"))
            while True:
                line = self.send(Answer(match, line + 1, self.tricks()))

    def tricks(self) -> tuple[int, int, int]:
        """Those of a hand, by lot."""
        one = self.rng.randint(0, 9)
        two = self.rng.randint(0, 9 - one)
        return one, two, 9 - one - two

    def send(self, answer: Answer) -> int:
        """Send an answer; returns the line to go on from."""
        self.evening.sent.add(answer)
        self.evening.unanswered.add(answer)
        try:
            page = self.ask("POST", f"/matches/{answer.match}/entries", answer.form)
        except Unavailable as error:
            if NOT_SAVED in str(error):
                self.evening.unanswered.discard(answer)
                self.evening.refused.add(answer)
            raise
        self.evening.unanswered.discard(answer)
        self.served.append(time.monotonic())
        if "<" in page:
            return self.last_line(page)
        self.evening.heard.add(answer)
        self.answers += 1
        return answer.line

    def last_line(self, page: str) -> int:
        """The latest line that a page shows."""
        after = re.search(r'name="after" value="(\d+)"', page)
        assert after, page
        return int(after[1])


@contextmanager
def at_tables(
    phones: Sequence[Phone], play: Callable[[Phone, int], object], number: int
) -> Iterator[None]:
    """Let phones play at so many new tables. They have to stop by the end of the block."""
    tables = [phones[0].begin() for _table in range(number)]
    threads = [
        threading.Thread(target=play, args=[phone, tables[place % number]], daemon=True)
        for place, phone in enumerate(phones)
    ]
    for thread in threads:
        thread.start()
    wait_until(lambda: all(phone.served for phone in phones))
    try:
        yield
    finally:
        for thread in threads:
            thread.join()


def kill(folder: Path, rounds: int, rng: random.Random) -> Damage:
    """Kill a server so many times, and look each time whether all is there."""
    database, evening = folder / "matches.sqlite3", Evening()
    damage = Damage()
    for number in range(1, rounds + 1):
        if number % 4 == 0:
            # Then a copy of the night is made while people play.
            rmtree(nightly_folder(database), ignore_errors=True)
        if number % 5 == 0:
            kill_while_it_starts(database, rng)
        else:
            kill_while_phones_answer(database, evening, rng)
        damage += check(database, evening)
    return damage + Damage(acknowledged=len(evening.heard))


def kill_while_it_starts(database: Path, rng: random.Random) -> None:
    """Start a server, and kill it before it serves or just then."""
    process = begin(serving(free_port(), database), database)
    time.sleep(rng.uniform(0, SECONDS_TO_START))
    process.kill()
    process.wait()


def kill_while_phones_answer(database: Path, evening: Evening, rng: random.Random) -> None:
    """Start a server, send again what was not answered, play at new tables, and kill it."""
    with app_server(database) as server:
        first, *phones = [Phone(server.port, evening, rng) for _phone in range(PHONES + 1)]
        for answer in list(evening.unanswered):
            first.send(answer)
        with at_tables(phones, Phone.play, TABLES):
            time.sleep(rng.uniform(0, 0.5))
            server.process.kill()


def check(database: Path, evening: Evening) -> Damage:
    """Look at a database as a kill has left it, at its key, and at the copies of it."""
    damaged = sum(
        sign.verdict == "bad"
        for file in (database, *(copy.path for copy in list_nightly_backups(database)))
        for sign in check_file(engine_for(file))
    )
    key = engine_for(database).key_file
    damaged += key.exists() and problem_of_key(key) is not None
    with closing(engine_for(database).open()) as db:
        records = [matches.find_match(db, HOME, match) for match in lists.match_ids(db, HOME)]
    logs = {record.id: record.log for record in records if record}
    lost = sum(not answer.is_in(logs.get(answer.match, ())) for answer in evening.heard)
    lost += len(set(evening.begun) - logs.keys())
    strange = sum(len(log) - 1 for log in logs.values())
    strange -= sum(answer.is_in(logs.get(answer.match, ())) for answer in evening.sent)
    return Damage(rounds=1, lost=lost, doubled=strange, damaged=damaged)
