"""The page that a browser shows if no page of a club can be reached, and the service worker that
caches it.

A browser has service workers only over HTTPS, or on the machine itself. This one caches that page
and its files, and gives out those pages of a match that the browser keeps as they were shown last
(`static/js/copies.js`). Its scope are the clubs, so it does not touch the worker of the pocket
edition.
"""

from __future__ import annotations

import json

from flask import Flask, Response, render_template, url_for
from flask.typing import ResponseReturnValue

from app.languages import current_language
from app.web.core.page.assets import asset_url, file_url, joined_url
from app.web.core.services import services

WORKER = "/joined/offline_worker.js"


def init_app(app: Flask) -> None:
    """Serve the page and its worker, and let match pages register it."""
    app.add_url_rule("/offline", view_func=offline)
    app.add_url_rule("/offline.js", view_func=offline_worker)
    app.jinja_env.globals["offline_worker_url"] = lambda: url_for("offline_worker")


def offline() -> str:
    """Show the page in place of one that cannot be reached; a script says which that is."""
    return render_template("offline.html")


def offline_worker() -> ResponseReturnValue:
    """Serve the worker, with the addresses that it caches: another build has others, and so has
    another language, and replaces it."""
    version, language = asset_url(WORKER).rpartition("=")[2], current_language()
    files = [
        f"{url_for('offline')}?v={version}-{language.tag}-{language.shape.system}",
        *map(joined_url, ("app.css", "pages.css", "offline.js")),
        asset_url("/icons.svg"),
        file_url("icon.svg"),
    ]
    script = services().assets[WORKER].replace("FILES = []", f"FILES = {json.dumps(files)}")
    # Revalidated each time, or a browser would use an old one for a day.
    return Response(script, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})
