"""Trusted hosts: the names in `Host` that this server answers to.

A page on the internet can point its own name at this machine (DNS rebinding), and then a browser
takes what that page sends here for the same site. It cannot do so with an address in numbers, or
with a name that it does not own.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable

from flask import Flask

# Domains that routers at home append to the name of a machine; nobody can own them on the internet.
HOME_DOMAINS = ("local", "lan", "home.arpa", "internal", "localdomain")
PORT = re.compile(r":\d{1,5}$")
LITERAL = re.compile(r"(?:\[([0-9a-f:.]+)\]|([0-9.]+))(?::\d{1,5})?", re.IGNORECASE)


def init_app(app: Flask, names: Iterable[str] = ()) -> None:
    """Answer only requests to an address in numbers, to a name of this machine, or to `names`."""
    all_names = [*machine_names(), *map(str.lower, names)]

    class HostCheckedRequest(app.request_class):  # type: ignore[name-defined, misc]
        """A request whose `Host` Flask compares with ours.

        Not by `TRUSTED_HOSTS`, which is a list: nobody can list all addresses of a machine.
        """

        @property
        def trusted_hosts(self) -> list[str] | None:
            # Only programs leave `Host` out; a browser never does. Our names are matched here,
            # because Flask does not match capital letters, a dot at the end or an underscore; it
            # refuses all the rest.
            host = self.environ.get("HTTP_HOST")
            is_ours = host is None or is_address(host) or matches_name(host, all_names)
            return None if is_ours else ["localhost"]

    app.request_class = HostCheckedRequest


def is_address(host: str) -> bool:
    """Whether a host, perhaps with a port, is an address in numbers."""
    literal = LITERAL.fullmatch(host)
    try:
        return bool(literal and ipaddress.ip_address(literal[1] or literal[2]))
    except ValueError:
        return False


def matches_name(host: str, names: Iterable[str]) -> bool:
    """Whether a host, perhaps with a port, is one of these names; one that begins with a dot
    matches all its subdomains too."""
    name = PORT.sub("", host.lower()).rstrip(".")
    return any(
        name == known.lstrip(".") or (known.startswith(".") and name.endswith(known))
        for known in names
    )


def machine_names() -> set[str]:
    """Return the names of this machine, as far as it knows them."""
    name = socket.gethostname().lower()
    bare = name.partition(".")[0]
    return {".localhost", name, bare, *(f"{bare}.{ending}" for ending in HOME_DOMAINS)} - {""}
