"""How often one address or one table may ask for what is dear to make."""

from __future__ import annotations

import time
from typing import Any

from flask import Flask, Response, g, make_response, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_limiter import Limiter, RateLimitExceeded
from flask_limiter.util import get_remote_address

from app.web.frame.errors import show_error
from app.web.paper import prints

PRINTED_FOR_AN_ADDRESS = "120 per minute"
"""A whole club shares one address, and none of them prints two sheets a second."""

PRINTED_FOR_A_TABLE = "30 per minute"


def put_on(app: Flask) -> None:
    """Limit what takes the press, counting from now on, in memory."""
    limiter = Limiter(
        get_remote_address, app=app, storage_uri="memory://", strategy="moving-window"
    )
    for_an_address = limiter.shared_limit(
        PRINTED_FOR_AN_ADDRESS, scope="printing", deduct_when=took_the_press
    )
    for_a_table = limiter.shared_limit(
        PRINTED_FOR_A_TABLE,
        scope="table",
        key_func=this_table,
        exempt_when=is_at_no_table,
        deduct_when=took_the_press,
    )
    for endpoint, view in app.view_functions.items():
        if prints(view):
            limited: Any = for_a_table(for_an_address(view))
            app.view_functions[endpoint] = limited

    @app.errorhandler(RateLimitExceeded)
    def say_wait(_error: RateLimitExceeded) -> ResponseReturnValue:
        """429: that was too much; says for how long."""
        breached = limiter.current_limit
        after = max(1, breached.reset_at - int(time.time())) if breached else 60
        words = gettext("That was a lot in one minute. Try again in %(n)s seconds.", n=after)
        response = make_response(show_error(429, words))
        response.headers["Retry-After"] = str(after)
        return response


def took_the_press(_response: Response) -> bool:
    """Whether this answer took the press; one that was kept costs nothing."""
    return bool(g.get("printed", False))


def this_table() -> str:
    """The match that this request is about."""
    return f"match {(request.view_args or {}).get('match_id')}"


def is_at_no_table() -> bool:
    """Whether what is printed is of no match."""
    return "match_id" not in (request.view_args or {})
