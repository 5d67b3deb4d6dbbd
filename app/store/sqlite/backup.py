"""Backups, copies of a whole database file: on demand, every night (`app.server.housekeeping`),
before an upgrade; and back again.

An open file is no backup: what was written last may be in the write-ahead log beside it. SQLite's
backup API copies both, page by page, while others go on reading and writing.
"""

from __future__ import annotations

import filecmp
import fnmatch
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from glob import escape
from itertools import count, takewhile
from pathlib import Path

from app.program import release
from app.store.clubs.keyfile import (
    forget_fingerprint,
    fsync_directory,
    give_to_owner_of,
    rename_to_new,
)
from app.store.errors import StoreError
from app.store.matches.log import (
    COLUMNS_BEFORE_CLUBS,
    COLUMNS_WITH_CLUBS,
    DamagedLine,
    damaged_lines,
)
from app.store.sqlite.connection import SqliteDatabase
from app.store.sqlite.opening import (
    APPLICATION_ID,
    connect,
    integrity,
    migrate,
    needs_migration,
    open_checked,
    open_file,
    verify,
    version,
)

NIGHTLY_BACKUPS_KEPT = 14
# Less than a day: a database that is served from evening to evening gets a copy at each start.
HOURS_BETWEEN_COPIES = 20
# How every SQLite file begins; what follows: https://sqlite.org/fileformat.html
FILE_HEADER = b"SQLite format 3\0"


@dataclass(frozen=True)
class NightlyBackup:
    """A nightly copy, and when it was made, as the clock of this machine said then."""

    path: Path
    made: datetime

    @property
    def is_of_future(self) -> bool:
        """Whether that moment is still to come: the clock was ahead then, or is behind now."""
        return self.made > datetime.now(UTC)


def make_backup(file: Path, target: Path, *, replaces: bool = False) -> int:
    """Copy the database into one whole file, while it is served. Returns its size in bytes.

    `target` appears only when it is whole and on the disk. It is a new file, or `replaces` an older
    backup. Raises `StoreError` or OSError (FileExistsError for anything else that is there), and
    leaves nothing behind.
    """
    if target.exists():
        if file.exists() and target.samefile(file):
            raise FileExistsError("it is the same file")
        if not is_backup(target):
            raise FileExistsError(f"{target} is there already, and is no backup")
        if not replaces:
            raise FileExistsError(f"{target} is there already: --force replaces an older backup")
    with temporary_copy(file, target) as part:
        if replaces:
            part.rename(target)
        else:
            rename_to_new(part, target)
    fsync_directory(target.parent)
    return target.stat().st_size


def is_backup(path: Path) -> bool:
    """Return whether a file is a database of ours that was never served. Serving switches it to a
    write-ahead log, which its header says from then on."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        header = file.read(100)
    has_log = header[18:20] != b"\1\1"
    is_ours = header.startswith(FILE_HEADER) and header[68:72] == APPLICATION_ID.to_bytes(4)
    return is_ours and not has_log


@contextmanager
def temporary_copy(file: Path, target: Path) -> Iterator[Path]:
    """A verified copy of the database in a file beside `target`, on the disk, mode 0600; removed at
    the end of the block unless it was renamed by then.

    Raises `StoreError` or OSError.
    """
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    try:
        part.touch(mode=0o600, exist_ok=False)
        with closing(connect(file)) as source, closing(open_file(part, "rw")) as copy:
            copy_pages(source, copy)
            # Otherwise the copy would need a write-ahead log beside it as well.
            copy.execute("PRAGMA journal_mode = DELETE")
            verify(copy)
        with part.open("rb+") as copied:
            os.fsync(copied.fileno())
        yield part
    finally:
        part.unlink(missing_ok=True)


def restore_backup(file: Path, source: Path, *, upgrade: bool = True) -> Path | None:
    """Put a backup in the place of the database, also while that is served.

    Without `upgrade` its tables stay those of an older version, which is started next; a database
    that is open anywhere is refused then. Links that were renewed since the backup stay renewed.
    Returns where the replaced database is kept, None if there was none. Raises `StoreError` for a
    source that is damaged, not ours or of a newer version, and for a database that cannot be
    written; OSError; then nothing has changed.
    """
    if not source.is_file():
        raise FileNotFoundError(f"there is no {source}")
    part = file.with_name(file.name + ".restoring")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    try:
        with (
            closing(open_file(source, "ro")) as backup_file,
            closing(open_file(part, "rwc")) as copy,
        ):
            verify(backup_file)
            if not backup_file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise StoreError("it is empty")
            copy_pages(backup_file, copy)
        with closing(open_checked(part)) as restored:
            if restored.execute("SELECT 1 FROM sqlite_master WHERE name = 'codes'").fetchone():
                # The key that is here may be a newer one.
                forget_fingerprint(restored)
            if upgrade:
                # Before anybody sees it.
                migrate(restored)
            elif file.exists():
                refuse_if_open(file)
            kept = set_aside(file) if file.exists() else None
            if not file.exists():
                file.touch(mode=0o600)
                give_to_owner_of(file.parent, file)
            with closing(connect(file, create=True)) as live:
                keep_renewed_links(live, restored)
                # All pages in one transaction, into the same file and not under its name: open
                # connections read the old rows to their end and then the new ones; renaming would
                # leave them with a file that nobody finds.
                copy_pages(restored, live)
    finally:
        for name in (part.name, f"{part.name}-wal", f"{part.name}-shm"):
            part.with_name(name).unlink(missing_ok=True)
    fsync_directory(file.parent)
    return kept


def refuse_if_open(file: Path) -> None:
    """Raise `StoreError` if a server, or another program, has the database open."""
    try:
        with closing(connect(file)) as db:
            # Only the last connection may leave the write-ahead log.
            db.execute("PRAGMA journal_mode = DELETE")
    except StoreError as error:
        if error.reason == "locked":
            raise StoreError(f"{file} is open: stop the server first", "locked") from error
        # A damaged database is moved aside.


def keep_renewed_links(live: SqliteDatabase, restored: SqliteDatabase) -> None:
    """Write into `restored` which links were renewed in `live` since, and the numbers given since.

    Otherwise a restore would open a club again to those who were shut out, and give the number of a
    newer match, and with it its links, to another one.
    """
    has_clubs = "SELECT 1 FROM sqlite_master WHERE name = 'clubs'"
    if not (live.execute(has_clubs).fetchone() and restored.execute(has_clubs).fetchone()):
        return
    clubs = live.execute("SELECT generation, next_match, next_deck, id, founded FROM clubs")
    renewed = live.execute(
        "SELECT matches.generation, number, club, founded FROM matches"
        " JOIN clubs ON clubs.id = club WHERE matches.generation > 1"
    )
    with restored.transaction():
        restored.execute_many(
            "UPDATE clubs SET generation = max(generation, ?), next_match = max(next_match, ?),"
            " next_deck = max(next_deck, ?) WHERE (id, founded) = (?, ?)",
            clubs.fetchall(),
        )
        restored.execute_many(
            "UPDATE matches SET generation = max(generation, ?) WHERE number = ? AND club ="
            " (SELECT id FROM clubs WHERE (id, founded) = (?, ?))",
            renewed.fetchall(),
        )


def set_aside(file: Path) -> Path:
    """Copy the database beside itself, named after this moment; a damaged one is moved there."""
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    aside = file.with_name(f"{file.stem}-before-{moment}{file.suffix}")
    try:
        make_backup(file, aside)
    except StoreError:
        for ending in ("", "-wal", "-shm"):
            if (damaged := file.with_name(file.name + ending)).exists():
                damaged.rename(aside.with_name(aside.name + ending))
    return aside


def copy_pages(source: SqliteDatabase, target: SqliteDatabase) -> None:
    """Make `target` what `source` is, in one transaction."""
    source.conn.backup(target.conn)


def list_nightly_backups(file: Path) -> list[NightlyBackup]:
    """Return the nightly copies of a database, the newest first; last those that are dated in the
    future, of which nobody knows how old they are. Raises OSError where they may not be looked
    at."""
    paths = find(nightly_folder(file), f"{escape(file.stem)}-*{escape(file.suffix)}")
    copies = [
        NightlyBackup(path, datetime.fromtimestamp(path.stat().st_mtime, UTC)) for path in paths
    ]
    return sorted(copies, key=lambda copy: (not copy.is_of_future, copy.made), reverse=True)


def make_nightly_backup(file: Path) -> Path | None:
    """Copy the database if the latest copy is of another day, and delete the oldest copies.

    Returns the copy if one was due. Raises as `make_backup` does.
    """
    now = datetime.now(UTC)
    latest = next(iter(list_nightly_backups(file)), None)
    age = now - latest.made if latest and not latest.is_of_future else None
    if age is not None and age < timedelta(hours=HOURS_BETWEEN_COPIES):
        return None
    nightly_folder(file).mkdir(mode=0o700, exist_ok=True)
    target = nightly_folder(file) / f"{file.stem}-{now:%Y%m%d-%H%M%S}{file.suffix}"
    make_backup(file, target)
    for copy in list_nightly_backups(file)[NIGHTLY_BACKUPS_KEPT:]:
        copy.path.unlink(missing_ok=True)
    return target


def nightly_folder(file: Path) -> Path:
    """Return where the nightly copies of a database are."""
    return file.with_name(f"{file.name}.nights")


def copy_before_upgrade(db: SqliteDatabase, file: Path) -> Path:
    """Copy the database beside itself and compare every line of its logs. Returns the copy.

    `db` is in a transaction, so that nothing is written before the upgrade. Raises `StoreError` or
    OSError.
    """
    with temporary_copy(file, next(names_before_upgrade(file))) as part:
        verify_copy(part, db)
        for name in names_before_upgrade(file):
            try:
                rename_to_new(part, name)
            except FileExistsError:
                # As after an upgrade that failed: each further try would leave another copy.
                if not name.is_file() or not filecmp.cmp(part, name, shallow=False):
                    continue
            break
    fsync_directory(file.parent)
    return name


def names_before_upgrade(file: Path) -> Iterator[Path]:
    """Yield the names that a copy before an upgrade by this release may have."""
    for number in count(1):
        again = f"-{number}" if number > 1 else ""
        name = f"{file.stem}-before-{release() or f'v{version()}'}{again}{file.suffix}"
        yield file.with_name(name)


def latest_copy_before_upgrade(file: Path) -> Path | None:
    """Return the copy that this release made before it upgraded a database, None if it has not."""
    copies = list(takewhile(Path.exists, names_before_upgrade(file)))
    return copies[-1] if copies else None


def is_of_older_version(file: Path) -> bool:
    """Return whether a database, as far as it can be read, waits for its upgrade to this
    version."""
    try:
        with closing(connect(file)) as db:
            return needs_migration(db)
    except StoreError:
        return False


def find(folder: Path, pattern: str) -> list[Path]:
    """Return the files in a folder with such names, none where it is missing. Raises OSError for
    one that may not be read, which `Path.glob` takes for an empty one."""
    if not folder.exists():
        return []
    return [folder / name for name in fnmatch.filter(os.listdir(folder), pattern)]


def verify_copy(part: Path, db: SqliteDatabase) -> None:
    """Raise `StoreError` if a copy is damaged, or has a damaged line that `db` does not have."""
    with closing(open_file(part, "ro")) as copy:
        if problems := integrity(copy):
            raise StoreError(f"it is damaged: {problems[0]}")
        # Lines that were damaged before are so in the copy too, and `doctor` names them.
        if others := set(damaged_lines_of(copy)).difference(damaged_lines_of(db)):
            other = min(others, key=lambda damage: (damage.club, damage.match))
            raise StoreError(f"line {other.line} of match {other.match} is another in the copy")


def damaged_lines_of(db: SqliteDatabase) -> list[DamagedLine]:
    """Return the damaged lines in a database of any version; the first versions had no
    checksums."""
    columns = {name for _id, name, *_about in db.execute("PRAGMA table_info(events)")}
    if "checksum" not in columns:
        return []
    # A damaged letter may be none any more, and has to be compared all the same.
    db.conn.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
    try:
        return list(
            damaged_lines(db, COLUMNS_WITH_CLUBS if "club" in columns else COLUMNS_BEFORE_CLUBS)
        )
    finally:
        db.conn.text_factory = str
