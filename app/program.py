"""What this program is called: its release, and what to type to start it."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from importlib.metadata import PackageNotFoundError, metadata, version
from pathlib import Path
from typing import Protocol

NAME = "tricktally"
DEFAULT_FILE = Path("tricktally.sqlite3")
"""The database of which no option has to be given."""


class DatabaseOptions(Protocol):
    """What of a database is said by options."""

    @property
    def file(self) -> Path | None:
        """Its file, None on a server: its address may hold a password."""

    @property
    def key_file(self) -> Path:
        """Where its key is, if no option says otherwise."""


def release() -> str | None:
    """The release that is installed, such as 1.1.0; None in the pocket edition."""
    try:
        return version(NAME)
    except PackageNotFoundError:
        return None


def report_address() -> str | None:
    """Where problems are reported: `Report` of the project's URLs; None if that is not filled in,
    and in the pocket edition."""
    try:
        urls = metadata(NAME).get_all("Project-URL") or []
    except PackageNotFoundError:
        return None
    return next((url.partition(", ")[2] for url in urls if url.startswith("Report, ")), None)


def command(
    words: str = "", database: DatabaseOptions | None = None, key_file: Path | None = None
) -> str:
    """The program with these words, for this database and key, as it is typed here.

    It is named by the path that it was started by, unless a shell finds it by its name.
    """
    started = sys.argv[0]
    found = shutil.which(NAME)
    is_found = found is not None and os.path.realpath(found) == os.path.realpath(started)
    is_ours = Path(started).name == NAME
    parts = [shlex.quote(started) if is_ours and not is_found else NAME, *words.split()]
    if database and database.file and database.file != DEFAULT_FILE:
        parts += ["--database", shlex.quote(str(database.file))]
    if database and key_file and key_file != database.key_file:
        parts += ["--key-file", shlex.quote(str(key_file))]
    return " ".join(parts)
