"""One club does its worst, and another one keeps the score: each has its share of the server.

Run as a program with a port and the address of a match, it is that club, until its input ends.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from app import store
from app.paths import PROJECT
from app.store import HOME
from bench.browser import Browser
from bench.expensive_match import kept, renamed
from bench.measures import Row, Size
from bench.servers import Server, app_server
from bench.whole_matches import some_of_each, whole_match

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
    book = folder / "clubs.sqlite3"
    with closing(store.engine_for(book).open()) as db:
        store.ensure_home_club(db)
        victim = store.create_club(db, "Friday").id
        match = f"/c/{HOME}/matches/{kept(db, renamed())}"
    with app_server(book, limits=()) as server:
        alone = answer_times(server, victim, size.matches_played)
        with worst_club(server, match):
            beside = answer_times(server, victim, size.matches_played)
            seconds = time_of_sheet(server, victim)
    for what, times in (("alone", alone), ("beside a club that does its worst", beside)):
        late = times[int(len(times) * 0.95)]
        yield Row(
            f"an answer of a club {what}",
            f"{median(times) * 1000:.0f} ms, p95 {late * 1000:.0f} ms ({len(times)} answers)",
            f"p95 {MAX_MILLISECONDS} ms",
            late * 1000 > MAX_MILLISECONDS,
        )
    yield Row(
        "a sheet of it, beside that",
        f"{seconds:.1f} s",
        f"{MAX_SHEET_SECONDS} s",
        seconds > MAX_SHEET_SECONDS,
    )


def answer_times(server: Server, club: str, matches: int) -> list[float]:
    """The seconds of each answer in so many matches, in their order."""
    times = []
    with Browser(server.port) as phone:
        for match in some_of_each(max(10, matches // 20)):
            begun = phone.ask("POST", f"/c/{club}/matches", match.first_form)
            address = begun.headers["Location"]
            for line, form in enumerate(match.forms[:20], start=1):
                time.sleep(BETWEEN_ANSWERS)
                begin = time.perf_counter()
                phone.enter(address, line, form)
                times.append(time.perf_counter() - begin)
    return sorted(times)


def time_of_sheet(server: Server, club: str) -> float:
    """The seconds until the sheet of a match is printed."""
    with Browser(server.port) as phone:
        begun = phone.ask("POST", f"/c/{club}/matches", whole_match("trex").first_form)
        begin = time.perf_counter()
        phone.ask("GET", f"{begun.headers['Location']}/sheet.pdf")
        return time.perf_counter() - begin


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
    file = whole_match("tribello").file
    form = urlencode({"text": str(file).replace("'", '"')})
    number = count()

    def long_page() -> tuple[str, str, str]:
        return "GET", f"{match}/{('sheet', 'log')[next(number) % 2]}", ""

    def sheet() -> tuple[str, str, str]:
        return "GET", f"{match}/sheet.pdf?paper={('a4', 'a5', 'letter')[next(number) % 3]}", ""

    def opened_file() -> tuple[str, str, str]:
        return "POST", f"/c/{HOME}/matches/import", form

    def stream() -> tuple[str, str, str]:
        return "GET", f"{match}/live", ""

    asks = [long_page] * READERS + [sheet] * PRINTERS + [opened_file] * IMPORTERS
    for ask in [*asks, *[stream] * STREAMS]:
        threading.Thread(target=ask_on, args=(port, ask), daemon=True).start()
    sys.stdin.read()


def ask_on(port: int, ask: Callable[[], tuple[str, str, str]]) -> None:
    """Ask again and again, whatever the answer is."""
    about = {"Content-Type": "application/x-www-form-urlencoded"}
    while True:
        with (
            suppress(OSError, HTTPException),
            closing(HTTPConnection("127.0.0.1", port, 60, source_address=ELSEWHERE)) as phone,
        ):
            while True:
                method, path, form = ask()
                phone.request(method, path, form or None, about if form else {})
                phone.getresponse().read()
        time.sleep(0.1)


if __name__ == "__main__":
    do_its_worst(int(sys.argv[1]), sys.argv[2])
