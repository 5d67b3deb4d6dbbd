"""Rate limits of what is dear to make: each PDF counts for its client and for its match.

Each process counts for itself, unless a storage is given in which several count together.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Flask, g, make_response, request
from flask.typing import ResponseReturnValue
from limits import RateLimitItem, RateLimitItemPerMinute
from limits.errors import ConfigurationError
from limits.storage import Storage, storage_from_string

from app.scoring import _n
from app.web.core.access import this_club
from app.web.core.errors import show_error
from app.web.core.rate_limit import RateLimiter, client_key
from app.web.core.services import services

PRINTED_FOR_AN_ADDRESS = RateLimitItemPerMinute(120, namespace="address")
"""A whole club shares one address, and none of them prints two sheets a second."""

PRINTED_FOR_A_TABLE = RateLimitItemPerMinute(30, namespace="table")


def init_app(app: Flask) -> None:
    """Limit the views that render PDF, counting in memory.

    They are wrapped one by one: a limiter before every request would make each answer dearer.
    """
    services(app).rate_limiter = RateLimiter()
    for endpoint, view in app.view_functions.items():
        if getattr(view, "renders_pdf", False):
            app.view_functions[endpoint] = limited(view)


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


def limited(view: Callable[..., Any]) -> Callable[..., Any]:
    """The route, which counts when it took the press; a document that was kept costs nothing."""

    @wraps(view)
    def show(**about: Any) -> ResponseReturnValue:
        counted = limits_of_request(about.get("match_id"))
        for limit, whose in counted:
            if not services().rate_limiter.test(limit, whose):
                return show_too_many(services().rate_limiter.reset_time(limit, whose))
        response: ResponseReturnValue = view(**about)
        if g.get("printed", False):
            for limit, whose in counted:
                services().rate_limiter.hit(limit, whose)
        return response

    return show


def limits_of_request(match_id: int | None) -> list[tuple[RateLimitItem, str]]:
    """The limits of this request, each with whom it counts for; not all paper is of a match."""
    limits: list[tuple[RateLimitItem, str]] = [
        (PRINTED_FOR_AN_ADDRESS, client_key(request.remote_addr or ""))
    ]
    if match_id is None:
        return limits
    return [*limits, (PRINTED_FOR_A_TABLE, f"{this_club()}/{match_id}")]


def show_too_many(until: float) -> ResponseReturnValue:
    """429: that was too much; says for how long."""
    after = max(1, int(until) - int(time.time()))
    words = _n(
        "That was a lot in one minute. Try again in {n} second.",
        "That was a lot in one minute. Try again in {n} seconds.",
        after,
    )
    response = make_response(show_error(429, words))
    response.headers["Retry-After"] = str(after)
    return response
