"""Links that let phones in: their tokens, their addresses and their QR codes.

A link is a key: whoever has it may do what it is for. Its secret is computed from the key file of
the database whenever it is needed. None is stored, so a link can be shown again, and a higher
generation of the club or the match closes all links of the one before.
"""

from __future__ import annotations

import hmac
import json
from base64 import b32encode
from functools import lru_cache
from typing import Literal

from flask import current_app, request, url_for
from markupsafe import Markup

from app import store

Role = Literal["member", "watcher"]

SECRET_BYTES = 16
LOOPBACK = ("127.", "localhost", "::1", "[::1]")
"""How the names begin by which a machine calls itself."""


def link_secret(
    key: bytes, club: store.Club, role: str, generation: int, match_id: int | None = None
) -> str:
    """The secret of a club, or of one match of it: 26 letters that stand for 128 bits."""
    # With the moment of its founding: a club that gets the same id later has other secrets.
    signed = json.dumps([club.id, club.founded, match_id, role, generation])
    digest = hmac.digest(key, signed.encode("ascii"), "sha256")
    return b32encode(digest[:SECRET_BYTES]).decode("ascii").rstrip("=").lower()


def link_token(
    key: bytes, club: store.Club, role: str, generation: int, match_id: int | None = None
) -> str:
    """The token of a link, which follows `/k/`. A watcher's opens a match, a member's its club.

    With a `match_id` a member's leads straight to that match.
    """
    if role == "watcher":
        return f"{club.id}.{match_id}.{link_secret(key, club, role, generation, match_id)}"
    token = f"{club.id}.{link_secret(key, club, role, generation)}"
    return f"{token}/{match_id}" if match_id else token


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
