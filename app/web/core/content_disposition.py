"""Under which name a phone keeps what it is sent."""

from __future__ import annotations

from urllib.parse import quote

from flask import Response

SAFE = "!#$&+^`|~"
"""What stands in such a name as it is, beside letters and digits (RFC 8187)."""


def name_file(response: Response, kind: str, name: str, plain: str) -> None:
    """Say that a response is `inline` or an `attachment`, and how its file is called.

    Headers carry no other letters than Latin ones: who reads only those is told the `plain` name.
    """
    response.headers.set("Content-Disposition", kind, filename=plain)
    if plain != name:
        coded = f"; filename*=UTF-8''{quote(name, safe=SAFE)}"
        response.headers["Content-Disposition"] += coded
