"""Health check for load balancers and monitoring."""

from __future__ import annotations

from time import monotonic

from flask import Flask
from flask.typing import ResponseReturnValue

from app import store
from app.web.core.services import Services, connection, services

HEALTH = "/healthz"
PROBE_SECONDS = 1.0
"""So long a probe of the database counts: it writes to the disk, and anybody may ask."""
DRAIN_SECONDS = 3.0
"""In which a proxy that checks every second has found out that this process leaves."""


def init_app(app: Flask) -> None:
    """Answer at ``/healthz``."""

    @app.get(HEALTH)
    def healthz() -> ResponseReturnValue:
        """200 if the database can be written to; 503 if not, or if the server is about to stop."""
        held = services()
        if held.is_draining:
            return {"status": "leaving", "database": True}, 503
        probe_now_and_then(held)
        if not held.is_healthy:
            return {"status": "unavailable", "database": False}, 503
        return {"status": "ok", "database": True}


def probe_now_and_then(held: Services) -> None:
    """Probe the database unless that was done a moment ago, or is being done: while it is locked a
    probe waits, and many would keep the threads from those who read."""
    if monotonic() < held.probed_until or not held.probe_lock.acquire(blocking=False):
        return
    try:
        connection().probe()
        held.is_healthy = True
    except store.StoreError:
        held.is_healthy = False
    finally:
        held.probed_until = monotonic() + PROBE_SECONDS
        held.probe_lock.release()
