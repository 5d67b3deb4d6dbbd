"""The key from which the tokens of all links are made: a file of its own.

It is not in the database, so that a copy of that alone opens no club.
"""

from __future__ import annotations

import errno
import logging
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp

from app.program import command
from app.store.engine import Engine
from app.store.errors import InvalidKey

KEY_BYTES = 32

logger = logging.getLogger("tricktally")


class Key:
    """The key of a database, read again when its file was changed, and made if there is none.

    It is in `file`, or else where the engine has it. Raises OSError for one that is there and may
    not be read: another in its place would open no link. A new one that may not be written there
    lasts until the program stops, and `save_error` says why; in a certain `file`, which several
    processes share, that raises OSError too. Where links were given out already, `must_exist` is
    set: raises `InvalidKey` for a key that is missing or broken.
    """

    def __init__(
        self, engine: Engine, file: Path | None = None, *, must_exist: bool = False
    ) -> None:
        self.path = file or engine.key_file
        self.save_error: OSError | None = None
        self._stamp: tuple[int, int] | None = None
        self._key = secrets.token_bytes(KEY_BYTES)
        if problem := problem_of_key(self.path):
            if must_exist or self.path.is_symlink():
                raise InvalidKey(problem, engine, self.path)
            try:
                create_key(self.path, self._key)
            except OSError as error:
                if file or self.path.exists() or not is_permission_error(error):
                    raise
                self.save_error = error
                return
        self._read()
        make_private(self.path, engine)

    def __call__(self) -> bytes:
        """Return the key as it is now, or as it was if its file has gone since."""
        with suppress(OSError):
            self._read()
        return self._key

    def _read(self) -> None:
        status = os.stat(self.path)
        stamp = (status.st_mtime_ns, status.st_ino)
        if stamp != self._stamp:
            key = self.path.read_bytes()
            if len(key) >= KEY_BYTES:
                self._key, self._stamp = without_line_end(key), stamp


def read_key(path: Path) -> bytes:
    """Return the key in a file that has no problem. Raises OSError."""
    return without_line_end(path.read_bytes())


def without_line_end(key: bytes) -> bytes:
    """Return the key without the line break that an editor has put behind it."""
    return key[:KEY_BYTES] if key[KEY_BYTES:] in (b"\n", b"\r\n") else key


def problem_of_key(path: Path) -> str | None:
    """Return why a file holds no key, in a sentence; None if it does. Raises OSError if it may not
    be read."""
    if path.is_symlink() and not path.exists():
        return f"{path} is a link to {path.resolve()}, which is not there"
    if not path.exists():
        return f"there is no {path}"
    key = path.read_bytes()
    if len(key) < KEY_BYTES:
        return f"{path} is cut short: it has {len(key)} of {KEY_BYTES} bytes"
    if len(set(key)) == 1:
        return f"{path} holds no key: all its bytes are the same"
    return None


def make_private(path: Path, engine: Engine) -> None:
    """Take the key from everybody on this machine but its owner and group, and say so."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if os.name != "posix" or not mode & stat.S_IRWXO:
        return
    with suppress(PermissionError):  # of another owner: `tricktally doctor` names it
        path.chmod(mode & ~stat.S_IRWXO)
        logger.warning(
            "Everybody on this machine could read %s, and make links: only its owner can now."
            " `%s` makes a new key.",
            path,
            command("link --new-key", engine, path),
        )


def renew_key(path: Path) -> None:
    """Put a new key in the place of one, if there is one: all links from before stop working."""
    with temporary_file(path, secrets.token_bytes(KEY_BYTES)) as part:
        part.rename(path)
    fsync_directory(path.parent)


def is_permission_error(error: OSError) -> bool:
    """Return whether a file could not be written for want of rights."""
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
    """Return whether both files exist and hold different keys."""
    return path.is_file() and key.is_file() and path.read_bytes() != key.read_bytes()


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
        if os.path.samestat(os.fstat(rest.fileno()), path.stat()) and problem_of_key(path):
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
        give_to_owner_of(path if path.exists() else path.parent, part)
        yield part
    finally:
        part.unlink(missing_ok=True)


def give_to_owner_of(model: Path, path: Path) -> None:
    """Give a file that root has made to whom another file or a folder belongs: the service, which
    has to read it."""
    if os.name == "posix" and os.geteuid() == 0:
        status = model.stat()
        os.chown(path, status.st_uid, status.st_gid)


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
