"""The press itself. The same page gives the same bytes on the same machine: nothing in a PDF
depends on when it was made.
"""

from __future__ import annotations

import io
import unicodedata
from contextlib import redirect_stderr, redirect_stdout
from threading import Lock
from typing import Any

from app.paper.press.page import FONTS, PDF_VARIANT, Page

LIBRARIES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
NO_GLYPH = "\N{WHITE SQUARE}"
FORBIDDEN = frozenset((*range(0x20), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF))
"""What may not stand in XML, although a font may have a shape for it."""


class NotInstalled(Exception):
    """What the press is built on is not on this machine; the message says what to install."""


class Press:
    """Prints one page at a time. The first one loads fonts and stylesheets, which are kept."""

    def __init__(self) -> None:
        self._one_at_a_time = Lock()
        self._letters: frozenset[int] = frozenset()
        self._typesetter: Any = None

    @property
    def refused(self) -> int:
        """How many addresses pages have asked for in vain."""
        return self._typesetter.refused if self._typesetter else 0

    def print(self, page: Page) -> bytes:
        """The PDF of `page`: tagged for readers (PDF/UA-1), with its title and language.

        Raises `NotInstalled`.
        """
        with self._one_at_a_time:
            document = self._lay_out(page)
            about = document.metadata
            about.title, about.lang = self._in_our_letters(page.title), page.language
            about.authors, about.generator = ["Tricktally"], "Tricktally"
            return marked(document.write_pdf(pdf_variant=PDF_VARIANT), page.mark)

    def lay_out(self, page: Page) -> Any:
        """Where everything of `page` lies on paper: a document of WeasyPrint.

        Raises `NotInstalled`.
        """
        with self._one_at_a_time:
            return self._lay_out(page)

    def _lay_out(self, page: Page) -> Any:
        if self._typesetter is None:
            load()
            from app.paper.press.typesetter import Typesetter

            self._letters = letters()
            self._typesetter = Typesetter()
        return self._typesetter.lay_out(self._in_our_letters(page.html))

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


def marked(pdf: bytes, mark: str) -> bytes:
    """`pdf` with the mark of its page as its identifier, which `mark_of` reads."""
    # It goes into the last dictionary of the file, that of the table of objects, which is not
    # compressed. WeasyPrint would write the whole file twice to come by an identifier.
    start, last, end = pdf.rpartition(b"/Type /XRef")
    assert last, "the file ends with its table of objects"
    return start + last + f"/ID [<{mark}> <{mark}>]".encode() + end


def letters() -> frozenset[int]:
    """Every code point that the fonts for paper have a shape for, and that XML allows."""
    from fontTools.ttLib import TTFont

    codes: set[int] = set()
    for path in sorted(FONTS.glob("*.ttf")):
        with TTFont(path, lazy=True) as font:
            codes |= set(font.getBestCmap())
    return frozenset(codes - FORBIDDEN) | frozenset(map(ord, "\n\t\r"))


def substitute(letter: str) -> str:
    """What is printed for a letter without a shape: nothing if it only changes its neighbours."""
    return "" if unicodedata.category(letter) in ("Cc", "Cf", "Mn", "Me", "Cs") else NO_GLYPH
