"""How often one address or one table may ask for what is dear to make."""

from __future__ import annotations

import time

from flask import Flask, Response, g, make_response, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_limiter import Limiter, RateLimitExceeded
from flask_limiter.util import get_remote_address

from app.web.errors import show_error

PRINTED_FOR_AN_ADDRESS = "120 per minute"
PRINTED_FOR_A_TABLE = "30 per minute"

limiter = Limiter(
    get_remote_address,
    storage_uri="memory://",
    strategy="moving-window",
)


def prepare(app: Flask) -> None:
    """Count from now on, in memory."""
    limiter.init_app(app)
    app.register_error_handler(RateLimitExceeded, say_wait)


def say_wait(_error: RateLimitExceeded) -> ResponseReturnValue:
    """429: that was too much; says for how long."""
    breached = limiter.current_limit
    after = max(1, breached.reset_at - int(time.time())) if breached else 60
    said = gettext("That was a lot in one minute. Try again in %(n)s seconds.", n=after)
    response = make_response(show_error(429, said))
    response.headers["Retry-After"] = str(after)
    return response


def was_printed(_response: Response) -> bool:
    """Whether this answer took the press; one that was kept costs nothing."""
    return bool(g.get("printed", False))


def this_table() -> str:
    """The match that this request is about."""
    return f"match {(request.view_args or {}).get('match_id')}"


printing = limiter.shared_limit(PRINTED_FOR_AN_ADDRESS, scope="printing", deduct_when=was_printed)
"""A whole club shares one address, and none of them prints two sheets a second."""

printing_at_a_table = limiter.shared_limit(
    PRINTED_FOR_A_TABLE, scope="table", key_func=this_table, deduct_when=was_printed
)
