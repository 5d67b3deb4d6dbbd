"""Requests and responses beyond Flask's: headers of htmx, names of downloads."""

from __future__ import annotations

from urllib.parse import quote

from flask import Response, request

LARGEST_POST = 64 * 1024
"""In bytes."""
SAFE_IN_HEADER = "!#$&+^`|~"
"""What needs no escape in the name of a download, beside letters and digits (RFC 8187)."""


def wants_partial() -> bool:
    """Whether htmx asks for a part of the page; for its history it wants the whole."""
    return "HX-Request" in request.headers and "HX-History-Restore-Request" not in request.headers


def wants_json() -> bool:
    """Whether a script of ours asks, which reads JSON and no page."""
    return request.accept_mimetypes.best == "application/json"


def set_download_name(response: Response, kind: str, name: str, plain: str) -> None:
    """Set Content-Disposition: `inline` or `attachment`, and the name of the file.

    A browser that reads only ASCII there takes the `plain` name.
    """
    response.headers.set("Content-Disposition", kind, filename=plain)
    if plain != name:
        encoded = f"; filename*=UTF-8''{quote(name, safe=SAFE_IN_HEADER)}"
        response.headers["Content-Disposition"] += encoded
