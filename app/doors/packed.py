"""Files are packed once, as small as can be; pages each time anew, and so as quickly as can be.

What is found for the first letters of a word is asked for all evening: that is packed as
quickly as a page, and kept for a while as a file is.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import cache, partial
from threading import Lock

import brotli
import rjsmin
import zopfli.gzip
from cachetools import LRUCache
from flask import Flask, Response, request
from flask_compress import Compress

from app.web.frame.pages import wants_part

FILES = ("static", "joined.show", "icons.show")
"""The routes whose answers stay what they are while the app runs."""
NEEDLESS = ("Accept-Ranges", "Content-Disposition", "Expires", "Last-Modified")
"""What nobody asks of them: a file is sent whole, shown and never saved, kept as long as its
`Cache-Control` says, and compared by its ETag alone."""
SEARCH = "rules.search"
MOST_SEARCHES = 300
PACKABLE = (
    *("image/svg+xml", "text/css", "text/javascript", "application/manifest+json"),
    "text/html",
)
LEVEL_OF_BROTLI, WINDOW_OF_BROTLI, LEVEL_OF_GZIP = 2, 16, 6
"""How pages are packed. The window is 64 KB: a larger one takes longer to make than most answers to
pack."""


def as_small_as_can_be(content: bytes) -> bytes:
    """Brotli that takes its time: a twentieth of a second for a large file."""
    packed: bytes = brotli.compress(content, quality=11)
    return packed


def for_plain_http(content: bytes) -> bytes:
    """Gzip, which is all that browsers take without HTTPS, as small as it can be made."""
    packed: bytes = zopfli.gzip.compress(content)
    return packed


@cache
def without_room(script: str) -> str:
    """A script without what only its readers need, a tenth of it. Its names stay what they are."""
    shorter: str = rjsmin.jsmin(script)
    return shorter


Packer = Callable[[bytes], bytes]
PACKERS: dict[str, Packer] = {"br": as_small_as_can_be, "gzip": for_plain_http}
"""How each encoding of a file is made, the one that is wanted most first."""
QUICK_PACKERS: dict[str, Packer] = {
    "br": partial(brotli.compress, quality=LEVEL_OF_BROTLI, lgwin=WINDOW_OF_BROTLI),
    "gzip": partial(gzip.compress, compresslevel=LEVEL_OF_GZIP),
}


def put_on(app: Flask) -> None:
    """Pack what is sent, as far as the browser can unpack it."""
    app.config.update(
        COMPRESS_ALGORITHM=[*PACKERS],
        COMPRESS_BR_LEVEL=LEVEL_OF_BROTLI,
        COMPRESS_BR_WINDOW=WINDOW_OF_BROTLI,
        COMPRESS_LEVEL=LEVEL_OF_GZIP,
    )
    Compress(app)
    joined: dict[str, str] = app.extensions["joined"]
    for name in joined:
        if name.endswith(".js"):
            joined[name] = without_room(joined[name])
    files: dict[tuple[object, ...], bytes] = {}
    searches: LRUCache[tuple[object, ...], bytes] = LRUCache(MOST_SEARCHES)
    one_at_a_time = Lock()

    # What is registered last comes first, and leaves nothing to do for the one before.
    @app.after_request
    def pack_file(response: Response) -> Response:
        """A file, or what was found, as it was packed when it was asked for first."""
        is_search = request.endpoint == SEARCH and wants_part()
        if not (is_search or request.endpoint in FILES) or response.status_code != 200:
            return response
        encoding = next((name for name in PACKERS if request.accept_encodings[name] > 0), None)
        if encoding is None or response.mimetype not in PACKABLE:
            return response
        response.direct_passthrough = False
        kept, packers = (searches, QUICK_PACKERS) if is_search else (files, PACKERS)
        key = (request.full_path if is_search else request.path, encoding)
        with one_at_a_time:
            packed = kept.get(key)
            if packed is None:
                packed = kept[key] = packers[encoding](response.get_data())
        response.set_data(packed)
        response.content_encoding = encoding
        for name in NEEDLESS:
            response.headers.pop(name, None)
        response.vary.add("Accept-Encoding")
        return response
