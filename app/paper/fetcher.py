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

logger = logging.getLogger(__name__)


class ForbiddenUrl(ValueError):
    """The URL is not that of a file under ``static/`` that can be printed."""


class BundledFiles(URLFetcher):
    """Fetches the files under ``static/``."""

    base = STATIC.as_uri() + "/"
    """What the URLs in a document are relative to."""

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
        """Return the file at `url`. Raises `ForbiddenUrl`."""
        path = bundled_file(url)
        return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": KINDS[path.suffix]})


def bundled_file(url: str) -> Path:
    """Return the path of the file under ``static/`` at `url`.

    Logs any other, and raises `ForbiddenUrl`.
    """
    parts = urlsplit(url)
    if parts.scheme == "file" and parts.netloc == "":
        try:
            path = Path(unquote(parts.path)).resolve(strict=True)
        except (OSError, ValueError):
            path = Path("/")
        if path.is_relative_to(STATIC) and path.is_file() and path.suffix in KINDS:
            return path
    logger.warning("not a file that is printed: %s", url[:200])
    raise ForbiddenUrl(url[:200])
