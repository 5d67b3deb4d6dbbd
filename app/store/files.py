"""Files that appear whole, under a name that nobody has, and are on the disk from then on."""

from __future__ import annotations

import os
from pathlib import Path


def rename_to_new(path: Path, target: Path) -> None:
    """Give a file another name. Raises FileExistsError if something has that name already."""
    try:
        # Renaming would replace what is there, also what came there this very moment.
        os.link(path, target)
    except FileExistsError:
        raise
    except (OSError, AttributeError):
        # A disk that knows no second name for a file, or the Python of a browser.
        if target.exists():
            raise FileExistsError(f"there is a {target} already") from None
        path.rename(target)
    else:
        path.unlink()


def fsync_directory(folder: Path) -> None:
    """Make sure that names of files in `folder` are on the disk, where a system can say so."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
