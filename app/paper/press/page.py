"""A page to print, and the mark that says what a PDF was made from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib.metadata import version

from app.house import STATIC

FONTS = STATIC / "print" / "fonts"
ELEMENTS = "print/elements.css"
"""The stylesheet of every page, which none of them links to."""
STYLESHEETS = re.compile(r'<link rel="stylesheet" href="(\w[\w/-]*\.css)"')
"""Links to stylesheets under ``static/``: no other file may be opened, not even for its mark."""
LIBRARIES_WE_DRAW_WITH = ("weasyprint", "pydyf")
"""What a machine has of Pango and HarfBuzz is left out: what was printed elsewhere is as good."""
PDF_VARIANT = "pdf/ua-1"
"""Every PDF is tagged for readers. Layout has to know it before anything is written."""
MARK = re.compile(rb"/ID \[<(\w+)>")


@dataclass(frozen=True)
class Page:
    """A document to print: its whole HTML, its title, and the tag of its language.

    The HTML is as well-formed as XML; addresses in it are relative to ``static/``.
    """

    html: str
    title: str
    language: str = "en"

    @cached_property
    def mark(self) -> str:
        """What its PDF is made from, in 32 letters: the page itself, its stylesheets, the fonts,
        and what draws it. Two pages with the same mark are the same on paper.
        """
        styles = [style_mark(address) for address in STYLESHEETS.findall(self.html)]
        return digest(self.html, self.title, self.language, *styles, tools_mark())


def mark_of(pdf: bytes) -> str:
    """The mark of the page that a PDF of ours was made from; nothing in any other."""
    marks = MARK.findall(pdf)
    return marks[-1].decode() if marks else ""


def digest(*parts: str) -> str:
    """A fingerprint of these texts, in order."""
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


@cache
def style_mark(address: str) -> str:
    """A fingerprint of a stylesheet, nothing if it is not there."""
    path = STATIC / address
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


@cache
def tools_mark() -> str:
    """A fingerprint of what every page is made with."""
    fonts = [sha256(path.read_bytes()).hexdigest() for path in sorted(FONTS.glob("*.ttf"))]
    libraries = [f"{name} {version(name)}" for name in LIBRARIES_WE_DRAW_WITH]
    return digest(style_mark(ELEMENTS), *fonts, *libraries)
