"""By which names this server may be called. Any other name is somebody else's.

A page on the internet can let its own name point at this machine, and then a browser takes what
that page sends here for the same site. It cannot do so with an address in numbers, or with a name
that it does not own.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask

HOME_ENDINGS = ("local", "lan", "home.arpa", "internal", "localdomain")
"""What routers at home put behind the name of a machine; nobody can own such a name outside."""
LONGEST_NAME = 253
HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+?)\.?(:\d{1,5})?", re.IGNORECASE)

App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def put_on(app: Flask, names: Iterable[str] = ()) -> None:
    """Answer only requests to an address in numbers, to this machine by name, or to `names`."""
    app.wsgi_app = OwnNames(app.wsgi_app, {*own_names(), *map(str.lower, names)})  # type: ignore[method-assign]


class OwnNames:
    """Passes on what is sent to one of our `names`, and answers 421 to the rest."""

    def __init__(self, app: App, names: set[str]) -> None:
        self.app = app
        self.names = names

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        # Only a machine leaves the name out; a browser never does.
        host = environ.get("HTTP_HOST")
        if host is None or self.is_ours(host):
            return self.app(environ, start_response)
        lines = refusal(host).encode()
        headers = [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Length", str(len(lines))),
            ("X-Content-Type-Options", "nosniff"),
            ("Cache-Control", "no-store"),
        ]
        start_response("421 Misdirected Request", headers)
        return [lines]

    def is_ours(self, host: str) -> bool:
        """Whether `host`, as a browser sends it, is us and nobody else."""
        match = HOST.fullmatch(host)
        if match is None or len(host) > LONGEST_NAME:
            return False
        name = match["name"].lower()
        return name in self.names or name.endswith(".localhost") or is_address(name)


def is_address(name: str) -> bool:
    """Whether a name is an address in numbers."""
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def own_names() -> set[str]:
    """The names of this machine, as far as it knows them."""
    name = socket.gethostname().lower()
    bare = name.partition(".")[0]
    return {"localhost", name, bare, *(f"{bare}.{ending}" for ending in HOME_ENDINGS)} - {""}


def refusal(host: str) -> str:
    """What to do where the name is right after all."""
    shown = host if HOST.fullmatch(host) and len(host) <= LONGEST_NAME else "that name"
    return (
        f"Nobody here goes by {shown}.\n"
        "Open Tricktally by the address that it shows when it starts. If the name is its own,"
        " start it with --host-name and that name.\n"
    )
