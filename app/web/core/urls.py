"""Links that let others in: the address that stands in them, and their code to be scanned."""

from __future__ import annotations

from functools import lru_cache

from flask import current_app, request, url_for
from markupsafe import Markup

LOOPBACK = ("127.", "localhost", "::1", "[::1]")
"""How the names begin by which a machine calls itself."""


def root_of_links() -> str:
    """The address of this app as another phone finds it, as far as that is known."""
    if request.host.startswith(LOOPBACK):
        # From here a phone finds the way only by the address of this machine on its network.
        return str(current_app.config.get("ADDRESS") or request.host_url)
    return request.host_url


def link_of(way: str) -> str:
    """The whole link that has this behind `/k/`."""
    key, _slash, place = way.partition("/")
    path = url_for("join.open_link", key=key, place=int(place) if place else None)
    return f"{root_of_links().rstrip('/')}{path}"


@lru_cache(maxsize=64)
def to_scan(link: str) -> Markup:
    """A link as a code. Its colours are those of the look, and a stylesheet gives them."""
    # Where nobody can be let in, it need not be there.
    import segno

    return Markup(segno.make(link, micro=False).svg_inline(omitsize=True, border=4))
