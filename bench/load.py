"""What many phones at once get: answers a second, how soon those who follow see what is saved, and
the share of one club while another one does its worst.

Phones are one thread that only waits for sockets, so as not to fight the server for the processor.
Run as a program with a port and the address of a match, it is the club that does its worst.
"""

import json
import re
import selectors
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache, partial
from http.client import HTTPConnection, HTTPException
from itertools import chain, cycle, islice, repeat
from pathlib import Path
from urllib.parse import urlencode

from app.paths import PROJECT
from app.store import engine_for
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from bench.expensive_match import renamed
from bench.measures import Row, Size, at_most, p95, seconds
from testkit.http_browser import GZIP, Broken, Browser
from testkit.servers import Server, app_server
from testkit.whole_matches import WholeMatch, save, some_of_each, whole_match

TABLES = (1, 10, 50, 200)
PHONES = 8
"""At most so many answer at once: more would measure how they take turns on two cores."""
FEWEST_A_SECOND = 150
SLOWEST = 0.1
"""In seconds: 95 of 100 answers take no longer."""
LENGTH = re.compile(rb"\r\nContent-Length: (\d+)\r\n", re.IGNORECASE)

WATCHERS = 50
LONGEST_TO_SEE = 250
"""In ms: from the answer to the last of the screens, for 95 of 100 answers."""
LINE_SENT = re.compile(rb"^data: (\d+)$", re.MULTILINE)

ELSEWHERE = ("127.0.0.2", 0)
"""Where the worst club comes from: an address has only so many connections."""
MAX_SHEET_SECONDS = 10
BETWEEN_ANSWERS = 0.05
"""Seconds: a table that answers as fast as twenty."""


class Answers:
    """A connection on which whole answers come back, in bytes."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
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


def throughput(folder: Path, size: Size) -> Iterator[Row]:
    """Whole matches of Italian Whist, Tribello and Trex, each table answered in its turn."""
    games = [whole_match(game) for game in ("italian_whist", "tribello", "trex")]
    for tables in TABLES:
        matches, at_once = list(islice(cycle(games), tables)), min(tables, PHONES)
        with app_server(folder / f"{tables}-tables.sqlite3") as server:
            phones = [Phone(server.port, matches[phone::at_once]) for phone in range(at_once)]
            play(phones, min(2.0, size.seconds_at_tables / 2))
            took = play(phones, size.seconds_at_tables)
        rate, slowest = len(took) / size.seconds_at_tables, p95(took)
        yield Row(
            f"answers a second, {tables} table{'s' * (tables > 1)}, {at_once} at once",
            f"{rate:.0f}, p95 {slowest * 1000:.0f} ms",
            f"{FEWEST_A_SECOND}",
            rate < FEWEST_A_SECOND or slowest > SLOWEST,
        )


@cache
def bodies(game: str) -> list[bytes]:
    """What answers each question of the whole match of a game, as a form sends it."""
    forms = enumerate(whole_match(game).forms, start=1)
    return [urlencode({"after": line, **form}).encode() for line, form in forms]


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


class Watcher(Answers):
    """One phone that follows a match, on two connections: its stream, and the one it asks on. It
    takes the bytes and draws nothing."""

    def __init__(self, port: int, match: str) -> None:
        super().__init__(port)
        self.line = 1
        self.stream = socket.create_connection(("127.0.0.1", port))
        self._about = header_lines(port)
        self._match = match
        self.stream.sendall(f"GET {match}/live HTTP/1.1\r\n{self._about}\r\n".encode())

    def read_event(self) -> None:
        """Read what the stream says, and ask for what is new."""
        lines = LINE_SENT.findall(self.stream.recv(65_536))
        if lines and int(lines[-1]) != self.line:
            query = f"GET {self._match}?after={self.line} HTTP/1.1\r\n{self._about}\r\n"
            self.line = int(lines[-1])
            self.socket.sendall(query.encode())


def live_updates(folder: Path, _size: Size) -> Iterator[Row]:
    """From each answer of a match until all who follow it have seen it."""
    match, took = whole_match("trex"), []
    with (
        app_server(folder / "live.sqlite3") as server,
        Browser(server.port, GZIP) as scorer,
        selectors.DefaultSelector() as sockets,
    ):
        address = scorer.begin(match)
        for watcher in [Watcher(server.port, address) for _watcher in range(WATCHERS)]:
            sockets.register(watcher.stream, selectors.EVENT_READ, watcher)
            sockets.register(watcher.socket, selectors.EVENT_READ, watcher)
        for line, answer in enumerate(scorer.answers(match, address), start=2):
            time.sleep(0.1)  # people do not answer faster
            began = time.perf_counter()
            answer()
            wait_until_seen(sockets, line)
            took.append(time.perf_counter() - began)
    what = f"an answer on the last of {WATCHERS} screens, p95 of {len(took)}"
    yield at_most(what, p95(took) * 1000, LONGEST_TO_SEE, "ms")


def wait_until_seen(sockets: selectors.BaseSelector, line: int) -> None:
    """Return as soon as all who follow have seen this line."""
    seen = 0
    while seen < WATCHERS:
        is_told = sockets.select(10)
        if not is_told:
            raise Broken(f"{seen} of {WATCHERS} have seen line {line}")
        for ready, _events in is_told:
            watcher: Watcher = ready.data
            if ready.fileobj is watcher.stream:
                watcher.read_event()
            elif watcher.is_whole():
                seen += watcher.line == line


def score(
    phone: Browser,
    matches: Sequence[WholeMatch],
    club: str,
    took: list[float],
    is_over: threading.Event,
) -> None:
    """Play these matches in a club, one after the other, until it is over. Notes how long each
    answer took, in seconds."""
    for match in cycle(matches):
        for answer in phone.answers(match, phone.begin(match, club)):
            if is_over.wait(BETWEEN_ANSWERS):
                return
            took.append(seconds(answer))


def fairness(folder: Path, size: Size) -> Iterator[Row]:
    """The answers and a sheet of one club beside another that asks without end."""
    database = folder / "clubs.sqlite3"
    with closing(engine_for(database).open()) as db:
        clubs.ensure_home_club(db)
        club = clubs.create_club(db, "Friday").id
        match = f"/c/{HOME}/matches/{save(db, renamed())}"
    took = []
    with (
        app_server(database, limits=()) as server,
        Browser(server.port) as phone,
        worst_club(server, match),
    ):
        for whole in some_of_each(max(10, size.matches_played // 20)):
            for answer in islice(phone.answers(whole, phone.begin(whole, club)), 20):
                time.sleep(BETWEEN_ANSWERS)
                took.append(seconds(answer))
        sheet = f"{phone.begin(whole_match('trex'), club)}/sheet.pdf"
        for_sheet = seconds(partial(phone.ask, "GET", sheet))
    what = f"an answer beside a club that does its worst, p95 of {len(took)}"
    yield at_most(what, p95(took) * 1000, SLOWEST * 1000, "ms")
    yield at_most("a sheet of it, beside that", for_sheet, MAX_SHEET_SECONDS, "s", ".1f")


@contextmanager
def worst_club(server: Server, match: str) -> Iterator[None]:
    """The other club, until the end of the block."""
    command = [sys.executable, "-m", "bench.load", str(server.port), match]
    with subprocess.Popen(command, cwd=PROJECT, stdin=subprocess.PIPE):
        time.sleep(3)  # until all have begun
        yield


def do_its_worst(port: int, match: str) -> None:
    """Ask without end for long pages, sheets, files to be read, and streams, until the input of
    this program ends."""
    form = urlencode({"text": json.dumps(whole_match("tribello").file)})
    sheets = [f"/sheet.pdf?paper={paper}" for paper in ("a4", "a5", "letter")]
    for phones, method, paths, body in (
        (60, "GET", [f"{match}/sheet", f"{match}/log"], None),
        (10, "GET", [match + sheet for sheet in sheets], None),
        (4, "POST", [f"/c/{HOME}/matches/import"], form),
        (300, "GET", [f"{match}/live"], None),
    ):
        for _phone in range(phones):
            about = (port, method, paths, body)
            threading.Thread(target=ask_on, args=about, daemon=True).start()
    sys.stdin.read()


def ask_on(port: int, method: str, paths: Sequence[str], body: str | None) -> None:
    """Ask again and again, whatever the answer is."""
    about = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
    while True:
        with (
            suppress(OSError, HTTPException),
            closing(HTTPConnection("127.0.0.1", port, 60, source_address=ELSEWHERE)) as phone,
        ):
            for path in cycle(paths):
                phone.request(method, path, body, about)
                phone.getresponse().read()
        time.sleep(0.1)


if __name__ == "__main__":
    do_its_worst(int(sys.argv[1]), sys.argv[2])
