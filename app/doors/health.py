"""Whether all is well, for machines that look after this one."""

from __future__ import annotations

from time import monotonic

from flask import Flask
from flask.typing import ResponseReturnValue

from app import store
from app.web.frame.pages import connection

PROBED_FOR = 1.0
"""Seconds for which a probe that went well stands: it goes to the disk, and anybody may ask."""


def put_on(app: Flask) -> None:
    """Answer at ``/healthz``."""
    app.extensions["well until"] = 0.0

    @app.get("/healthz")
    def healthz() -> ResponseReturnValue:
        """200 when the score book takes what is written, and 503 when it does not."""
        if monotonic() >= app.extensions["well until"]:
            try:
                connection().probe()
            except store.Unavailable:
                return {"status": "unavailable", "database": False}, 503
            app.extensions["well until"] = monotonic() + PROBED_FOR
        return {"status": "ok", "database": True}
