"""The address of a running server, in a file beside the key of its links.

`tricktally link` is another process, and reads it there. The server holds a lock on the file while
it runs, so the file of a server that was killed is recognized. On Windows, which has no such locks,
there is no such file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl


def address_file(key_file: Path) -> Path:
    """Return the path of the file with the address of a server that uses this key."""
    return key_file.with_suffix(".address")


@contextmanager
def leave_address(key_file: Path, address: str) -> Iterator[None]:
    """Write the address until the end of the block; nothing happens if the file cannot be
    written."""
    path = address_file(key_file)
    if sys.platform == "win32":
        yield
        return
    try:
        file = path.open("w", encoding="utf-8")
    except OSError:
        yield
        return
    with file:
        # Several processes may serve one database: each shares the lock, and the address is that
        # of the last one to start.
        fcntl.flock(file, fcntl.LOCK_SH)
        file.write(address)
        file.flush()
        yield
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink(missing_ok=True)


def running_address(key_file: Path) -> str | None:
    """Return the address of the server that runs with this key, None if there is none."""
    if sys.platform == "win32":
        return None
    try:
        with address_file(key_file).open(encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return file.read() or None
    except OSError:
        pass
    return None
