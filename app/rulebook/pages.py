"""A page of the rules: its essentials, its sections and their subsections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from app.rulebook import glossary, markdown
from app.rulebook.glossary import Term
from app.rulebook.words import BOXES, PageWords


@dataclass(frozen=True)
class Section:
    """A part of a page with an anchor: its heading, and everything up to the next one of its level.

    `lines` are its words without those of its subsections.
    """

    anchor: str
    title: str
    html: str
    lines: tuple[str, ...]
    subsections: tuple[Section, ...] = ()


@dataclass(frozen=True)
class RulesPage:
    """One page of the rules: its title, the text before the first section, and the sections.

    `language` has the words that it is set with, `essentials` are the box of that name in the
    `opening`, `links` the links to pages of the rules, as (page, anchor), and `source` is the
    Markdown without its numbers filled in.
    """

    key: str
    language: PageWords = field(repr=False)
    title: str
    opening: str
    essentials: str
    lines: tuple[str, ...]
    sections: tuple[Section, ...]
    links: tuple[tuple[str, str], ...] = ()
    source: str = field(default="", repr=False, compare=False)

    @cached_property
    def body(self) -> str:
        """The HTML of all sections."""
        return "".join(section.html for section in self.sections)

    @property
    def html(self) -> str:
        """The HTML of the page without its title."""
        return self.opening + self.body

    @property
    def house_rule_keys(self) -> set[str]:
        """The keys of the house rules with a box on the page."""
        boxes = markdown.HOUSE_RULE_COMMENT.findall(self.html)
        return {key for keys in boxes for key in keys.split()}

    @property
    def all_sections(self) -> Iterator[Section]:
        """Sections and subsections, in the order of the page."""
        for section in self.sections:
            yield section
            yield from section.subsections

    @cached_property
    def by_anchor(self) -> Mapping[str, Section]:
        """Sections and subsections by their anchors."""
        return {section.anchor: section for section in self.all_sections}

    def section(self, anchor: str) -> Section | None:
        """Return the section or subsection with this anchor, None if there is none."""
        return self.by_anchor.get(anchor)

    def neighbours(self, anchor: str) -> tuple[Section | None, Section | None]:
        """Return the sections before and after the one that is, or contains, this anchor."""
        at = next(
            n
            for n, section in enumerate(self.sections)
            if anchor in (section.anchor, *(sub.anchor for sub in section.subsections))
        )
        return [None, *self.sections][at], [*self.sections, None][at + 1]


def read_page(
    key: str,
    text: str,
    language: PageWords,
    folder: Path,
    terms: Iterable[Term],
    *,
    source: str = "",
) -> RulesPage:
    """Parse the page `text`, whose diagrams are in `folder`.

    Raises ValueError for a missing diagram, a link out of the rules, or an unknown box.
    """
    parser = markdown.make_parser(language)
    tokens = parser.parse(text.partition("\n")[2])
    markdown.drop_anchors(tokens)
    markdown.embed_diagrams(tokens, folder, language.translate)
    links = markdown.resolve_links(tokens, key)
    markdown.add_no_break_spaces(tokens)
    glossary.link_terms(tokens, key, terms)
    opening, *parts = split_at(tokens, "h2")
    page = RulesPage(
        key,
        language,
        markdown.page_title(text),
        markdown.render_html(parser, opening),
        markdown.render_html(parser, essentials_box(opening)).rstrip(),
        markdown.text_lines(opening),
        tuple(read_section(parser, part, key, language) for part in parts),
        tuple(links),
        source,
    )
    if ":::" in page.html:
        raise ValueError(f"a line with ::: opens no box of ours ({', '.join(BOXES)})")
    return page


def read_section(
    parser: MarkdownIt, tokens: Sequence[Token], page: str, language: PageWords
) -> Section:
    """Parse the section that begins with the heading at the start of `tokens`."""
    own, *parts = split_at(tokens, "h3") if tokens[0].tag == "h2" else [tokens]
    title = markdown.plain_text(tokens[1])
    subsections = tuple(read_section(parser, part, page, language) for part in parts)
    markdown.add_permalinks(own[:2], page, language.link)
    html = markdown.render_html(parser, own) + "".join(sub.html for sub in subsections)
    lines = markdown.text_lines(own)
    return Section(str(tokens[0].attrs["id"]), title, html, lines, subsections)


def split_at(tokens: Sequence[Token], heading: str) -> list[Sequence[Token]]:
    """Split before each heading of this level; the first part is the text before all of them."""
    starts = [
        at
        for at, token in enumerate(tokens)
        if token.type == "heading_open" and token.tag == heading and token.level == 0
    ]
    return [tokens[a:b] for a, b in pairwise([0, *starts, len(tokens)])]


def essentials_box(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return the box of essentials among `tokens`, empty if there is none."""
    types = [token.type for token in tokens]
    if "container_essentials_open" not in types:
        return []
    end = types.index("container_essentials_close")
    return tokens[types.index("container_essentials_open") : end + 1]


def essentials_html(page: RulesPage, numbers: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Return each item and each paragraph of a page's essentials as HTML, without links and tables.

    The foot of a score sheet shows them with the `numbers` of one table, which may differ from
    those of the page.
    """
    parser = markdown.make_parser(page.language)
    text = markdown.fill_numbers(page.source.partition("\n## ")[0], page.key, numbers)
    box = essentials_box(parser.parse(text))
    markdown.add_no_break_spaces(box)
    lines = []
    is_in_table = False
    for token in box:
        if token.type in ("table_open", "table_close"):
            is_in_table = token.type == "table_open"
        elif token.type == "inline" and not is_in_table:
            links = ("link_open", "link_close")
            token.children = [part for part in token.children or () if part.type not in links]
            lines.append(markdown.render_html(parser, [token]))
    return lines
