"""The key of a book, from which the secrets of all links are made: a file, beside the book unless
another place is given.

It lies in no backup of the book itself: who has only that can open no door with it.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from app.store.books import Book

BYTES = 32


KEY_OF_A_SERVER = Path("tricktally.key")


def key_file(book: Book) -> Path:
    """Where the key of a book lies: beside its file, or where we are if it has none."""
    return book.with_name(f"{book.name}.key") if isinstance(book, Path) else KEY_OF_A_SERVER


class Key:
    """The key of a book, made if there is none; read again when the file was changed."""

    def __init__(self, book: Book, file: Path | None = None) -> None:
        self._path = file or key_file(book)
        self._seen: tuple[int, int] | None = None
        # A book that may only be read has links until the program stops.
        self._key = secrets.token_bytes(BYTES)
        if not is_whole(self._path):
            with suppress(PermissionError):
                make_key(self._path, self._key)
        self()

    def __call__(self) -> bytes:
        """The key as it is now. A file that was lost while it was read is as good as there."""
        with suppress(OSError):
            about = os.stat(self._path)
            seen = (about.st_mtime_ns, about.st_ino)
            if seen != self._seen:
                key = self._path.read_bytes()
                if len(key) >= BYTES:
                    self._key, self._seen = key, seen
        return self._key


def copy_key(source: Path, target: Path) -> bool:
    """Put the key of one book beside another, whole or not at all; False if it has none."""
    if not key_file(source).is_file():
        return False
    make_key(key_file(target), key_file(source).read_bytes())
    return True


def is_whole(path: Path) -> bool:
    """Whether a key lies there, and not what a crash has left of one."""
    try:
        return path.stat().st_size >= BYTES
    except OSError:
        return False


def make_key(path: Path, key: bytes) -> None:
    """Put a key there that nobody else may read, down to the disk: whole or not at all.

    Without that a crash in the wrong moment would leave an empty file, and other links after each
    start.
    """
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    part.rename(path)
    settle(path.parent)


def settle(folder: Path) -> None:
    """Make sure that names of files in `folder` are on the disk, where a system can say so."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
