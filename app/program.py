"""This program: its release, where to report problems, and the command that starts it."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from importlib.metadata import PackageNotFoundError, metadata, version
from pathlib import Path
from typing import Protocol

NAME = "tricktally"
DEFAULT_FILE = Path("tricktally.sqlite3")  # the database if no option is given


class DatabaseOptions(Protocol):
    """The parts of a database that options name."""

    @property
    def file(self) -> Path | None:
        """Its file, None on a server: its address may contain a password."""

    @property
    def key_file(self) -> Path:
        """The file of its key, if no option names another."""


def release() -> str | None:
    """Return the release that is installed, such as 1.1.0; None in the pocket edition."""
    try:
        return version(NAME)
    except PackageNotFoundError:
        return None


def report_address() -> str | None:
    """Return where problems are reported: `Report` of the project's URLs; None if that is not
    filled in, and in the pocket edition."""
    try:
        urls = metadata(NAME).get_all("Project-URL") or []
    except PackageNotFoundError:
        return None
    return next((url.partition(", ")[2] for url in urls if url.startswith("Report, ")), None)


def command(
    words: str = "", database: DatabaseOptions | None = None, key_file: Path | None = None
) -> str:
    """Return the command with these words, for this database and key, as it is typed here.

    The program is named by the path that started it, unless a shell finds it by its name.
    """
    started = sys.argv[0]
    on_path = shutil.which(NAME)
    is_on_path = on_path is not None and os.path.realpath(on_path) == os.path.realpath(started)
    is_ours = Path(started).name == NAME
    parts = [shlex.quote(started) if is_ours and not is_on_path else NAME, *words.split()]
    if database and database.file and database.file != DEFAULT_FILE:
        parts += ["--database", shlex.quote(str(database.file))]
    if database and key_file and key_file != database.key_file:
        parts += ["--key-file", shlex.quote(str(key_file))]
    return " ".join(parts)
