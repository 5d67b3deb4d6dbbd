"""The rules pages."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, render_template, request
from flask.typing import ResponseReturnValue

from app.games import GAMES

bp = Blueprint("rules", __name__, url_prefix="/rules")


@bp.get("/")
def contents() -> ResponseReturnValue:
    """All pages of the book."""
    book = current_app.extensions["rulebook"]
    return render_template("rules/contents.html", games=GAMES, book=book)


@bp.get("/<key>")
def page(key: str) -> ResponseReturnValue:
    """The rules of one game, or the glossary."""
    found = current_app.extensions["rulebook"].get(key) or abort(404)
    html = found.html.replace('href="rules:', f'href="{request.script_root}/rules/')
    return render_template("rules/page.html", page=found, html=html)
