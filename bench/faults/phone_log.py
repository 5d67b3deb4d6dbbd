"""Phones that write down what they were told of each answer: acknowledged, refused, or neither."""

from __future__ import annotations

import random
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from itertools import count
from urllib.parse import urlencode

from bench.faults.kills import FORM, NEW_TABLE, Answer
from tests.home_urls import at_home

LONGEST = 60
"""Lines of a log, so that no match comes to its end."""
PAUSE = 0.02
"""Seconds after which a phone that was refused asks again."""
NOT_SAVED, UNSURE = "Nothing was saved", "It may be saved or not"


@dataclass(frozen=True)
class SentAnswer(Answer):
    """An answer as it was sent, each under a name of its own."""

    serial: int

    @property
    def name(self) -> str:
        """What the phone calls its form."""
        return f"answer-{self.serial:08}"

    @property
    def form(self) -> dict[str, object]:
        return {**super().form, "request_id": self.name}


@dataclass
class Replies:
    """What was sent, and what the phones were told of it."""

    sent: list[SentAnswer] = field(default_factory=list)
    acknowledged: set[SentAnswer] = field(default_factory=set)
    refused: set[SentAnswer] = field(default_factory=set)
    unsure: set[SentAnswer] = field(default_factory=set)
    """Those that may be there or not, also because the app was gone before it said anything."""
    crashes: list[str] = field(default_factory=list)
    slowest: float = 0.0
    """Of all answers that came, in seconds."""


class Phone:
    """Answers at one table until it is told to stop, whatever happens to the servers."""

    serials = count(1)

    def __init__(self, port: int, replies: Replies, rng: random.Random) -> None:
        self.http = HTTPConnection("127.0.0.1", port, timeout=30)
        self.replies = replies
        self.rng = rng
        self.heard: list[float] = []
        """When it was answered (monotonic): taken, or told that somebody was quicker."""

    def ask(self, method: str, path: str, fields: dict[str, object] | None = None) -> str | None:
        """The page that comes back, or where a redirect leads; None if the database is away."""
        began = time.monotonic()
        try:
            self.http.request(method, at_home(path), urlencode(fields) if fields else None, FORM)
            response = self.http.getresponse()
            page = response.read().decode()
        except (HTTPException, OSError):
            self.http.close()
            raise
        self.replies.slowest = max(self.replies.slowest, time.monotonic() - began)
        if response.status == 303:
            return str(response.headers["Location"])
        if response.status == 503 and fields and UNSURE in page:
            raise UnknownOutcome
        if response.status == 503 and (not fields or NOT_SAVED in page):
            return None
        if response.status not in (200, 409):
            self.replies.crashes.append(f"{method} {path}: {response.status} {page[:300]}")
        return page

    def begin(self) -> int | None:
        """Sit down at a new table. Returns its number, None if the database or the app is away."""
        with suppress(UnknownOutcome, HTTPException, OSError):
            led_to = self.ask("POST", "/matches", dict(NEW_TABLE))
            return int(led_to.rpartition("/")[2]) if led_to else None
        return None

    def play(self, match: int | None, is_over: threading.Event) -> None:
        """Answer until it is over, at one table after the other."""
        line: int | None = None
        while not is_over.is_set():
            if match is None:
                match = self.begin()
            if line is None and match is not None:
                line = self.last_line(match)
            if match is None or line is None:
                time.sleep(PAUSE)
                continue
            one = self.rng.randint(0, 9)
            two = self.rng.randint(0, 9 - one)
            answer = SentAnswer(match, line + 1, (one, two, 9 - one - two), next(self.serials))
            self.replies.sent.append(answer)
            line = answer.line if self.send(answer) else None
            if answer.line >= LONGEST:
                match = line = None

    def send(self, answer: SentAnswer) -> bool:
        """Send an answer, and note what is said to that. Returns whether it was acknowledged."""
        try:
            page = self.ask("POST", f"/matches/{answer.match}/entries", answer.form)
        except (UnknownOutcome, HTTPException, OSError):
            self.replies.unsure.add(answer)
            return False
        if page is None:
            self.replies.refused.add(answer)
            return False
        self.heard.append(time.monotonic())
        if "<" in page:
            return False
        self.replies.acknowledged.add(answer)
        return True

    def last_line(self, match: int) -> int | None:
        """The latest line of a match, None if the database or the app is away."""
        with suppress(HTTPException, OSError):
            page = self.ask("GET", f"/matches/{match}")
            if page and 'name="after" value="' in page:
                return int(page.partition('name="after" value="')[2].partition('"')[0])
        return None


class UnknownOutcome(Exception):
    """Nobody knows whether it was saved."""
