"""Ten thousand who all want to follow one match and read nothing, while others score."""

from __future__ import annotations

import resource
import socket
import threading
from collections import Counter
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from app import store
from app.server.wsgi_server import CONNECTIONS, raise_file_limit
from app.store import HOME
from bench.browser import GZIP, Browser
from bench.measures import in_background, seconds
from bench.servers import app_server
from bench.throughput import address_of
from bench.whole_matches import whole_match

MATCH = whole_match("tribello")
SPARE = 500
"""Files for all else that is open."""
HELD = CONNECTIONS - 1_000
"""So many stay connected, told to ask now and then or not; whoever comes later hangs up."""
PAUSE = 0.1
"""In seconds, between two answers: nobody taps faster."""


@dataclass
class Flood:
    """What became of all who asked, and of what was scored meanwhile.

    `statuses` counts the answers to who asked, 0 for none; `took` is how long each answer of the
    scorer took (seconds), `sent` how many there were in each match, and `harmed` counts the matches
    that are not in the database as they were sent.
    """

    statuses: Counter[int] = field(default_factory=Counter)
    held: int = 0
    took: list[float] = field(default_factory=list)
    to_begin: float = 0.0
    sent: Counter[int] = field(default_factory=Counter)
    harmed: int = 0


def flood(folder: Path, number_of_phones: int) -> Flood:
    """Let so many ask for a stream, and hold on as far as the server and the files of this machine
    let them, and score meanwhile."""
    raise_file_limit()
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0] - SPARE
    flooded = Flood(held=min(HELD, files, number_of_phones))
    database = folder / "streams.sqlite3"
    with app_server(database) as server, Browser(server.port, GZIP) as scorer:
        address = scorer.begin(MATCH)
        with ExitStack() as phones, in_background(partial(score, scorer, flooded)):
            for number in range(number_of_phones):
                phone = phones.enter_context(closing(socket.socket()))
                flooded.statuses[ask(phone, number, server.port, address)] += 1
                if number >= flooded.held:
                    phone.close()
            with Browser(server.port, GZIP) as new_phone:
                flooded.to_begin = seconds(partial(new_phone.begin, MATCH))
    with closing(store.engine_for(database).connect()) as db:
        for match, answers in flooded.sent.items():
            kept = store.find_match(db, HOME, match)
            flooded.harmed += kept is None or kept.events[1:] != MATCH.events[1 : answers + 1]
    return flooded


def ask(phone: socket.socket, number: int, port: int, address: str) -> int:
    """The status of the answer to one who wants to follow, 0 if there is none."""
    phone.settimeout(10)
    try:
        phone.bind(address_of(number))
        phone.connect(("127.0.0.1", port))
        phone.sendall(f"GET {address}/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        return int(phone.recv(12).partition(b" ")[2] or 0)
    except OSError:
        return 0


def score(scorer: Browser, flooded: Flood, is_over: threading.Event) -> None:
    """Play one match after the other until it is over."""
    while True:
        address = scorer.begin(MATCH)
        for answer in scorer.answers(MATCH, address):
            if is_over.wait(PAUSE):
                return
            flooded.took.append(seconds(answer))
            flooded.sent[int(address.rpartition("/")[2])] += 1
