"""One club does its worst, and another one keeps the score: each has its share of the server.

Run as a program with a port and the address of a match, it is that club, until its input ends.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from http.client import HTTPConnection, HTTPException
from itertools import cycle, islice, repeat
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from app import store
from app.paths import PROJECT
from app.store import HOME
from bench.browser import Browser
from bench.expensive_match import renamed
from bench.measures import Row, Size, at_most, seconds
from bench.servers import Server, app_server
from bench.whole_matches import save, some_of_each, whole_match

READERS, PRINTERS, IMPORTERS, STREAMS = 60, 10, 4, 300
"""Connections that ask for long pages, for sheets, and for files to be read; and that follow."""
ELSEWHERE = ("127.0.0.2", 0)
"""Where that club comes from: an address has only so many connections."""
MAX_MILLISECONDS = 100
MAX_SHEET_SECONDS = 10
BETWEEN_ANSWERS = 0.05
"""Seconds: a table that answers as fast as twenty."""


def fairness(folder: Path, size: Size) -> Iterator[Row]:
    """The answers and a sheet of one club, alone and beside another that asks without end."""
    database = folder / "clubs.sqlite3"
    with closing(store.engine_for(database).open()) as db:
        store.ensure_home_club(db)
        victim = store.create_club(db, "Friday").id
        match = f"/c/{HOME}/matches/{save(db, renamed())}"
    with app_server(database, limits=()) as server:
        undisturbed = answer_times(server, victim, size.matches_played)
        with worst_club(server, match):
            beside = answer_times(server, victim, size.matches_played)
            sheet = time_of_sheet(server, victim)
    for what, took in (("alone", undisturbed), ("beside a club that does its worst", beside)):
        late = took[int(len(took) * 0.95)] * 1000
        yield Row(
            f"an answer of a club {what}",
            f"{median(took) * 1000:.0f} ms, p95 {late:.0f} ms ({len(took)} answers)",
            f"p95 {MAX_MILLISECONDS} ms",
            late > MAX_MILLISECONDS,
        )
    yield at_most("a sheet of it, beside that", sheet, MAX_SHEET_SECONDS, "s", ".1f")


def answer_times(server: Server, club: str, matches: int) -> list[float]:
    """The seconds of each answer in so many matches, the shortest first."""
    took = []
    with Browser(server.port) as phone:
        for match in some_of_each(max(10, matches // 20)):
            for answer in islice(phone.answers(match, phone.begin(match, club)), 20):
                time.sleep(BETWEEN_ANSWERS)
                took.append(seconds(answer))
    return sorted(took)


def time_of_sheet(server: Server, club: str) -> float:
    """The seconds until the sheet of a match is printed."""
    with Browser(server.port) as phone:
        address = phone.begin(whole_match("trex"), club)
        return seconds(partial(phone.ask, "GET", f"{address}/sheet.pdf"))


@contextmanager
def worst_club(server: Server, match: str) -> Iterator[None]:
    """The other club, until the end of the block."""
    command = [sys.executable, "-m", "bench.fairness", str(server.port), match]
    process = subprocess.Popen(command, cwd=PROJECT, stdin=subprocess.PIPE)
    try:
        time.sleep(3)  # until all have begun
        yield
    finally:
        if process.stdin:
            process.stdin.close()
        process.wait()


def do_its_worst(port: int, match: str) -> None:
    """Ask without end, until the input of this program ends."""
    form = urlencode({"text": json.dumps(whole_match("tribello").file)})
    pages = cycle([("GET", f"{match}/{page}", "") for page in ("sheet", "log")])
    papers = ("a4", "a5", "letter")
    sheets = cycle([("GET", f"{match}/sheet.pdf?paper={paper}", "") for paper in papers])
    files = repeat(("POST", f"/c/{HOME}/matches/import", form))
    streams = repeat(("GET", f"{match}/live", ""))
    for asks, phones in (
        *((pages, READERS), (sheets, PRINTERS), (files, IMPORTERS), (streams, STREAMS)),
    ):
        for _phone in range(phones):
            threading.Thread(target=ask_on, args=(port, asks), daemon=True).start()
    sys.stdin.read()


def ask_on(port: int, asks: Iterator[tuple[str, str, str]]) -> None:
    """Ask again and again, whatever the answer is."""
    about = {"Content-Type": "application/x-www-form-urlencoded"}
    while True:
        with (
            suppress(OSError, HTTPException),
            closing(HTTPConnection("127.0.0.1", port, 60, source_address=ELSEWHERE)) as phone,
        ):
            for method, path, form in asks:
                phone.request(method, path, form or None, about if form else {})
                phone.getresponse().read()
        time.sleep(0.1)


if __name__ == "__main__":
    do_its_worst(int(sys.argv[1]), sys.argv[2])
