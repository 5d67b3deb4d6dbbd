"""How soon those who follow a match see what is saved, and what they cost those who score.

Each phone that follows reads its stream and asks for its view, as a page does; it takes the bytes
and draws nothing. All of them are one thread, so that they do not fight for the processor.
"""

from __future__ import annotations

import re
import selectors
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from itertools import chain, cycle, islice
from pathlib import Path

from bench.browser import GZIP, Broken, Browser
from bench.measures import Row, Size, at_most, p95, seconds
from bench.servers import Server, app_server
from bench.throughput import Answers, header_lines
from bench.whole_matches import whole_match

WATCHERS, ELSEWHERE = 50, 10
LONGEST_TO_SEE = 250
"""In ms: from the answer to the last of the screens, for 95 of 100 answers."""
WATCHERS_IN_ALL, TABLES, ANSWERS_A_SECOND = 200, 40, 10
LONGEST_TO_SCORE = 0.1
LARGEST_STREAM = 250
"""In KB."""
OF_AN_ADDRESS = 100
"""Watchers, with two connections each: an address has its share of them."""
STREAMS = 240
"""Fewer than one address may have connections."""
LINE_SENT = re.compile(rb"^data: (\d+)$", re.MULTILINE)


def live_updates(folder: Path, size: Size) -> Iterator[Row]:
    """Many at one table, many at many tables, and what a stream takes."""
    with app_server(folder / "one-table.sqlite3") as server:
        yield until_seen(server, server, WATCHERS, f"the last of {WATCHERS} screens")
    yield at_many_tables(folder, size)
    yield from of_memory(folder)


class Watcher(Answers):
    """One phone that follows a match, on two connections: its stream, and the one it asks on."""

    def __init__(self, port: int, match: str, number: int) -> None:
        source = f"127.0.0.{2 + number // OF_AN_ADDRESS}"
        super().__init__(port, source)
        self.line = 1
        self.stream = socket.create_connection(("127.0.0.1", port), source_address=(source, 0))
        self._about = header_lines(port)
        self._match = match
        self.stream.sendall(f"GET {match}/live HTTP/1.1\r\n{self._about}\r\n".encode())

    def read_event(self) -> bool:
        """Read what the stream says, and ask for what is new; whether it goes on."""
        sent = self.stream.recv(65_536)
        lines = LINE_SENT.findall(sent)
        if lines and int(lines[-1]) != self.line:
            query = f"GET {self._match}?after={self.line} HTTP/1.1\r\n{self._about}\r\n"
            self.line = int(lines[-1])
            self.socket.sendall(query.encode())
        return bool(sent)


class Watchers:
    """All of them, in one thread that only waits for sockets."""

    def __init__(self, watchers: Sequence[Watcher]) -> None:
        self.watchers = watchers
        self._seen: Counter[int] = Counter()
        self._changed = threading.Condition()
        self._sockets = selectors.DefaultSelector()
        for watcher in watchers:
            self._sockets.register(watcher.stream, selectors.EVENT_READ, watcher)
            self._sockets.register(watcher.socket, selectors.EVENT_READ, watcher)
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        is_over = False
        while not is_over:
            for ready, _events in self._sockets.select():
                watcher: Watcher = ready.data
                if ready.fileobj is watcher.stream:
                    # A server that has gone has ended all of them.
                    is_over = not watcher.read_event()
                elif watcher.is_whole():
                    with self._changed:
                        self._seen[watcher.line] += 1
                        self._changed.notify_all()

    def wait(self, line: int) -> None:
        """Return as soon as all of them have seen this line."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._seen[line] == len(self.watchers), 10):
                raise Broken(f"{self._seen[line]} of {len(self.watchers)} have seen line {line}")


def across(both: Sequence[Server]) -> Row:
    """The same for those who follow in another process with the same database."""
    return until_seen(*both, ELSEWHERE, f"{ELSEWHERE} screens of another process")


def until_seen(scored: Server, followed: Server, watchers: int, described: str) -> Row:
    """From each answer of a match until all who follow it at this server have seen it."""
    match, took = whole_match("trex"), []
    with Browser(scored.port, GZIP) as scorer:
        address = scorer.begin(match)
        seen = Watchers([Watcher(followed.port, address, number) for number in range(watchers)])
        for line, answer in enumerate(scorer.answers(match, address), start=2):
            time.sleep(0.1)  # people do not answer faster
            began = time.perf_counter()
            answer()
            seen.wait(line)
            took.append(time.perf_counter() - began)
    what = f"an answer on {described}, p95 of {len(took)}"
    return at_most(what, p95(took) * 1000, LONGEST_TO_SEE, "ms")


def at_many_tables(folder: Path, size: Size) -> Row:
    """What those who score notice of those who follow."""
    match = whole_match("tribello")
    with app_server(folder / "tables.sqlite3") as server, Browser(server.port, GZIP) as scorer:
        addresses = [scorer.begin(match) for _table in range(TABLES)]
        watchers = [
            Watcher(server.port, address, number)
            for number, address in enumerate(islice(cycle(addresses), WATCHERS_IN_ALL))
        ]
        Watchers(watchers)
        tables = [scorer.answers(match, address) for address in addresses]
        answers = [*chain.from_iterable(zip(*tables, strict=True))]
        answers = answers[: int(ANSWERS_A_SECOND * size.seconds_at_tables)]
        took = []
        start = time.perf_counter()
        for number, answer in enumerate(answers):
            time.sleep(max(0.0, start + number / ANSWERS_A_SECOND - time.perf_counter()))
            took.append(seconds(answer))
        time.sleep(1)
        late = sum(watcher.line < 1 + len(answers) // TABLES for watcher in watchers)
    slowest = p95(took)
    return Row(
        f"scoring with {WATCHERS_IN_ALL} watchers on {TABLES} tables, p95 of {len(took)}",
        f"{slowest * 1000:.0f} ms, {late} screens behind",
        f"{LONGEST_TO_SCORE * 1000:.0f} ms",
        slowest > LONGEST_TO_SCORE or late > 0,
    )


def of_memory(folder: Path) -> Iterator[Row]:
    """What a stream takes with its thread."""
    with app_server(folder / "streams.sqlite3") as server, Browser(server.port) as browser:
        match = browser.begin(whole_match("trex"))
        before = server.memory()
        with ExitStack() as stack:
            for _stream in range(STREAMS):
                http = HTTPConnection("127.0.0.1", server.port, timeout=10)
                phone = stack.enter_context(closing(http))
                phone.request("GET", f"{match}/live")
                phone.getresponse().readline()
            during = server.memory()
    if before and during:
        each = (during - before) * 1000 / STREAMS
        what = f"memory of a stream, its thread with it ({STREAMS} of them)"
        yield at_most(what, each, LARGEST_STREAM, "KB")
