"""The rules pages as they are written: headings, boxes, tables, and the numbers they ask for."""

import re
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

from app.games import GAMES

RULES = Path(__file__).parent.parent / "rules"
DIAGRAMS = RULES / "diagrams"
NUMBER = re.compile(r"\{\{ (\+?)(\w+) \}\}")


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

    @property
    def is_example(self) -> bool:
        """Whether it is part of a worked example."""
        return self.box == "example"


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
        """Its header in one line."""
        return " | ".join(self.header)

    @property
    def id(self) -> str:
        """Where it stands, for the name of a test."""
        return f"{self.page}, {self.section}: {self.title[:40]}"


@cache
def lines(page: str) -> tuple[Line, ...]:
    """The lines of rules/`page`.md; boxes are opened and closed properly, which this checks."""
    lines_of_page = []
    section = subsection = box = ""
    for number, text in enumerate((RULES / f"{page}.md").read_text("utf-8").splitlines(), 1):
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
def tables(page: str) -> tuple[Table, ...]:
    """The tables of a page, in order."""
    tables_of_page: list[Table] = []
    for (section, box), group in groupby(lines(page), lambda line: (line.section, line.box)):
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
    """The cells of a row of a table, without bold type."""
    inner = row.strip().removeprefix("|").removesuffix("|")
    return tuple(cell.strip().replace("**", "") for cell in inner.split("|"))


def sections(page: str) -> list[str]:
    """The headings of a page, of the second rank."""
    return [line.text[3:] for line in lines(page) if line.text.startswith("## ")]


def anchor(title: str) -> str:
    """The anchor of a heading."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def numbers_in(page: str) -> set[str]:
    """The names of the numbers that a page asks for."""
    return {name for line in lines(page) for _sign, name in NUMBER.findall(line.text)}


PAGES = tuple(GAMES)
