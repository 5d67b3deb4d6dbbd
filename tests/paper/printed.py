"""A page as it lies on paper: its leaves, and where every word and every box of them is."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from app import rulebook
from app.games import numbers
from app.paper.blank import blank_sheet
from app.paper.pdf import PdfRenderer, PrintDocument
from app.paths import RULES
from app.rulebook import Rulebook

MM = 96 / 25.4
XHTML = "{http://www.w3.org/1999/xhtml}"

every_paper = pytest.mark.parametrize(
    "paper", ["a5", *(pytest.param(paper, marks=pytest.mark.long) for paper in ("a4", "letter"))]
)
"""Where a line has the least queue, and at length where it has more."""


@cache
def shared_renderer() -> PdfRenderer:
    """The renderer that all tests print with."""
    return PdfRenderer()


@cache
def the_rules() -> Rulebook:
    """The rules book, whose essentials stand on blank sheets."""
    return rulebook.read(RULES, numbers())


def blank(game: str, variant: str, paper: str, **about: Any) -> PrintDocument:
    """A blank sheet with the essentials of the rules book."""
    return blank_sheet(game, variant, paper, the_rules(), **about)


@dataclass(frozen=True)
class Box:
    """Something on a leaf; lengths in millimetres from its upper left corner."""

    tag: str
    kind: str
    text: str
    left: float
    top: float
    width: float
    height: float
    children: tuple[Box, ...]

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    def all(self, tag: str = "", kind: str = "") -> list[Box]:
        """Every box inside with this tag, and this word among its classes."""
        return [
            box
            for box in self.inside()
            if (not tag or box.tag == tag) and (not kind or kind in box.kind.split())
        ]

    def inside(self) -> Iterator[Box]:
        for child in self.children:
            yield child
            yield from child.inside()

    @cached_property
    def words(self) -> str:
        """The text of the box and all inside it, with single spaces."""
        return " ".join([self.text, *(child.words for child in self.children)]).strip()


@lru_cache(maxsize=16)
def leaves_of(page: PrintDocument) -> tuple[Box, ...]:
    """The leaves of a page: laid out once for the tests in a row that look at the same one."""
    return tuple(box_of(leaf._page_box) for leaf in shared_renderer().lay_out(page).pages)


class Leaves:
    """What a page looks like when it is set, before it becomes a PDF."""

    def __init__(self, page: PrintDocument) -> None:
        self.leaves = leaves_of(page)

    @property
    def words(self) -> str:
        return re.sub(r"\s+", " ", " ".join(leaf.words for leaf in self.leaves))

    @property
    def rows(self) -> list[list[str]]:
        """The words of each cell of each row of the deals, also where a head is repeated."""
        return [
            [re.sub(r"\s+", " ", cell.words) for cell in row.children if cell.tag in ("td", "th")]
            for leaf in self.leaves
            for table in leaf.all("table")
            if {"deals", "grid"} & set(table.kind.split())
            if not any(inner.tag == "table" for inner in table.children)
            for row in table.all("tr")
        ]


def box_of(box: Any) -> Box:
    box = getattr(box, "_box", box)
    element = box.element
    is_own = element is not None and not type(box).__name__.startswith(("Line", "Text"))
    is_own = is_own and type(box.style).__name__ != "AnonymousStyle"
    height, width = box.height, box.width
    if is_own and hasattr(box, "border_height"):
        height, width = box.border_height(), box.border_width()
    if type(box).__name__ == "PageBox":
        height, width = box.margin_height(), box.margin_width()
    return Box(
        str(box.element_tag) if is_own and box.element_tag else "",
        element.get("class", "") if is_own and hasattr(element, "get") else "",
        getattr(box, "text", "") or "",
        box.position_x / MM,
        box.position_y / MM,
        (width if isinstance(width, int | float) else 0) / MM,
        (height if isinstance(height, int | float) else 0) / MM,
        tuple(box_of(child) for child in getattr(box, "children", ())),
    )


def words_cut_off(leaf: Box, kind: str = "") -> list[str]:
    """Every piece of text that is not wholly inside the cell of the table that it belongs to."""
    return [
        word.text
        for cell in [*leaf.all("td", kind), *leaf.all("th", kind)]
        for word in cell.inside()
        if word.text.strip()
        if word.left < cell.left - 0.2
        or word.right > cell.right + 0.2
        or word.bottom > cell.bottom + 0.5
    ]


def pdf_text(page: PrintDocument, path: Path) -> str:
    """What poppler reads from the PDF of a page, in its layout."""
    return poppler(page, path, "-layout")


def pdf_words(page: PrintDocument, path: Path) -> list[list[Box]]:
    """Each word that can be seen, leaf by leaf; what is cut off at an edge is not in the PDF."""
    html = ElementTree.fromstring(poppler(page, path, "-bbox"))
    return [
        [word_of(word) for word in leaf.iterfind(f"{XHTML}word")]
        for leaf in html.iter(f"{XHTML}page")
    ]


def word_of(word: ElementTree.Element) -> Box:
    left, top, right, bottom = (
        float(word.attrib[side]) * 25.4 / 72 for side in ("xMin", "yMin", "xMax", "yMax")
    )
    return Box("", "", word.text or "", left, top, right - left, bottom - top, ())


def poppler(page: PrintDocument, path: Path, how: str) -> str:
    if not shutil.which("pdftotext"):
        pytest.skip("needs pdftotext: sudo apt install poppler-utils")
    (path / "page.pdf").write_bytes(shared_renderer().render(page))
    made = subprocess.run(
        ["pdftotext", how, str(path / "page.pdf"), "-"], capture_output=True, check=True
    )
    return made.stdout.decode()
