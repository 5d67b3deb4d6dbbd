"""A page to print, and the fingerprint of what its PDF is made from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib.metadata import version

from app.house import STATIC

FONTS = STATIC / "print" / "fonts"
STYLESHEETS = re.compile(r'<link rel="stylesheet" href="(\w[\w/-]*\.css)"')
"""Links to stylesheets under ``static/``: no other file is opened for a fingerprint either."""
LIBRARIES_WE_DRAW_WITH = ("weasyprint", "pydyf")
"""What a machine has of Pango and HarfBuzz is left out: what was printed elsewhere is as good."""


@dataclass(frozen=True)
class Page:
    """A document to print: its whole HTML, and its title.

    Addresses in it are relative to ``static/``.
    """

    html: str
    title: str

    @cached_property
    def fingerprint(self) -> str:
        """What its PDF is made from, in 32 letters: the page itself, its stylesheets, the fonts,
        and what draws it. Two pages with the same fingerprint are the same on paper.
        """
        styles = [style_fingerprint(address) for address in STYLESHEETS.findall(self.html)]
        return digest(self.html, self.title, *styles, tools_fingerprint())


@dataclass(frozen=True)
class Printed:
    """A PDF, and the fingerprint of the page that it was made from."""

    content: bytes
    fingerprint: str


def digest(*parts: str) -> str:
    """A fingerprint of these texts, in order."""
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


@cache
def style_fingerprint(address: str) -> str:
    """A fingerprint of a stylesheet, nothing if it is not there."""
    path = STATIC / address
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


@cache
def tools_fingerprint() -> str:
    """A fingerprint of what every page is made with."""
    fonts = [sha256(path.read_bytes()).hexdigest() for path in sorted(FONTS.glob("*.ttf"))]
    libraries = [f"{name} {version(name)}" for name in LIBRARIES_WE_DRAW_WITH]
    return digest(*fonts, *libraries)
