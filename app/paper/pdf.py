"""A page to print, and the fingerprint of what its PDF is made from."""

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
from threading import Lock
from typing import Any
from weakref import finalize

from app.paths import STATIC

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


# ---- The press. The same page gives the same bytes on the same machine. ----

LIBRARIES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
PDF_VARIANT = "pdf/ua-1"
"""Every PDF is tagged for readers. Layout has to know it before anything is written."""
MOST_IN_PIECES = 400_000
"""How many new objects the garbage collector lets pass: those of five sheets or so."""
NO_GLYPH = "\N{WHITE SQUARE}"
FORBIDDEN = frozenset((*range(0x20), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF))
"""What may not stand in XML, in which a PDF says its title, although a font may have a shape for
it."""


class NotInstalled(Exception):
    """What the press is built on is not on this machine; the message says what to install."""


class Press:
    """Prints one page at a time. The first one loads the fonts, which are kept."""

    def __init__(self) -> None:
        self._one_at_a_time = Lock()
        self._letters: frozenset[int] = frozenset()
        self._fonts: list[Any] = []
        self._files: Any = None

    @property
    def refused(self) -> int:
        """How many addresses pages have asked for in vain."""
        return self._files.refused if self._files else 0

    def print(self, page: Page) -> bytes:
        """The PDF of `page`: tagged for readers (PDF/UA-1), with its title and language, and with
        its fingerprint as identifier.

        Raises `NotInstalled`.
        """
        with self._one_at_a_time:
            document = self._lay_out(page)
            about = document.metadata
            about.authors, about.generator = ["Tricktally"], "Tricktally"
            pdf: bytes = document.write_pdf(
                pdf_variant=PDF_VARIANT, pdf_identifier=page.fingerprint.encode()
            )
            return pdf

    def lay_out(self, page: Page) -> Any:
        """Where everything of `page` lies on paper: a document of WeasyPrint.

        Raises `NotInstalled`.
        """
        with self._one_at_a_time:
            return self._lay_out(page)

    def _lay_out(self, page: Page) -> Any:
        if not self._fonts:
            self._load()
        return self._html(
            string=self._in_our_letters(page.html),
            base_url=self._files.base,
            url_fetcher=self._files,
        ).render(font_config=self._fonts[0], pdf_variant=PDF_VARIANT)

    def _load(self) -> None:
        self._html = load().HTML
        from weasyprint.text.fonts import FontConfiguration

        from app.paper.fetcher import BundledFiles

        # A page makes a crowd of objects that live as long as it does. Looking through them all
        # the time costs a fifth of the work, so that is done after a few pages.
        gc.set_threshold(MOST_IN_PIECES, 20, 50)
        self._letters = letters()
        self._files = BundledFiles()
        self._fonts.append(FontConfiguration())
        # It has a folder that goes with it, and what is still there when Python ends never goes.
        finalize(self, self._fonts.clear)

    def _in_our_letters(self, words: str) -> str:
        """`words` with a box for each letter that no font of ours has."""
        strange = {letter for letter in set(words) if ord(letter) not in self._letters}
        if not strange:
            return words
        return words.translate({ord(letter): substitute(letter) for letter in strange})


def load() -> Any:
    """WeasyPrint, which loads Pango; raises `NotInstalled` where that is missing."""
    # It complains at length on both streams before it fails: one line of ours says more.
    unheard = io.StringIO()
    try:
        with redirect_stdout(unheard), redirect_stderr(unheard):
            import weasyprint
    except (ImportError, OSError) as error:
        raise NotInstalled(f"PDF needs Pango: sudo apt install {LIBRARIES}") from error
    return weasyprint


def letters() -> frozenset[int]:
    """Every code point that the fonts for paper have a shape for, and that may stand in a page."""
    from fontTools.ttLib import TTFont

    codes: set[int] = set()
    for path in sorted(FONTS.glob("*.ttf")):
        with TTFont(path, lazy=True) as font:
            codes |= set(font.getBestCmap())
    return frozenset(codes - FORBIDDEN) | frozenset(map(ord, "\n\t\r"))


def substitute(letter: str) -> str:
    """What is printed for a letter without a shape: nothing if it only changes its neighbours."""
    return "" if unicodedata.category(letter) in ("Cc", "Cf", "Mn", "Me", "Cs") else NO_GLYPH


# ---- The press: a page of HTML becomes a PDF, from files that we ship and nothing else. ----
