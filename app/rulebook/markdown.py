"""The language of the rules pages: Markdown with boxes, diagrams, numbers and links of our own.

- ``::: essentials``, ``::: example`` and ``::: ours``, each until a line ``:::``, are boxes: the
  card at the top of a page, a worked example, and what we chose where rule books are silent.
- ``::: house KEY KEY`` is a box about house rules. Its HTML begins with a comment, found by
  `HOUSE_RULE_COMMENT`, that is replaced by the choices of the match when the page is shown.
- ``![caption](diagrams/NAME.svg)``, as a paragraph, draws rules/diagrams/NAME.svg.
- ``{{ name }}`` is a number of the game, ``{{ +name }}`` the same with its sign;
  ``{{ page.name }}`` is a number of another one.
- ``[words](#anchor)`` and ``[words](page#anchor)`` lead to other sections of the rules. In
  the HTML the address begins with `RULES_SCHEME`, which the page that is shown replaces.
- ``## Dames {#queens}`` is a heading with the anchor ``queens``. In English the anchor is the words
  of the heading, and in other languages it is that of the English page.

The functions here raise ValueError with what is wrong; `app.rulebook` adds in which file.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import escape
from mdit_py_plugins.anchors import anchors_plugin
from mdit_py_plugins.container import container_plugin

from app.rulebook.drawings import translate_drawing
from app.rulebook.words import BOXES, PageWords, Translate

NUMBER = re.compile(r"\{\{\s*(\+?)\s*(?:(\w+)\.)?(\w+)\s*\}\}")
HOUSE_RULE_COMMENT = re.compile(r"<!--house ([\w ]+)-->")
RULES_SCHEME = "rules:"
# From the first of its spaces on: tried at each of a thousand, it would take a million steps.
ANCHOR = re.compile(r"(?<!\s)\s*\{#([a-z0-9-]+)\}\s*\Z")
DIAGRAM = re.compile(r"diagrams/([\w-]+)\.svg")
LINK = re.compile(r"(?:(\w+)(?:\.md)?)?(?:#([\w-]+))?")
SPACES = re.compile(r"[ \t\n]+")
DOTTED = re.compile(r"(?<=\d) · (?=[+−]?\d)")
DASHED = re.compile(r"(?<=\d)-(?=\d)")
UNSAFE = re.compile(r"<(?:style|script)\b|\s(?:style|on\w+)\s*=", re.IGNORECASE)
NAMED = re.compile(r'(?<=\sid=")|(?<=href="#)|(?<=url\(#)')
# Suits that stay text: an attribute or a drawing cannot have a symbol in their place.
SUITS = str.maketrans({suit: f"&#{ord(suit)};" for suit in "♠♥♦♣"})


def fill_numbers(text: str, page: str, numbers: Mapping[str, Mapping[str, int]]) -> str:
    """Return the text of a `page` with every ``{{ name }}`` as a number. Raises ValueError for
    an unknown one."""

    def number(placeholder: re.Match[str]) -> str:
        sign, other, name = placeholder.groups()
        try:
            value = numbers.get(other or page, {})[name]
        except KeyError as error:
            names = ", ".join(numbers.get(other or page, {})) or "none"
            message = f"no number is called {placeholder[0]}; there are: {names}"
            raise ValueError(message) from error
        plus = sign if value > 0 else ""
        return plus + str(value).replace("-", "\N{MINUS SIGN}")

    filled = NUMBER.sub(number, text)
    if "{{" in filled:
        raise ValueError("{{ is never closed, or holds more than a name")
    return filled


def page_title(text: str) -> str:
    """Return the title of a page, which is its first line."""
    return text.partition("\n")[0].removeprefix("# ").strip()


def make_parser(words: PageWords) -> MarkdownIt:
    """Return a parser for Markdown with tables, anchors and our boxes; without HTML."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.use(anchors_plugin, min_level=2, max_level=3, slug_func=anchor_of, permalink=False)
    for name in BOXES:
        markdown.use(container_plugin, name, render=render_box(name, words.boxes[name]))
    return markdown


def anchor_of(heading: str) -> str:
    """Return the anchor that a heading says at its end, or that of its words."""
    said = ANCHOR.search(heading)
    return said[1] if said else slug(heading)


def slug(title: str) -> str:
    """Return the anchor of a heading: ``Jokers: suit`` becomes ``jokers-suit``."""
    ascii_title = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_title.casefold()).strip("-")


def drop_anchors(tokens: Sequence[Token]) -> None:
    """Leave the words alone of headings that say their anchor, which the parser has read."""
    for heading, inline in pairwise(tokens):
        if heading.type == "heading_open" and inline.children:
            inline.content = ANCHOR.sub("", inline.content)
            inline.children[-1].content = ANCHOR.sub("", inline.children[-1].content)


def render_box(name: str, title: str) -> Callable[..., str]:
    """Return the function that renders the box `name` as HTML, under this title."""

    def draw(_renderer: Any, tokens: Sequence[Token], at: int, *_about: Any) -> str:
        if tokens[at].nesting < 0:
            return "</div>\n"
        keys = tokens[at].info.split()[1:]
        comment = f"<!--house {' '.join(keys)}-->" if name == "house" else ""
        words = f'<p class="box-title" aria-hidden="true">{escape(title)}</p>'
        return (
            f'<div class="box {name}" role="group" aria-label="{escape(title)}">{words}{comment}\n'
        )

    return draw


def embed_diagrams(tokens: list[Token], folder: Path, translate: Translate) -> None:
    """Replace each paragraph that is an image by the diagram with its caption; `translate` gives
    the words of the diagram in the language of the page.

    Raises ValueError for a diagram that is missing, is not a paragraph of its own, or contains what
    our pages do not allow.
    """
    for at, token in enumerate(tokens):
        images = [child for child in token.children or () if child.type == "image"]
        if not images:
            continue
        if len(token.children or ()) > 1 or tokens[at - 1].type != "paragraph_open":
            raise ValueError("a diagram stands in a paragraph of its own")
        html = figure_html(str(images[0].attrs["src"]), images[0].content, folder, translate)
        tokens[at - 1].hidden = tokens[at + 1].hidden = True
        tokens[at] = Token("html_block", "", 0, content=html, children=images)


def figure_html(address: str, caption: str, folder: Path, translate: Translate) -> str:
    """Return the diagram at `address` in `folder` as HTML, with its caption, which is also its
    label."""
    diagram = DIAGRAM.fullmatch(address)
    path = folder / address
    if not diagram or not path.is_file():
        raise ValueError(f"there is no diagram {address}")
    svg = translate_drawing(path.read_text("utf-8"), translate)
    svg = svg[svg.find("<svg") :].strip()
    if not svg.startswith("<svg") or UNSAFE.search(svg):
        raise ValueError(f"{address} is no plain SVG: classes and attributes, no style")
    svg = NAMED.sub(f"{diagram[1]}-", re.sub(r">\s+<", "><", svg)).translate(SUITS)
    # Where lines run from right to left, a text would end where it is to start.
    svg = svg.replace("<svg", '<svg aria-hidden="true" direction="ltr"', 1)
    name = str(escape(caption)).translate(SUITS)
    return f'<figure aria-label="{name}">{svg}<figcaption>{escape(caption)}</figcaption></figure>\n'


def add_no_break_spaces(tokens: Sequence[Token]) -> None:
    """Keep scores and tricks on one line: ``−5 · 0 · +5`` and ``8-4-0`` never break."""
    for token in tokens:
        for child in token.children or ():
            if child.type == "text":
                dotted = DOTTED.sub("\N{NO-BREAK SPACE}·\N{NO-BREAK SPACE}", child.content)
                child.content = DASHED.sub("\N{NON-BREAKING HYPHEN}", dotted)


def resolve_links(tokens: Sequence[Token], page: str) -> list[tuple[str, str]]:
    """Set the address of each link to a section, and return the links as (page, anchor).

    Raises ValueError for a link that leads neither to a section nor to a web page.
    """
    links = []
    for token in tokens:
        for child in token.children or ():
            address = str(child.attrs.get("href", ""))
            if child.type != "link_open" or re.match(r"https?:", address):
                continue
            target = LINK.fullmatch(address)
            if not target or not address:
                raise ValueError(f"the link to {address!r} leads out of the rules")
            key, anchor = target[1] or page, target[2] or ""
            links.append((key, anchor))
            child.attrs["href"] = f"{RULES_SCHEME}{key}" + (f"#{anchor}" if anchor else "")
    return links


def add_permalinks(tokens: Sequence[Token], page: str, link_label: str) -> None:
    """Give every section a link to itself; its label has the title of the section in it."""
    for heading, inline in pairwise(tokens):
        if heading.type == "heading_open" and "id" in heading.attrs:
            name = str(escape(plain_text(inline))).translate(SUITS)
            label = str(escape(link_label)).replace("{title}", name)
            html = (
                f' <a class="permalink" href="{RULES_SCHEME}{page}#{heading.attrs["id"]}"'
                f' aria-label="{label}">#</a>'
            )
            assert inline.children is not None
            inline.children.append(Token("html_inline", "", 0, content=html))


def plain_text(inline: Token) -> str:
    """Return the words of a paragraph or a heading without their markup."""
    words = [
        " " if child.type in ("softbreak", "hardbreak") else child.content
        for child in inline.children or ()
        if child.type in ("text", "code_inline", "softbreak", "hardbreak", "image")
    ]
    # No-break spaces stay: a French question mark does not begin a line.
    return SPACES.sub(" ", "".join(words)).strip()


def text_lines(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Return the words of `tokens` as lines: paragraphs, items and rows of tables, then
    captions."""
    lines: list[str] = []
    captions: list[str] = []
    row: list[str] | None = None
    for before, token in zip((None, *tokens), tokens, strict=False):
        if token.type == "tr_open":
            row = []
        elif token.type == "tr_close" and row is not None:
            lines.append(" · ".join(cell for cell in row if cell))
            row = None
        elif token.type == "html_block":
            captions.append(plain_text(token))
        elif token.type == "inline" and not (before and before.type == "heading_open"):
            (lines if row is None else row).append(plain_text(token))
    return tuple(line for line in (*lines, *captions) if line)


def render_html(markdown: MarkdownIt, tokens: Sequence[Token]) -> str:
    """Return `tokens` as HTML; wide tables scroll by themselves."""
    html: str = markdown.renderer.render(tokens, markdown.options, {})
    html = html.replace("<table>", '<div class="wide" tabindex="0"><table>')
    return html.replace("</table>", "</table></div>").replace("<th></th>", "<td></td>")
