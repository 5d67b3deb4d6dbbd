"""Files are packed once, as small as can be; pages each time anew, and so as quickly as can be."""

from __future__ import annotations

from collections.abc import Callable

import brotli
import zopfli.gzip
from flask import Flask, Response, request
from flask_compress import Compress

FILES = ("static", "joined.show", "icons.show")
"""The routes whose answers stay what they are while the app runs."""
PACKABLE = ("image/svg+xml", "text/css", "text/javascript", "application/manifest+json")


def as_small_as_can_be(content: bytes) -> bytes:
    """Brotli that takes its time: a twentieth of a second for a large file."""
    packed: bytes = brotli.compress(content, quality=11)
    return packed


def for_plain_http(content: bytes) -> bytes:
    """Gzip, which is all that browsers take without HTTPS, as small as it can be made."""
    packed: bytes = zopfli.gzip.compress(content)
    return packed


PACKERS: dict[str, Callable[[bytes], bytes]] = {"br": as_small_as_can_be, "gzip": for_plain_http}
"""How each encoding is made, the one that is wanted most first."""


def put_on(app: Flask) -> None:
    """Pack what is sent, as far as the browser can unpack it."""
    app.config.update(
        COMPRESS_ALGORITHM=[*PACKERS],
        COMPRESS_BR_LEVEL=2,
        COMPRESS_BR_WINDOW=16,  # 64 KB: a larger one takes longer to make than most answers to pack
        COMPRESS_LEVEL=6,
    )
    Compress(app)
    kept: dict[tuple[str, str], bytes] = {}

    # What is registered last comes first, and leaves nothing to do for the one before.
    @app.after_request
    def pack_file(response: Response) -> Response:
        """A file as it was packed when it was asked for first."""
        if request.endpoint not in FILES or response.status_code != 200:
            return response
        encoding = next((name for name in PACKERS if request.accept_encodings[name] > 0), None)
        if encoding is None or response.mimetype not in PACKABLE:
            return response
        response.direct_passthrough = False
        key = (request.path, encoding)
        if key not in kept:
            kept[key] = PACKERS[encoding](response.get_data())
        response.set_data(kept[key])
        response.content_encoding = encoding
        # It is shown and never saved, and compared by its ETag alone.
        for name in ("Content-Disposition", "Last-Modified"):
            response.headers.pop(name, None)
        response.vary.add("Accept-Encoding")
        return response
