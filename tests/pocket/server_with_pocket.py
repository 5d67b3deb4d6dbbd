"""A server with a pocket beside it, as a browser finds them at one address: for tests of what goes
from the one to the other. Run as a program with a port and a folder."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from flask import Flask
from waitress import serve

from app import store
from app.pocket.app import open_app as open_pocket
from app.server.run import open_app
from tests.home_urls import PREFIX
from tests.pocket.pocket_client import send_through_pocket


def beside(server: Flask, pocket: Flask) -> Callable[..., Iterable[bytes]]:
    """What lies below the prefix goes to the pocket, and all else to the server."""

    def call(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        is_below = path == PREFIX or path.startswith(f"{PREFIX}/")
        if is_below:
            environ = environ | {"PATH_INFO": path.removeprefix(PREFIX)}
        return (pocket if is_below else server).wsgi_app(environ, start_response)

    return call


def main(port: int, folder: Path) -> None:
    """Serve until stopped."""
    server, pocket = (
        open_app(store.engine_for(folder / "club.sqlite3")),
        open_pocket(folder / "matches.sqlite3"),
    )
    server.config["OPEN"] = True
    server.jinja_env.globals["pocket_url"] = lambda: f"{PREFIX}/"
    send_through_pocket(pocket, folder)
    serve(beside(server, pocket), host="127.0.0.1", port=port, threads=4)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
