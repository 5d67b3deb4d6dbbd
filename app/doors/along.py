"""The pocket edition, offered to be taken along: built files below ``/pocket/``.

They are packed when they are built, and looked for once; nothing else below that address is ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any
from wsgiref.util import FileWrapper

from flask import Flask, request

from app.doors import guard
from app.house import POCKET
from app.web.frame.links import LOOPBACK

PREFIX = "/pocket"
SHELL = "index.html"
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""What the twins of a file end with, the smallest first."""
TYPES = {
    ".bin": "application/octet-stream",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}
HEADERS = guard.IN_A_FRAME | {
    # Python comes as WebAssembly.
    "Content-Security-Policy": (
        f"{guard.POLICY}; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'self'"
    ),
    # The worker in the browser keeps the files itself, and has to see at once that there is a new
    # build.
    "Cache-Control": "no-cache",
    "Vary": "Accept-Encoding",
}

App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


@dataclass(frozen=True)
class File:
    """A built file and its packed twins, by their encoding."""

    path: Path
    twins: Mapping[str, Path]

    @property
    def type(self) -> str:
        """What it is."""
        return TYPES.get(self.path.suffix, "application/octet-stream")

    @cached_property
    def mark(self) -> str:
        """What tells it from every other version of it."""
        return sha256(self.path.read_bytes()).hexdigest()[:20]


def put_on(app: Flask, folder: Path | None = None) -> None:
    """Offer what was built, and the link to it where a browser can keep it; nothing if there is
    none."""
    folder = folder or POCKET
    files = files_in(folder)
    if SHELL not in files:
        return
    app.wsgi_app = Along(app.wsgi_app, files)  # type: ignore[method-assign]
    app.jinja_env.globals["pocket_url"] = pocket_url


def pocket_url() -> str:
    """Where the app can be taken along, nothing where no browser would keep it: that is done over
    HTTPS or on the machine itself."""
    is_kept = request.is_secure or request.host.startswith(LOOPBACK)
    return f"{request.script_root}{PREFIX}/" if is_kept else ""


def files_in(folder: Path) -> dict[str, File]:
    """The built files by their names."""
    paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    files = {}
    for name, path in paths.items():
        if path.is_file() and path.suffix not in ENCODINGS.values():
            twins = {how: paths.get(name + ending) for how, ending in ENCODINGS.items()}
            files[name] = File(path, {how: twin for how, twin in twins.items() if twin})
    return files


class Along:
    """Answers what lies below our prefix, and passes on the rest."""

    def __init__(self, app: App, files: Mapping[str, File]) -> None:
        self.app = app
        self.files = files

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        path = str(environ["PATH_INFO"])
        if path != PREFIX and not path.startswith(f"{PREFIX}/"):
            return self.app(environ, start_response)
        root = str(environ.get("SCRIPT_NAME", "")) + PREFIX
        if path == PREFIX:
            return say("308 Permanent Redirect", ("Location", f"{root}/"), start_response)
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            # What a page there posts is answered in the browser, and by no server.
            return say("405 Method Not Allowed", ("Allow", "GET, HEAD"), start_response)
        file = self.files.get(path.removeprefix(f"{PREFIX}/"))
        # By its own name the shell is a file like any other, which the worker knows to the letter.
        if file is not None:
            return send(file, environ, start_response)
        # Whatever a page there is called: before the worker is there, the shell opens it.
        if environ.get("HTTP_SEC_FETCH_DEST", "document") == "document":
            return self.send_shell(root, environ, start_response)
        return say("404 Not Found", ("Cache-Control", "no-store"), start_response)

    def send_shell(
        self, root: str, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        """The page around the app, which names its files from the root."""
        content = self.files[SHELL].path.read_text("utf-8").replace('"./', f'"{root}/')
        body = content.encode()
        headers = [("Content-Type", TYPES[".html"]), ("Content-Length", str(len(body)))]
        start_response("200 OK", [*headers, *HEADERS.items()])
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]


def say(
    status: str, header: tuple[str, str], start_response: Callable[..., Any]
) -> Iterable[bytes]:
    """An answer without a body."""
    start_response(status, [header, ("Content-Length", "0")])
    return []


def send(
    file: File, environ: dict[str, Any], start_response: Callable[..., Any]
) -> Iterable[bytes]:
    """A file as it is, or packed if the browser can unpack that."""
    named = environ.get("HTTP_ACCEPT_ENCODING", "").split(",")
    accepted = {part.partition(";")[0].strip() for part in named}
    encoding = next((how for how in file.twins if how in accepted), None)
    mark = f'"{file.mark}{f"-{encoding}" if encoding else ""}"'
    headers = [*HEADERS.items(), ("ETag", mark)]
    if mark in environ.get("HTTP_IF_NONE_MATCH", ""):
        start_response("304 Not Modified", headers)
        return []
    path = file.twins[encoding] if encoding else file.path
    headers += [("Content-Type", file.type), ("Content-Length", str(path.stat().st_size))]
    if encoding:
        headers.append(("Content-Encoding", encoding))
    start_response("200 OK", headers)
    if environ["REQUEST_METHOD"] == "HEAD":
        return []
    wrap: Callable[..., Iterable[bytes]] = environ.get("wsgi.file_wrapper", FileWrapper)
    return wrap(path.open("rb"))
