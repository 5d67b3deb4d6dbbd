"""By which names this server may be called. Any other name is somebody else's.

A page on the internet can let its own name point at this machine, and then a browser takes what
that page sends here for the same site. It cannot do so with an address in numbers, or with a name
that it does not own.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable

from flask import Flask

HOME_ENDINGS = ("local", "lan", "home.arpa", "internal", "localdomain")
"""What routers at home put behind the name of a machine; nobody can own such a name outside."""
LITERAL = re.compile(r"(?:\[([0-9a-f:.]+)\]|([0-9.]+))(?::\d{1,5})?", re.IGNORECASE)


def put_on(app: Flask, names: Iterable[str] = ()) -> None:
    """Answer only requests to an address in numbers, to this machine by name, or to `names`."""
    known = [*own_names(), *map(str.lower, names)]

    class OfOurs(app.request_class):  # type: ignore[name-defined, misc]
        """A request whose name Flask compares with ours.

        Not by `TRUSTED_HOSTS`, which is a list: nobody can list all addresses of a machine.
        """

        @property
        def trusted_hosts(self) -> list[str] | None:
            # Only a machine leaves the name out; a browser never does.
            host = self.environ.get("HTTP_HOST")
            return None if host is None or is_address(host) else known

    app.request_class = OfOurs


def is_address(host: str) -> bool:
    """Whether a host, perhaps with a port, is an address in numbers."""
    literal = LITERAL.fullmatch(host)
    try:
        return bool(literal and ipaddress.ip_address(literal[1] or literal[2]))
    except ValueError:
        return False


def own_names() -> set[str]:
    """The names of this machine, as far as it knows them."""
    name = socket.gethostname().lower()
    bare = name.partition(".")[0]
    return {".localhost", name, bare, *(f"{bare}.{ending}" for ending in HOME_ENDINGS)} - {""}
