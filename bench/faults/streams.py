"""Ten thousand who all want to follow one match and read nothing, while others score."""

import random
import resource
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

from app.server.wsgi.wsgi_server import CONNECTIONS, raise_file_limit
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.matches import lists, matches
from bench.load import score
from bench.measures import Row, Size, in_background, none, p95
from testkit.http_browser import GZIP, Browser
from testkit.servers import app_server
from testkit.whole_matches import whole_match

STREAMS = 10_000
OF_AN_ADDRESS = 200
"""So many connections come from one address of this machine: fewer than the server allows."""
SPARE = 500  # files for all else that is open
HELD = CONNECTIONS - 1_000
"""So many stay connected, told to ask now and then or not; whoever comes later hangs up."""


def of_streams(folder: Path, size: Size, _rng: random.Random) -> Iterator[Row]:
    """Ten thousand who ask for a stream that they never read."""
    raise_file_limit()
    asked = min(STREAMS, size.requests)
    held = min(HELD, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - SPARE, asked)
    database, took, match = folder / "streams.sqlite3", list[float](), whole_match("tribello")
    with app_server(database) as server, Browser(server.port, GZIP) as scorer:
        address = scorer.begin(match)
        with ExitStack() as phones, in_background(partial(score, scorer, [match], HOME, took)):
            statuses = flood(phones, server.port, address, asked, held)
            with Browser(server.port, GZIP) as new_phone:
                new_phone.begin(match)
    follow = f"{statuses[200]} follow, {statuses[204]:,} told to ask"
    yield Row(f"streams asked for, {asked:,}, of whom {held:,} held on", follow)
    yield none("  who got another answer, or none", asked - statuses[200] - statuses[204])
    yield Row(f"  p95 of {len(took)} answers meanwhile", f"{p95(took) * 1000:.0f} ms")
    with closing(engine_for(database).connect()) as db:
        records = [matches.find_match(db, HOME, each) for each in lists.match_ids(db, HOME)]
    logs = [record.events for record in records if record]
    harmed = sum(log[1:] != match.events[1 : len(log)] for log in logs)
    yield none("  matches with other answers, or one twice", harmed, len(logs))
    lost = len(took) - sum(len(log) - 1 for log in logs)
    yield none("  answers lost", abs(lost), len(took))


def flood(phones: ExitStack, port: int, address: str, asked: int, held: int) -> Counter[int]:
    """Let so many ask for a stream, of whom so many hold on. Returns the statuses of the answers, 0
    for none."""
    statuses: Counter[int] = Counter()
    for number in range(asked):
        phone = phones.enter_context(closing(socket.socket()))
        phone.settimeout(10)
        try:
            phone.bind((f"127.0.0.{2 + number // OF_AN_ADDRESS}", 0))
            phone.connect(("127.0.0.1", port))
            phone.sendall(f"GET {address}/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            statuses[int(phone.recv(12).partition(b" ")[2] or 0)] += 1
        except OSError:
            statuses[0] += 1
        if number >= held:
            phone.close()
    return statuses
