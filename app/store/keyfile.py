"""The key of a book, from which the secrets of all links are made: a file, beside the book unless
another place is given.

It lies in no backup of the book itself: who has only that can open no door with it.
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp

from app.store.engines import DatabaseUrl
from app.store.files import fsync_directory

BYTES = 32


KEY_OF_A_SERVER = Path("tricktally.key")


def key_file(book: DatabaseUrl) -> Path:
    """Where the key of a book lies: beside its file, or where we are if it has none."""
    return book.with_name(f"{book.name}.key") if isinstance(book, Path) else KEY_OF_A_SERVER


class Key:
    """The key of a book, made if there is none; read again when the file was changed.

    Where it is asked for in a certain `file`, it has to lie there: several processes share it.
    Elsewhere a key that can be neither read nor made lasts until the program stops.
    """

    def __init__(self, book: DatabaseUrl, file: Path | None = None) -> None:
        self.path = file or key_file(book)
        self.save_error: OSError | None = None
        self._seen: tuple[int, int] | None = None
        self._key = secrets.token_bytes(BYTES)
        try:
            if not is_complete_key(self.path):
                create_key(self.path, self._key)
            self._read()
        except OSError as error:
            if file or not is_permission_error(error):
                raise
            self.save_error = error

    def __call__(self) -> bytes:
        """The key as it is now. A file that was lost while it was read is as good as there."""
        with suppress(OSError):
            self._read()
        return self._key

    def _read(self) -> None:
        about = os.stat(self.path)
        seen = (about.st_mtime_ns, about.st_ino)
        if seen != self._seen:
            key = self.path.read_bytes()
            if len(key) >= BYTES:
                self._key, self._seen = key, seen


def is_permission_error(error: OSError) -> bool:
    """Whether it is for want of rights that a file could not be made or read."""
    return isinstance(error, PermissionError) or error.errno == errno.EROFS


def copy_key(source: Path, target: Path) -> bool:
    """Put the key in one file into another, whole or not at all; False if there is none."""
    if not source.is_file():
        return False
    with temporary_file(target, source.read_bytes()) as part:
        part.rename(target)
    fsync_directory(target.parent)
    return True


def is_another_key(path: Path, key: Path) -> bool:
    """Whether another key than the one in the file `key` lies in a file."""
    return path.is_file() and key.is_file() and path.read_bytes() != key.read_bytes()


def is_complete_key(path: Path) -> bool:
    """Whether a key lies there, and not what a crash has left of one."""
    try:
        return path.stat().st_size >= BYTES
    except OSError:
        return False


def create_key(path: Path, key: bytes) -> None:
    """Put a key there that nobody else may read, down to the disk: whole or not at all.

    Where another process is quicker, its key stays: several that begin at one moment have the same.
    """
    with temporary_file(path, key) as part:
        try:
            os.link(part, path)
        except FileExistsError:
            replace_partial_key(path, part)
        except OSError:
            # A disk that knows no second name for a file.
            part.rename(path)
    fsync_directory(path.parent)


def replace_partial_key(path: Path, part: Path) -> None:
    """Put a whole key in the place of what a crash has left of one, unless somebody was quicker."""
    with path.open("rb+") as rest:
        with suppress(ImportError):
            import fcntl

            fcntl.flock(rest, fcntl.LOCK_EX)
        # Whoever had to wait here finds another file under this name.
        if os.path.samestat(os.fstat(rest.fileno()), path.stat()) and not is_complete_key(path):
            part.rename(path)


@contextmanager
def temporary_file(path: Path, key: bytes) -> Iterator[Path]:
    """A key in a file beside the one that is meant, on the disk; gone at the end of the block.

    Without it a crash in the wrong moment would leave an empty file, and other links after each
    start. What is made so is for nobody else to read.
    """
    handle, name = mkstemp(".part", f"{path.name}.", path.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        yield part
    finally:
        part.unlink(missing_ok=True)
