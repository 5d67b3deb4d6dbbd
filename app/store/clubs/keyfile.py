"""The key from which the tokens of all links are made: a file of its own.

It is not in the database, so that a copy of that alone opens no club. There is its fingerprint
alone, by which a start finds out that the file was garbled: a row among the codes, which are made
from the key too, of no club and no role, that opens nothing. So a copy of all clubs does not take
it along, and every version can read the table.
"""

from __future__ import annotations

import errno
import hmac
import logging
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp

from app.program import DatabaseOptions, command
from app.store.clubs.invite_codes import NO_MATCH
from app.store.engine import Database, Engine, one_transaction
from app.store.errors import InvalidKey

KEY_BYTES = 32
FINGERPRINT_BYTES = 8  # enough to tell two keys apart, and worth nothing to whoever looks for one
NO_CLUB, ROLE, FOR_EVER = "", "key", "9999"  # of the row of the fingerprint

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


# The fingerprint in the database


def fingerprint(key: bytes) -> str:
    """Return a digest of this key, which tells nothing about it."""
    return hmac.digest(key, b"fingerprint", "sha256")[:FINGERPRINT_BYTES].hex()


def find_fingerprint(db: Database) -> str | None:
    """Return the fingerprint of the key with which links were made, None if that is not known."""
    row = db.execute(
        "SELECT digest FROM codes WHERE club = ? AND role = ? AND match = ?",
        [NO_CLUB, ROLE, NO_MATCH],
    ).fetchone()
    return str(row[0]) if row else None


def refuse_another_key(db: Database, engine: DatabaseOptions, path: Path, key: bytes) -> None:
    """Raise `InvalidKey` if links were made with another key than the one in this file, as far as
    that is known."""
    if find_fingerprint(db) not in (None, fingerprint(key)):
        problem = f"{path} does not hold the key with which its links were made"
        raise InvalidKey(problem, engine, path)


def remember_key(db: Database, key: bytes) -> None:
    """Remember that links are made with this key, where the database can be written."""
    if not db.is_read_only and find_fingerprint(db) != fingerprint(key):
        save_fingerprint(db, fingerprint(key))


@one_transaction
def save_fingerprint(db: Database, digest: str) -> None:
    """Put this fingerprint in the place of the one before."""
    db.execute(
        "INSERT INTO codes (club, role, match, generation, until, digest)"
        " VALUES (?, ?, ?, 0, ?, ?)"
        " ON CONFLICT (club, role, match) DO UPDATE SET digest = excluded.digest",
        [NO_CLUB, ROLE, NO_MATCH, FOR_EVER, digest],
    )


@one_transaction
def forget_fingerprint(db: Database) -> None:
    """Let the next start remember its key: it is another one from now on."""
    db.execute("DELETE FROM codes WHERE club = ? AND role = ?", [NO_CLUB, ROLE])
