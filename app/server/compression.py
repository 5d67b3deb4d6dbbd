"""What is sent is packed as it is sent, by Flask-Compress."""

from __future__ import annotations

from flask import Flask, Response
from flask_compress import Compress


def init_app(app: Flask) -> None:
    """Pack what is sent, as far as the browser can unpack it."""
    app.config.update(
        COMPRESS_ALGORITHM=["br", "gzip"],
        # Quickly, and in 64 KB: a larger window takes longer to make than most answers to pack.
        COMPRESS_BR_LEVEL=2,
        COMPRESS_BR_WINDOW=16,
    )
    Compress(app)

    def send_whole_file(filename: str) -> Response:
        """Read a static file whole: after an answer without a length, waitress hangs up."""
        response = app.send_static_file(filename)
        response.direct_passthrough = False
        response.make_sequence()
        return response

    app.view_functions["static"] = send_whole_file
