"""How the shell looks: the colours of the app, its icons and a picture of it."""

from __future__ import annotations

from app.paths import STATIC

ICONS = ("icon.svg", "icons/180.png", "icons/192.png", "icons/512.png", "icons/maskable-512.png")


def colours() -> bytes:
    """The custom properties of every page."""
    return (STATIC / "css" / "tokens.css").read_bytes()


def pictures() -> dict[str, bytes]:
    """What a phone shows on its home screen."""
    pictures = {f"shell/{name}": (STATIC / name).read_bytes() for name in ICONS}
    return pictures | {"shell/phone.png": (STATIC / "pictures" / "phone.png").read_bytes()}
