"""File permissions: whether this program may read and write a file, and what to type if it may
not."""

from __future__ import annotations

import errno
import os
import shlex
from pathlib import Path


def describe(error: Exception) -> str:
    """Return an error as a sentence; for missing permissions, with the command that gives them."""
    if isinstance(error, PermissionError) and error.filename:
        return refusal(Path(os.fsdecode(error.filename))) or str(error)
    return str(error)


def refusal(path: Path, *, writes: bool = False) -> str | None:
    """Return who may not read (or, with `writes`, write) a file or folder, and the command that
    gives the permission; None if this program may.

    A missing file needs permission to create it in its folder.
    """
    path = Path(os.path.abspath(path))
    for folder in reversed(path.parents):
        if not folder.exists():
            return None  # opening it raises a clearer error
        if not os.access(folder, os.X_OK):
            return (
                f"{user()} may not enter {folder}, where {path.name} is:"
                f" `{give(folder, 'x')}` lets that user in"
            )
    if not path.exists():
        folder = path.parent
        return None if os.access(folder, os.W_OK) else f"{user()} may make no file in {folder}"
    if writes and os.access(path, os.R_OK) and is_on_readonly_disk(path):
        return f"{path} is on a file system that is mounted read-only"
    needed = os.R_OK | (os.W_OK if writes else 0) | (os.X_OK if path.is_dir() else 0)
    if os.access(path, needed):
        return None
    rights = "rwx" if path.is_dir() else "rw"
    verb = "write" if os.access(path, needed & ~os.W_OK) else "read"
    return f"{user()} may not {verb} {path}: `{give(path, rights)}` gives that right"


def is_on_readonly_disk(path: Path) -> bool:
    """Whether a file is on a file system that is mounted read-only, as far as the system says."""
    return hasattr(os, "statvfs") and bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def require(path: Path, *, writes: bool = False) -> None:
    """Raise PermissionError if this program may not read (or, with `writes`, write) a path."""
    if refusal(path, writes=writes):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def require_tree(folder: Path) -> None:
    """Raise PermissionError if this program may not read a folder, or anything in it."""
    for path in (folder, *folder.rglob("*")):
        require(path)


def user() -> str:
    """Return the user who runs this program, by name if the system knows one."""
    try:
        import pwd

        return pwd.getpwuid(os.geteuid()).pw_name
    except (ImportError, KeyError):
        return str(os.geteuid())


def give(path: Path, rights: str) -> str:
    """Return the command that gives the user of this program `rights` to a file or folder."""
    name = shlex.quote(str(path))
    if path.stat().st_uid == os.geteuid():
        return f"chmod u+{rights} {name}"
    if rights == "x":
        return f"chmod a+x {name}"
    return f"chown {user()} {name} && chmod u+{rights} {name}"
