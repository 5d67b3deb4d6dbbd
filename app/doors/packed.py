"""What is sent is packed as it is sent, by Flask-Compress."""

from __future__ import annotations

from flask import Flask
from flask_compress import Compress


def put_on(app: Flask) -> None:
    """Pack what is sent, as far as the browser can unpack it."""
    app.config.update(
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_ALGORITHM_STREAMING=["br", "deflate"],
        # 64 KB: a larger window takes longer to make than most answers to pack.
        COMPRESS_BR_WINDOW=16,
    )
    Compress(app)
