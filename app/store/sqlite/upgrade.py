"""Making a database ready to be served: its tables are created, or upgraded to those of today.

Before a database of an older version is touched, a checked copy of it lies beside it: an older
program, to which somebody may want to go back, does not read what this one writes.
"""

from __future__ import annotations

import filecmp
import logging
import re
from collections.abc import Iterator
from contextlib import closing
from glob import escape
from itertools import count
from pathlib import Path

from app.store.errors import StoreError
from app.store.files import fsync_directory, rename_to_new
from app.store.log import BEFORE_CLUBS, WITH_CLUBS, DamagedLine, damaged_lines
from app.store.sqlite.backup import temporary_copy
from app.store.sqlite.connections import (
    Journal,
    integrity,
    migrate,
    needs_migration,
    open_file,
    open_to_write,
    version,
)
from app.store.sqlite.engine import Database
from app.store.sqlite.migrations import migrations

COPY = re.compile(r"-before-v(?P<numbers>\d+(-\d+)?)$")

log = logging.getLogger("tricktally")


def prepare(path: Path | str, journal: Journal = "wal", *, needs_copy: bool = True) -> Database:
    """Create or upgrade the tables, after a copy was made of those of an older version.

    Without one nothing is upgraded, unless it is only wanted and not needed. Keep the returned
    connection open for as long as the program runs. Raises `StoreError` or OSError.
    """
    db = open_to_write(path, journal)
    try:
        # Only an older version has anything to write, so that others wait for nothing.
        if not db.is_read_only and needs_migration(db):
            upgrade(db, Path(path), needs_copy=needs_copy)
    except BaseException:
        db.close()
        raise
    return db


def upgrade(db: Database, path: Path, *, needs_copy: bool) -> None:
    """Create or upgrade the tables, and say what was upgraded and where its copy lies."""
    # Nobody writes from before the copy is made until the tables are those of today.
    with db.transaction():
        if not needs_migration(db):
            # Another program was quicker.
            return
        before = len(migrations.applied(db))
        copy = keep_copy(db, path, before, needs_copy=needs_copy) if before else None
        migrate(db)
    if before:
        kept = f"As it was before it is kept in {copy}." if copy else "No copy could be made."
        log.warning("Upgraded %s from version %s to %s. %s", path, before, version(), kept)


def keep_copy(db: Database, path: Path, before: int, *, needs_copy: bool) -> Path | None:
    """A checked copy of the version `before` beside the database; None if there can be none and
    none is needed."""
    try:
        with temporary_copy(path, next(names_of_copies(path))) as part:
            check(part, db)
            copy = keep(part, path)
        fsync_directory(path.parent)
    except (StoreError, OSError) as error:
        if not needs_copy:
            return None
        raise StoreError(
            f"it is of version {before}, and is only upgraded to version {version()} once a copy of"
            f" it is made and checked, which failed: {error}"
        ) from error
    return copy


def keep(part: Path, path: Path) -> Path:
    """Keep a copy under a name that nothing has, or the one that has it if that is the same."""
    for name in names_of_copies(path):
        try:
            rename_to_new(part, name)
        except FileExistsError:
            # As after an upgrade that failed: each further one would leave another copy.
            if not name.is_file() or not filecmp.cmp(part, name, shallow=False):
                continue
        return name
    raise AssertionError("there is always another name")


def latest_copy_before_upgrade(path: Path) -> Path | None:
    """The copy that was made before the latest upgrade of a database, None if there is none."""
    copies = path.parent.glob(f"{escape(path.stem)}-before-v*{escape(path.suffix)}")
    numbered = {
        tuple(int(number) for number in found["numbers"].split("-")): copy
        for copy in copies
        if (found := COPY.search(copy.stem))
    }
    return numbered[max(numbered)] if numbered else None


def names_of_copies(path: Path) -> Iterator[Path]:
    """The names that a copy of before this version may have."""
    for number in count(1):
        again = f"-{number}" if number > 1 else ""
        yield path.with_name(f"{path.stem}-before-v{version()}{again}{path.suffix}")


def check(part: Path, db: Database) -> None:
    """Raise `StoreError` if a copy has a fault, or a line that is not what it is in `db`."""
    with closing(open_file(part, "ro")) as copy:
        if problems := integrity(copy):
            raise StoreError(f"it is damaged: {problems[0]}")
        # What was damaged before is so in the copy too, and `doctor` tells of it.
        if others := set(damages_of(copy)).difference(damages_of(db)):
            other = min(others, key=lambda damage: (damage.club, damage.match))
            raise StoreError(f"line {other.line} of match {other.match} is another in the copy")


def damages_of(db: Database) -> list[DamagedLine]:
    """What is wrong with the lines of a database of any version; the first had no checksums."""
    columns = {name for _id, name, *_about in db.execute("PRAGMA table_info(events)")}
    if "checksum" not in columns:
        return []
    # A letter that was damaged may be none any more, and is then to be compared all the same.
    db.conn.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
    try:
        return list(damaged_lines(db, WITH_CLUBS if "club" in columns else BEFORE_CLUBS))
    finally:
        db.conn.text_factory = str
