"""Files packed ahead, as small as can be. That takes half a minute for the largest: it is kept."""

from __future__ import annotations

import gzip
from hashlib import sha256
from pathlib import Path

import brotli

WINDOW = 24


class PackedFiles:
    """What was packed before, by its content, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.used: set[Path] = set()
        folder.mkdir(parents=True, exist_ok=True)

    def packed(self, content: bytes) -> dict[str, bytes]:
        """The packed twins of a file, by how their names end."""
        name = sha256(content).hexdigest()
        twins = {}
        for ending, pack in (("br", as_brotli), ("gz", as_gzip)):
            path = self.folder / f"{name}.{ending}"
            if not path.exists():
                unfinished = path.with_suffix(".new")
                unfinished.write_bytes(pack(content))
                unfinished.rename(path)
            self.used.add(path)
            twins[ending] = path.read_bytes()
        return twins

    def forget_others(self) -> None:
        """Throw away what nobody has asked for."""
        for path in {*self.folder.iterdir()} - self.used:
            path.unlink()


def as_brotli(content: bytes) -> bytes:
    """Brotli that takes its time."""
    packed: bytes = brotli.compress(content, quality=11, lgwin=WINDOW)
    return packed


def as_gzip(content: bytes) -> bytes:
    """Gzip, for hosts and browsers that know nothing else; always the same bytes."""
    return gzip.compress(content, 9, mtime=0)
