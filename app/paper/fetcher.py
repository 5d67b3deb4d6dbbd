"""The only files that a page may fetch: those under ``static/``.

Importing WeasyPrint loads Pango, so only the press imports this, when its first page is printed.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from weasyprint.urls import URLFetcher, URLFetcherResponse

from app.paths import STATIC

KINDS = {".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".ttf": "font/ttf"}

log = logging.getLogger(__name__)


class NotOurs(ValueError):
    """A page wants a file that is not one of ours."""


class BundledFiles(URLFetcher):
    """Fetches files of ours and nothing else; `refused` counts what it was asked for in vain."""

    base = STATIC.as_uri() + "/"
    """What addresses in a page are relative to."""

    def __init__(self) -> None:
        super().__init__()
        self.refused = 0

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
        """The file with this address; raises `NotOurs`."""
        try:
            path = bundled(url)
        except NotOurs as error:
            self.refused += 1
            log.warning("%s", error)
            raise
        return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": KINDS[path.suffix]})


def bundled(url: str) -> Path:
    """The file under ``static/`` with this address; raises `NotOurs` for any other."""
    parts = urlsplit(url)
    if parts.scheme == "file" and parts.netloc == "":
        try:
            path = Path(unquote(parts.path)).resolve(strict=True)
        except (OSError, ValueError):
            path = Path("/")
        if path.is_relative_to(STATIC) and path.is_file() and path.suffix in KINDS:
            return path
    raise NotOurs(f"not a file that is printed: {url[:200]}")
