"""Health check for load balancers and monitoring."""

from __future__ import annotations

from time import monotonic

from flask import Flask
from flask.typing import ResponseReturnValue

from app.store.errors import StoreError
from app.web.core.services import Services, connection, services

HEALTH = "/healthz"
# For which a probe of the database is valid: it writes to the disk, and anybody may ask.
PROBE_SECONDS = 1.0
DRAIN_SECONDS = 3.0  # in which a proxy that checks every second notices that this process stops


def init_app(app: Flask) -> None:
    """Register ``/healthz``."""

    @app.get(HEALTH)
    def healthz() -> ResponseReturnValue:
        """200 if the database can be written to; 503 if not, or if the server is about to stop."""
        health = services()
        if health.is_draining:
            return {"status": "leaving", "database": True}, 503
        probe_now_and_then(health)
        if not health.is_healthy:
            return {"status": "unavailable", "database": False}, 503
        return {"status": "ok", "database": True}


def probe_now_and_then(health: Services) -> None:
    """Probe the database unless that was done less than `PROBE_SECONDS` ago, or is being done.

    A probe waits while the database is locked, and many would take the threads of other requests.
    """
    if monotonic() < health.probed_until or not health.probe_lock.acquire(blocking=False):
        return
    try:
        connection().probe()
        health.is_healthy = True
    except StoreError:
        health.is_healthy = False
    finally:
        health.probed_until = monotonic() + PROBE_SECONDS
        health.probe_lock.release()
