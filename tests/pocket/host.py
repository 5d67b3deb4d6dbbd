"""A host that serves the built folder, and knows nothing of what is in it."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

PREFIX = "/cards/pocket/"


class Handler(SimpleHTTPRequestHandler):
    """Serves a folder below a prefix, as a folder of a larger site."""

    def translate_path(self, path: str) -> str:
        path = path.removeprefix(PREFIX) if path.startswith(PREFIX) else "not there"
        return super().translate_path(f"/{path}")

    def log_message(self, *_about: Any) -> None:
        """Nothing is said."""


@contextmanager
def hosted(folder: Path, port: int) -> Iterator[str]:
    """Where the folder is served until the end of the block."""
    handler = functools.partial(Handler, directory=str(folder))
    ThreadingHTTPServer.allow_reuse_address = True
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{port}{PREFIX}"
        finally:
            server.shutdown()
