"""The rules book: rules/*.md turned into pages once, when the app starts."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from mdit_py_plugins.anchors import anchors_plugin


@dataclass(frozen=True)
class Section:
    """A part of a page that can be linked to."""

    anchor: str
    title: str


@dataclass(frozen=True)
class Page:
    """One page of the book: its title, its HTML without the title, and its sections in order."""

    key: str
    title: str
    html: str
    sections: tuple[Section, ...]


def read(folder: Path) -> dict[str, Page]:
    """Every page in `folder`, by the name of its file."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.use(anchors_plugin, min_level=2, max_level=3, slug_func=slug, permalink=False)
    return {path.stem: read_page(path, markdown) for path in sorted(folder.glob("*.md"))}


def read_page(path: Path, markdown: MarkdownIt) -> Page:
    """The page in the file at `path`; its first line is the title."""
    title, _newline, body = path.read_text("utf-8").partition("\n")
    tokens = markdown.parse(body)
    sections = tuple(
        Section(str(token.attrs["id"]), tokens[place + 1].content)
        for place, token in enumerate(tokens)
        if token.type == "heading_open" and token.tag == "h2"
    )
    html = markdown.renderer.render(tokens, markdown.options, {})
    html = html.replace("<table>", '<div class="wide" tabindex="0"><table>').replace(
        "</table>", "</table></div>"
    )
    html = html.replace("<th></th>", "<td></td>")
    return Page(path.stem, title.removeprefix("# ").strip(), html, sections)


def slug(title: str) -> str:
    """The anchor of a heading: ``Jokers: suit`` becomes ``jokers-suit``."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().casefold()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
