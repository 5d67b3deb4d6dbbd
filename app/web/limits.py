"""How often one address or one table may ask for what is dear to make."""

from __future__ import annotations

from flask import Flask, Response, g, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

PRINTED_FOR_AN_ADDRESS = "120 per minute"
PRINTED_FOR_A_TABLE = "30 per minute"

limiter = Limiter(
    get_remote_address,
    storage_uri="memory://",
    strategy="moving-window",
    headers_enabled=True,
)


def prepare(app: Flask) -> None:
    """Count from now on, in memory."""
    limiter.init_app(app)


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
