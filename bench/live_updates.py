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
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from http.client import HTTPConnection
from itertools import cycle, islice
from pathlib import Path
from statistics import quantiles

from bench.browser import GZIP, Broken, Browser
from bench.measures import Row, Size
from bench.servers import Server, app_server
from bench.throughput import is_whole
from bench.whole_matches import WholeMatch, whole_match

WATCHERS, ELSEWHERE = 50, 10
LONGEST_TO_SEE = 0.25
"""In seconds: from the answer to the last of the screens, for 95 of 100 answers."""
WATCHERS_IN_ALL, TABLES, ANSWERS_A_SECOND = 200, 40, 10
LONGEST_TO_SCORE = 0.1
LARGEST_STREAM = 250
"""In KB."""
OF_AN_ADDRESS = 100
STREAMS = 240
"""Fewer than one address may have connections."""
NEWS = re.compile(rb"^data: (\d+)$", re.MULTILINE)


def live_updates(folder: Path, size: Size) -> Iterator[Row]:
    """Many at one table, many at many tables, and what a stream takes."""
    yield from at_one_table(folder)
    yield from at_many_tables(folder, size)
    yield from of_memory(folder)


class Watcher:
    """One phone that follows a match, on two connections: its stream, and the one it asks on."""

    def __init__(self, port: int, match: str, number: int) -> None:
        self.line = 1
        # An address has its share of the connections.
        source = (f"127.0.0.{2 + number // OF_AN_ADDRESS}", 0)
        self.stream, self.asking = (
            socket.create_connection(("127.0.0.1", port), source_address=source)
            for _connection in range(2)
        )
        about = {"Host": f"127.0.0.1:{port}", "Accept-Encoding": GZIP, "HX-Request": "true"}
        self._about = "".join(f"{name}: {value}\r\n" for name, value in about.items())
        self._match = match
        self._came = b""
        self.stream.sendall(f"GET {match}/live HTTP/1.1\r\n{self._about}\r\n".encode())

    def read_event(self) -> bool:
        """Read what the stream says, and ask for what is new; whether it goes on."""
        said = self.stream.recv(65_536)
        lines = NEWS.findall(said)
        if lines and int(lines[-1]) != self.line:
            query = f"GET {self._match}?after={self.line} HTTP/1.1\r\n{self._about}\r\n"
            self.line = int(lines[-1])
            self.asking.sendall(query.encode())
        return bool(said)

    def see(self) -> bool:
        """Read what was asked for; whether it is here whole."""
        self._came += self.asking.recv(65_536)
        if not is_whole(self._came):
            return False
        self._came = b""
        return True


class Watchers:
    """All of them, in one thread that only waits for sockets."""

    def __init__(self, watchers: Sequence[Watcher]) -> None:
        self.watchers = watchers
        self._seen: Counter[int] = Counter()
        self._news = threading.Condition()
        self._sockets = selectors.DefaultSelector()
        for watcher in watchers:
            self._sockets.register(watcher.stream, selectors.EVENT_READ, watcher)
            self._sockets.register(watcher.asking, selectors.EVENT_READ, watcher)
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        is_over = False
        while not is_over:
            for ready, _events in self._sockets.select():
                watcher: Watcher = ready.data
                if ready.fileobj is watcher.stream:
                    # A server that has gone has ended all of them.
                    is_over = not watcher.read_event()
                elif watcher.see():
                    with self._news:
                        self._seen[watcher.line] += 1
                        self._news.notify_all()

    def wait(self, line: int) -> float:
        """When all of them had seen this line, in seconds."""
        with self._news:
            if not self._news.wait_for(lambda: self._seen[line] == len(self.watchers), 10):
                raise Broken(f"{self._seen[line]} of {len(self.watchers)} have seen line {line}")
            return time.perf_counter()


def at_one_table(folder: Path) -> Iterator[Row]:
    """From the answer to the last of all screens."""
    match = whole_match("trex")
    with app_server(folder / "one-table.sqlite3") as server, Browser(server.port, GZIP) as scorer:
        yield until_seen(scorer, server, match, WATCHERS, f"the last of {WATCHERS} screens")


def across(both: Sequence[Server]) -> Row:
    """The same for those who follow in another process with the same database."""
    described = f"{ELSEWHERE} screens of another process"
    with Browser(both[0].port, GZIP) as scorer:
        return until_seen(scorer, both[1], whole_match("trex"), ELSEWHERE, described)


def until_seen(
    scorer: Browser, server: Server, match: WholeMatch, watchers: int, described: str
) -> Row:
    """From each answer of a match until all who follow it at this server have seen it."""
    address = scorer.begin(match)
    seen = Watchers([Watcher(server.port, address, number) for number in range(watchers)])
    took = []
    for line, form in enumerate(match.forms, start=1):
        time.sleep(0.1)  # people do not answer faster
        began = time.perf_counter()
        scorer.enter(address, line, form)
        took.append(seen.wait(line + 1) - began)
    slowest = quantiles(took, n=20)[-1]
    return Row(
        f"an answer on {described}, p95 of {len(took)}",
        f"{slowest * 1000:.0f} ms",
        f"{LONGEST_TO_SEE * 1000:.0f} ms",
        slowest > LONGEST_TO_SEE,
    )


def at_many_tables(folder: Path, size: Size) -> Iterator[Row]:
    """What those who score notice of those who follow."""
    match = whole_match("tribello")
    with app_server(folder / "tables.sqlite3") as server, Browser(server.port, GZIP) as scorer:
        addresses = [scorer.begin(match) for _table in range(TABLES)]
        watchers = [
            Watcher(server.port, address, number)
            for number, address in enumerate(islice(cycle(addresses), WATCHERS_IN_ALL))
        ]
        Watchers(watchers)
        answers = [
            partial(scorer.enter, address, line, form)
            for line, form in enumerate(match.forms, start=1)
            for address in addresses
        ][: int(ANSWERS_A_SECOND * size.seconds_at_tables)]
        took = []
        start = time.perf_counter()
        for number, answer in enumerate(answers):
            time.sleep(max(0.0, start + number / ANSWERS_A_SECOND - time.perf_counter()))
            began = time.perf_counter()
            answer()
            took.append(time.perf_counter() - began)
        time.sleep(1)
        late = sum(watcher.line < 1 + len(answers) // TABLES for watcher in watchers)
    slowest = quantiles(took, n=20)[-1]
    yield Row(
        f"scoring with {WATCHERS_IN_ALL} watchers on {TABLES} tables, p95 of {len(took)}",
        f"{slowest * 1000:.0f} ms, {late} screens behind",
        f"{LONGEST_TO_SCORE * 1000:.0f} ms",
        slowest > LONGEST_TO_SCORE or late > 0,
    )


@contextmanager
def streams(port: int, match: str) -> Iterator[None]:
    """Phones that only listen."""
    with ExitStack() as stack:
        for _stream in range(STREAMS):
            phone = stack.enter_context(closing(HTTPConnection("127.0.0.1", port, timeout=10)))
            phone.request("GET", f"{match}/live")
            phone.getresponse().readline()
        yield


def of_memory(folder: Path) -> Iterator[Row]:
    """What a stream takes with its thread."""
    with app_server(folder / "streams.sqlite3") as server, Browser(server.port) as browser:
        match = browser.begin(whole_match("trex"))
        before = server.memory()
        with streams(server.port, match):
            during = server.memory()
    if before is None or during is None:
        return
    each = (during - before) * 1000 / STREAMS
    yield Row(
        f"memory of a stream, its thread with it ({STREAMS} of them)",
        f"{each:.0f} KB",
        f"{LARGEST_STREAM} KB",
        each > LARGEST_STREAM,
    )
