"""Where the server is that a browser opens."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Server:
    """Where phones in a test find the server, and the book it keeps."""

    address: str
    database: Path
