"""How often phones may ask whether there is anything new, beside asking for nothing at all.

Both are asked in turns, in many short rounds, on connections that stay open: a machine that has
something else to do has it in some of them, and the median does not mind. What is sent is put
together before, and answers have no body: the client costs a few millionths of a second for each.
"""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

from tests.bench.browser import GZIP, Broken, Browser
from tests.bench.measures import Row, Size
from tests.bench.servers import app_server, floor_server
from tests.bench.whole_matches import whole_match

POLLS = 10_000
ROUNDS = 50
PHONES = (1, 8)
"""One has an answer as soon as it is there; eight keep the server busy."""
LEAST_OF_EMPTY = 0.7
END = b"\r\n\r\n"


class Round(NamedTuple):
    """So many answers a second, and what each of them cost the client, in seconds."""

    rate: float
    cost: float


class Asker:
    """A phone that asks the same again and again."""

    def __init__(self, browser: Browser, path: str, status: int) -> None:
        port = browser.connection.port
        self.socket = socket.create_connection(("127.0.0.1", port), 10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.begin = f"HTTP/1.1 {status} ".encode()
        about = browser.headers | {"Host": f"127.0.0.1:{port}", "HX-Request": "true"}
        lines = "".join(f"{name}: {value}\r\n" for name, value in about.items())
        self.request = f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode()

    def ask(self) -> None:
        """Send it once more."""
        self.socket.sendall(self.request)

    def hear(self) -> None:
        """Read an answer without a body; raises `Broken` if it is another one."""
        came = self.socket.recv(65_536)
        if not came.startswith(self.begin) or not came.endswith(END):
            raise Broken(came[:200].decode("latin-1"))

    def close(self) -> None:
        """Hang up."""
        self.socket.close()


def polls(folder: Path, _size: Size) -> Iterator[Row]:
    """The rate of "nothing new" against that of an empty route."""
    with (
        app_server(folder / "polls.sqlite3") as app,
        floor_server(folder / "nothing-new.sqlite3") as floor,
        Browser(app.port, GZIP) as browser,
        Browser(floor.port, GZIP) as below,
    ):
        match = browser.begin(whole_match("trex"))
        for phones in PHONES:
            with ExitStack() as stack:
                ours, empty = (
                    [stack.enter_context(closing(Asker(*about))) for _phone in range(phones)]
                    for about in ((browser, f"{match}?after=1", 204), (below, "/empty", 200))
                )
                yield compared(phones, *in_rounds(ours, empty))


def in_rounds(
    ours: Sequence[Asker], empty: Sequence[Asker]
) -> tuple[Sequence[Round], Sequence[Round]]:
    """What both did in every round, after a warm-up; whoever begins changes each time."""
    here: list[Round] = []
    there: list[Round] = []
    for turn in range(-ROUNDS // 10, ROUNDS):
        first, second = (ours, empty) if turn % 2 else (empty, ours)
        one, other = (ask(askers, POLLS // ROUNDS) for askers in (first, second))
        if turn >= 0:
            here.append(one if turn % 2 else other)
            there.append(other if turn % 2 else one)
    return here, there


def ask(askers: Sequence[Asker], times: int) -> Round:
    """Ask so often in all, each as soon as it has heard."""
    with selectors.DefaultSelector() as waiting:
        for asker in askers:
            waiting.register(asker.socket, selectors.EVENT_READ, asker)
        began, cost = time.perf_counter(), time.thread_time()
        for asker in askers:
            asker.ask()
        to_ask, to_hear = times - len(askers), times
        while to_hear:
            for ready, _what in waiting.select(10):
                ready.data.hear()
                to_hear -= 1
                if to_ask:
                    to_ask -= 1
                    ready.data.ask()
        took = time.perf_counter() - began
    return Round(times / took, (time.thread_time() - cost) / times)


def compared(phones: int, ours: Sequence[Round], empty: Sequence[Round]) -> Row:
    """The median of the rounds, and between what nine in ten of them lie."""
    ratios = [here.rate / there.rate for here, there in zip(ours, empty, strict=True)]
    times, spread = median(ratios), quantiles(ratios, n=20)
    rates = " / ".join(f"{median(each.rate for each in rounds):,.0f}" for rounds in (ours, empty))
    cost = median(each.cost for each in ours) * 1_000_000
    who = "one phone" if phones == 1 else f"{phones} phones"
    return Row(
        f"{POLLS:,} times nothing new to {who}, against an empty route",
        f"{times:.2f} × ({spread[0]:.2f} to {spread[-1]:.2f}), {rates} a second,"
        f" client {cost:.0f} µs",
        f"≥ {LEAST_OF_EMPTY} ×",
        times < LEAST_OF_EMPTY,
    )
