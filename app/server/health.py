"""Health check for load balancers and monitoring."""

from __future__ import annotations

from time import monotonic

from flask import Flask
from flask.typing import ResponseReturnValue

from app import store
from app.web.core.services import connection, services

PROBE_SECONDS = 1.0
"""So long a good probe of the database counts: it writes to the disk, and anybody may ask."""
DRAIN_SECONDS = 3.0
"""In which a proxy that checks every second has found out that this process leaves."""


def init_app(app: Flask) -> None:
    """Answer at ``/healthz``."""

    @app.get("/healthz")
    def healthz() -> ResponseReturnValue:
        """200 if the database can be written to; 503 if not, or if the server is about to stop."""
        held = services()
        if held.is_draining:
            return {"status": "leaving", "database": True}, 503
        if monotonic() >= held.healthy_until:
            try:
                connection().probe()
            except store.StoreError:
                return {"status": "unavailable", "database": False}, 503
            held.healthy_until = monotonic() + PROBE_SECONDS
        return {"status": "ok", "database": True}
