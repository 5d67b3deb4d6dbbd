"""The built files of the pocket edition, served below ``/pocket/``.

WhiteNoise sends them as they were compressed by the build. Any other page there is the shell, which
asks the worker in the browser for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

from flask import Flask, request
from werkzeug import Request, Response
from whitenoise import WhiteNoise

from app.file_rights import require_tree
from app.paths import POCKET
from app.web.core import http
from app.web.core.links import LOOPBACK

PREFIX = "/pocket"
SHELL = "index.html"
HEADERS = http.HEADERS_IN_FRAME | {
    # Python comes as WebAssembly.
    "Content-Security-Policy": (
        f"{http.POLICY}; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'self'"
    ),
    # The worker in the browser caches the files itself, and has to notice a new build at once.
    "Cache-Control": "no-cache",
}

App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def init_app(app: Flask, folder: Path | None = None) -> None:
    """Serve the build in `folder`, and let pages link to it; nothing if there is no build.

    Raises PermissionError for a file that may not be read.
    """
    folder = folder or POCKET
    if not (folder / SHELL).exists():
        return
    require_tree(folder)
    files = WhiteNoise(
        PocketShell((folder / SHELL).read_text("utf-8")),
        folder,
        PREFIX,
        max_age=None,
        allow_all_origins=False,
        mimetypes={".webmanifest": "application/manifest+json"},
        add_headers_function=set_etag,
    )
    app.wsgi_app = BelowPrefix(  # type: ignore[method-assign]
        app.wsgi_app, http.SecurityHeaders(files, HEADERS)
    )
    app.jinja_env.globals.update(pocket_url=pocket_url, pocket_is_built=True)


def pocket_url() -> str:
    """Return the address of the pocket edition; empty where no browser would install it: that needs
    HTTPS, or this machine itself."""
    is_kept = request.is_secure or request.host.startswith(LOOPBACK)
    return f"{request.script_root}{PREFIX}/" if is_kept else ""


def set_etag(headers: Headers, path: str, _url: str) -> None:
    """Set an ETag by content: in a wheel all files have one date."""
    headers["ETag"] = f'"{sha256(Path(path).read_bytes()).hexdigest()[:20]}"'


class BelowPrefix:
    """Middleware that calls `pocket` for paths below the prefix, and the app for the rest."""

    def __init__(self, app: App, pocket: App) -> None:
        self.app = app
        self.pocket = pocket

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        is_below = path == PREFIX or path.startswith(f"{PREFIX}/")
        return (self.pocket if is_below else self.app)(environ, start_response)


class PocketShell:
    """Answers requests for anything that is no file, mostly with the shell's page."""

    def __init__(self, page: str) -> None:
        self.page = page

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        return self.respond(Request(environ))(environ, start_response)

    def respond(self, request: Request) -> Response:
        """Return the response to a request for anything that is no file."""
        root = request.root_path + PREFIX
        if request.path == PREFIX:
            return Response(status=308, headers={"Location": f"{root}/"})
        if request.method not in ("GET", "HEAD"):
            # A post of a page there is answered by the worker in the browser, never by a server.
            return Response(status=405, headers={"Allow": "GET, HEAD"})
        if request.headers.get("Sec-Fetch-Dest", "document") != "document":
            return Response(status=404)
        # For any page there: until the worker runs, the shell opens it, with absolute addresses of
        # its files.
        return Response(self.page.replace('"./', f'"{root}/'), mimetype="text/html")
