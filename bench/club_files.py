"""A whole club as one file, out and in, as its page does it; and what others get meanwhile."""

import re
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from io import BytesIO
from pathlib import Path

from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from app.store import engine_for
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.store.engine import DatabaseUrl
from bench.load import SLOWEST, score
from bench.measures import NO_POSTGRES, Row, Size, at_most, in_background, left_out, p95, seconds
from bench.speed import ON_DISK
from testkit.http_browser import PLAIN, Browser
from testkit.postgres import a_cluster, programs
from testkit.servers import app_server
from testkit.whole_matches import fill, some_of_each

LONGEST_OUT, LONGEST_IN = 0.010, 0.020
"""In seconds, for each match."""
FEWEST = 300
"""Matches: with less, what is measured is how long a worker takes to start."""


def club_files(folder: Path, size: Size) -> Iterator[Row]:
    """On both engines: the file of a club, and how long the answers of another one take while it
    comes into a third."""
    yield from out_and_in("SQLite", folder / "clubs.sqlite3", folder, size)
    if programs() is None:
        yield left_out("the same on PostgreSQL", NO_POSTGRES)
        return
    with a_cluster(ON_DISK, shared_buffers="128MB") as cluster:
        yield from out_and_in("PostgreSQL", cluster.address(cluster.new_database()), folder, size)


def out_and_in(engine: str, database: DatabaseUrl, folder: Path, size: Size) -> Iterator[Row]:
    """The rows of one engine."""
    number = max(size.matches_played, FEWEST)
    fill(database, some_of_each(number))
    with closing(engine_for(database).open()) as db:
        here, elsewhere = (clubs.create_club(db, name).id for name in ("Sunday", "Friday"))
    with app_server(database, folder) as server, Browser(server.port, PLAIN) as phone:
        took = seconds(partial(export_home, phone))
        yield at_most(f"{number:,} matches out, {engine}", took, LONGEST_OUT * number, "s", ".1f")
        content = phone.ask("GET", f"/c/{HOME}/whole/out/file").body
        answers: list[float] = []
        with Browser(server.port, PLAIN) as other:
            answering = partial(score, other, some_of_each(10), elsewhere, answers)
            with in_background(answering):
                took = seconds(partial(take_in, phone, here, content))
        yield at_most(f"{number:,} matches in, {engine}", took, LONGEST_IN * number, "s", ".1f")
        what = f"  an answer of another club meanwhile, p95 of {len(answers)}"
        yield at_most(what, p95(answers) * 1000, SLOWEST * 1000, "ms")


def export_home(phone: Browser) -> None:
    """Let the home club become a file."""
    phone.ask("POST", f"/c/{HOME}/whole/out", {})
    while "hx-get=" in phone.ask("GET", f"/c/{HOME}/whole/out", part=True).body.decode():
        pass


def take_in(phone: Browser, club: str, content: bytes) -> None:
    """Let a file come into a club."""
    address = sent(phone, club, content)
    for phase in ("read", "write", "count"):
        while not (
            to := phone.ask("GET", f"{address}?phase={phase}", part=True).headers["HX-Redirect"]
        ):
            pass
        if not to.endswith(address):
            return
        if phase == "read":
            phone.ask("POST", address, {})


def sent(phone: Browser, club: str, content: bytes) -> str:
    """Send the file of a club. Returns the address of what is in it."""
    boundary, body = encode_multipart({"file": FileStorage(BytesIO(content), "club.zip")})
    about = {"Content-Type": f"multipart/form-data; boundary={boundary}", "Origin": phone.origin}
    phone.connection.request("POST", f"/c/{club}/whole/in", body, phone.headers | about)
    response = phone.connection.getresponse()
    response.read()
    return re.sub(r"^https?://[^/]+", "", response.headers["Location"])
