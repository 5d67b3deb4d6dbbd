"""Compression of responses with Brotli or gzip, by Flask-Compress; a body that many phones fetch,
as fifty do after an answer, is compressed once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, partial
from hashlib import sha256
from threading import Lock

import brotli
from cachetools import LRUCache
from flask import Flask, Response, g, request
from flask_compress import Compress
from zopfli import gzip

BEST_COMPRESSION: dict[str, Callable[[bytes], bytes]] = {
    "br": brotli.compress,
    # To look for better places to split at takes ten times as long, for a hundredth less.
    "gzip": partial(gzip.compress, numiterations=5, blocksplitting=False),
}
ASSETS = ("static", "assets.send_asset")
COMPRESSED_ASSETS = ("text/css", "text/javascript", "image/svg+xml")
MAX_COMPRESSED_BYTES = 2_000_000  # Bytes of the cache: some 500 partials of a match


class CompressedBodies:
    """A cache of compressed bodies for Flask-Compress, by their encoding and the digest of their
    bytes. Responses that two phones may not share have different bytes."""

    def __init__(self) -> None:
        self._bodies: LRUCache[str, bytes] = LRUCache(MAX_COMPRESSED_BYTES, getsizeof=len)
        self._lock = Lock()

    def get(self, key: str) -> bytes | None:
        """Return the compressed body; None if it is not in the cache."""
        with self._lock:
            body: bytes | None = self._bodies.get(key)
        return body

    def set(self, key: str, body: bytes) -> None:
        """Add a compressed body, unless it alone is larger than the cache."""
        with self._lock, suppress(ValueError):
            self._bodies[key] = body


def init_app(app: Flask) -> None:
    """Compress responses, for clients that accept it."""
    app.config.update(
        COMPRESS_ALGORITHM=["br", "gzip"],
        # Quickly, and in 64 KB: a larger window takes longer to allocate than most responses to
        # compress.
        COMPRESS_BR_LEVEL=2,
        COMPRESS_BR_WINDOW=16,
        COMPRESS_CACHE_BACKEND=CompressedBodies,
        COMPRESS_CACHE_KEY=lambda _request: sha256(g.response.get_data()).hexdigest(),
    )
    Compress(app)
    app.after_request(prepare_response)  # what is registered last comes first

    def send_whole_file(filename: str) -> Response:
        """Read a static file whole: after a response without a length, waitress hangs up."""
        response = app.send_static_file(filename)
        response.direct_passthrough = False
        response.make_sequence()
        return response

    app.view_functions["static"] = send_whole_file


def prepare_response(response: Response) -> Response:
    """Store the response in `g` for Flask-Compress, whose cache key gets the request alone; and
    compress stylesheets, scripts and icons as well as possible: browsers cache them for a year."""
    # A stream is compressed as it comes; kept here, it would keep the context that it runs in.
    if not response.is_streamed:
        g.response = response
    encoding = request.accept_encodings.best_match(BEST_COMPRESSION)
    is_asset = request.endpoint in ASSETS and response.status_code == 200
    if encoding and is_asset and response.mimetype in COMPRESSED_ASSETS:
        response.set_data(compressed(response.get_data(), encoding))
        response.headers["Content-Encoding"] = encoding
    return response


@lru_cache(maxsize=64)
def compressed(content: bytes, encoding: str) -> bytes:
    """Return an asset in an encoding, cached because the best compression takes a tenth of a
    second."""
    return BEST_COMPRESSION[encoding](content)
