"""Faults: what becomes of a database to which everything bad happens. Any number but 0 is bad."""

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from flask import Flask

from app.ops.doctor import check_file
from app.server import trusted_hosts
from app.server.run import open_app
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.clubs.keyfile import Key
from bench.faults.damage import SEED, rows_of_damage
from bench.faults.streams import of_streams
from bench.measures import Row, Size, none
from testkit.faults.fuzz import Send, ServedClubs, over_the_wire, to_app
from testkit.faults.kills import kill
from testkit.faults.power_cuts import cut, play
from testkit.faults.token_guesses import guess
from testkit.servers import NO_LIMITS, UNLIMITED, free_port, running

ANSWERS_BEFORE_CUTS = 1_000
PART_OVER_THE_WIRE = 10
"""One request of so many goes to a server, the others straight to the app."""
SHOWN = 20


def faults(folder: Path, size: Size) -> Iterator[Row]:
    """Kills, power cuts, strange requests, a stranger who guesses, and a crowd that follows."""
    yield Row("faults, drawn by lot", f"SEED={SEED}")
    for name, measure in (
        ("kills", of_kills),
        ("cuts", of_cuts),
        ("requests", of_requests),
        ("guesses", of_guesses),
        ("streams", of_streams),
    ):
        own = folder / name
        own.mkdir()
        yield from measure(own, size, random.Random(f"{SEED} {name}"))


def of_kills(folder: Path, size: Size, rng: random.Random) -> Iterator[Row]:
    """A server that is killed while phones answer, or while it starts."""
    damage = kill(folder, size.kills, rng)
    yield Row(f"kill -9, {size.kills} times", f"{damage.acknowledged:,} answers taken")
    yield from rows_of_damage(damage)


def of_cuts(folder: Path, size: Size, rng: random.Random) -> Iterator[Row]:
    """A disk whose power is cut while it is written."""
    disk = play(folder, ANSWERS_BEFORE_CUTS, lambda path: open_app(engine_for(path)))
    damage = cut(disk, size.cuts, rng, folder)
    average = damage.acknowledged // max(1, damage.rounds)
    what = f"power cuts, {size.cuts:,}, in {len(disk.operations):,} deeds of a disk"
    yield Row(what, f"{average:,} answers on average")
    yield from rows_of_damage(damage)


def of_requests(folder: Path, size: Size, rng: random.Random) -> Iterator[Row]:
    """Requests over every route, by everybody, most straight to the app and some over the wire."""
    over_wire = size.requests // PART_OVER_THE_WIRE
    own, database, port = folder / "app.sqlite3", folder / "wire.sqlite3", free_port()
    app = open_app(engine_for(own), limits=NO_LIMITS)
    app.testing = True  # what crashes tells why
    app.config["PUBLIC"] = True
    trusted_hosts.init_app(app)
    at = ["--host", "127.0.0.1", "--port", str(port), "--database", str(database)]
    with running(["-m", "app", "serve", *at, "--public", *UNLIMITED], port, database):
        straight, wire = to_app(app, rng), over_the_wire(port, rng)
        yield from fuzzed(own, app, rng, straight, straight, size.requests - over_wire)
        yield from fuzzed(database, app, rng, over_the_wire(port), wire, over_wire)
        log = database.with_suffix(".log").read_text(errors="replace")
        yield none("  tracebacks in the log of the server", log.count("Traceback"))


def fuzzed(
    file: Path, app: Flask, rng: random.Random, first: Send, send: Send, number: int
) -> Iterator[Row]:
    """One way in, and what came of it; what did harm is printed whole."""
    engine = engine_for(file)
    with closing(ServedClubs(file, Key(engine), app, rng)) as clubs:
        clubs.check_state(first)
        findings = clubs.receive(number, send)
    taken = f"{findings.taken:,} of them taken (2xx, 3xx)"
    yield Row(f"{findings.requests:,} strange requests, {file.stem}", taken)
    yield none("  answered by a crash (5xx)", len(findings.crashes))
    yield none("  that wrote what is not theirs", len(findings.meddled))
    yield none("  that took away what was said", len(findings.lost))
    yield none("  damages", sum(sign.verdict == "bad" for sign in check_file(engine)))
    for one in findings.all_bad[:SHOWN]:
        print(one.encode("utf-8", "backslashreplace").decode())


def of_guesses(folder: Path, size: Size, rng: random.Random) -> Iterator[Row]:
    """A stranger who tries links, codes, cookies and addresses."""
    database = folder / "matches.sqlite3"
    app = open_app(engine_for(database))
    with closing(ServedClubs(database, Key(engine_for(database)), app, rng)) as clubs:
        opened = guess(app, size.guesses, rng)
        assert clubs.states()[HOME], "there is nothing to guess"
    yield none("guesses of a stranger that told something", opened, size.guesses)
