"""The rules pages as they are written: headings, boxes, tables, and the numbers they ask for."""

import re
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

from app.games import GAMES

RULES = Path(__file__).parent.parent / "rules"
ENGLISH = RULES / "en"
DIAGRAMS = RULES / "diagrams"
TRANSLATED = [
    (path.parent.name, path.stem)
    for path in sorted(RULES.glob("*/*.md"))
    if path.parent != ENGLISH and path.stem != "glossary"
]
"""The pages in other languages, as (tag, page)."""
NUMBER = re.compile(r"\{\{ (\+?)(\w+) \}\}")
SAID_ANCHOR = re.compile(r"\{#([a-z0-9-]+)\}$")


@dataclass(frozen=True)
class Line:
    """A line of a page, the section and subsection it stands in, and the box around it.

    `box` is ``example``, or ``house upper lower``; empty outside of any.
    """

    text: str
    section: str
    subsection: str
    box: str
    number: int


@dataclass(frozen=True)
class Table:
    """A table of a page, without bold type. `intro` is what its box says before it."""

    page: str
    section: str
    box: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    intro: str

    @property
    def title(self) -> str:
        return " | ".join(self.header)

    @property
    def id(self) -> str:
        return f"{self.page}, {self.section}: {self.title[:40]}"


@cache
def lines(page: str, tag: str = "en") -> tuple[Line, ...]:
    """The lines of rules/`tag`/`page`.md; boxes are opened and closed properly, which this
    checks."""
    lines_of_page = []
    section = subsection = box = ""
    for number, text in enumerate((RULES / tag / f"{page}.md").read_text("utf-8").splitlines(), 1):
        if text.startswith(":::"):
            opened = text.removeprefix(":::").strip()
            assert bool(opened) != bool(box), f"{page}.md, line {number}: {text}"
            box = opened
            continue
        if text.startswith("#"):
            assert not box, f"{page}.md, line {number}: a heading within a box"
            marks, _, title = text.partition(" ")
            section = title if marks == "##" else section
            subsection = title if marks == "###" else ""
        lines_of_page.append(Line(text, section, subsection, box, number))
    assert not box, f"{page}.md: a box is never closed"
    return tuple(lines_of_page)


@cache
def tables(page: str, tag: str = "en") -> tuple[Table, ...]:
    tables_of_page: list[Table] = []
    for (section, box), group in groupby(lines(page, tag), lambda line: (line.section, line.box)):
        opening: list[str] = []
        for is_table, block in groupby(group, lambda line: line.text.startswith("|")):
            texts = [line.text for line in block]
            if not is_table:
                opening += texts
                continue
            header, _ruler, *rows = map(cells, texts)
            assert {len(row) for row in rows} == {len(header)}, header
            tables_of_page.append(Table(page, section, box, header, tuple(rows), " ".join(opening)))
    return tuple(tables_of_page)


def cells(row: str) -> tuple[str, ...]:
    inner = row.strip().removeprefix("|").removesuffix("|")
    return tuple(cell.strip().replace("**", "") for cell in inner.split("|"))


def sections(page: str) -> list[str]:
    return [line.text[3:] for line in lines(page) if line.text.startswith("## ")]


def anchor(title: str) -> str:
    """The anchor that a heading says, or that of its words."""
    if said := SAID_ANCHOR.search(title):
        return said[1]
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


PAGES = tuple(GAMES)
