"""The symbols of all pages as one file, which a browser fetches once."""

from __future__ import annotations

from hashlib import sha256

from flask import Blueprint, Flask, Response, current_app
from flask.typing import ResponseReturnValue

from app import symbols

bp = Blueprint("icons", __name__)


def prepare(app: Flask) -> None:
    """Join the symbols of the app and of its games."""
    joined = symbols.joined()
    app.extensions["icons"] = joined
    # An address that changes with what is drawn, so that it can be kept.
    app.extensions["icons path"] = f"/icons.svg?v={sha256(joined.encode()).hexdigest()[:10]}"


@bp.get("/icons.svg")
def show() -> ResponseReturnValue:
    """All symbols."""
    kept = f"public, max-age={current_app.config['SEND_FILE_MAX_AGE_DEFAULT']}, immutable"
    return Response(
        current_app.extensions["icons"], mimetype="image/svg+xml", headers={"Cache-Control": kept}
    )
