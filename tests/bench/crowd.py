"""How many answers a second the server takes, with more and more tables at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from statistics import quantiles

from tests.bench.browser import Browser
from tests.bench.measures import Row, Size
from tests.bench.servers import app_server
from tests.bench.whole_matches import WholeMatch, whole_match

TABLES = (1, 10, 50, 200)
PHONES = 8
"""At most so many answer at once: more would measure how they take turns on two cores."""

FEWEST_A_SECOND = 150
SLOWEST = 0.1
"""In seconds: 95 of 100 answers take no longer."""


def crowd(folder: Path, size: Size) -> Iterator[Row]:
    """Whole matches of Italian Whist, Tribello and Trex, each table answered in its turn."""
    for tables in TABLES:
        with app_server(folder / f"{tables}-tables.sqlite3") as server:
            phones = [Phone(server.port, share) for share in shared_out(tables)]
            warm_up = min(2.0, size.seconds_at_tables / 2)
            play(phones, warm_up)
            for phone in phones:
                phone.took.clear()
            took = play(phones, size.seconds_at_tables)
        rate, slowest = len(took) / size.seconds_at_tables, quantiles(took, n=20)[-1]
        yield Row(
            f"answers a second, {tables} table{'s' * (tables > 1)}, {len(phones)} at once",
            f"{rate:.0f}, p95 {slowest * 1000:.0f} ms",
            f"{FEWEST_A_SECOND}",
            rate < FEWEST_A_SECOND or slowest > SLOWEST,
        )


def shared_out(tables: int) -> list[list[WholeMatch]]:
    """The matches of each phone."""
    games = [whole_match(game) for game in ("italian_whist", "tribello", "trex")]
    shares: list[list[WholeMatch]] = [[] for _phone in range(min(tables, PHONES))]
    for number in range(tables):
        shares[number % len(shares)].append(games[number % len(games)])
    return shares


class Phone:
    """Answers the tables of its share in turn, and begins anew where a match is over."""

    def __init__(self, port: int, matches: Sequence[WholeMatch]) -> None:
        self.browser = Browser(port)
        self.took: list[float] = []
        self._answers = cycle([self._answers_of(match) for match in matches])

    def _answers_of(self, match: WholeMatch) -> Iterator[None]:
        while True:
            address = self.browser.begin(match)
            for line, form in enumerate(match.forms, start=1):
                begin = time.perf_counter()
                self.browser.enter(address, line, form)
                self.took.append(time.perf_counter() - begin)
                yield

    def play(self, until: float) -> None:
        """Answer until that moment."""
        while time.perf_counter() < until:
            next(next(self._answers))


def play(phones: Sequence[Phone], seconds: float) -> list[float]:
    """How long every answer took that the phones gave in that time, in seconds."""
    until = time.perf_counter() + seconds
    threads = [threading.Thread(target=phone.play, args=[until]) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [took for phone in phones for took in phone.took]
