"""The command `doctor`: is this machine fit to keep the score, and is the book whole?"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Literal, NamedTuple

from app import store
from app.paths import POCKET

Verdict = Literal["ok", "look", "bad"]
MARKS: dict[Verdict, str] = {"ok": "✓", "look": "!", "bad": "✗"}
LATE_HOURS = 48


class Check(NamedTuple):
    """What was looked at, in one line, and whether it is well."""

    verdict: Verdict
    line: str


def examine(book: store.DatabaseUrl, key: Path) -> Iterator[Check]:
    """Look at the programs that are needed, at the score book, at the key of its links, and at its
    copies."""
    yield Check("ok", f"Tricktally {version('tricktally')}, Python {platform.python_version()}")
    if isinstance(book, Path):
        yield Check("ok", f"SQLite {store.sqlite_version()}")
    yield of_the_press()
    yield of_the_pocket()
    if isinstance(book, Path):
        yield from of_the_book(book)
    else:
        yield from of_the_server(book)
    yield from of_the_key(book, key)
    yield of_the_copies(book)
    yield Check(
        "look",
        "Phones open it by http unless a proxy speaks HTTPS for it: then the screen is kept on by"
        " a silent video, links are copied by hand, and the app cannot be installed.",
    )


def of_the_press() -> Check:
    """Whether sheets can be printed here."""
    try:
        from weasyprint import __version__
        from weasyprint.text.ffi import pango
    except (ImportError, OSError) as error:
        return Check("bad", f"Nothing can be printed: {str(error).splitlines()[0]}")
    number = pango.pango_version()
    major, minor, micro = number // 10_000, number // 100 % 100, number % 100
    return Check("ok", f"WeasyPrint {__version__}, Pango {major}.{minor}.{micro}")


def of_the_pocket() -> Check:
    """Whether the app can be taken along from here."""
    if (POCKET / "index.html").exists():
        return Check(
            "ok", "The app can be taken along: over HTTPS, or on this machine, at /pocket/"
        )
    return Check("look", "The app cannot be taken along: `make pocket` was not run before")


def of_the_book(book: Path) -> Iterator[Check]:
    """Whether the score book is there, whole, and as it was written, line by line."""
    if not book.exists():
        yield Check("look", f"There is no {book} yet: `tricktally serve` makes it")
        return
    try:
        with closing(store.connect(book)) as db:
            if store.needs_migration(db):
                yield Check("look", f"{book} is of an older version: `tricktally serve` renews it")
                return
            problems = store.integrity(db)
            for problem in problems:
                yield Check("bad", f"{book} is damaged: {problem}")
            if not problems:
                yield from of_the_rows(db, str(book), book.stat().st_size)
    except store.StoreError as error:
        yield Check("bad", f"{book} cannot be read: {error}")


def of_the_server(address: str) -> Iterator[Check]:
    """Whether the server that keeps the book is there, how it is set, and what is in the book."""
    name = store.name_of(address)
    try:
        state = store.status_of(address)
        yield Check(
            "ok", f"{state.version} at {name}, {state.round_trip * 1000:.2f} ms there and back"
        )
        if state.is_read_only:
            yield Check("look", "It may only be read: nobody can keep the score there")
        yield Check(
            "ok",
            "A pooler stands before it, and each transaction may come to another of its processes"
            if state.is_pooled
            else "No pooler stands before it",
        )
        yield (
            Check("ok", "An answer is told at once to pages that come from another process")
            if state.is_heard
            else Check("look", "Nothing is told from one process to another by LISTEN and NOTIFY")
        )
        with closing(store.open_readonly(address)) as db:
            yield Check("ok", "What is saved is on its disk: its settings are safe")
            yield from of_the_rows(db, name, state.size)
    except store.DatabaseTooOld as error:
        yield Check("look", f"{name}: {error}")
    except store.StoreError as error:
        yield Check("bad", f"{name} cannot be used: {error}")


def of_the_rows(db: store.Database, name: str, size: int | None) -> Iterator[Check]:
    """What a book holds, and whether each line is what was written."""
    damages = list(store.damaged_lines(db))
    for damage in damages:
        yield Check(
            "bad",
            f"Match {damage.match} of club {damage.club}: line {damage.line} of its log is not"
            " what was written",
        )
    if not damages:
        clubs = store.list_clubs(db)
        matches = sum(store.count_matches(db, club.id) for club in clubs)
        of_clubs = "1 club" if len(clubs) == 1 else f"{len(clubs)} clubs"
        of_matches = "1 match" if matches == 1 else f"{matches} matches"
        of_size = f", {size / 1e6:.1f} MB" if size is not None else ""
        yield Check("ok", f"{name}: {of_matches}, {of_clubs}{of_size}, every line as written")


def of_the_key(book: store.DatabaseUrl, path: Path) -> Iterator[Check]:
    """Whether the key of all links is there, whole, and for nobody else to read."""
    if not path.is_file():
        if store.is_address(book) or Path(book).exists():
            yield Check(
                "look",
                f"There is no {path}: unless you put it back, `tricktally serve` makes another, and"
                " no link or phone of before comes in any more",
            )
        return
    about = path.stat()
    if about.st_size < store.KEY_BYTES:
        yield Check("bad", f"{path} is cut short: put it back from a backup, or delete it")
    elif os.name == "posix" and about.st_mode & 0o077:
        yield Check("bad", f"Others on this machine may read {path}: chmod 600 {path}")
    else:
        yield Check(
            "ok",
            f"{path}, from which all links are made, is for nobody else to read; "
            + (
                "no backup of the server takes it along, and all processes need the same"
                if store.is_address(book)
                else "`tricktally backup` takes it along, and a nightly copy does not"
            ),
        )


def of_the_copies(book: store.DatabaseUrl) -> Check:
    """When the book was last copied by a night's copy."""
    if not isinstance(book, Path):
        return Check("look", "A server is backed up by its own tools: pg_dump or pg_basebackup")
    latest = next(iter(store.nightly_copies(book)), None)
    if latest is None:
        return Check("look", "No nightly copy yet: `tricktally serve` makes one a day")
    hours = (datetime.now(UTC) - latest.made).total_seconds() / 3600
    verdict: Verdict = "look" if hours > LATE_HOURS else "ok"
    return Check(verdict, f"Latest copy: {latest.path}, {hours:.0f} hours old")


def report(book: store.DatabaseUrl, key: Path) -> int:
    """Print what is to be said of a book and its key; 1 if anything is bad."""
    worst = 0
    for sign in examine(book, key):
        print(f"{MARKS[sign.verdict]} {sign.line}", flush=True)
        worst = max(worst, int(sign.verdict == "bad"))
    return worst
