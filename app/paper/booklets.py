"""The rules on paper: a booklet for each game, one with all of them, and quick references."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache
from html import unescape

from markupsafe import Markup, escape

from app.games import GAMES
from app.languages import plain
from app.paper.colours import inked
from app.paper.html import WHOLE_PAPERS, icon, isolate_cards, render
from app.paper.pdf import PrintDocument
from app.paths import STATIC
from app.rulebook import RulesPage
from app.rulebook.drawings import RIGHT_TO_LEFT_ISOLATE
from app.rulebook.markdown import RULES_SCHEME
from app.scoring import _
from app.text_html import language_of, written_numbers

HEADING = re.compile(r'<h([23]) id="([^"]+)"')
LINK = re.compile(r'<a\b[^>]*?href="([^"]*)"[^>]*>(.*?)</a>', re.DOTALL)
PERMALINK = re.compile(r'\s*<a\b[^>]*class="permalink"[^>]*>.*?</a>', re.DOTALL)
RULES_LINK = re.compile(rf"(?:{RULES_SCHEME}(\w+))?(?:#([\w-]+))?")
DIAGRAM = re.compile(r"(<figure\b[^>]*>\s*<svg\b[^>]*>)(?:\s*<title>.*?</title>)?", re.DOTALL)
LABEL = re.compile(r'aria-label="([^"]*)"')
SUIT = re.compile(r"([♠♥♦♣])(?![^<>]*>)")
SUIT_CLASSES = {"♠": "spade", "♥": "heart", "♦": "diamond", "♣": "club"}
FIGURE = re.compile(r"<figure\b.*?</figure>", re.DOTALL)
MAX_FIGURES = 4
TURNED = re.compile(rf"<text([^>]*)>({RIGHT_TO_LEFT_ISOLATE}[^<]*)</text>")
ATTRIBUTE = re.compile(r'(?<![\w-])([\w-]+)="([^"]*)"')
DRAWING_SIZE = re.compile(r'viewBox="0 0 (\d+) (\d+)"')


def booklet(pages: Sequence[RulesPage], paper: str) -> PrintDocument:
    """Return the rules of one game, or of all: cover, contents, sections, linked to each other.

    Raises `LookupError` for a paper that there is not.
    """
    keys, only = [page.key for page in pages], pages[0] if len(pages) == 1 else None
    title = _("Tricktally: the rules of all games")
    if only:
        title = _("{game}: the rules", game=only.title)
    return render(
        "print/booklet.html",
        title=title,
        paper=paper,
        papers=WHOLE_PAPERS,
        name=only.title if only else _("Rules of play"),
        emblem=emblem(only) if only else None,
        chapters=[(page, prepare_for_print(page, page.html, keys)) for page in pages],
    )


def quick_reference(page: RulesPage, paper: str) -> PrintDocument:
    """Return the rules of one game on one page. Raises `LookupError` for a paper that there is
    not."""
    return render(
        "print/quick.html",
        title=_("{game}: quick reference", game=page.title),
        paper=paper,
        papers=WHOLE_PAPERS,
        game=page.title,
        emblem=emblem(page),
        page=page,
        body=prepare_for_print(page, essentials_and_figures(page), ()),
    )


def emblem(page: RulesPage) -> Markup:
    """Return the emblem of the game that a page is about."""
    return icon(GAMES[page.key].icon, GAMES[page.key].name)


def prepare_for_print(page: RulesPage, html: str, bound_keys: Collection[str]) -> Markup:
    """`html` of a page as it is printed.

    Links lead to pages with `bound_keys`, which are in the same booklet, and tell their number;
    other links to rules become plain text. The ids of headings begin with the key of the page,
    suits are coloured, and diagrams carry their stylesheet and their title.
    """

    def resolve(link: re.Match[str]) -> str:
        url, words = link.groups()
        inside = RULES_LINK.fullmatch(url)
        if not inside:
            return link[0]
        key, anchor = inside[1] or page.key, inside[2]
        if key not in bound_keys:
            return words
        target = f"{key}-{anchor}" if anchor else key
        return f'<a href="#{target}" data-page="{page_of}">{words}</a>'

    language, page_of = language_of(page.language.tag), plain(_("page"))
    html = written_numbers(PERMALINK.sub("", html), language)
    if language.direction != "ltr":
        html = isolate_cards(html)
    html = LINK.sub(resolve, html)
    html = HEADING.sub(rf'<h\1 id="{page.key}-\2"', html)
    html = DIAGRAM.sub(add_title_and_style, html)
    html = FIGURE.sub(lift_words, html)
    html = html.replace(' tabindex="0"', "")
    return Markup(
        SUIT.sub(lambda suit: f'<span class="{SUIT_CLASSES[suit[1]]}">{suit[1]}</span>', html)
    )


def lift_words(figure: re.Match[str]) -> str:
    """Return a diagram with its words from right to left as HTML above it, where they stand in it.

    WeasyPrint prints a text of SVG letter by letter: Arabic ones would not be joined.
    """
    labels: list[str] = []

    def lift(text: re.Match[str]) -> str:
        look = dict(ATTRIBUTE.findall(text[1]))
        place = f"--x: {look['x']}; --y: {look['y']}; --size: {look['font-size']}"
        weight = f"; font-weight: {look.get('font-weight', 400)}"
        css_class = f"{look['class']} {look['text-anchor']}"
        labels.append(f'<span class="{css_class}" style="{place}{weight}">{text[2]}</span>')
        return ""

    html = TURNED.sub(lift, figure[0])
    if not labels or not (size := DRAWING_SIZE.search(html)):
        return html
    opening, svg, rest = re.split("(?=<svg)|(?<=</svg>)", html, maxsplit=2)
    style = f"--width: {size[1]}; --height: {size[2]}"
    return f'{opening}<div class="drawing" style="{style}">{svg}{"".join(labels)}</div>{rest}'


def add_title_and_style(opening: re.Match[str]) -> str:
    """Return the beginning of a diagram, with its title and the colours that it is printed in."""
    label = LABEL.search(opening[1])
    title = escape(unescape(label[1]) if label else plain(_("Diagram")))
    return f"{opening[1]}<title>{title}</title><style>{diagram_style()}</style>"


@cache
def diagram_style() -> str:
    """Return the stylesheet of diagrams, which that of the page does not reach."""
    return inked((STATIC / "print" / "diagrams.css").read_text("utf-8"))


def essentials_and_figures(page: RulesPage) -> str:
    """Return the HTML that fits on one page: the essentials of a rules page, with its first
    diagrams."""
    figures = "".join(FIGURE.findall(page.html)[:MAX_FIGURES])
    return f'{page.essentials}<div class="figures">{figures}</div>'
