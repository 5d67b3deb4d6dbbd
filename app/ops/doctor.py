"""The command `doctor`: check this machine, the database, its key and its backups."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, NamedTuple

from app.file_rights import describe, require_tree
from app.ops.copy import count_of
from app.paper.pdf import NotInstalled, import_weasyprint
from app.paths import IS_WHEEL, POCKET
from app.program import command, release, report_address
from app.store.clubs import clubs, keyfile
from app.store.clubs.clubs import Club
from app.store.clubs.keyfile import problem_of_key, read_key
from app.store.engine import Database, Engine
from app.store.errors import DatabaseTooOld, InvalidKey, StoreError
from app.store.matches import facts, lists, log
from app.store.postgres.engine import PostgresEngine
from app.store.sqlite.backup import list_nightly_backups
from app.store.sqlite.connection import LEAST_ROOM, free_bytes
from app.store.sqlite.engine import sqlite_version
from app.store.sqlite.opening import integrity, needs_migration, why_read_only

SYMBOLS = {"ok": "✓", "note": "·", "look": "!", "bad": "✗"}
LATE_HOURS = 48


class Check(NamedTuple):
    """The result of a check in one line: ok, a note, worth a look, or bad."""

    verdict: Literal["ok", "note", "look", "bad"]
    line: str


def report(engine: Engine, key: Path, *, has_proxy: bool) -> int:
    """Print a line for each check of a database and its key; returns 1 if anything is bad, else
    0."""
    worst = 0
    for check in examine(engine, key, has_proxy=has_proxy):
        print(f"{SYMBOLS[check.verdict]} {check.line}", flush=True)
        worst = max(worst, int(check.verdict == "bad"))
    return worst


def examine(engine: Engine, key: Path, *, has_proxy: bool) -> Iterator[Check]:
    """Yield checks of the libraries, the database, the key of its links, and its backups."""
    yield Check("ok", f"Tricktally {release()}, Python {platform.python_version()}")
    if address := report_address():
        yield Check("ok", f"Problems and vulnerabilities are reported at {address}")
    if engine.file:
        yield Check("ok", f"SQLite {sqlite_version()}")
    yield check_pdf()
    its_checks = (
        check_pocket(),
        check_server(engine) if isinstance(engine, PostgresEngine) else check_file(engine),
        check_key(engine, key),
        check_backup(engine),
    )
    for checks in its_checks:
        try:
            yield from checks
        except PermissionError as error:
            yield Check("bad", describe(error))
    if has_proxy:
        yield Check("ok", "Phones open it through a proxy, by https")
    else:
        yield Check(
            "note",
            "Without a proxy for HTTPS, phones open it by http: a silent video keeps the screen on,"
            " links are copied by hand, and the app cannot be installed.",
        )


def check_pdf() -> Check:
    """Check whether sheets can be printed here."""
    try:
        weasyprint = import_weasyprint()
    except NotInstalled as error:
        return Check("bad", f"Nothing can be printed: {error}")
    from weasyprint.text.ffi import pango

    number = pango.pango_version()
    major, minor, micro = number // 10_000, number // 100 % 100, number % 100
    return Check("ok", f"WeasyPrint {weasyprint.__version__}, Pango {major}.{minor}.{micro}")


def check_pocket() -> Iterator[Check]:
    """Check whether phones can install the pocket edition."""
    if (POCKET / "index.html").exists():
        require_tree(POCKET)
        yield Check("ok", "The app can be taken along: over HTTPS, or on this machine, at /pocket/")
    else:
        reason = (
            "this wheel has no pocket edition" if IS_WHEEL else "`make pocket` was not run before"
        )
        yield Check("note", f"The app cannot be taken along: {reason}")


def check_file(engine: Engine) -> Iterator[Check]:
    """Check whether the database file is there, whole, and as it was written, line by line."""
    if engine.file is None or engine.is_missing:
        serve = command("serve", engine)
        yield Check("bad", f"There is no {engine.name}: `{serve}` makes a new one there")
        return
    if os.name == "posix" and engine.file.stat().st_mode & 0o007:
        yield Check(
            "look", f"Others on this machine may read {engine.file}: chmod 600 {engine.file}"
        )
    try:
        with closing(engine.connect()) as db:
            yield from check_writing(db, engine.file)
            if needs_migration(db):
                serve = command("serve", engine)
                yield Check("look", f"{engine.name} is of an older version: `{serve}` renews it")
                return
            problems = integrity(db)
            for problem in problems:
                yield Check("bad", f"{engine.name} is damaged: {problem}")
            if not problems:
                yield from check_lines(db, engine, engine.file.stat().st_size)
    except StoreError as error:
        yield Check("bad", f"{engine.name} cannot be read: {error}")


def check_writing(db: Database, file: Path) -> Iterator[Check]:
    """Check whether this program, and the owner of the file, can save anything."""
    if db.is_read_only:
        yield Check("bad", f"Nothing can be saved: {why_read_only(file)}")
    elif os.name == "posix" and not file.stat().st_mode & 0o200:
        yield Check("bad", f"Its owner can save nothing in {file}: chmod 600 {file}")
    free = free_bytes(file)
    if free is not None and free < LEAST_ROOM:
        yield Check("bad", f"Nothing can be saved soon: {free / 1000:.0f} KB are left on the disk")


def check_server(engine: PostgresEngine) -> Iterator[Check]:
    """Check whether PostgreSQL answers, its settings, and whether each line is as it was
    written."""
    try:
        status = engine.status()
        trip = f"{status.round_trip * 1000:.2f} ms there and back"
        yield Check("ok", f"{status.version} at {engine.name}, {trip}")
        if status.is_read_only:
            yield Check("bad", "It is read-only: no score can be saved there")
        yield Check(
            "ok",
            "A connection pooler is in front of it; each transaction may use another connection"
            if status.is_pooled
            else "No connection pooler is in front of it",
        )
        yield (
            Check("ok", "A saved answer reaches the pages of other processes at once")
            if status.has_notifications
            else Check(
                "look", "LISTEN and NOTIFY do not work: pages of other processes update later"
            )
        )
        with closing(engine.open_readonly()) as db:
            yield Check("ok", "What is saved is on its disk: its settings are safe")
            yield from check_lines(db, engine, status.size)
    except DatabaseTooOld as error:
        yield Check("look", f"{engine.name}: {error}")
    except StoreError as error:
        yield Check("bad", f"{engine.name} cannot be used: {error}")


def check_lines(db: Database, engine: Engine, size: int | None) -> Iterator[Check]:
    """Check whether each line of the logs is as it was written, and count what the database has."""
    damaged = list(log.damaged_lines(db))
    for line in damaged:
        yield Check(
            "bad",
            f"Match {line.match} of club {line.club}: line {line.line} of its log is not what was"
            " written",
        )
    if not damaged:
        every_club = clubs.list_clubs(db)
        matches = sum(lists.count_matches(db, club.id) for club in every_club)
        its_size = f", {size / 1e6:.1f} MB" if size is not None else ""
        holds = f"{count_of(matches, 'match')}, {count_of(len(every_club), 'club')}{its_size}"
        yield Check("ok", f"{engine.name}: {holds}, every line as written")
        yield from check_numbers(db, every_club, engine)


def check_numbers(db: Database, every_club: Sequence[Club], engine: Engine) -> Iterator[Check]:
    """Check whether the statistics of each club are complete."""
    for club in every_club:
        wrong = facts.wrong_numbers(db, club.id)
        if wrong.matches or wrong.sums:
            wrong_rows = f"{count_of(wrong.matches, 'match')} and {count_of(wrong.sums, 'sum')}"
            yield Check(
                "bad",
                f"The numbers of club {club.id} do not add up, in {wrong_rows}:"
                f" `{command('rebuild', engine)}` makes them again from the logs",
            )


def check_key(engine: Engine, path: Path) -> Iterator[Check]:
    """Check whether the key of all links is there, whole, and readable by its owner alone."""
    if engine.is_missing and not path.exists():
        return
    try:
        problem = problem_of_key(path)
    except OSError as error:
        yield Check("bad", f"The key of all links cannot be read: {describe(error)}")
        return
    # The first of these is the one to repair: a missing or damaged key, another key, too many
    # permissions for others, too few for the owner, another owner than that of the database.
    if problem and not path.is_symlink() and not path.exists() and not has_been_used(engine):
        yield Check("look", f"There is no {path} yet: `{command('serve', engine, path)}` makes it")
    elif problem:
        yield Check("bad", str(InvalidKey(problem, engine, path)))
    elif is_another_key := another_key(engine, path):
        yield Check("bad", is_another_key)
    elif os.name == "posix" and path.stat().st_mode & 0o077:
        yield Check("bad", f"Others on this machine may read {path}: chmod 600 {path}")
    elif os.name == "posix" and not path.stat().st_mode & 0o400:
        yield Check("bad", f"Its owner may not read {path}: chmod 600 {path}")
    elif engine.file and not engine.is_missing and engine.file.stat().st_uid != path.stat().st_uid:
        yield Check(
            "bad",
            f"{path} belongs to another user than {engine.file}, whose server cannot read it:"
            f" chown --reference={engine.file} {path}",
        )
    else:
        its_backup = (
            f"`{command('backup FILE', engine, path)}` takes it along, and a nightly copy does not"
            if engine.file
            else "no backup of the server takes it along, and all processes need the same"
        )
        yield Check(
            "ok",
            f"{path}, from which all links are made, is for nobody else to read; {its_backup}",
        )


def another_key(engine: Engine, path: Path) -> str | None:
    """Return the message that links were made with another key, None if not, or if that cannot be
    read."""
    try:
        with closing(engine.open_readonly()) as db:
            if clubs.has_been_used(db):
                keyfile.refuse_another_key(db, engine, path, read_key(path))
    except InvalidKey as error:
        return str(error)
    except (StoreError, OSError):
        pass
    return None


def has_been_used(engine: Engine) -> bool:
    """Whether links to this database were given out; False if it cannot be opened."""
    try:
        with closing(engine.open_readonly()) as db:
            return clubs.has_been_used(db)
    except StoreError:
        return False


def check_backup(engine: Engine) -> Iterator[Check]:
    """Check whether the latest nightly backup is of this or the last night."""
    if engine.file is None:
        yield Check("look", "A server is backed up by its own tools: pg_dump or pg_basebackup")
    elif not (copies := list_nightly_backups(engine.file)):
        yield Check("look", f"No nightly copy yet: `{command('serve', engine)}` makes one a day")
    elif copies[0].is_of_future:
        yield Check("look", f"{copies[0].path} is dated in the future: is the clock right?")
    else:
        hours = (datetime.now(UTC) - copies[0].made).total_seconds() / 3600
        yield Check(
            "look" if hours > LATE_HOURS else "ok",
            f"Latest copy: {copies[0].path}, {hours:.0f} hours old",
        )
