"""The press: a page of HTML becomes a PDF, from files that we ship and nothing else.

WeasyPrint is only loaded by the first page that is printed. The same page gives the same bytes on
the same machine: nothing in a PDF depends on when it was made.
"""

from __future__ import annotations

import gc
import io
import logging
import unicodedata
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from app.scoring import Text, _

HOUSE = Path(__file__).resolve().parent.parent.parent
STATIC = HOUSE / "static"
BASE = STATIC.as_uri() + "/"
FONTS = STATIC / "print" / "fonts"

PAPERS: Mapping[str, Text] = {
    "a4": _("A4"),
    "letter": _("US Letter"),
    "a5": _("A5"),
    "a5-two-up": _("A5, two on a page of A4"),
}
LIBRARIES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
NO_GLYPH = "\N{WHITE SQUARE}"
KINDS = {".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".ttf": "font/ttf"}

log = logging.getLogger(__name__)


class NotInstalled(Exception):
    """What the press is built on is not on this machine; the message says what to install."""


class Refused(ValueError):
    """A page wants a file that is not one of ours."""


@dataclass(frozen=True)
class Page:
    """A document to print: its whole HTML, and what it is.

    Addresses in the HTML are relative to ``static/``. `paper` is a key of `PAPERS`, `language` the
    tag of the language it is written in.
    """

    html: str
    title: str
    language: str = "en"
    paper: str = "a4"
    author: str = "Tricktally"
    keywords: tuple[str, ...] = ()


class Press:
    """Prints one page at a time. The first one loads fonts and stylesheets, which are kept.

    `refused` counts the addresses that pages asked for in vain.
    """

    def __init__(self) -> None:
        self.refused = 0
        self._one_at_a_time = Lock()
        self._styles: dict[str, Any] = {}
        self._weasyprint: Any = None
        self._fonts: Any = None
        self._letters: frozenset[int] = frozenset()

    def print(self, page: Page) -> bytes:
        """The PDF of `page`: tagged for readers (PDF/UA-1), with its title and language.

        Raises `NotInstalled`.
        """
        with self._one_at_a_time:
            self._warm_up()
            html = self._in_our_letters(page.html)
            document = self._weasyprint.HTML(
                string=html, base_url=BASE, url_fetcher=self._fetcher(), encoding="utf-8"
            )
            head = document.etree_element.find("head")
            rendered = document.render(
                font_config=self._fonts,
                stylesheets=self._styles_of(document.etree_element),
                pdf_variant="pdf/ua-1",
            )
            about = rendered.metadata
            about.title, about.lang = self._in_our_letters(page.title), page.language
            about.authors, about.keywords = [page.author], list(page.keywords)
            about.generator = "Tricktally"
            assert head is not None, "a page needs a head"
            pdf: bytes = rendered.write_pdf(pdf_variant="pdf/ua-1", pdf_identifier=identifier(page))
            return pdf

    def _warm_up(self) -> None:
        if self._weasyprint is None:
            self._weasyprint = load()
            from weasyprint.text.fonts import FontConfiguration

            self._fonts = FontConfiguration()
            self._letters = letters()
            # A page makes a crowd of objects that live as long as it does. Looking through them
            # all the time costs a fifth of the work.
            gc.set_threshold(50_000, 20, 50)
            gc.freeze()

    def _styles_of(self, root: Any) -> list[Any]:
        """The stylesheets of ours that the page links to, each read once, taken out of the page."""
        found = []
        for parent in list(root.iter()):
            for link in [each for each in parent if each.tag == "link"]:
                url = urljoin(BASE, link.get("href", ""))
                if link.get("rel") == "stylesheet" and is_bundled(url):
                    found.append(self._style(url))
                    parent.remove(link)
        return found

    def _style(self, url: str) -> Any:
        if url not in self._styles:
            self._styles[url] = self._weasyprint.CSS(
                url=url, url_fetcher=self._fetcher(), font_config=self._fonts
            )
        return self._styles[url]

    def _fetcher(self) -> Any:
        """What WeasyPrint asks for every address of a page."""
        from weasyprint.urls import URLFetcher, URLFetcherResponse

        press = self

        class Fetcher(URLFetcher):
            """Opens files of ours and nothing else."""

            def fetch(self, url: str, headers: Any = None) -> Any:
                try:
                    path = bundled(url)
                except Refused as error:
                    press.refused += 1
                    log.warning("%s", error)
                    raise
                kind = {"Content-Type": KINDS[path.suffix]}
                return URLFetcherResponse(url, path.read_bytes(), kind)

        return Fetcher()

    def _in_our_letters(self, words: str) -> str:
        """`words` with a box for each letter that no font of ours has."""
        strange = {letter for letter in set(words) if ord(letter) not in self._letters}
        if not strange:
            return words
        return words.translate({ord(letter): substitute(letter) for letter in strange})


def load() -> Any:
    """WeasyPrint, which loads Pango; raises `NotInstalled` where that is missing."""
    said = io.StringIO()
    try:
        with redirect_stdout(said), redirect_stderr(said):
            import weasyprint
    except (ImportError, OSError) as error:
        raise NotInstalled(f"PDF needs Pango: sudo apt install {LIBRARIES}") from error
    return weasyprint


def bundled(url: str) -> Path:
    """The file under ``static/`` with this address; raises `Refused` for any other."""
    parts = urlsplit(url)
    if parts.scheme == "file" and parts.netloc == "":
        try:
            path = Path(unquote(parts.path)).resolve(strict=True)
        except (OSError, ValueError):
            path = Path("/")
        if path.is_relative_to(STATIC) and path.is_file() and path.suffix in KINDS:
            return path
    raise Refused(f"not a file that is printed: {url[:200]}")


def is_bundled(url: str) -> bool:
    """Whether there is a file of ours with this address."""
    try:
        bundled(url)
    except Refused:
        return False
    return True


def identifier(page: Page) -> bytes:
    """The same for the same page: what a PDF is known by."""
    parts = (page.html, page.title, page.language, page.paper)
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()[:16]


def letters() -> frozenset[int]:
    """Every code point that the fonts for paper have a shape for."""
    from fontTools.ttLib import TTFont

    found = {ord("\n"), ord("\t"), ord("\r")}
    for path in sorted(FONTS.glob("*.ttf")):
        with TTFont(path, lazy=True) as font:
            found |= set(font.getBestCmap())
    return frozenset(found)


def substitute(letter: str) -> str:
    """What is printed for a letter without a shape: nothing if it only changes its neighbours."""
    return "" if unicodedata.category(letter) in ("Cc", "Cf", "Mn", "Me", "Cs") else NO_GLYPH
