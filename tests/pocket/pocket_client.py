"""The same tests through another door: what a phone sends goes to the pocket's function."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flask import Flask

from app.pocket.app import Pocket
from tests.home_urls import PREFIX

WITH_WATCHERS = "links, watchers and streams: nobody else can come in"
BY_THE_SERVER = "what only a server puts on: compression, limits, its log and its start"
WITH_A_PRESS = "it prints a PDF, which a browser does by itself"
IN_THREADS = "several phones at once"
THE_SAME = "it asks no page, or the same ones again"

NOT_IN_A_POCKET = {
    "test_access": WITH_WATCHERS,
    "test_clubs": WITH_WATCHERS,
    "test_flags": WITH_WATCHERS,
    "test_live": WITH_WATCHERS,
    "test_table_view_code": WITH_WATCHERS,
    "test_active_scorer": WITH_WATCHERS,
    "test_two_phones": IN_THREADS,
    "test_deploy": BY_THE_SERVER,
    "test_wsgi_server": BY_THE_SERVER,
    "test_kill": BY_THE_SERVER,
    "test_compression": BY_THE_SERVER,
    "test_power_cuts": BY_THE_SERVER,
    "test_strange_requests": BY_THE_SERVER,
    "test_paper": WITH_A_PRESS,
    "test_components": THE_SAME,
    "test_match_cache": THE_SAME,
}
"""Modules of `tests/web` that make no sense there, and why; all others go through both doors, but
for tests marked `at_a_server`."""


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
