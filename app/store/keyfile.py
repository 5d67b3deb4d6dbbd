"""The key from which the tokens of all links are made: a file of its own.

It is not in the database, so that a copy of that alone opens no club.
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp

from app.store.engine import Engine

KEY_BYTES = 32


class Key:
    """The key of a database, read again when its file was changed, and made if there is none.

    It is in `file`, or else where the engine has it. A certain `file` has to be readable, because
    several processes share it: raises OSError. Elsewhere a key that may be neither read nor written
    lasts until the program stops, and `save_error` says why.
    """

    def __init__(self, engine: Engine, file: Path | None = None) -> None:
        self.path = file or engine.key_file
        self.save_error: OSError | None = None
        self._stamp: tuple[int, int] | None = None
        self._key = secrets.token_bytes(KEY_BYTES)
        try:
            if not is_complete_key(self.path):
                create_key(self.path, self._key)
            self._read()
        except OSError as error:
            if file or not is_permission_error(error):
                raise
            self.save_error = error

    def __call__(self) -> bytes:
        """The key as it is now, or as it was if its file has gone since."""
        with suppress(OSError):
            self._read()
        return self._key

    def _read(self) -> None:
        status = os.stat(self.path)
        stamp = (status.st_mtime_ns, status.st_ino)
        if stamp != self._stamp:
            key = self.path.read_bytes()
            if len(key) >= KEY_BYTES:
                self._key, self._stamp = key, stamp


def is_permission_error(error: OSError) -> bool:
    """Whether a file could not be read or written for want of rights."""
    return isinstance(error, PermissionError) or error.errno == errno.EROFS


def copy_key(source: Path, target: Path) -> bool:
    """Copy a key file, replacing the target, whole or not at all; False if there is none."""
    if not source.is_file():
        return False
    with temporary_file(target, source.read_bytes()) as part:
        part.rename(target)
    fsync_directory(target.parent)
    return True


def is_another_key(path: Path, key: Path) -> bool:
    """Whether both files exist and hold different keys."""
    return path.is_file() and key.is_file() and path.read_bytes() != key.read_bytes()


def is_complete_key(path: Path) -> bool:
    """Whether a file holds a key, and not what a crash has left of one."""
    try:
        return path.stat().st_size >= KEY_BYTES
    except OSError:
        return False


def create_key(path: Path, key: bytes) -> None:
    """Write a key, mode 0600, to the disk: whole or not at all.

    Of several processes that start at once the first one's key stays, and all have the same.
    """
    with temporary_file(path, key) as part:
        try:
            rename_to_new(part, path)
        except FileExistsError:
            replace_partial_key(path, part)
    fsync_directory(path.parent)


def replace_partial_key(path: Path, part: Path) -> None:
    """Replace what a crash has left of a key, unless another process was quicker."""
    with path.open("rb+") as rest:
        with suppress(ImportError):
            import fcntl

            fcntl.flock(rest, fcntl.LOCK_EX)
        # A process that had to wait for the lock finds another file under this name.
        if os.path.samestat(os.fstat(rest.fileno()), path.stat()) and not is_complete_key(path):
            part.rename(path)


@contextmanager
def temporary_file(path: Path, key: bytes) -> Iterator[Path]:
    """A file beside `path` with this content, mode 0600, on the disk; gone at the end of the block.

    Written in place, a key that a crash cuts short would be made anew, and no link would open.
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


def rename_to_new(path: Path, target: Path) -> None:
    """Rename a file. Raises FileExistsError if there is one of that name already."""
    try:
        # Not by renaming, which would replace a file that appeared this very moment.
        os.link(path, target)
    except FileExistsError:
        raise
    except (OSError, AttributeError):
        # A disk without hard links, or the Python of a browser.
        if target.exists():
            raise FileExistsError(f"there is a {target} already") from None
        path.rename(target)
    else:
        path.unlink()


def fsync_directory(folder: Path) -> None:
    """Write the names of the files in a folder to the disk, where the system can."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
