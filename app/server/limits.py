"""Rate limits of what is dear to make: each PDF counts for its client and for its match.

Each process counts for itself, unless a storage is given in which several count together.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Flask, g, request
from flask.typing import ResponseReturnValue
from limits import RateLimitItemPerMinute
from limits.errors import ConfigurationError
from limits.storage import Storage, storage_from_string

from app.scoring import _n
from app.web.core.access import this_club
from app.web.core.errors import show_error
from app.web.core.rate_limit import RateLimiter, client_key
from app.web.core.services import services

RENDERED_BY_CLIENT = RateLimitItemPerMinute(120, namespace="address")
"""A whole club shares one address, and none of them prints two sheets a second."""

RENDERED_OF_MATCH = RateLimitItemPerMinute(30, namespace="table")


def init_app(app: Flask) -> None:
    """Limit the views that render PDF, counting in memory.

    They are wrapped one by one: a limiter before every request would make each answer dearer.
    """
    services(app).rate_limiter = RateLimiter()
    for endpoint, view in app.view_functions.items():
        if getattr(view, "renders_pdf", False):
            app.view_functions[endpoint] = rate_limited(view)


def use_storage(app: Flask, address: str) -> None:
    """Count in the storage at `address`, such as redis://127.0.0.1, together with other processes.

    Raises ValueError, with the reason, for a storage that is unknown or cannot count like this.
    """
    try:
        # Only the first request waits so long for a silent storage: see `RateLimiter`.
        storage = storage_from_string(
            address, wrap_exceptions=True, socket_timeout=2, socket_connect_timeout=2
        )
        if not isinstance(storage, Storage):
            raise ConfigurationError(f"{address} is a storage for programs of another kind")
        services(app).rate_limiter = RateLimiter(storage)
    except (ConfigurationError, NotImplementedError, TypeError) as error:
        raise ValueError(str(error) or f"{address} cannot count in a moving window") from error


def rate_limited(view: Callable[..., Any]) -> Callable[..., Any]:
    """The view, or 429 at its limit. Only what it rendered counts, and not a cached document."""

    @wraps(view)
    def show(**values: Any) -> ResponseReturnValue:
        limits = [(RENDERED_BY_CLIENT, client_key(request.remote_addr or ""))]
        if "match_id" in values:
            limits.append((RENDERED_OF_MATCH, f"{this_club()}/{values['match_id']}"))
        limiter = services().rate_limiter
        for limit, key in limits:
            if not limiter.test(limit, key):
                return show_too_many(limiter.reset_time(limit, key))
        response: ResponseReturnValue = view(**values)
        if g.get("printed", False):
            for limit, key in limits:
                limiter.hit(limit, key)
        return response

    return show


def show_too_many(until: float) -> ResponseReturnValue:
    """429 until this moment, in seconds since 1970."""
    after = max(1, int(until) - int(time.time()))
    sentence = _n(
        "Too much was printed in one minute. Try again in {n} second.",
        "Too much was printed in one minute. Try again in {n} seconds.",
        after,
    )
    return show_error(429, sentence, retry_after=after)
