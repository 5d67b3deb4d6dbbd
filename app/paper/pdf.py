"""Documents to print, rendered as PDF by WeasyPrint from files that we ship and nothing else."""

from __future__ import annotations

import gc
import io
import re
import unicodedata
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib.metadata import version
from typing import Any
from weakref import finalize

from app.paths import STATIC

FONTS = STATIC / "print" / "fonts"
STYLESHEETS = re.compile(r'<link rel="stylesheet" href="(\w[\w/-]*\.css)"')
"""Links to stylesheets under ``static/``: no other file is opened for a fingerprint either."""
LIBRARIES_WE_DRAW_WITH = ("weasyprint", "pydyf")
"""What a machine has of Pango and HarfBuzz is left out: what was printed elsewhere is as good."""

LIBRARIES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
PDF_VARIANT = "pdf/ua-1"
"""Every PDF is tagged for readers. Layout has to know it before anything is written."""
GC_THRESHOLD = 400_000
"""How many new objects the garbage collector lets pass: those of five sheets or so."""
NO_GLYPH = "\N{WHITE SQUARE}"
NOT_XML = frozenset((*range(0x20), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF))
"""Code points that XML forbids. A PDF says its title in XML, and a font may have their shape."""


@dataclass(frozen=True)
class PrintDocument:
    """A document to print: its HTML, whose URLs are relative to ``static/``, and its title."""

    html: str
    title: str

    @cached_property
    def fingerprint(self) -> str:
        """A digest of all that its PDF is made from, in 32 letters.

        That is the HTML, its stylesheets, the fonts, and the libraries that draw them. Two
        documents with the same fingerprint are the same on paper.
        """
        styles = [stylesheet_digest(url) for url in STYLESHEETS.findall(self.html)]
        return digest(self.html, self.title, *styles, tools_digest())


@dataclass(frozen=True)
class PdfFile:
    """A PDF, and the fingerprint of the document that it was made from."""

    content: bytes
    fingerprint: str


def digest(*parts: str) -> str:
    """32 letters that tell these texts, in this order, from any others."""
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


@cache
def stylesheet_digest(url: str) -> str:
    """Return the digest of a stylesheet, empty if there is none."""
    path = STATIC / url
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


@cache
def tools_digest() -> str:
    """Return the digest of the fonts and of the versions of the libraries that draw a document."""
    fonts = [sha256(path.read_bytes()).hexdigest() for path in sorted(FONTS.glob("*.ttf"))]
    return digest(*fonts, *(f"{name} {version(name)}" for name in LIBRARIES_WE_DRAW_WITH))


class NotInstalled(Exception):
    """A library that WeasyPrint needs is missing; the message says what to install."""


class PdfRenderer:
    """Renders documents; the same document gives the same bytes on one machine.

    The first document loads the fonts, which are kept. Not for several threads at once.
    """

    def __init__(self) -> None:
        self._code_points: frozenset[int] = frozenset()
        self._fonts: list[Any] = []
        self._files: Any = None

    def render(self, document: PrintDocument) -> bytes:
        """Return the PDF of `document`: tagged for readers (PDF/UA-1), with its title and language,
        and with its fingerprint as identifier.

        Raises `NotInstalled`.
        """
        laid_out = self.lay_out(document)
        metadata = laid_out.metadata
        metadata.authors, metadata.generator = ["Tricktally"], "Tricktally"
        pdf: bytes = laid_out.write_pdf(
            pdf_variant=PDF_VARIANT, pdf_identifier=document.fingerprint.encode()
        )
        return pdf

    def lay_out(self, document: PrintDocument) -> Any:
        """Return the pages of `document` as a `weasyprint.Document`. Raises `NotInstalled`."""
        if not self._fonts:
            self._load()
        return self._html(
            string=self._printable(document.html),
            base_url=self._files.base,
            url_fetcher=self._files,
        ).render(font_config=self._fonts[0], pdf_variant=PDF_VARIANT)

    def _load(self) -> None:
        self._html = import_weasyprint().HTML
        from weasyprint.text.fonts import FontConfiguration

        from app.paper.fetcher import BundledFiles

        # A document makes a crowd of objects that live as long as it does. Looking through them all
        # the time costs a fifth of the work, so that is done after a few documents.
        gc.set_threshold(GC_THRESHOLD, 20, 50)
        self._code_points = font_code_points()
        self._files = BundledFiles()
        self._fonts.append(FontConfiguration())
        # It has a folder that goes with it, and what is still there when Python ends never goes.
        finalize(self, self._fonts.clear)

    def _printable(self, html: str) -> str:
        """`html` with a box for each letter that no font of ours has.

        A letter that only changes its neighbours is left out.
        """
        combining = ("Cc", "Cf", "Mn", "Me", "Cs")
        missing = {
            ord(letter): "" if unicodedata.category(letter) in combining else NO_GLYPH
            for letter in set(html)
            if ord(letter) not in self._code_points
        }
        return html.translate(missing) if missing else html


def import_weasyprint() -> Any:
    """Return the module `weasyprint`, which loads Pango. Raises `NotInstalled` if that is
    missing."""
    # It complains at length on both streams before it fails: one line of ours says more.
    ignored = io.StringIO()
    try:
        with redirect_stdout(ignored), redirect_stderr(ignored):
            import weasyprint
    except (ImportError, OSError) as error:
        raise NotInstalled(f"PDF needs Pango: sudo apt install {LIBRARIES}") from error
    return weasyprint


def font_code_points() -> frozenset[int]:
    """Return every code point that the fonts for paper have a shape for and that XML allows."""
    from fontTools.ttLib import TTFont

    codes: set[int] = set()
    for path in sorted(FONTS.glob("*.ttf")):
        with TTFont(path, lazy=True) as font:
            codes |= set(font.getBestCmap())
    return frozenset(codes - NOT_XML) | frozenset(map(ord, "\n\t\r"))
