"""Stylesheets and scripts: written by component, joined at start into one for a kind of page."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, request
from flask.typing import ResponseReturnValue

from app.house import STATIC

bp = Blueprint("joined", __name__, url_prefix="/joined")

STYLES = (
    "tokens",
    "page",
    "tabs",
    "board",
    "question",
    "rows",
    "keypad",
    "takers",
    "options",
    "drawer",
    "places",
    "pad",
    "faces",
    "house",
    "cards_taken",
    "bar",
    "list",
    "sheet",
    "correct",
    "seats",
    "start",
    "outcome",
    "landscape",
)
BOOK = ("tokens", "page", "tabs", "list", "rules")
AROUND = ("tokens", "page", "tabs", "question", "bar", "list", "settle", "paper", "file")
TABLE = ("tokens", "page", "table_view")
SCRIPTS = (
    "core",
    "counts",
    "tricks",
    "pad",
    "pick",
    "faces",
    "figures",
    "house",
    "places",
    "cards_taken",
    "correct",
    "sheet",
    "seats",
    "times",
    "drafts",
    "page",
    "book_links",
    "awake",
    "share",
    "start",
)
KINDS = {"css": "text/css", "js": "text/javascript"}
FILES = {
    "play.css": STYLES,
    "book.css": BOOK,
    "rules.css": ("rules",),
    "around.css": AROUND,
    "table.css": TABLE,
    "play.js": SCRIPTS,
}
"""What each joined file is made of, in this order: a match and what leads to one, the rules book,
the same where it opens over a match, the other pages around the table, the table from above."""


def prepare(app: Flask) -> None:
    """Join them, and give templates their addresses."""
    app.extensions["joined"] = {name: join(name) for name in FILES}
    app.jinja_env.globals["joined_url"] = joined_url


def join(name: str) -> str:
    """The components of a file, one after the other."""
    folder = Path(name).suffix[1:]
    return "\n".join(
        (STATIC / folder / f"{component}.{folder}").read_text("utf-8") for component in FILES[name]
    )


@bp.get("/<name>")
def show(name: str) -> ResponseReturnValue:
    """A joined file."""
    if name not in FILES:
        abort(404)
    max_age = current_app.config["SEND_FILE_MAX_AGE_DEFAULT"]
    return Response(
        current_app.extensions["joined"][name],
        mimetype=KINDS[Path(name).suffix[1:]],
        headers={"Cache-Control": f"public, max-age={max_age}, immutable"},
    )


def joined_url(name: str) -> str:
    """The address of a joined file, which changes with its content so that it can be kept."""
    content = current_app.extensions["joined"][name]
    return f"{request.script_root}/joined/{name}?v={sha256(content.encode()).hexdigest()[:10]}"
