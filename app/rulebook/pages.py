"""A page of the book: its essentials, its sections and their subsections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from app.rulebook import glossary, markdown
from app.rulebook.glossary import GLOSSARY, Term


@dataclass(frozen=True)
class Section:
    """A part of a page that can be linked to: its heading and all up to the next of its rank.

    `lines` are its words without those of its subsections.
    """

    anchor: str
    title: str
    html: str
    lines: tuple[str, ...]
    subsections: tuple[Section, ...] = ()


@dataclass(frozen=True)
class Page:
    """One page of the book: its title, what comes before the first section, and the sections.

    `house` are the keys of the house rules that it speaks of, `links` where it leads within the
    book, as pages and anchors, and `source` is what was written, before its numbers were put in.
    """

    key: str
    title: str
    opening: str
    lines: tuple[str, ...]
    sections: tuple[Section, ...]
    links: tuple[tuple[str, str], ...] = ()
    source: str = field(default="", repr=False, compare=False)
    _by_anchor: dict[str, Section] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._by_anchor.update({section.anchor: section for section in self.all_sections})

    @property
    def html(self) -> str:
        """All of the page but its title."""
        return self.opening + self.body

    @property
    def body(self) -> str:
        """The sections one after the other."""
        return "".join(section.html for section in self.sections)

    @property
    def house(self) -> tuple[str, ...]:
        """The keys of the house rules that the page speaks of."""
        return tuple(key for keys in markdown.HOUSE.findall(self.html) for key in keys.split())

    @property
    def all_sections(self) -> Iterator[Section]:
        """Sections and subsections, in the order of the page."""
        for section in self.sections:
            yield section
            yield from section.subsections

    def section(self, anchor: str) -> Section | None:
        """The section or subsection with this anchor."""
        return self._by_anchor.get(anchor)

    def beside(self, anchor: str) -> tuple[Section | None, Section | None]:
        """The sections before and after the one that this anchor lies in."""
        anchors = [
            {section.anchor, *(sub.anchor for sub in section.subsections)}
            for section in self.sections
        ]
        at = next(place for place, here in enumerate(anchors) if anchor in here)
        before = self.sections[at - 1] if at else None
        return before, self.sections[at + 1] if at + 1 < len(self.sections) else None


def read_page(
    key: str, text: str, folder: Path, terms: Iterable[Term], *, source: str = ""
) -> Page:
    """The page that is written as `text`; drawings are in `folder`."""
    parser = markdown.parser()
    tokens = parser.parse(text.partition("\n")[2])
    tokens = markdown.draw_diagrams(tokens, folder, key)
    links = markdown.lead_links(tokens, key)
    markdown.keep_together(tokens)
    glossary.mark_terms(tokens, key, terms)
    if key == GLOSSARY:
        glossary.name_entries(tokens)
    opening, *parts = cut(tokens, "h2")
    sections = tuple(section(parser, part, key) for part in parts)
    page = Page(
        key,
        markdown.title_of(text),
        markdown.html_of(parser, opening),
        markdown.lines_of(opening),
        sections,
        tuple(links),
        source,
    )
    if ":::" in page.html:
        box_names = ", ".join(markdown.BOXES)
        raise ValueError(f"rules/{key}.md: a line with ::: opens no box of ours ({box_names})")
    return page


def section(parser: MarkdownIt, tokens: Sequence[Token], page: str) -> Section:
    """The section that begins with the heading at the start of `tokens`."""
    own, *parts = cut(tokens, "h3") if tokens[0].tag == "h2" else [tokens]
    title = markdown.plain(tokens[1])
    subsections = tuple(section(parser, part, page) for part in parts)
    markdown.add_permalinks(own[:2], page)
    html = markdown.html_of(parser, own) + "".join(sub.html for sub in subsections)
    lines = markdown.lines_of(own)
    return Section(str(tokens[0].attrs["id"]), title, html, lines, subsections)


def cut(tokens: Sequence[Token], heading: str) -> list[Sequence[Token]]:
    """What comes before the first such heading, then each of them with what follows it."""
    places = [
        at
        for at, token in enumerate(tokens)
        if token.type == "heading_open" and token.tag == heading and token.level == 0
    ]
    bounds = [0, *places, len(tokens)]
    return [tokens[a:b] for a, b in pairwise(bounds)]


# ---- The essentials of a page, as it begins, line by line for the foot of a score sheet. ----

LINKS = ("link_open", "link_close")


def essentials_of(page: Page, numbers: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Each item and each paragraph of the essentials as HTML, without links and without tables.

    They have these numbers of each page, which may be those of one table.
    """
    parser = markdown.parser()
    text = markdown.with_numbers(page.source.partition("\n## ")[0], page.key, numbers)
    tokens = box_of(parser.parse(text))
    markdown.keep_together(tokens)
    lines = []
    is_in_table = False
    for token in tokens:
        if token.type in ("table_open", "table_close"):
            is_in_table = token.type == "table_open"
        elif token.type == "inline" and not is_in_table:
            token.children = [part for part in token.children or () if part.type not in LINKS]
            lines.append(markdown.html_of(parser, [token]))
    return lines


def box_of(tokens: Sequence[Token]) -> list[Token]:
    """What stands in the box of essentials, nothing if there is none."""
    types = [token.type for token in tokens]
    if "container_essentials_open" not in types:
        return []
    start = types.index("container_essentials_open") + 1
    return list(takewhile(lambda token: token.type != "container_essentials_close", tokens[start:]))
