"""The page that a browser shows if no page of a club can be reached, and the service worker that
caches it.

A browser has service workers only over HTTPS, or on the machine itself. This one caches that page
and its files, and gives out those pages of a match that the browser keeps as they were shown last
(`static/js/copies.js`). Where the pocket edition is built it also fetches the engine of that, with
which a match goes on without the server. Its scope is the whole app but the pocket edition, which
has a worker of its own.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from flask import Flask, Response, render_template, url_for
from flask.typing import ResponseReturnValue

from app.games import GAMES
from app.languages import current_language, plain
from app.paths import POCKET
from app.scoring import _
from app.web.core.page.assets import asset_url, file_url, joined_url
from app.web.core.services import services

WORKER = "/joined/offline_worker.js"
ENGINE = "engine.json"
"""In the folder of the pocket edition."""


@cache
def engine() -> dict[str, Any]:
    """What `tools.pocket` says of the engine that it has built: the `build`, the `engine` and the
    `files`; empty without a build."""
    file = POCKET / ENGINE
    return json.loads(file.read_text("utf-8")) if file.exists() else {}


def init_app(app: Flask) -> None:
    """Serve the page and its worker, and let match pages register it."""
    app.add_url_rule("/offline", view_func=offline)
    app.add_url_rule("/offline.js", view_func=offline_worker)
    app.jinja_env.globals["offline_worker_url"] = lambda: url_for("offline_worker")


def offline() -> str:
    """Show the page in place of one that cannot be reached; a script says which that is, and which
    matches go on on the phone."""
    return render_template("offline.html", games={key: plain(it.name) for key, it in GAMES.items()})


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
    stopped = plain(_("This was not saved: the page was closed meanwhile. Try again."))
    known = {"FILES = []": files, "ENGINE = {}": engine(), 'WORDS = ""': stopped}
    script = services().assets[WORKER]
    for place, value in known.items():
        script = script.replace(place, f"{place.partition('=')[0]}= {json.dumps(value)}")
    # Revalidated each time, or a browser would use an old one for a day.
    return Response(script, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})
