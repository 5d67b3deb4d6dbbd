"""Links that let phones in: their addresses and their QR codes. Their tokens are those of
`app.web.core.access`."""

from __future__ import annotations

from functools import lru_cache

from flask import current_app, request, url_for
from markupsafe import Markup

LOOPBACK = ("127.", "localhost", "::1", "[::1]")
"""How the names begin by which a machine calls itself."""


def link_url(token: str) -> str:
    """The whole link with this token, as another phone can open it."""
    token, _slash, match_id = token.partition("/")
    path = url_for("join.open_link", token=token, match_id=int(match_id) if match_id else None)
    return f"{link_root().rstrip('/')}{path}"


def link_root() -> str:
    """The address of this app as another phone finds it, as far as that is known."""
    if request.host.startswith(LOOPBACK):
        # No phone finds this machine by that name, but by its address on the network.
        return str(current_app.config["ADDRESS"] or request.host_url)
    return request.host_url


@lru_cache(maxsize=64)
def qr_code(link: str) -> Markup:
    """A link as a QR code in SVG, whose colours a stylesheet gives."""
    # Imported here: an edition that lets nobody in has no such library.
    import segno

    return Markup(segno.make(link, micro=False).svg_inline(omitsize=True, border=4))
