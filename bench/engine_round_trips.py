"""How often the app turns to PostgreSQL for one request, and what it takes to be connected."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from urllib.parse import quote

from bench.browser import Browser
from bench.measures import Row, Size
from bench.servers import app_server
from bench.throughput import Phone, play, shared_out
from bench.whole_matches import whole_match
from tests.postgres import Cluster

TOLD = quote("-clog_statement=all -clog_min_messages=log")
STATEMENT = re.compile(r"LOG:  (?:statement|execute [^:]*): (\w+)")
WARM = 8
"""So many times each is asked before: from the sixth time on a statement is prepared."""
PHONES = 24
"""As many as the app has threads."""


def trips(cluster: Cluster, folder: Path, _size: Size) -> Iterator[Row]:
    """What the log of the server says of one request, and the memory of the app."""
    address = cluster.address(cluster.new_database(), options=TOLD)
    match = whole_match("trex")
    with app_server(address, folder) as app, Browser(app.port) as browser:
        forms = iter(enumerate(match.forms, start=1))
        place = browser.begin(match)

        def answer() -> None:
            line, form = next(forms)
            browser.enter(place, line, form)

        requests: dict[str, Callable[[], object]] = {
            "an answer": answer,
            "a match page": partial(browser.ask, "GET", place),
            "the start page": partial(browser.ask, "GET", "/"),
            "a new match": partial(browser.ask, "GET", "/matches/new?game=trex"),
        }
        for what, ask in requests.items():
            for _time in range(WARM):
                ask()
            before = len(statements(cluster))
            ask()
            words = statements(cluster)[before:]
            yield Row(f"statements for {what}", f"{len(words)}: {' '.join(words)}")
    yield from of_memory(cluster, folder)


def statements(cluster: Cluster) -> list[str]:
    """The first word of each statement that the server was sent so far."""
    return STATEMENT.findall((cluster.folder / "log").read_text())


def of_memory(cluster: Cluster, folder: Path) -> Iterator[Row]:
    """The same phones at a database in a file and at one on the server."""
    databases = {
        "SQLite": folder / "engine-memory.sqlite3",
        "PostgreSQL": cluster.address(cluster.new_database()),
    }
    for engine, database in databases.items():
        with app_server(database, folder) as app:
            at_first = app.memory()
            shares = shared_out(PHONES)
            phones = [Phone(app.port, shares[n % len(shares)]) for n in range(PHONES)]
            play(phones, 2)
            after = app.memory()
        if at_first and after:
            yield Row(f"memory on {engine}", f"{after:.0f} MB ({at_first:.0f} MB at first)")
