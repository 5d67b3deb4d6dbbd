"""The door in a pocket: the same app, called as a function on the phone that it is used on.

No server, no network, no process beside this one; `tools/pocket` puts a browser around it. The book
has one club, of which whoever holds the phone is a member, and keeps no log beside it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Flask, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from app import store
from app.pocket import rescue
from app.web.app import create_app
from app.web.core import security
from app.web.core.services import services
from app.web.database import open_database
from app.web.match import files
from app.worker import here_and_now

BOOK = "matches.sqlite3"
COOKIES = "cookies.json"

Headers = list[tuple[str, str]]


def open_pocket(folder: str, prefix: str = "/pocket") -> Pocket:
    """The app on the score book in a folder, which is made if there is none, below `prefix`.

    A book that cannot be opened does not stop it: then the rules are there, and every page of a
    match says what is wrong and what to do.
    """
    app = open_app(Path(folder) / BOOK)
    return Pocket(app, Path(folder), prefix)


def open_app(book: Path) -> Flask:
    """The app as it is in a pocket."""
    app = create_app(
        store.SqliteEngine(book, is_shared=False).pool(), here_and_now, None, "install", "send"
    )
    app.config.update(OPEN=True, DATABASE=str(book))
    take_up(app, book)
    rescue.init_app(app, book, partial(take_up, app, book))
    app.add_url_rule("/", "join.front", begin)
    app.add_url_rule("/kept", "kept", partial(say_where_kept, book))
    app.add_url_rule("/take", "files.take", files.take)
    security.init_app(app, security.HEADERS_IN_FRAME)
    return app


def take_up(app: Flask, book: Path) -> None:
    """Open the book, or else let every page of a match say why that cannot be done."""
    engine = store.SqliteEngine(book, is_shared=False)
    try:
        with closing(open_database(engine)) as db:
            app.config["CLUB"] = store.ensure_home_club(db).id
        services(app).pool = engine.pool()
    except (store.StoreError, OSError) as error:
        app.config["CLUB"] = store.HOME
        services(app).pool = store.UnavailableConnections(engine, error)


def begin() -> ResponseReturnValue:
    """Lead to the start page."""
    return redirect(url_for("start.start"))


def say_where_kept(book: Path) -> ResponseReturnValue:
    """Where matches are kept on a phone, and how they stay there."""
    has_copy = store.latest_copy_before_upgrade(book) is not None
    return render_template("kept.html", has_copy=has_copy)


class Pocket:
    """Answers requests one after the other, and keeps the cookies itself: a service worker may not
    set any."""

    def __init__(self, app: Flask, folder: Path, prefix: str) -> None:
        self.app = app
        self.prefix = prefix.rstrip("/")
        self.folder = folder
        self._wsgi = app.wsgi_app
        self._jar = Jar(folder / COOKIES)

    def get_ready(self) -> None:
        """Do ahead what would be done for the first pages, and let go of the folder."""
        for template in self.app.jinja_env.list_templates(extensions=["html", "svg"]):
            self.app.jinja_env.get_template(template)
        services(self.app).pool.close()

    def begin(self) -> None:
        """Take up what lies in the folder now, which may be another by the same name."""
        take_up(self.app, self.folder / BOOK)
        self._jar = Jar(self.folder / COOKIES)

    def answer(
        self, method: str, url: str, headers: dict[str, str], body: bytes
    ) -> tuple[int, Headers, bytes]:
        """The status, the headers and the body that answer a request.

        `url` is a path with its query, with the prefix or without. Cookies come from the jar, and
        go nowhere else.
        """
        environ = self._environ(method, url, headers, body)
        given: list[tuple[str, Headers]] = []

        def start_response(status: str, headers: Headers, *_about: Any) -> Any:
            given.append((status, headers))

        parts: Iterable[bytes] = self._wsgi(environ, start_response)
        try:
            content = b"".join(parts)
        finally:
            if close := getattr(parts, "close", None):
                close()
        status, answered = given[-1]
        self._jar.keep(value for name, value in answered if name.lower() == "set-cookie")
        shown = [header for header in answered if header[0].lower() != "set-cookie"]
        return int(status[:3]), shown, content

    def _environ(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes
    ) -> dict[str, Any]:
        """A request as WSGI has it."""
        path, _mark, query = url.partition("#")[0].partition("?")
        if path == self.prefix or path.startswith(f"{self.prefix}/"):
            path = path[len(self.prefix) :]
        about = {name.lower(): value for name, value in headers.items()}
        about.setdefault("host", "localhost")
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method.upper(),
            "SCRIPT_NAME": self.prefix,
            "PATH_INFO": unquote_to_bytes(path or "/").decode("latin-1"),
            "QUERY_STRING": query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "CONTENT_LENGTH": str(len(body)),
            "CONTENT_TYPE": about.pop("content-type", ""),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
            "wsgi.input_terminated": True,
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        about.pop("content-length", None)
        about["cookie"] = self._jar.header
        for name, value in about.items():
            environ[f"HTTP_{name.upper().replace('-', '_')}"] = value
        return environ


class Jar:
    """The cookies of this app, in a file beside its book: there is only one app, so all are sent
    along with every request."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._cookies: dict[str, str] = {}
        # What was cut off while it was written is only a look that has to be chosen again.
        with suppress(OSError, ValueError, AttributeError):
            kept = json.loads(file.read_text("utf-8"))
            self._cookies = {str(name): str(value) for name, value in kept.items()}

    @property
    def header(self) -> str:
        """What a browser would send along."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def keep(self, lines: Iterable[str]) -> None:
        """Do what these lines of `Set-Cookie` say."""
        before = dict(self._cookies)
        for line in lines:
            named, *about = line.split(";")
            name, _equals, value = named.partition("=")
            self._cookies[name] = value
            if "max-age=0" in [part.strip().lower() for part in about]:
                del self._cookies[name]
        if self._cookies != before:
            # Kept until the app is closed even where it cannot be written.
            with suppress(OSError):
                self._file.write_text(json.dumps(self._cookies), "utf-8")
