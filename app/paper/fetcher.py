"""The fetcher of WeasyPrint: a document may fetch files under ``static/`` and nothing else.

Importing WeasyPrint loads Pango, so only `app.paper.pdf` imports this, with its first document.
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


class ForbiddenUrl(ValueError):
    """The URL is not that of a file under ``static/`` that can be printed."""


class BundledFiles(URLFetcher):
    """Fetches the files under ``static/``; `refused` counts all other URLs that were asked for."""

    base = STATIC.as_uri() + "/"
    """What the URLs in a document are relative to."""

    def __init__(self) -> None:
        super().__init__()
        self.refused = 0

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
        """The file at `url`. Raises `ForbiddenUrl`."""
        try:
            path = bundled_file(url)
        except ForbiddenUrl as error:
            self.refused += 1
            log.warning("%s", error)
            raise
        return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": KINDS[path.suffix]})


def bundled_file(url: str) -> Path:
    """The path of the file under ``static/`` at `url`. Raises `ForbiddenUrl` for any other."""
    parts = urlsplit(url)
    if parts.scheme == "file" and parts.netloc == "":
        try:
            path = Path(unquote(parts.path)).resolve(strict=True)
        except (OSError, ValueError):
            path = Path("/")
        if path.is_relative_to(STATIC) and path.is_file() and path.suffix in KINDS:
            return path
    raise ForbiddenUrl(f"not a file that is printed: {url[:200]}")
