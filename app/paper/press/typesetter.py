"""WeasyPrint, set up to lay out pages of ours and to open no files but ours.

Importing it loads Pango, so only the press does, when its first page is printed.
"""

from __future__ import annotations

import gc
import logging
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit
from weakref import finalize
from xml.etree import ElementTree

from cssselect2 import ElementWrapper
from weasyprint import CSS, HTML
from weasyprint.document import Document
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from app.house import STATIC
from app.paper.press.page import ELEMENTS, PDF_VARIANT

BASE = STATIC.as_uri() + "/"
KINDS = {".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".ttf": "font/ttf"}
CUSTOM = re.compile(r"(--[\w-]+):\s*([^;}]+)")
VALUE = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)")
MOST_IN_PIECES = 400_000
"""How many new objects the garbage collector lets pass: those of five sheets or so."""
DEEPEST = 10
"""So often a value may itself be made of others: far more often than any of ours is."""

log = logging.getLogger(__name__)


class NotOurs(ValueError):
    """A page wants a file that is not one of ours."""


class Typesetter:
    """Lays out pages. Fonts and stylesheets are read once, and kept.

    `refused` counts the addresses that pages asked for in vain.
    """

    def __init__(self) -> None:
        self._fetcher = OurFiles()
        self._fonts = FontConfiguration()
        # By all the stylesheets up to that one: its values may come from those before it.
        self._styles: dict[tuple[str, ...], tuple[CSS, dict[str, str]]] = {}
        # A page makes a crowd of objects that live as long as it does. Looking through them all
        # the time costs a fifth of the work, so that is done after a few pages; and what has been
        # loaded by now stays for ever, so it is never looked through.
        gc.set_threshold(MOST_IN_PIECES, 20, 50)
        gc.freeze()
        # What is frozen is not collected at the end either, and its folder would stay behind.
        finalize(self, self._fonts.__del__)

    @property
    def refused(self) -> int:
        """How many addresses were not opened."""
        return self._fetcher.refused

    def lay_out(self, html: str) -> Document:
        """The document as it lies on paper; `html` is well-formed, as XML is."""
        # As XML, which our layouts are: reading it as forgivingly as a browser reads HTML takes an
        # eighth of the time of a sheet, and would hide a mistake of ours.
        root = ElementTree.fromstring(html)
        links = take_stylesheets(root)
        styles = [self._style(links[:end])[0] for end in range(1, len(links) + 1)]
        elements, _names = self._style((ELEMENTS,))
        return Layout(root, elements, self._fetcher).render(
            font_config=self._fonts, stylesheets=styles, pdf_variant=PDF_VARIANT
        )

    def _style(self, links: tuple[str, ...]) -> tuple[CSS, dict[str, str]]:
        """The last of these stylesheets, and the custom properties of all of them.

        Each of these has one value for the whole page. It is put in here, once: WeasyPrint would
        do it again for every element.
        """
        if links not in self._styles:
            url = urljoin(BASE, links[-1])
            css = bundled(url).read_text("utf-8")
            names = self._style(links[:-1])[1] if links[1:] else {}
            names = names | dict(CUSTOM.findall(css))
            style = CSS(
                string=with_values(css, names),
                base_url=url,
                url_fetcher=self._fetcher,
                font_config=self._fonts,
            )
            self._styles[links] = style, names
        return self._styles[links]


def with_values(css: str, values: Mapping[str, str]) -> str:
    """`css` with the values of its custom properties; ValueError where one has none, or no end."""

    def value(use: re.Match[str]) -> str:
        words = values.get(use[1], use[2])
        if words is None:
            raise ValueError(f"no stylesheet gives {use[1]} a value")
        return words

    for _depth in range(DEEPEST):
        css, replaced = VALUE.subn(value, css)
        if not replaced:
            return css
    raise ValueError("a custom property is made of itself")


def take_stylesheets(root: ElementTree.Element) -> tuple[str, ...]:
    """Take the links to stylesheets out of the head of a page; returns their addresses."""
    head = root.find("head")
    assert head is not None, "a page has a head"
    links = [link for link in head.findall("link") if is_bundled(link.get("href", ""))]
    for link in links:
        head.remove(link)
    return tuple(link.get("href", "") for link in links)


class Layout(HTML):
    """A page as WeasyPrint takes it, from XML, with `elements` in place of a browser's stylesheet.

    To read HTML as forgivingly as a browser, and to match the stylesheet of one, takes an eighth
    of the time of a sheet.
    """

    # WeasyPrint lets nobody hand it a tree, or a stylesheet in place of its own. So the fields that
    # its `__init__` would set are set here, and one method is overridden that is not public: look
    # at both when its version changes.
    def __init__(self, root: ElementTree.Element, elements: CSS, fetcher: URLFetcher) -> None:
        self.base_url, self.url_fetcher, self.media_type = BASE, fetcher, "print"
        self.wrapper_element = ElementWrapper.from_html_root(root, content_language=None)
        self.etree_element = root
        self._elements = elements

    def _ua_stylesheets(self, forms: bool = False) -> list[CSS]:
        return [self._elements]


class OurFiles(URLFetcher):
    """Opens files of ours and nothing else; `refused` counts what it was asked for in vain."""

    def __init__(self) -> None:
        super().__init__()
        self.refused = 0

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
        """The file with this address; raises `NotOurs`."""
        try:
            path = bundled(url)
        except NotOurs as error:
            self.refused += 1
            log.warning("%s", error)
            raise
        return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": KINDS[path.suffix]})


def bundled(url: str) -> Path:
    """The file under ``static/`` with this address; raises `NotOurs` for any other."""
    parts = urlsplit(url)
    if parts.scheme == "file" and parts.netloc == "":
        try:
            path = Path(unquote(parts.path)).resolve(strict=True)
        except (OSError, ValueError):
            path = Path("/")
        if path.is_relative_to(STATIC) and path.is_file() and path.suffix in KINDS:
            return path
    raise NotOurs(f"not a file that is printed: {url[:200]}")


def is_bundled(address: str) -> bool:
    """Whether there is a file of ours with this address, which may be relative."""
    try:
        bundled(urljoin(BASE, address))
    except NotOurs:
        return False
    return True
