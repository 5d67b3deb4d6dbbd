"""Somebody who answers in place of a server: a network in which one has to sign in, or a proxy."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, NamedTuple


class Portal(NamedTuple):
    """What it says to everything."""

    status: int
    content: bytes = b"<!doctype html><title>Hotel</title><h1>Room and name</h1>"
    kind: str = "text/html; charset=utf-8"


PORTALS = {
    "a page": Portal(200),
    "a redirect": Portal(302),
    "a page for who is not signed in": Portal(401),
    "a page that refuses": Portal(403, b"<h1>Pay first</h1>"),
    "a page that knows no such address": Portal(404),
    "JSON": Portal(410, b"{}", "application/json"),
    "a page of the network": Portal(511),
}


@contextmanager
def portal_at(port: int, portal: Portal) -> Iterator[list[str]]:
    """Let somebody else answer at this port until the end of the block; what is asked there."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            asked.append(self.path)
            is_asked_for = portal.status == 302 and self.path == "/sign-in"
            self.send_response(200 if is_asked_for else portal.status)
            if portal.status == 302 and not is_asked_for:
                self.send_header("Location", "/sign-in")
            self.send_header("Content-Type", portal.kind)
            self.send_header("Content-Length", str(len(portal.content)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(portal.content)

        do_POST = do_HEAD = do_GET

        def log_message(self, *_about: Any) -> None:
            """Nothing is said."""

    ThreadingHTTPServer.allow_reuse_address = True
    with ThreadingHTTPServer(("127.0.0.1", port), Handler) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield asked
        finally:
            server.shutdown()
