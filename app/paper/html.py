"""The HTML of documents to print: templates, symbols drawn inline, and the papers.

The templates of all games are in `templates/print/`; a game may have one in its folder.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup, escape

from app.languages import Language, current_language, plain, with_letters
from app.paper.colours import inked
from app.paper.pdf import PrintDocument
from app.paths import GAMES_FOLDER, TEMPLATES
from app.scoring import SUITS, TRUMPS, Signed, Text, _, _n
from app.scoring.model.cards import COMMON_SYMBOLS, SYMBOLS, CardNumbers, rank_of, suit_of
from app.scoring.model.seats import LETTERS, base_hue
from app.symbols import symbols
from app.text_html import TextHtml, lang_attributes, left_to_right

MAX_PLAIN_LETTERS = 24
"""A name of so many letters fits wherever names stand."""
RED_SUITS = re.compile(r"([♥♦])")
CARD = re.compile(r"[0-9A-Z]{1,2}[♠♥♦♣](?![^<>]*>)")


def with_suits(html: str) -> str:
    """Return HTML with the red suits in it marked as such, and the letters that court cards have in
    the current language.

    The suits are letters of a font of ours, whose shapes are those of the symbols: a drawing for
    each would take many times as long to print.
    """
    if html.isascii():
        return html
    html = with_letters(html)
    if current_language().direction != "ltr":
        html = isolate_cards(html)
    return RED_SUITS.sub(r'<span class="red">\1</span>', html)


def isolate_cards(html: str) -> str:
    """Return HTML whose cards keep their suit behind their rank among words from right to left.

    A mark would not do: WeasyPrint puts the elements of a line in order, whatever is between them.
    """
    return CARD.sub(r'<span class="ranked">\g<0></span>', html)


def written_card(card: str) -> str:
    """Return a card as it is written: its number as any other, with a suit as on the card."""
    return current_language().in_digits(card) if isinstance(card, CardNumbers) else card


def name_html(name: str) -> str:
    """Return a name as HTML. Short ones of plain letters run as the words around them do, because
    every element takes its time."""
    is_plain = name.isascii() and len(name) <= MAX_PLAIN_LETTERS
    return str(escape(name)) if is_plain else f"<bdi>{escape(name)}</bdi>"


def signed_html(number: str) -> str:
    """Return a number whose sign stays before it. Where the words around it run from right to left
    marks say so, because an element for each number takes its time."""
    return number if current_language().direction == "ltr" else left_to_right(number)


TEXT = TextHtml(
    template=lambda text: with_suits(current_language().template(text)),
    name=name_html,
    card=lambda card: with_suits(str(escape(written_card(card)))),
    signed=signed_html,
)


def render(
    *templates: str, title: Text | str, paper: str, papers: Mapping[str, Text], **variables: Any
) -> PrintDocument:
    """Render the first of these templates that exists with these `variables`.

    Raises `LookupError` for a paper that is none of `papers`.
    """
    if paper not in papers:
        raise LookupError(f"{paper!r} is not one of: {', '.join(papers)}")
    words = plain(title)
    html = environment().select_template(templates).render(variables, title=words, paper=paper)
    return PrintDocument(html, words)


@cache
def environment() -> Environment:
    """Return the Jinja environment of what is printed."""
    templates = Environment(
        loader=FileSystemLoader([TEMPLATES, GAMES_FOLDER]), autoescape=True, **TEXT.jinja_options
    )
    templates.filters["base_hue"] = base_hue
    templates.filters["in_a_row"] = TEXT.in_a_row
    templates.filters["digits"] = TEXT.digits
    templates.filters["bold"] = TEXT.bold
    templates.filters["plain"] = plain
    templates.globals.update(
        _=_,
        _n=_n,
        letters=LETTERS,
        signed=Signed,
        language=current_language,
        lang=lang_attributes,
        icon=icon,
        suits_to_tick=suits_to_tick,
        check_mark=check_mark,
        trump_symbol=trump_symbol,
        playing_card=playing_card,
        card_face=card_face,
    )
    return templates


RED = {"heart", "diamond", "mark"}
OUTLINE = re.compile(r'd="([^"]*)"')
SCREEN_COLOUR = re.compile(r"var\(--[\w-]+,currentColor\)")
"""A colour of the look on the screen, of which paper has one."""
NAMES: dict[str, Text] = {
    **{suit[:-1]: name for suit, name in SUITS.items()},
    **{key: name for key, name in COMMON_SYMBOLS.items() if f"{key}s" not in SUITS},
    "mark": _("Tricktally"),
}


def svg(attributes: str, words: Text, drawing: str) -> Markup:
    """Return an SVG element titled with `words`; its colours are tokens of `tokens.css`."""
    drawn = f"<title>{escape(plain(words))}</title>{drawing}"
    return Markup(inked(f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{drawn}</svg>'))


def icon(name: str, words: Text | None = None) -> Markup:
    """Return the symbol `name`, titled with `words` or with its own name."""
    return draw_icon(name, words or NAMES[name], current_language())


@cache
def draw_icon(name: str, words: Text, _language: Language) -> Markup:
    """Return the symbol `name`, titled with `words` in the language that is the current one."""
    symbol = symbols()[name]
    colour = "var(--accent)" if name in RED else "var(--ink)"
    drawing = f"<g{symbol.strokes}>{symbol.drawing}</g>" if symbol.strokes else symbol.drawing
    drawing = SCREEN_COLOUR.sub("var(--accent)", drawing).replace("currentColor", colour)
    box = f'class="symbol" viewBox="0 0 {symbol.side} {symbol.side}"'
    return svg(box, words, f'<g fill="{colour}">{drawing}</g>')


def suits_to_tick(what: Text) -> Markup:
    """Return the four suits in outline, side by side, for a pen to fill in; `what` says what
    for."""
    shapes = "".join(
        f'<g transform="translate({30 * index + 2} 2)">{symbols()[suit[:-1]].drawing}</g>'
        for index, suit in enumerate(SUITS)
    )
    outlines = f'<g fill="none" stroke="var(--soft)" stroke-width="1.7">{shapes}</g>'
    return svg('class="to-tick" viewBox="0 0 118 28"', what, outlines)


def check_mark(holds: bool) -> Markup:
    """Return a tick, or a cross for what does not hold."""
    path, colour, words = ("M4 13l5.5 6L20 5", "ink", _("yes"))
    if not holds:
        path, colour, words = ("M5 5l14 14M19 5L5 19", "accent", _("no"))
    drawing = f'<path d="{path}" fill="none" stroke="var(--{colour})" stroke-width="3"/>'
    return svg('class="checked" viewBox="0 0 24 24"', words, drawing)


def trump_symbol(suit: str) -> Markup:
    """Return the suit that is trumps as a shape, or the words that there is none."""
    if suit in SYMBOLS:
        return Markup(with_suits(SYMBOLS[suit]))
    return Markup("<small>{}</small>").format(TEXT.finalize(TRUMPS[suit]))


def playing_card(card: str) -> Markup:
    """Return the rank of a card, and its suit drawn large."""
    return escape(current_language().rank(rank_of(card))) + icon(suit_of(card)[:-1])


def card_face(number: int | None, shown: dict[str, Any]) -> Markup:
    """Return a Trico card in small: its number and symbols, the large ones larger."""
    large = shown.get("large", [])

    def part(word: str) -> str:
        is_drawn = word in COMMON_SYMBOLS
        style = "large" if word in large else "plain"
        drawn = icon(word) if is_drawn else escape(word)
        return f'<span class="{style if is_drawn else f"{style} word"}">{drawn}</span>'

    drawn = [part(word) for word in shown["symbols"] if word in COMMON_SYMBOLS]
    lines = [part(word) for word in shown["symbols"] if word not in COMMON_SYMBOLS]
    # No symbol stands alone below the others, as it would where the room for one more ends.
    rows = range(0, len(drawn), SYMBOLS_IN_A_ROW)
    lines += ["".join(drawn[first : first + SYMBOLS_IN_A_ROW]) for first in rows]
    head = "" if number is None else f"<b>{TEXT.digits(number)}</b>"
    return Markup(f'<span class="face">{head}{"<br/>".join(lines)}</span>')


SYMBOLS_IN_A_ROW = 3
TWO_UP = "a5-two-up"
PAPERS: Mapping[str, Text] = {
    "a4": _("A4"),
    "letter": _("US Letter"),
    "a5": _("A5"),
    TWO_UP: _("A5, two on a page of A4"),
}
WHOLE_PAPERS = {key: words for key, words in PAPERS.items() if key != TWO_UP}
"""The papers with one page on each sheet: only a blank sheet comes on the other, too."""
CARD_PAPERS = {key: PAPERS[key] for key in ("a4", "letter")}
"""What nine cards of 63 × 88 mm fit on, three in a row."""
