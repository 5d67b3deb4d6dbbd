"""The same tests through another door: what a phone sends goes to the pocket's function."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flask import Flask

from app.pocket.app import Pocket
from testkit.home_urls import PREFIX


def send_through_pocket(app: Flask, folder: Path) -> None:
    """Let every request to `app` go through `Pocket.answer`."""
    pocket = Pocket(app, folder, PREFIX)

    def call(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        headers = {
            name.removeprefix("HTTP_").replace("_", "-").lower(): value
            for name, value in environ.items()
            if name.startswith("HTTP_") or name == "CONTENT_TYPE"
        }
        path = quote(environ["PATH_INFO"].encode("latin-1"))
        url = PREFIX + path + (f"?{environ['QUERY_STRING']}" if environ["QUERY_STRING"] else "")
        length = int(environ.get("CONTENT_LENGTH") or 0)
        body = environ["wsgi.input"].read(length)
        status, answered, content = pocket.answer(environ["REQUEST_METHOD"], url, headers, body)
        start_response(f"{status} {HTTPStatus(status).phrase}", answered)
        return [content]

    app.wsgi_app = call  # type: ignore[method-assign]
