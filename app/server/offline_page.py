"""The page that a browser shows where no page of a club can be reached, and the service worker that
keeps it there.

Only over HTTPS, or on the machine itself, has a browser such workers. This one keeps that page and
the files it is made of: nothing of a match, and nothing that takes a link to see. Its scope are the
clubs, so the one of the pocket edition is not concerned.
"""

from __future__ import annotations

import json

from flask import Flask, Response, render_template, url_for
from flask.typing import ResponseReturnValue

from app.web.core.page.assets import asset_url, file_url, joined_url
from app.web.core.services import services

WORKER = "/joined/offline_worker.js"


def init_app(app: Flask) -> None:
    """Serve the page and its worker, and let match pages register it."""
    app.add_url_rule("/offline", view_func=offline)
    app.add_url_rule("/offline.js", view_func=offline_worker)
    app.jinja_env.globals["offline_worker_url"] = lambda: url_for("offline_worker")


def offline() -> str:
    """What a person reads in place of a page that cannot be reached; a script says which it is."""
    return render_template("offline.html")


def offline_worker() -> ResponseReturnValue:
    """The worker, with the addresses that it keeps: another build has others, and replaces it."""
    version = asset_url(WORKER).rpartition("=")[2]
    files = [
        f"{url_for('offline')}?v={version}",
        *(joined_url("app.css"), joined_url("offline.js"), asset_url("/icons.svg")),
        file_url("icon.svg"),
    ]
    script = services().assets[WORKER].replace("FILES = []", f"FILES = {json.dumps(files)}")
    # Asked for again each time, or a browser would go on with an old one for a day.
    return Response(script, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})
