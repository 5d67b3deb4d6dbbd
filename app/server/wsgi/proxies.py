"""Proxy headers: the address of a client, and the scheme and host that it asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from app.web.core.access import client_key

App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
Network = IPv4Network | IPv6Network
THIS_MACHINE: tuple[Network, ...] = (ip_network("127.0.0.0/8"), ip_network("::1"))


def init_app(app: Flask, proxies: int, networks: Sequence[Network] = ()) -> TrustedProxies:
    """Trust what the nearest `proxies` report, if the nearest is in one of the networks, by default
    on this machine."""
    trusted = TrustedProxies(app.wsgi_app, proxies, networks or THIS_MACHINE)
    app.wsgi_app = trusted  # type: ignore[method-assign]
    return trusted


class TrustedProxies:
    """Middleware that trusts the headers of our proxies, and ignores those of anybody else."""

    def __init__(self, app: App, proxies: int, networks: Sequence[Network]) -> None:
        self.app = app
        self.behind_proxy = ProxyFix(app, x_for=proxies, x_proto=proxies, x_host=proxies)
        self.proxies = proxies
        self.networks = networks
        self.is_trusted = lru_cache(maxsize=1024)(self._is_trusted)

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        is_proxy = self.is_trusted(environ.get("REMOTE_ADDR", ""))
        return (self.behind_proxy if is_proxy else self.app)(environ, start_response)

    def client_of(self, peer: str, reported: str) -> str:
        """Return which client asks, if `peer` is the nearest one and has `reported` those before
        it."""
        addresses = reported.split(",")
        is_reported = len(addresses) >= self.proxies and self.is_trusted(peer)
        return client_key(addresses[-self.proxies].strip() if is_reported else peer)

    def _is_trusted(self, peer: str) -> bool:
        try:
            address = ip_address(peer.partition("%")[0])
        except ValueError:
            return False
        address = getattr(address, "ipv4_mapped", None) or address
        return any(address in network for network in self.networks)
