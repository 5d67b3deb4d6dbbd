"""Whether this program may read and write a file, and what to type where it may not."""

from __future__ import annotations

import errno
import os
import shlex
from pathlib import Path


def describe(error: Exception) -> str:
    """An error in a sentence; where rights are missing, with the command that gives them."""
    if isinstance(error, PermissionError) and error.filename:
        return refusal(Path(os.fsdecode(error.filename))) or str(error)
    return str(error)


def refusal(path: Path, *, writes: bool = False) -> str | None:
    """Who may not read a file or folder, or not write it either, and the command that gives them
    the right; None for whoever may.

    A file that is not there has to be made in its folder.
    """
    path = Path(os.path.abspath(path))
    for folder in reversed(path.parents):
        if not folder.exists():
            return None  # whoever looks for it says so
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
    """Whether nobody may write where a file is, as far as the system says."""
    return hasattr(os, "statvfs") and bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def require(path: Path, *, writes: bool = False) -> None:
    """Raise PermissionError for what this program may not read, or write."""
    if refusal(path, writes=writes):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def require_tree(folder: Path) -> None:
    """Raise PermissionError for a folder, or anything in it, that this program may not read."""
    for path in (folder, *folder.rglob("*")):
        require(path)


def user() -> str:
    """Who runs this program, by name where the system knows one."""
    try:
        import pwd

        return pwd.getpwuid(os.geteuid()).pw_name
    except (ImportError, KeyError):
        return str(os.geteuid())


def give(path: Path, rights: str) -> str:
    """The command that gives the user of this program rights to a file or folder."""
    name = shlex.quote(str(path))
    if path.stat().st_uid == os.geteuid():
        return f"chmod u+{rights} {name}"
    if rights == "x":
        return f"chmod a+x {name}"
    return f"chown {user()} {name} && chmod u+{rights} {name}"
