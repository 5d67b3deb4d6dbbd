"""Whether all is well, for machines that look after this one."""

from __future__ import annotations

from time import monotonic

from flask import Flask
from flask.typing import ResponseReturnValue

from app import store
from app.web.core.services import connection, services

PROBED_FOR = 1.0
"""Seconds for which a probe that went well stands: it goes to the disk, and anybody may ask."""


NOTICED_AFTER = 3.0
"""Seconds in which a proxy that asks every second has found out that we leave."""


def init_app(app: Flask) -> None:
    """Answer at ``/healthz``."""

    @app.get("/healthz")
    def healthz() -> ResponseReturnValue:
        """200 when the score book takes what is written; 503 when it does not, or we leave."""
        if services().is_leaving:
            return {"status": "leaving", "database": True}, 503
        if monotonic() >= services().healthy_until:
            try:
                connection().probe()
            except store.StoreError:
                return {"status": "unavailable", "database": False}, 503
            services().healthy_until = monotonic() + PROBED_FOR
        return {"status": "ok", "database": True}


def leave(app: Flask) -> None:
    """Say from now on that somebody else should be asked, while what comes is still answered."""
    services(app).is_leaving = True
