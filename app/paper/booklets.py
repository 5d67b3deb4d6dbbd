"""The rules on paper: a booklet for each game, one with all of them, and quick references."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache
from html import unescape

from markupsafe import Markup, escape

from app.games import GAMES
from app.paper import html
from app.paper.html import check, icon
from app.paper.pdf import Page
from app.paths import STATIC
from app.rulebook import RulesPage
from app.scoring import Text, _

HEADING = re.compile(r'<h([23]) id="([^"]+)"')
LINK = re.compile(r'<a\b[^>]*?href="([^"]*)"[^>]*>(.*?)</a>', re.DOTALL)
PERMALINK = re.compile(r'\s*<a\b[^>]*class="permalink"[^>]*>.*?</a>', re.DOTALL)
WITHIN_THE_BOOK = re.compile(r"rules:(\w+)(?:#([\w-]+))?")
DIAGRAM = re.compile(r"(<figure\b[^>]*>\s*<svg\b[^>]*>)(?:\s*<title>.*?</title>)?", re.DOTALL)
LABEL = re.compile(r'aria-label="([^"]*)"')
SUIT = re.compile(r"([♠♥♦♣])(?![^<>]*>)")
COLOURS = {"♠": "spade", "♥": "heart", "♦": "diamond", "♣": "club"}
ESSENTIALS = re.compile(r'<div class="[^"]*\bessentials\b[^"]*"[^>]*>')
FIGURE = re.compile(r"<figure\b.*?</figure>", re.DOTALL)
MOST_FIGURES = 4
DIV = re.compile(r"<div\b[^>]*>|</div>")


def booklet(page: RulesPage, paper: str) -> Page:
    """The rules of one game: cover, contents, sections. Raises `LookupError` for such a paper."""
    return bound([page], paper, _("{game}: the rules", game=page.title), page.title)


def all_rules(pages: Sequence[RulesPage], paper: str) -> Page:
    """The rules of all games in one book. Raises `LookupError` for such a paper."""
    return bound(pages, paper, _("Tricktally: the rules of all games"), _("Rules of play"))


def quick_reference(page: RulesPage, paper: str) -> Page:
    """The rules of one game on one page. Raises `LookupError` for such a paper."""
    check(paper)
    return html.render(
        "print/quick.html",
        title=_("{game}: quick reference", game=page.title),
        paper=paper,
        game=page.title,
        emblem=emblem(page),
        body=on_paper(page, essentials(page), ()),
    )


def bound(pages: Sequence[RulesPage], paper: str, title: Text, name: Text | str) -> Page:
    """A booklet of these pages of the rules book."""
    check(paper)
    keys = [page.key for page in pages]
    return html.render(
        "print/booklet.html",
        title=title,
        paper=paper,
        name=name,
        emblem=emblem(*pages),
        chapters=[(page, on_paper(page, page.html, keys)) for page in pages],
    )


def emblem(*pages: RulesPage) -> Markup | None:
    """That of the game that these pages are about, None if they are about several."""
    keys = [page.key for page in pages]
    return icon(GAMES[keys[0]].icon, GAMES[keys[0]].name) if len(keys) == 1 else None


def on_paper(page: RulesPage, html: str, bound_in: Collection[str]) -> Markup:
    """`html` of a page as it is printed.

    Links lead to pages that are `bound_in` the same booklet, headings are told apart from those of
    other pages, and drawings carry their colours and their name with them.
    """

    def lead(link: re.Match[str]) -> str:
        address, words = link.groups()
        inside = WITHIN_THE_BOOK.fullmatch(address)
        key, anchor = (inside[1], inside[2]) if inside else (page.key, address.removeprefix("#"))
        if not inside and not address.startswith("#"):
            return link[0]
        if key not in bound_in:
            return words
        target = f"{key}-{anchor}" if anchor else key
        return f'<a href="#{target}">{words}</a>'

    html = PERMALINK.sub("", html)
    html = LINK.sub(lead, html)
    html = HEADING.sub(rf'<h\1 id="{page.key}-\2"', html)
    html = DIAGRAM.sub(drawn, html)
    html = html.replace(' tabindex="0"', "")
    return Markup(SUIT.sub(coloured, html))


def drawn(opening: re.Match[str]) -> str:
    """The beginning of a drawing, with its name and the colours it is printed in."""
    label = LABEL.search(opening[1])
    name = escape(unescape(label[1])) if label else escape(html.plain(_("Diagram")))
    return f"{opening[1]}<title>{name}</title><style>{inks()}</style>"


@cache
def inks() -> str:
    """The colours of drawings, which a stylesheet of the page does not reach."""
    return (STATIC / "print" / "diagrams.css").read_text("utf-8")


def coloured(suit: re.Match[str]) -> str:
    """A suit in its colour, still a letter that can be read and copied."""
    return f'<span class="{COLOURS[suit[1]]}">{suit[1]}</span>'


def essentials(page: RulesPage) -> str:
    """What fits on one page: the essentials of a page of the rules, with its first drawings."""
    box = ESSENTIALS.search(page.html)
    assert box, f"{page.key} has essentials"
    figures = FIGURE.findall(page.html)[:MOST_FIGURES]
    return f'{whole_div(page.html, box.start())}<div class="figures">{"".join(figures)}</div>'


def whole_div(html: str, start: int) -> str:
    """The div that begins at `start`, with all that is in it."""
    depth = 0
    for tag in DIV.finditer(html, start):
        depth += -1 if tag[0] == "</div>" else 1
        if depth == 0:
            return html[start : tag.end()]
    return html[start:]
