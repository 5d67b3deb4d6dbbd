"""Layouts: templates filled with texts, names and numbers.

Those of all games are in `templates/print/`; a game may bring one of its own in its folder.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from app.paper.pdf import Page
from app.paths import FOLDERS_OF_GAMES, TEMPLATES
from app.scoring import SUITS, Card, Seat, Side, Signed, Text, _, _n, say
from app.scoring.model.cards import COMMON_SYMBOLS
from app.scoring.model.seats import LETTERS
from app.scoring.model.text import template_of
from app.symbols import symbols

LANGUAGE = "en"
"""The language of what is printed."""
SHORT = 24
"""A name of so many letters fits wherever names stand."""


def render(*templates: str, title: Text | str, **about: Any) -> Page:
    """The first of these layouts that there is, filled with what it is `about`."""
    words = plain(title)
    return Page(environment().select_template(templates).render(about, title=words), words)


def plain(text: Text | str) -> str:
    """A text without markup, in the language of what is printed."""
    return say(text)


@cache
def environment() -> Environment:
    """How layouts are filled: what is missing is an error, and all that is not ours is escaped."""
    layouts = Environment(
        loader=FileSystemLoader([TEMPLATES, FOLDERS_OF_GAMES]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=in_words,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    layouts.globals.update(_=_, _n=_n, letters=LETTERS, signed=Signed, icon=icon, language=LANGUAGE)
    return layouts


def in_words(value: Any) -> Any:
    """What a layout prints: messages and names become safe HTML, the rest stays as it is."""
    if isinstance(value, (Text, Seat, Side, Signed, list, tuple)):
        return Markup(say(value, in_english, marked_up))
    return value


def in_english(text: Text) -> str:
    """The template of a text, with its suits drawn."""
    return with_suits(template_of(text))


def marked_up(value: Any) -> str:
    """A part of a text: names are kept apart from the direction of the words around them.

    Short ones of plain letters run as the words do, and every element takes its time.
    """
    if isinstance(value, Seat):
        name = plain(value.label)
        is_plain = name.isascii() and len(name) <= SHORT
        return str(escape(name)) if is_plain else f"<bdi>{escape(name)}</bdi>"
    if isinstance(value, Side):
        return " &amp; ".join([marked_up(seat) for seat in value.seats])
    if isinstance(value, Card):
        return with_suits(str(value))
    return str(escape(value))


# ---- Shapes for paper: suits, emblems and other symbols, drawn inline. ----

INK, SOFT, RULE, ACCENT = "#1c2a3e", "#545f6c", "#bcc3cc", "#9d2419"
"""The colours of `static/print/sheet.css`: a stylesheet does not reach inside a drawing."""

SVG = '<svg xmlns="http://www.w3.org/2000/svg"'
RED = {"heart", "diamond", "mark"}
OUTLINE = re.compile(r'd="([^"]*)"')
STANDS_OUT = re.compile(r"var\(--[\w-]+,currentColor\)")
"""A colour of the look on the screen, of which paper has one."""
RED_SUITS = re.compile(r"([♥♦])")
NAMES: dict[str, Text] = {
    **{suit[:-1]: name for suit, name in SUITS.items()},
    **{key: name for key, name in COMMON_SYMBOLS.items() if f"{key}s" not in SUITS},
    "mark": _("Tricktally"),
}


@cache
def icon(name: str, words: Text | None = None) -> Markup:
    """The symbol `name`, called by these words or by its own name."""
    symbol = symbols()[name]
    colour = ACCENT if name in RED else INK
    drawing = f"<g{symbol.strokes}>{symbol.drawing}</g>" if symbol.strokes else symbol.drawing
    drawing = STANDS_OUT.sub(ACCENT, drawing).replace("currentColor", colour)
    return Markup(
        f'{SVG} class="symbol" viewBox="0 0 {symbol.side} {symbol.side}">'
        f'<title>{escape(say(words or NAMES[name]))}</title><g fill="{colour}">{drawing}</g></svg>'
    )


@cache
def suits_to_tick(what: Text) -> Markup:
    """The four suits in outline, side by side, for a pen to fill in; `what` says what for."""
    shapes = "".join(
        f'<g transform="translate({30 * place + 2} 2)">{symbols()[suit[:-1]].drawing}</g>'
        for place, suit in enumerate(SUITS)
    )
    return Markup(
        f'{SVG} class="to-tick" viewBox="0 0 118 28"><title>{escape(say(what))}</title>'
        f'<g fill="none" stroke="{SOFT}" stroke-width="1.7">{shapes}</g></svg>'
    )


@cache
def checked(holds: bool) -> Markup:
    """A tick, or a cross for what does not hold."""
    drawn, colour, words = ("M4 13l5.5 6L20 5", INK, _("yes"))
    if not holds:
        drawn, colour, words = ("M5 5l14 14M19 5L5 19", ACCENT, _("no"))
    return Markup(
        f'{SVG} class="checked" viewBox="0 0 24 24"><title>{escape(say(words))}</title>'
        f'<path d="{drawn}" fill="none" stroke="{colour}" stroke-width="3"/></svg>'
    )


def with_suits(words: str) -> str:
    """`words`, which are HTML, with the red suits in them marked as such.

    The suits are letters of a font of ours, whose shapes are those of the symbols: a drawing for
    each would take many times as long to print.
    """
    return words if words.isascii() else RED_SUITS.sub(r'<span class="red">\1</span>', words)


def face(number: int | None, shown: dict[str, Any]) -> Markup:
    """A Trico card in small: its number and symbols, the large ones larger."""
    large = shown.get("large", [])
    drawn = [
        f'<span class="{"large" if word in large else "plain"}">'
        f"{icon(word) if word in COMMON_SYMBOLS else escape(word)}</span>"
        for word in shown["symbols"]
    ]
    head = "" if number is None else f"<b>{number}</b>"
    return Markup(f'<span class="face">{head}{" ".join(drawn)}</span>')


# ---- The papers that we print on. How large they are stands in the stylesheets, as pages. ----

TWO_UP = "a5-two-up"
PAPERS: Mapping[str, Text] = {
    "a4": _("A4"),
    "letter": _("US Letter"),
    "a5": _("A5"),
    TWO_UP: _("A5, two on a page of A4"),
}
WHOLE_PAPERS = tuple(key for key in PAPERS if key != TWO_UP)
"""Papers with one page on each sheet: what is not written on by hand comes on these only."""
CARD_PAPERS = {key: PAPERS[key] for key in ("a4", "letter")}
"""What nine cards of 63 × 88 mm fit on, three in a row."""


def check(paper: str, papers: Mapping[str, Text] | tuple[str, ...] = tuple(PAPERS)) -> None:
    """Raises `LookupError` for a paper that is none of these."""
    if paper not in papers:
        raise LookupError(f"{paper!r} is not one of: {', '.join(papers)}")
