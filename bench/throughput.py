"""How many answers a second the server takes, with more and more tables at once, and whether a new
phone still comes in beside thousands of connections that only hold on.

The server has one process, and so one core of two; the phones must not take that from it. They are
one thread that only waits for sockets: what they send is put together before the clock starts, and
of what comes back they read the length and where the body ends. That costs a tenth of a millisecond
for each answer, a tenth of what the server does for it.
"""

from __future__ import annotations

import re
import selectors
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import chain, repeat
from pathlib import Path
from urllib.parse import urlencode

from app.server.wsgi_server import raise_file_limit
from bench.browser import GZIP, Broken, Browser
from bench.measures import Row, Size, in_background, p95
from bench.servers import app_server
from bench.whole_matches import WholeMatch, whole_match

TABLES = (1, 10, 50, 200)
PHONES = 8
"""At most so many answer at once: more would measure how they take turns on two cores."""

FEWEST_A_SECOND = 150
SLOWEST = 0.1
"""In seconds: 95 of 100 answers take no longer."""

IDLE, SLOW = 2_000, 500
OF_AN_ADDRESS = 200
"""So many connections come from one address of this machine: fewer than the server allows."""
LONGEST_BEGIN = 2.0
"""In seconds: from the first connection of a new phone to its match."""

LENGTH = re.compile(rb"\r\nContent-Length: (\d+)\r\n", re.IGNORECASE)


def throughput(folder: Path, size: Size) -> Iterator[Row]:
    """Whole matches of Italian Whist, Tribello and Trex, each table answered in its turn."""
    for tables in TABLES:
        with app_server(folder / f"{tables}-tables.sqlite3") as server:
            phones = [Phone(server.port, share) for share in shared_out(tables)]
            play(phones, min(2.0, size.seconds_at_tables / 2))
            took = play(phones, size.seconds_at_tables)
        rate, slowest = len(took) / size.seconds_at_tables, p95(took)
        yield Row(
            f"answers a second, {tables} table{'s' * (tables > 1)}, {len(phones)} at once",
            f"{rate:.0f}, p95 {slowest * 1000:.0f} ms",
            f"{FEWEST_A_SECOND}",
            rate < FEWEST_A_SECOND or slowest > SLOWEST,
        )
    yield held_on(folder, size)


def shared_out(tables: int) -> list[list[WholeMatch]]:
    """The matches of each phone."""
    games = [whole_match(game) for game in ("italian_whist", "tribello", "trex")]
    shares: list[list[WholeMatch]] = [[] for _phone in range(min(tables, PHONES))]
    for number in range(tables):
        shares[number % len(shares)].append(games[number % len(games)])
    return shares


@cache
def bodies(game: str) -> list[bytes]:
    """What answers each question of the whole match of a game, as a form sends it."""
    forms = enumerate(whole_match(game).forms, start=1)
    return [urlencode({"after": line, **form}).encode() for line, form in forms]


class Answers:
    """A connection on which whole answers come back, in bytes."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), source_address=(address, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._came = b""

    def is_whole(self) -> bool:
        """Read what has come; whether an answer is at its end. Raises `Broken` if it is no page."""
        self._came += self.socket.recv(65_536)
        head, end, body = self._came.partition(b"\r\n\r\n")
        length = LENGTH.search(head + b"\r\n") if end else None
        if length is None or len(body) < int(length[1]):
            return False
        if not head.startswith(b"HTTP/1.1 200 "):
            raise Broken(head[:200].decode("latin-1"))
        self._came = b""
        return True


def header_lines(port: int, **headers: str) -> str:
    """The lines that tell of a request from a phone."""
    about = {"Host": f"127.0.0.1:{port}", "HX-Request": "true", "Accept-Encoding": GZIP, **headers}
    return "".join(f"{name}: {value}\r\n" for name, value in about.items())


class Phone(Answers):
    """Answers the tables of its share in turn, and begins anew where a match is over."""

    def __init__(self, port: int, matches: Sequence[WholeMatch]) -> None:
        super().__init__(port)
        self.browser = Browser(port, GZIP)
        self.began = 0.0
        form = {"Origin": self.browser.origin, "Content-Type": "application/x-www-form-urlencoded"}
        self._about = header_lines(port, **self.browser.headers, **form)
        tables = [self._answers_of(match) for match in matches]
        self._requests = chain.from_iterable(map(next, tables) for _turn in repeat(None))

    def _answers_of(self, match: WholeMatch) -> Iterator[bytes]:
        while True:
            address = self.browser.begin(match)
            # Until the next match it may be idle for longer than the server allows.
            self.browser.connection.close()
            line = f"POST {address}/entries HTTP/1.1\r\n{self._about}Content-Length: "
            for body in bodies(match.game):
                yield f"{line}{len(body)}\r\n\r\n".encode() + body

    def send(self) -> None:
        """Send the next answer; the clock starts when it is put together."""
        request = next(self._requests)
        self.began = time.perf_counter()
        self.socket.sendall(request)


def play(phones: Sequence[Phone], seconds: float) -> list[float]:
    """How long every answer took that the phones gave in that time, in seconds."""
    took: list[float] = []
    with selectors.DefaultSelector() as waiting:
        for phone in phones:
            waiting.register(phone.socket, selectors.EVENT_READ, phone)
            phone.send()
        until = time.perf_counter() + seconds
        while waiting.get_map():
            for ready, _what in waiting.select(60):
                if not ready.data.is_whole():
                    continue
                if time.perf_counter() < until:
                    took.append(time.perf_counter() - ready.data.began)
                    ready.data.send()
                else:
                    waiting.unregister(ready.fileobj)
    return took


# --- connections that only hold on --------------------------------------------------------------


def held_on(folder: Path, size: Size) -> Row:
    """A new phone begins a match, while others send nothing, or a letter of a header a second."""
    raise_file_limit()
    with (
        app_server(folder / "held-on.sqlite3") as server,
        connections(server.port, IDLE + SLOW) as sockets,
        trickling(sockets[IDLE:]),
    ):
        took = [time_to_begin(server.port) for _round in range(min(size.rounds, 10))]
        still_open = sum(is_open(phone) for phone in sockets)
    return Row(
        f"a new phone begins, beside {IDLE:,} idle and {SLOW} slow",
        f"{max(took):.2f} s at most, {still_open:,} connections held on",
        f"{LONGEST_BEGIN:g} s",
        max(took) > LONGEST_BEGIN or still_open < IDLE + SLOW,
    )


def address_of(number: int) -> tuple[str, int]:
    """Where the connection of this number comes from: an address has its share of them."""
    return f"127.0.0.{2 + number // OF_AN_ADDRESS}", 0


@contextmanager
def connections(port: int, number: int) -> Iterator[list[socket.socket]]:
    """So many connections, from as many addresses of this machine as that takes."""
    with ExitStack() as stack:
        sockets = []
        for place in range(number):
            source = address_of(place)
            phone = socket.create_connection(("127.0.0.1", port), 10, source_address=source)
            phone.setblocking(False)
            sockets.append(stack.enter_context(phone))
        yield sockets


@contextmanager
def trickling(sockets: Sequence[socket.socket]) -> Iterator[None]:
    """Let these send a request that never comes to an end, letter by letter."""

    def trickle(is_over: threading.Event) -> None:
        for letters in chain([b"GET / HTTP/1.1\r\nX-Slow: "], repeat(b"x")):
            for phone in filter(is_open, sockets):
                phone.sendall(letters)
            if is_over.wait(1):
                return

    with in_background(trickle):
        yield


def time_to_begin(port: int) -> float:
    """How long a phone takes that was not here before: the page for a new match, and the match."""
    match = whole_match("tribello")
    began = time.perf_counter()
    with Browser(port, GZIP) as browser:
        browser.ask("GET", f"/matches/new?game={match.game}")
        browser.begin(match)
    return time.perf_counter() - began


def is_open(phone: socket.socket) -> bool:
    """Whether the server has not hung up."""
    try:
        return phone.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False
