"""The pocket edition: the app as a function that Python in a phone's browser calls.

Pyodide runs it in a worker of the page that `tools/pocket` builds. The database has one club, of
which every request is a member. What it has in place of a server's:

    waitress, threads            `Pocket.answer`, one request after the other
    cookies of the browser       `CookieJar`, a file beside the database
    worker process               `app.worker.run_inline`
    write-ahead log, PostgreSQL  a SQLite file that is not shared, in the storage of the browser
    links, codes, rate limits    none: `OPEN` and `CLUB` in the config
    streams                      none: there is no other phone
    PDF                          documents as pages, which the browser prints
    503 without a database       pages that offer its files: `app.pocket.rescue`
    headers against framing      those of a page in a frame of ours: `http.HEADERS_IN_FRAME`
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Flask, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from app.paths import LICENCES
from app.pocket import journey, rescue, send
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.store.errors import StoreError
from app.store.sqlite.backup import latest_copy_before_upgrade
from app.store.sqlite.engine import SqliteEngine, UnavailableConnections
from app.web.app import create_app
from app.web.core import http
from app.web.core.access import CLUB
from app.web.core.services import services
from app.web.database import open_database
from app.worker import run_inline

DATABASE = "matches.sqlite3"
COOKIES = "cookies.json"
# The heading in the licence file with the name of what the next licence is for.
SECTION = re.compile(r"^== (.+) ==$", re.MULTILINE)

Headers = list[tuple[str, str]]


def open_pocket(folder: str, prefix: str = "/pocket") -> Pocket:
    """Return the app on the database in a folder, which is created if there is none, below
    `prefix`.

    If the database cannot be opened, the rules still work, and every page of a match says what is
    wrong and what to do.
    """
    app = open_app(Path(folder) / DATABASE)
    return Pocket(app, Path(folder), prefix)


def open_app(database: Path) -> Flask:
    """Return the app with what only the pocket edition has."""
    app = create_app(
        SqliteEngine(database, is_shared=False).pool(), run_inline, None, "install", "send"
    )
    app.config.update(OPEN=True, DATABASE=str(database))
    reopen(app, database)
    rescue.init_app(app, database, partial(reopen, app, database))
    app.add_url_rule("/", "join.front", lambda: redirect(url_for("start.start")))
    app.add_url_rule("/kept", "kept", partial(show_storage, database))
    app.add_url_rule("/licences", "licences", show_licences)
    app.register_blueprint(send.bp)
    app.jinja_env.globals.update(front_page=send.front_page)
    app.register_blueprint(journey.bp, url_prefix=CLUB + (journey.bp.url_prefix or ""))
    http.init_app(app, http.HEADERS_IN_FRAME)
    journey.init_app(app)
    return app


def reopen(app: Flask, database: Path) -> None:
    """Open the database again; if that fails, let every page of a match say why."""
    engine = SqliteEngine(database, is_shared=False)
    try:
        with closing(open_database(engine)) as db:
            app.config["CLUB"] = clubs.ensure_home_club(db).id
        services(app).pool = engine.pool()
    except (StoreError, OSError) as error:
        app.config["CLUB"] = HOME
        services(app).pool = UnavailableConnections(engine, error)


def show_storage(database: Path) -> ResponseReturnValue:
    """Show where a browser keeps matches, and how to keep them there."""
    has_copy = latest_copy_before_upgrade(database) is not None
    return render_template("pocket/kept.html", has_copy=has_copy)


def show_licences() -> ResponseReturnValue:
    """Show the licences of everything bundled; 404 unless this is the built edition."""
    if not LICENCES.is_file():
        abort(404)
    _before, *named = SECTION.split(LICENCES.read_text("utf-8"))
    return render_template("pocket/licences.html", texts=zip(named[::2], named[1::2], strict=True))


class Pocket:
    """Answers requests one after the other, and keeps their cookies, which a service worker may not
    set."""

    cookies = COOKIES
    """The name of their file in the folder."""

    def __init__(self, app: Flask, folder: Path, prefix: str) -> None:
        self.app = app
        self.prefix = prefix.rstrip("/")
        self.folder = folder
        self._wsgi = app.wsgi_app
        self._jar = CookieJar(folder / self.cookies)

    def warm_up(self) -> None:
        """Load all templates for the first pages, and close the files in the folder."""
        for template in self.app.jinja_env.list_templates(extensions=["html", "svg"]):
            self.app.jinja_env.get_template(template)
        services(self.app).pool.close()

    def reopen(self, prefix: str) -> None:
        """Reopen the database and the cookie jar after the folder has changed, below `prefix`."""
        self.prefix = prefix.rstrip("/")
        reopen(self.app, self.folder / DATABASE)
        self._jar = CookieJar(self.folder / self.cookies)

    def answer(
        self, method: str, url: str, headers: dict[str, str], body: bytes
    ) -> tuple[int, Headers, bytes]:
        """Return the status, the headers and the body of the response to a request.

        `url` is a path with its query, with the prefix or without. Cookies come from the jar and go
        into it, and are sent nowhere.
        """
        environ = self._environ(method, url, headers, body)
        started: list[tuple[str, Headers]] = []

        def start_response(status: str, headers: Headers, *_exc_info: Any) -> Any:
            started.append((status, headers))

        parts: Iterable[bytes] = self._wsgi(environ, start_response)
        try:
            content = b"".join(parts)
        finally:
            if close := getattr(parts, "close", None):
                close()
        status, response_headers = started[-1]
        self._jar.update(value for name, value in response_headers if name.lower() == "set-cookie")
        others = [header for header in response_headers if header[0].lower() != "set-cookie"]
        return int(status[:3]), others, content

    def _environ(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes
    ) -> dict[str, Any]:
        """Return the WSGI environment of a request."""
        path, _mark, query = url.partition("#")[0].partition("?")
        if path == self.prefix or path.startswith(f"{self.prefix}/"):
            path = path[len(self.prefix) :]
        request_headers = {name.lower(): value for name, value in headers.items()}
        request_headers.setdefault("host", "localhost")
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method.upper(),
            "SCRIPT_NAME": self.prefix,
            "PATH_INFO": unquote_to_bytes(path or "/").decode("latin-1"),
            "QUERY_STRING": query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "CONTENT_LENGTH": str(len(body)),
            "CONTENT_TYPE": request_headers.pop("content-type", ""),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
            "wsgi.input_terminated": True,
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        request_headers.pop("content-length", None)
        request_headers["cookie"] = self._jar.header
        for name, value in request_headers.items():
            environ[f"HTTP_{name.upper().replace('-', '_')}"] = value
        return environ


class CookieJar:
    """The cookies of this app, in a file beside its database. All are sent with every request:
    there is only one app."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._cookies: dict[str, str] = {}
        # A file that was cut off while it was written costs only a theme, to be chosen again.
        with suppress(OSError, ValueError, AttributeError):
            kept = json.loads(file.read_text("utf-8"))
            self._cookies = {str(name): str(value) for name, value in kept.items()}

    @property
    def header(self) -> str:
        """The value of the `Cookie` header."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def update(self, lines: Iterable[str]) -> None:
        """Set and delete cookies as these `Set-Cookie` headers say."""
        before = dict(self._cookies)
        for line in lines:
            pair, *attributes = line.split(";")
            name, _equals, value = pair.partition("=")
            self._cookies[name] = value
            if "max-age=0" in [part.strip().lower() for part in attributes]:
                del self._cookies[name]
        if self._cookies != before:
            # Kept until the app is closed even where it cannot be written.
            with suppress(OSError):
                self._file.write_text(json.dumps(self._cookies), "utf-8")
