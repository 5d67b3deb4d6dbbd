"""The files of a job that goes on from one request to the next: a club that becomes a file, or is
read from one.

They are in a folder of this program, which all processes of a server share, so that it does not
matter which of them answers. Nothing in it is kept: a job that nobody goes on with is removed.
"""

from __future__ import annotations

import os
import pickle
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from app.file_rights import require

CLUB_FILE = "club.zip"
"""What the file of a club is called among those of its job."""
FORGOTTEN_AFTER = 2 * 3_600
"""Seconds after which what nobody asks for is removed."""


def temporary_folder() -> Path:
    """A folder for jobs where the system has its temporary files, of this process alone."""
    return Path(tempfile.gettempdir()) / f"tricktally-{os.getpid()}"


class JobFiles:
    """The files of a job: what is known of it, under `state`, and others by name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._state = folder / "state"
        # Beside the folder, which may be made anew by the request whose turn it is.
        self._turn = folder.with_name(f"{folder.name}.turn")
        self._stop = folder / "stop"

    def path(self, name: str) -> Path:
        """Where the file of this name is."""
        return self.folder / name

    def begin(self) -> None:
        """Make the folder anew, without what was in it. Raises OSError."""
        self.remove()
        self._make_parent()
        self.folder.mkdir(mode=0o700)

    def _make_parent(self) -> None:
        self.folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)

    def load(self) -> Any:
        """What was saved last; None without a job, or if another version has saved it."""
        try:
            # Nobody but this program writes into the folder.
            return pickle.loads(self._state.read_bytes())
        except (OSError, pickle.UnpicklingError, AttributeError, ImportError, EOFError, TypeError):
            return None

    def save(self, state: Any) -> None:
        """Save what is known of the job, whole or not at all. Raises OSError if it was removed."""
        new = self.path("state.new")
        new.write_bytes(pickle.dumps(state))
        new.replace(self._state)

    def ask_to_stop(self) -> None:
        """Let the request whose turn it is end the job."""
        with suppress(OSError):
            self._stop.touch()

    @property
    def is_stopped(self) -> bool:
        """Whether the job has to end."""
        return self._stop.exists()

    @property
    def is_gone(self) -> bool:
        """Whether there is no job any more."""
        return not self._state.exists()

    def remove(self) -> None:
        """End the job, and remove its files."""
        shutil.rmtree(self.folder, ignore_errors=True)

    @contextmanager
    def turn(self) -> Iterator[bool]:
        """Whether it is this request that goes on with the job, and no other until its end.

        The system takes the lock from a process that was killed, so that nobody waits for it.
        """
        with suppress(OSError):
            self._make_parent()
        try:
            file = self._turn.open("ab")
        except OSError:
            yield False
            return
        with file:
            # Whoever had the turn before may have removed the file since it was opened.
            if not lock(file) or not self._is_turn(file):
                yield False
                return
            try:
                yield True
            finally:
                self._turn.unlink(missing_ok=True)
                unlock(file)

    def _is_turn(self, file: BinaryIO) -> bool:
        try:
            return os.path.samestat(os.fstat(file.fileno()), self._turn.stat())
        except FileNotFoundError:
            return False


def lock(file: BinaryIO) -> bool:
    """Lock an open file for whoever has opened it; whether nobody else had done so before.

    A browser has no such locks: it answers one request after the other.
    """
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except ImportError:
        pass
    return True


def unlock(file: BinaryIO) -> None:
    """Let others lock it, whatever processes were started meanwhile that have it open too."""
    with suppress(ImportError):
        import fcntl

        fcntl.flock(file, fcntl.LOCK_UN)


def require_jobs(root: Path) -> None:
    """Raise PermissionError where another user has left jobs that this program can neither go on
    with nor remove."""
    if root.exists():
        for folder in (root, *root.glob("*")):
            require(folder, writes=True)


def remove_old_jobs(root: Path) -> None:
    """Remove the files of all jobs that nobody goes on with."""
    for folder in root.glob("*/*"):
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > FORGOTTEN_AFTER:
                JobFiles(folder).remove()
                folder.unlink(missing_ok=True)  # the turn of a process that was killed
