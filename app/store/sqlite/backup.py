"""Copies of the whole score book: on demand, each night, and back again.

A file that is open is no backup: what was written last may lie in the log beside it. SQLite's own
backup takes both, page by page, while others go on reading and writing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.store.errors import StoreError
from app.store.files import fsync_directory, rename_to_new
from app.store.sqlite.connections import (
    APPLICATION_ID,
    connect,
    migrate,
    open_file,
    open_to_write,
    verify,
)
from app.store.sqlite.engine import Database

NIGHTLY_COPIES_KEPT = 14
"""So many nightly copies are kept."""
SQLITE = b"SQLite format 3\0"
"""How the file of each of its databases begins; what follows: https://sqlite.org/fileformat.html"""
HOURS_BETWEEN = 20
"""A book that is served from evening to evening gets a copy each time it is opened."""


@dataclass(frozen=True)
class NightlyCopy:
    """A nightly copy and when it was made."""

    path: Path
    made: datetime


def backup(book: Path, target: Path, *, replaces: bool = False) -> int:
    """Copy the score book into one whole file, while people go on scoring. Returns its bytes.

    `target` appears when it is whole and on the disk. It is a new file, or `replaces` an older
    backup. Raises `StoreError` or OSError (FileExistsError for anything else that is there), and
    leaves nothing behind.
    """
    if target.exists():
        if book.exists() and target.samefile(book):
            raise FileExistsError("it is the same file")
        if not is_backup(target):
            raise FileExistsError(f"{target} is there already, and is no backup")
        if not replaces:
            raise FileExistsError(f"{target} is there already: --force replaces an older backup")
    with temporary_copy(book, target) as part:
        if replaces:
            part.rename(target)
        else:
            rename_to_new(part, target)
    fsync_directory(target.parent)
    return target.stat().st_size


def is_backup(path: Path) -> bool:
    """Whether a file is a score book of ours that nobody serves: one that is served, or was, keeps
    a log beside it, and its head says so."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        head = file.read(100)
    has_log = head[18:20] != b"\1\1"
    return head.startswith(SQLITE) and head[68:72] == APPLICATION_ID.to_bytes(4) and not has_log


@contextmanager
def temporary_copy(book: Path, target: Path) -> Iterator[Path]:
    """A whole copy of the score book in a file beside `target`, on the disk, and for its owner
    alone; removed at the end of the block unless it has another name by then.

    Raises `StoreError` or OSError.
    """
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    try:
        part.touch(mode=0o600, exist_ok=False)
        with closing(connect(book)) as source, closing(open_file(part, "rw")) as copy:
            copy_pages(source, copy)
            # Without this the copy would want a log beside it as well.
            copy.execute("PRAGMA journal_mode = DELETE")
            verify(copy)
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        yield part
    finally:
        part.unlink(missing_ok=True)


def restore(book: Path, source: Path) -> Path | None:
    """Put a backup in the place of the score book, also while that is served.

    Links that were renewed since the backup stay so. Returns where the book of before is kept,
    None if there was none. Raises `NotOurs` for what is no backup or a newer one, `StoreError` for
    what is damaged or a book that cannot be written, and OSError; then nothing has changed.
    """
    if not source.is_file():
        raise FileNotFoundError(f"there is no {source}")
    part = book.with_name(book.name + ".restoring")
    try:
        with (
            closing(open_file(source, "ro")) as backup_file,
            closing(open_file(part, "rwc")) as copy,
        ):
            verify(backup_file)
            if not backup_file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise StoreError("it is empty")
            copy_pages(backup_file, copy)
        # A backup of an older version gets the tables of this one before anybody sees it.
        with closing(open_to_write(part)) as whole:
            migrate(whole)
            kept = set_aside(book) if book.exists() else None
            with closing(connect(book, create=True)) as live:
                keep_renewed_links(live, whole)
                # All pages in one transaction: whoever reads meanwhile sees the book of before to
                # the end, and whoever writes waits.
                copy_pages(whole, live)
    finally:
        for name in (part.name, f"{part.name}-wal", f"{part.name}-shm"):
            part.with_name(name).unlink(missing_ok=True)
    fsync_directory(book.parent)
    return kept


def keep_renewed_links(live: Database, whole: Database) -> None:
    """Let a restore open nothing that was shut since: in `whole`, which takes the place of `live`,
    links that were renewed stay so, and no number is given twice."""
    tables = {name for (name,) in live.execute("SELECT name FROM sqlite_master")}
    if "clubs" not in tables:
        return
    clubs = live.execute("SELECT generation, next_match, next_deck, id, founded FROM clubs")
    renewed = live.execute(
        "SELECT matches.generation, number, club, founded FROM matches"
        " JOIN clubs ON clubs.id = club WHERE matches.generation > 1"
    )
    with whole.transaction():
        whole.execute_many(
            "UPDATE clubs SET generation = max(generation, ?), next_match = max(next_match, ?),"
            " next_deck = max(next_deck, ?) WHERE (id, founded) = (?, ?)",
            clubs.fetchall(),
        )
        whole.execute_many(
            "UPDATE matches SET generation = max(generation, ?) WHERE number = ? AND club ="
            " (SELECT id FROM clubs WHERE (id, founded) = (?, ?))",
            renewed.fetchall(),
        )


def set_aside(book: Path) -> Path:
    """A copy of the book beside it, named after this moment; what is damaged is moved there."""
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    aside = book.with_name(f"{book.stem}-before-{moment}{book.suffix}")
    try:
        backup(book, aside)
    except StoreError:
        for ending in ("", "-wal", "-shm"):
            if (file := book.with_name(book.name + ending)).exists():
                file.rename(aside.with_name(aside.name + ending))
    return aside


def nightly_copies(book: Path) -> list[NightlyCopy]:
    """The nightly copies of a score book, the newest first."""
    paths = nightly_folder(book).glob(f"{book.stem}-*{book.suffix}")
    made = [NightlyCopy(path, datetime.fromtimestamp(path.stat().st_mtime, UTC)) for path in paths]
    return sorted(made, key=lambda copy: copy.made, reverse=True)


def make_nightly_copy(book: Path) -> Path | None:
    """Make a copy if the latest is of another day, and drop what is too old. Returns it, if made.

    Raises as `backup` does.
    """
    now = datetime.now(UTC)
    latest = next(iter(nightly_copies(book)), None)
    if latest and now - latest.made < timedelta(hours=HOURS_BETWEEN):
        return None
    nightly_folder(book).mkdir(exist_ok=True)
    target = nightly_folder(book) / f"{book.stem}-{now:%Y%m%d-%H%M%S}{book.suffix}"
    backup(book, target)
    for copy in nightly_copies(book)[NIGHTLY_COPIES_KEPT:]:
        copy.path.unlink(missing_ok=True)
    return target


def nightly_folder(book: Path) -> Path:
    """Where the nightly copies of a book lie."""
    return book.with_name(f"{book.name}.nights")


def copy_pages(source: Database, target: Database) -> None:
    """Make `target` what `source` is, in one transaction."""
    source.conn.backup(target.conn)
