"""The theme of the pages: light, dark, for a dim room, or as the phone has it."""

from __future__ import annotations

import re
from urllib.parse import quote

from flask import Blueprint, Flask, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from app.scoring import _
from app.web.core.access import home_url, works_away
from app.web.core.errors import abort_with

bp = works_away(Blueprint("theme", __name__))

AS_THE_PHONE = "phone"
THEMES = {
    AS_THE_PHONE: _("As phone"),
    "light": _("Light"),
    "dark": _("Dark"),
    "dim": _("Dim room"),
}
PAPER = {"light": "#f4f0e6", "dark": "#12161c", "dim": "#0d0a07"}
"""What a phone paints around the page; `--paper` in tokens.css."""

COOKIE = "look"
YEAR = 365 * 24 * 60 * 60
OWN_PATH = re.compile(r"/(?![/\\])[!-~]*")
"""A path of ours: `//` and `/\\` would lead to another site, control characters are dropped."""


def init_app(app: Flask) -> None:
    """Give templates the themes, and the one that this browser has chosen."""
    app.jinja_env.globals.update(themes=THEMES, paper=PAPER, chosen_theme=chosen_theme, here=here)


@bp.post("/look")
def choose() -> ResponseReturnValue:
    """Set the cookie of a theme, and redirect to the page that the form was on."""
    theme = request.form.get("theme", "")
    if theme not in THEMES:
        abort_with(422, _("There is no such theme. Choose one under More, Screen."))
    response = redirect(return_path(), 303)
    keep_choice(response, COOKIE, "" if theme == AS_THE_PHONE else theme)
    return response


def keep_choice(response: Response, cookie: str, value: str) -> None:
    """Let the phone keep what it has chosen for a year; with "" it forgets it."""
    path = f"{request.script_root}/"
    if value:
        response.set_cookie(cookie, value, max_age=YEAR, path=path, httponly=True, samesite="Lax")
    else:
        response.delete_cookie(cookie, path=path)


def chosen_theme() -> str:
    """The key of the theme that this browser has chosen."""
    theme = request.cookies.get(COOKIE, "")
    return theme if theme in THEMES else AS_THE_PHONE


def return_path() -> str:
    """The path of ours that the form or the address says to return to, else the start page."""
    back = request.values.get("back", "")
    return back if OWN_PATH.fullmatch(back) else home_url()


def here() -> str:
    """The address of this page, for a form to return to."""
    query = request.query_string.decode("latin-1")
    path = quote(request.script_root + request.path)
    return f"{path}?{quote(query, '/?&=%+')}" if query else path
