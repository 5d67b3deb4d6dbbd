"""What is printed: a PDF as it is read back, and where every word and box lies on its leaves."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from app import rulebook
from app.games import numbers
from app.paper.blank import blank_sheet
from app.paper.pdf import LIBRARIES, NotInstalled, PdfRenderer, PrintDocument, import_weasyprint
from app.paths import RULES
from app.rulebook import Rulebook

MILLIMETRES = 25.4 / 72
SIZES = {"a4": (210, 297), "letter": (215.9, 279.4), "a5": (148, 210), "a5-two-up": (297, 210)}
"""The width and the height of each paper, in millimetres."""
WHOLE = {key: (round(width), round(height)) for key, (width, height) in SIZES.items()}


def has_pango() -> bool:
    """Whether anything can be printed here."""
    try:
        import_weasyprint()
    except NotInstalled:
        return False
    return True


needs_pango = pytest.mark.skipif(not has_pango(), reason=f"no Pango here: apt install {LIBRARIES}")


class Pdf:
    """What stands in a PDF, and what it says of itself."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.reader = PdfReader(io.BytesIO(content))

    @cached_property
    def root(self) -> Any:
        """The object that all others hang from; to come to it takes most of the time of reading."""
        return self.reader.trailer["/Root"]

    @property
    def text(self) -> str:
        """All text, with single spaces."""
        return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in self.reader.pages))

    @property
    def sizes(self) -> set[tuple[int, int]]:
        """The sizes of the pages, in whole millimetres."""
        boxes = [page.mediabox for page in self.reader.pages]
        return {(round(b.width * MILLIMETRES), round(b.height * MILLIMETRES)) for b in boxes}

    @property
    def title(self) -> str | None:
        return self.reader.metadata.title if self.reader.metadata else None

    @property
    def identifier(self) -> str:
        """What it was made from."""
        return self.reader.trailer["/ID"][0].original_bytes.decode()

    @property
    def is_tagged(self) -> bool:
        """Whether it says what is a heading, a table, a list: PDF/UA asks for that."""
        return (
            bool(self.root.get("/MarkInfo", {}).get("/Marked")) and "/StructTreeRoot" in self.root
        )


def faults(content: bytes, folder: Path) -> str:
    """What qpdf finds wrong with a PDF, nothing if it is sound."""
    if not shutil.which("qpdf"):
        pytest.skip("no qpdf here: apt install qpdf")
    path = folder / "printed.pdf"
    path.write_bytes(content)
    checked = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True)
    return "" if checked.returncode == 0 else checked.stdout + checked.stderr


# --- a page as it lies on paper, before it becomes a PDF -----------------------------------------

MM = 96 / 25.4
NAMES = [
    "Maximiliana Wolfeschlegelsteinhausen " * 5,
    "<b>Bob</b> {{7*7}} url(file:///etc/passwd)",
    "محمد عبد الرحمن بن علي بن أبي طالب " * 5,
    "Đorđe",
]
XHTML = "{http://www.w3.org/1999/xhtml}"

every_paper = pytest.mark.parametrize(
    "paper", ["a5", *(pytest.param(paper, marks=pytest.mark.long) for paper in ("a4", "letter"))]
)
"""Where a line has the least room, and at length where it has more."""


@cache
def shared_renderer() -> PdfRenderer:
    """The renderer that all tests print with; what they print again it has printed already."""
    renderer = PdfRenderer()
    renderer.render = lru_cache(maxsize=16)(renderer.render)
    return renderer


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

    text: str
    left: float
    top: float
    width: float
    height: float
    tag: str = ""
    kind: str = ""
    style: Any = None
    children: Sequence[Box] = ()

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    def inside(self) -> Iterator[Box]:
        for child in self.children:
            yield child
            yield from child.inside()

    def all(self, tag: str = "", kind: str = "") -> list[Box]:
        """Every box inside with this tag, and this word among its classes."""
        named = [box for box in self.inside() if not tag or box.tag == tag]
        return [box for box in named if not kind or kind in box.kind.split()]

    def has(self, other: Box, *, by: float = 0.1) -> bool:
        """Whether all of another box lies within this one."""
        across = self.left - by <= other.left and other.right <= self.right + by
        return across and self.top - by <= other.top and other.bottom <= self.bottom + by

    def crosses(self, other: Box, *, by: float = 0.1) -> bool:
        """Whether any of another box lies over this one."""
        across = self.left + by < other.right and other.left + by < self.right
        return across and self.top + by < other.bottom and other.top + by < self.bottom

    @cached_property
    def words(self) -> str:
        """The text of the box and all inside it, with single spaces."""
        texts = [self.text, *(child.words for child in self.children)]
        return re.sub(r"\s+", " ", " ".join(texts)).strip()


class Leaves:
    """What a page looks like when it is set, before it becomes a PDF."""

    def __init__(self, page: PrintDocument) -> None:
        self.leaves = leaves_of(page)

    def all(self, tag: str = "", kind: str = "") -> list[Box]:
        return [box for leaf in self.leaves for box in leaf.all(tag, kind)]

    @property
    def words(self) -> str:
        return " ".join(leaf.words for leaf in self.leaves)

    @property
    def rows(self) -> list[list[str]]:
        """The words of each cell of each row of the deals, also where a head is repeated."""
        return [
            [cell.words for cell in row.children if cell.tag in ("td", "th")]
            for table in self.all("table")
            if {"deals", "grid"} & set(table.kind.split()) and not table.all("table")
            for row in table.all("tr")
        ]

    @property
    def lines(self) -> list[str]:
        """The same rows, each as one text."""
        return [" | ".join(row) for row in self.rows]

    def words_cut_off(self, kind: str = "") -> list[str]:
        """Every piece of text that is not wholly inside its cell of a table."""
        return [
            word.text
            for cell in [*self.all("td", kind), *self.all("th", kind)]
            for word in cell.inside()
            if word.text.strip()
            if word.left < cell.left - 0.2
            or word.right > cell.right + 0.2
            or word.bottom > cell.bottom + 0.5
        ]


@lru_cache(maxsize=2)
def laid_out(page: PrintDocument) -> Any:
    """A page as WeasyPrint sets it: once for who looks at its leaves and at its words."""
    return shared_renderer().lay_out(page)


@lru_cache(maxsize=16)
def leaves_of(page: PrintDocument) -> tuple[Box, ...]:
    """The leaves of a page: laid out once for the tests in a row that look at the same one."""
    return tuple(box_of(leaf._page_box) for leaf in laid_out(page).pages)


def box_of(box: Any) -> Box:
    """A box of WeasyPrint, but for those that are of no element of their own."""
    box = getattr(box, "_box", box)
    element, kind = box.element, type(box).__name__
    is_own = element is not None and not kind.startswith(("Line", "Text"))
    is_own = is_own and type(box.style).__name__ != "AnonymousStyle"
    left, top, width, height = box.position_x, box.position_y, box.width, box.height
    if is_own and hasattr(box, "border_height"):
        left, top = box.border_box_x(), box.border_box_y()
        width, height = box.border_width(), box.border_height()
    if kind == "PageBox":
        width, height = box.margin_width(), box.margin_height()
    lengths = [each / MM if isinstance(each, int | float) else 0 for each in (width, height)]
    tag = str(box.element_tag or "") if is_own else ""
    classes = element.get("class", "") if is_own and hasattr(element, "get") else ""
    inside = tuple(box_of(child) for child in getattr(box, "children", ()))
    text = getattr(box, "text", "") or ""
    return Box(text, left / MM, top / MM, *lengths, tag, classes, box.style, inside)


def words_on(page: PrintDocument, folder: Path) -> list[list[Box]]:
    """Each word that can be seen, leaf by leaf; what is cut off at an edge is not in the PDF."""
    if not shutil.which("pdftotext"):
        pytest.skip("needs pdftotext: sudo apt install poppler-utils")
    path = folder / "page.pdf"
    path.write_bytes(laid_out(page).write_pdf())
    made = subprocess.run(["pdftotext", "-bbox", path, "-"], capture_output=True, check=True)
    leaves = ElementTree.fromstring(made.stdout.decode()).iter(f"{XHTML}page")
    return [[word_of(word) for word in leaf.iterfind(f"{XHTML}word")] for leaf in leaves]


def word_of(word: ElementTree.Element) -> Box:
    edges = (float(word.attrib[side]) for side in ("xMin", "yMin", "xMax", "yMax"))
    left, top, right, bottom = (edge * MILLIMETRES for edge in edges)
    return Box(word.text or "", left, top, right - left, bottom - top)
